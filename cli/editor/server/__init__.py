"""The Language Server Protocol: the only modules that know pygls.

    start          a server with all that it answers
    texts          files that are opened, changed and saved -> diagnostics
    uses           definition, references, highlights
    hovers         hover, hints
    writing        completion, signatures
    outlines       questions about a file: outline, folds, colours
    changing       changes: formatting, rename, quick fixes
    playing        playthroughs: code lenses, and commands that play
    panels         commands of extensions: the lines of clauses, the position as a picture
    server         the rulebooks that it has opened, work in the background, and these parts:
      checks       files that were changed -> their diagnostics, when the person at the keyboard pauses
      diagnostics  diagnostics and failures as the protocol has them
      workspace_edits  edits as the protocol has them
      features     the capabilities and options of the editor
      documents    the texts that the editor shows, and places in them
    addresses      URIs of documents, saved or not -> paths of files, and back
"""
