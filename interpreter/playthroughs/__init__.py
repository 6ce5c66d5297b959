"""Games as text: `.play` files, with moves, chance and expectations.

    reader, head     text -> lines (syntax)        what each line says, or what is wrong with it
    checking         lines -> diagnostics          what is wrong, as far as that can be told without playing
    runner           lines -> results              plays them on the rules
      moves, expectations, using                     lines of moves; what has to be so; other files
      session                                        the game while it is played, and what is recorded of it
      arrange        a position block -> a state     fields set in the game's words, a place in the rules
        pieces, ways, before                         pieces by what they are; calls that lead to a rule; the rest of a block
    difference       results -> what differs       of rules other than those it was written for
    migration        lines -> new text             what holds by other rules (rewriting: line by line)
    writer           a game -> text                what `play --save` and `record` write
    results      what comes of a playthrough: the steps that were played, and everything in it that is not so
    rewriting    A playthrough's text with some of its lines written anew; all others stay as they are
    scene        A position in the lines that set it up: its facts, the place where the rules stand, and what they remember ther
    syntax       what the lines of a playthrough say. Lines and columns are counted from 1
"""
