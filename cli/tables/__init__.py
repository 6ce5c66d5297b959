"""Games in the browser: an application of the server. A module imports only what is drawn above it.

    choices/         what can be chosen by clicks, and what refuses the rest
    rules_panel/     the rules beside the board
    room/            a table and its parts: game, seats, settings, texts, rights
    lobby/           the games that are offered, and the forms that begin and load them
    pages/           a table as pages
    acts             actions at a table, by name
    machine_turns    players of the machine take their turns
    open_tables      the tables that are open, and the links to them
    routes           requests -> what they do, and the pages
"""
