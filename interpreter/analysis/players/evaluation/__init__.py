"""A position to numbers for each seat, without knowledge of any game.

    nearness            boards and rules -> numbers that grow as things come near to where an end asks for them
    default_evaluation  the ends and fields of a program -> an evaluation: how far each seat is to its goals, and what it holds
    values              a position at the end of a playout -> what it is worth to each seat
"""
