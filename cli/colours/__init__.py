"""Rulebooks, the files beside them, and the output of commands in colours.

    lexers     rulebooks and the files beside them -> coloured text, by Pygments
    terminal   diagnostics and lists of clauses -> coloured text, on a terminal
"""
