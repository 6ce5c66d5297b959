"""The Language Server Protocol: the only modules that know pygls.

    start          a server with all that it answers
    texts          files that are opened, changed and saved -> diagnostics
    names          questions about names: hover, definition, references, completion, signatures, hints
    outlines       questions about a file: outline, folds, colours
    changing       changes: formatting, rename, quick fixes
    playing        playthroughs: code lenses, and commands that play
    server         the state of a server; places and diagnostics as the protocol has them
"""
