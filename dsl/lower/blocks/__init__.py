"""Rules that ask for something, to blocks that wait.

    flow          the statements of such a rule
    secrets       secret choices: all are asked first, then each choice is carried out
    loops         loops around a choice: their order is listed at the start
    choices       choices and chance
    blocks        the blocks of a rule while they are made

A file imports only files that are drawn below it.
"""
