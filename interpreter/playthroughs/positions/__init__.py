"""Positions: the lines of a position block <-> a state.

    ways       the calls that lead from `play` to a rule
    pieces     pieces by what they are
    before     the rest of a block
    drawings   drawings of boards -> a line for each space
    arrange    a position block -> a state
    scene      a state -> the lines that set it up
"""
