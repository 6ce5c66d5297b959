"""Games for programs that learn: rules -> the environments of PettingZoo, Gymnasium and OpenSpiel.

    actions       the moves of a game as numbers 0 to n - 1, each with a name
    observations  positions -> what a seat may know, as numbers with names
    rewards       how a game ended -> a number for each seat
    lane          one game with its chance, its masks and its observations
    rounds        a position of a simultaneous choice -> the seats that choose, and what each may choose
    pettingzoo    games for several agents: one after the other (AEC), or all at once (parallel)
    gymnasium     one agent at one seat, alone or against others; one game or many side by side
    openspiel     any rulebook as a Python game of OpenSpiel

Each module is imported by its own name: only those who use a framework install it.
"""
