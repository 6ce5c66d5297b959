"""The symbols of a rulebook: names to their meanings.

    unchanged_meanings  a table and an earlier one -> the meanings that they share, the words that changed
    symbols        the symbol table that `resolve` fills and later passes read
    histories      fields -> the words in which a history keeps them
    type_reader    written types -> types
    constants      constant expressions -> values
    parameters     parameters and the values that each accepts
"""
