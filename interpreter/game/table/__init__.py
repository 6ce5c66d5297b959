"""The parts of the rules at a table: a *table* is a program with names for its seats.

    expressions     conditions and numbers in the rulebook's words, compiled
    decisions       where the rules wait, who is to move, and what may be chosen
    machines        the machines of a program: for play, for records, for random choices, for traces
    names           the values and places that words name
    cells_by_name   the cells of a state, and what they hold in a position
    analyses        what follows from the program alone
    conditions      conditions, evaluated in a position
    values          choices, refusals, outcomes
    spelling        the notations nearest to a text that is none

A module imports only those below it.
"""
