"""A function while it is written, and what the functions of a module share.

    numbers      arithmetic with ranges, sets
    functions    functions of the module, each written once
    building     the locals, labels and statements of one function
    whole        what the functions of a module share: its memory, and which are written
"""
