"""Games in the browser: an application of the server. A module imports only what is drawn above it.

    choices/         what can be chosen by clicks, and what refuses the rest
    rules_panel/     the rules beside the board
    games            the rulebooks that are offered, and the folder of saved games
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
    pages/           a table, and the lobby, as pages
    acts             actions at a table, by name
    machine_turns    players of the machine take their turns
    open_tables      the tables that are open, and the links to them
    routes           requests -> what they do, and the pages
"""
