"""The parts that all of the lowering shares.

    graph         all blocks of a program, and the slots of rules that wait
    shared        what all rules share: places, texts, tables, names of temporaries
"""
