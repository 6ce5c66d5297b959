"""The small language: numbers, places in memory, loops.

    values   what is known of a value: its range, its kind
    tree     expressions, statements, functions
"""
