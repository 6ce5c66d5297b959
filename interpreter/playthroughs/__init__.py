"""Games as text: `.play` files, with moves, chance and expectations.

    syntax           what the lines of a playthrough say; lines and columns count from 1
    reader, head     text -> lines; the head of a file
    checking         lines -> diagnostics: what is wrong, as far as that shows without playing
    runner           lines -> results: plays them on the rules
      moves, expectations     lines of moves; lines that say what is so
      session                 the game while it is played, and what is recorded of it
      using                   other files that a file begins with
      arrange                 a position block -> a state
        drawn                   drawings of boards -> a line for each space
        pieces, ways, before    pieces by what they are; calls that lead to a rule; the rest of a block
    results          what comes of a playthrough: the steps played, and everything that is not so
    difference       results -> what differs, by rules other than those it was written for
    migration        lines -> new text: what holds by other rules
      rewriting        a text with some of its lines written anew
    writer           a game -> text
    scene            a position -> the lines that set it up
"""
