"""Look files: text -> how a game wants to be drawn.

    syntax      the contents of look files
    colours     words and numbers of colours -> colours, and their contrast
    reader      text -> lines, and what is wrong with them
    names       the names of a rulebook that a look file may speak of
    checking    lines, and the rulebook they are of -> diagnostics
"""
