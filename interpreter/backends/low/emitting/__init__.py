"""Code for values that are in the small language already; nothing here meets an expression of the rulebook.

    lists          tables and lists
    ordering       keys, and which comes first
    comparing      comparisons, and jumps
    choosing       one of two values
    boards         regions, geometry
    distances      spaces within some steps
    remembered     what is worked out once for all moves of a position
"""
