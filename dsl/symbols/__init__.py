"""What the names of a rulebook stand for.

    symbols        the symbol table that `resolve` fills and later passes read
    type_reader    written types -> types
    constants      constant expressions -> values
    parameters     parameters and the values that each accepts
"""
