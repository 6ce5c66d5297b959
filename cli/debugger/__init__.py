"""A debugger for rulebooks: the Debug Adapter Protocol over the tapes of a playthrough.

    wire         messages of the protocol, on streams
    course       a playthrough -> its steps, and the one that is shown; on and back
    stops        breakpoints, and the steps that they stand for
    shown        a step -> stack frames, variables, values of expressions
    adapter      requests -> answers and events
"""
