"""Positions and steps to what a person reads of them.

    state_text    states as text and back
    invariants    declared invariants, checked in a position and for a step
    unchanged     conditions that are not tested again while nothing that they depend on changes
    trace         what a recording machine noted in a step, as text
    event_log     the events of a step, and what each viewer sees of them
    roll_context  what a roll is for
    painting      what draws positions, for those who ask them for a picture
    observation   what each viewer sees of a position
    outcomes      how a game that is over ended

A module imports only those below it.
"""
