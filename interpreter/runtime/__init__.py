"""What generated code of any backend calls.

    primitives    functions on sets, lists and boards
    paths         reachable spaces and shortest paths
    regions       slots of regions that merge
    rows          rows of tables that a step exercised
    move_codes    moves as numbers: a kind of move and its open values in mixed radix
    chance        the source of chance
    step_counter  the passes of loops that a transition may make
    faults        a refused choice, and a rulebook that fails in play
"""
