"""Checks of structure: the parts of a document against each other -> findings.

    numbering    the numbers of sections and lists
    sums         parts that do not add up to the whole
    references   figures, headings that are referred to, sections for numbers of players; then the checks above
"""
