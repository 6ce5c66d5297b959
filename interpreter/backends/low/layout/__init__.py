"""Places in the memory of a module, for all that it holds.

    slots        the ranges of the slots of a state
    constants    tables and lists as bytes
    note_places  where clauses and events of a step are noted
    memory       the addresses of all parts
    extras       what is asked of games besides how they go
"""
