"""Places in the memory of a module, for all that it holds.

    slots       the ranges of the slots of a state
    constants   tables and lists as bytes
    memory      the addresses of all parts
"""
