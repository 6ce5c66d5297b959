"""Rulebook files as text: where things stand, and what is wrong there.

    records          frozen classes that load in less time
    pickled          records as bytes
    span             a place in a file
    layout           the bytes of a rulebook file -> what is declared in them
    clauses          a clause: id, kind, span, statement
    fixes            what a help says to write, as a change of the text
    diagnostics      mistakes as values, and the registry of their codes
    disk             questions about files, answered by the disk or by an editor
    read_limited     read files up to a size limit
    chunks           text -> chunks, one for each declaration
    search_path      names and paths -> the files of rulebooks and variants
    habits           words and signs of other languages -> what this language says instead
    letters          characters that look like others -> their names
    cache            bytes kept in the user's cache folder
    methods          code of the methods that attrs writes, kept there
"""
