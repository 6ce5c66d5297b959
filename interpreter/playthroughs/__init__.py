"""Games as text: `.play` files, with moves, chance and expectations.

    reader   text -> lines (syntax)          what each line says, or what is wrong with it
    runner   lines -> results                plays them on the rules; expectations are checked
    arrange  a position block -> a state     fields set in the game's words, a place in the rules
    writer   a game -> text                  what `play --save` and `record` write
"""
