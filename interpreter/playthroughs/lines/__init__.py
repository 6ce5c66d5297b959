"""Lines: the text of a playthrough <-> what its lines say.

    head         the lines before the first move: game, players, parameters, seed
    syntax       what the lines say, as data; lines and columns count from 1
    reader       text -> lines
      expectations  a line that begins with `expect` -> the expectation
      rows       lines that say something, their parts, and reports of those that cannot be read
      guesses    lines that authors guess, and what to write instead
    rewriting    a text with some of its lines rewritten
    writer       a game -> text
"""
