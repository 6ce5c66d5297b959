"""A small rulebook whose balance is known: gold wins, lead loses, tin may not be taken."""

GAME = """rulebook metals
    "Metals"
    players 2

enum metal: gold, lead, tin

each player has
    held: metal or none

play
    "Each player takes a metal."
    for each p in players
        pick(p)
    check ends

rule pick(p: player)
    "{p} takes a metal that nobody has."
    choose metal_to_take by p
        "A player takes one metal."
        move takes "takes {m}" for m in metal
            require not_tin: m != tin
                "tin stays where it is"
            require not_taken: every q in players: q.held != m
                "{m} is taken already"
            require never_refuses: p.held = none
                "{p} has a metal"
            p.held becomes m

end all_taken
    "Who has gold wins."
    when every p in players: p.held != none
    winners p in players where p.held = gold

end nobody_can
    "Nobody has gold."
    when every p in players: p.held = lead
    draw
"""
