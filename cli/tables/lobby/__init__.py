"""The lobby: games that a server offers -> tables at which people play.

    games   the rulebooks that are offered, and the folder of saved games
    forms   the page that begins and loads games; a filled-in form -> a table
"""
