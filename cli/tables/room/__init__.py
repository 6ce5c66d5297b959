"""A table in the browser and its parts. A part imports only those that are drawn above it.

    settings         the settings of a table, in forms and saved games
    refusals         actions that are not possible, and their causes
    seating          seats of people and of the machine, and links to them
    texts            captions, title, rules and narration in the language of a table
    progress         the game: its position and history, and the moves that it makes by itself
    rights           what a screen shows, who decides there, and who may take back
    possible_moves   the moves that fit what is clicked or typed, and why others are refused
    controls         what people do at a screen
    machine_players  the players of the machine: their seats, and the moves that they find
    views            views of the position, each made once for all screens
    room             a table: these parts of it, and who hears of its changes
"""
