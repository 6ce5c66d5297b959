"""The machine of a program and the names of the seats; the values that a game consists of.

    table           the machine of a program, the names of the seats, and where a game stands
    cells_by_name   the cells of a state, and what they hold in a position
    conditions      conditions in the rulebook's words, evaluated in a position
    values          choices, refusals, outcomes
    spelling        the notations nearest to a text that is none

A module imports only those below it.
"""
