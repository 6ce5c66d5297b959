"""The Language Server Protocol: the only modules that know pygls.

    start          a server with all that it answers
    texts          files that are opened, changed and saved -> diagnostics
    uses           definition, references, highlights
    shown          hover, hints
    writing        completion, signatures
    outlines       questions about a file: outline, folds, colours
    changing       changes: formatting, rename, quick fixes
    playing        playthroughs: code lenses, and commands that play
    panels         commands of extensions: the lines of clauses, the position as a picture
    addresses      URIs of documents, saved or not -> paths of files, and back
    server         the state of a server; places and diagnostics as the protocol has them
"""
