"""A debugger for rulebooks: the Debug Adapter Protocol over the tapes of a playthrough.

    wire          messages of the protocol, on streams
    arguments     the arguments of a request -> texts, numbers, records
    course        a playthrough -> its steps, and the present one; on and back
    stops         breakpoints -> the steps at which they stop
    stack_frames  a step -> stack frames, variables, values of expressions
    adapter       requests -> answers and events
"""
