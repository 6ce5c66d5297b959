"""The parts of every law: its record, a breach of it, and the lines of a playthrough that show a breach.

    law           a property, a position that is looked at, and how the property is broken
    per_program   a function of a program, worked out once for each program
    pairs         two games from one position as lines of a playthrough
"""
