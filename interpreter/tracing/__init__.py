"""Moves carried out statement by statement: what each statement does, and what is looked at on the way.

    tape         the record of one move: its steps in order, each with the position after it
    recorder     the calls of a tracing machine -> the steps of a tape, as numbers
    tracer       a position and a move -> its tape, in the rulebook's words
    lines        a playthrough -> the tapes of its moves
"""
