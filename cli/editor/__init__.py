"""Answers to editors about rulebooks and playthroughs. Only `server` knows a protocol.

    server         requests of the Language Server Protocol -> answers
    completions    a place -> what can stand there
    edits          a file laid out, a name changed everywhere, advice of diagnostics
    hovers         a name -> what is known of it
    outline        a file -> its outline, folds, kinds of words
    problems       a file -> its diagnostics
    plays          a line of a playthrough -> position and legal moves
    rulebooks      a file -> the rulebook that it belongs to, compiled
    names          a compiled rulebook -> where names are declared and used
    memo           results kept until a file changes that they depend on
"""
