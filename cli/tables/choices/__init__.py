"""A move by clicks: the things chosen so far to the moves that remain, or to the clauses that refuse a thing.

    order_groups  the open values of a kind of move -> which of them can be chosen in any order
    spoken_moves  the things that a move speaks of, as pictures name them
    offers        the present choice and the parts of a move chosen so far -> what is possible, and the moves that remain
    reasons       a thing or a move that is not possible -> the clauses that refuse it, in their words
"""
