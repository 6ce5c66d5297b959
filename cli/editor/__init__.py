"""Answers to editors about rulebooks and playthroughs. Only `server` knows a protocol.

    files/       a file -> its rulebook compiled, its names, its diagnostics, its positions
    display/     a place -> what is shown there: hover, completions, hints, signatures, outline
    changes/     changes that an editor offers
    server/      requests of the Language Server Protocol -> answers
"""
