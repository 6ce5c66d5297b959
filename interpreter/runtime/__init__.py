"""Functions that generated code of any backend calls.

    primitives    functions on sets, lists and boards
    paths         reachable spaces and shortest paths
    regions       slots of regions that merge
    rows          rows of tables that a step exercised
    move_codes    moves as numbers: a kind of move and its open values in mixed radix
    cells         names for every cell of the state, and values as the rulebook writes them
    chance        the source of chance
    series        the chance of a series of games: a counter keyed by seed and game
    step_counter  the passes of loops that a transition may make
    faults        a refused choice, and a rulebook that fails in play
"""
