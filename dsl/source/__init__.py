"""Rulebook files as text: where things stand, and what is wrong there.

    span             a place in a file
    clauses          a clause: id, kind, span, statement
    diagnostics      mistakes as values, and the registry of their codes
    read_limited     read files up to a size limit
    chunks           text -> chunks, one for each declaration
    search_path      names and paths -> the files of rulebooks and variants
    habits           words and signs of other languages -> what this language says instead
    letters          characters that look like others -> their names
"""
