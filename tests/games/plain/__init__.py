"""Plain statements of what the printed rules say, written without the rulebook files.

    cells             a state -> numbers and words by the names of cells
    carolus_magnus    the empire as it lies on the table, and what a step may change of it
    discs             the discs of Carolus Magnus: who may show which, and in which order the players act
    lancaster         how many knights, pieces of gold, squires, markers and nobles there are
    emperor_4         how many figures, chips, cards and wounds there are

A statement takes positions of a game and asserts; `tests/games/test_*_statements.py` draw the games.
"""
