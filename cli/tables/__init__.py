"""Games in the browser: an application of the server. A module imports only what is drawn above it.

    choices/      what can be chosen by clicks, and what refuses the rest
    beside/       the rules beside the board
    games         the rulebooks that are offered, and the folder of saved games
    seating       seats of people and of the machine, and links to them
    room          a table: its game, its seats and links, and what players may do
    pages/        a table, and the lobby, as pages
    acts          actions at a table, by name
    thinking      players of the machine take their turns
    routes        requests -> what they do, and the pages
"""
