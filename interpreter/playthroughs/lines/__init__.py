"""Lines: the text of a playthrough <-> what its lines say.

    head         the lines before the first move: game, players, parameters, seed
    syntax       what the lines say, as data; lines and columns count from 1
    reader       text -> lines
    rewriting    a text with some of its lines rewritten
    writer       a game -> text
"""
