"""The parts of a table: the machines of a program, the names of the seats, and decisions in positions.

    decisions       where the rules wait, who is to move, and what may be chosen
    machines        the machines of a program: for play, for records, for random choices, for traces
    names           what the words of a text stand for
    cells_by_name   the cells of a state, and what they hold in a position
    analyses        what follows from the program alone
    conditions      conditions in the rulebook's words, evaluated in a position
    values          choices, refusals, outcomes
    spelling        the notations nearest to a text that is none

A module imports only those below it.
"""
