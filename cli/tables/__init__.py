"""Games in the browser: an application of the server. A module imports only what is drawn above it.

    together      the open values of a kind of move -> which of them can be chosen in any order
    spoken        the things that a move speaks of, as pictures name them
    offers        the present choice and the parts of a move chosen so far -> what is possible, and the moves that remain
    printed       a clause -> where printed rulebooks say it
    reasons       a thing or a move that is not possible -> the clauses that refuse it, in their words
    booklet       the rules as markup beside the board
    games         the rulebooks that are offered, and the folder of saved games
    seating       seats of people and of the machine, and links to them
    room          a table: its game, its seats and links, and what players may do
    markup        a table as a viewer sees it -> the parts of a page
    lobby         the pages that begin and load games
    acts          actions at a table, by name
    shell         the frame of the page of a table, and what its host sees
    thinking      players of the machine take their turns
    routes        requests -> what they do, and the pages
"""
