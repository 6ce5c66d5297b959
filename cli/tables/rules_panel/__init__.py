"""The rules beside the board: clauses to the places in printed rulebooks, and to a booklet.

    printed_rulebooks  a clause -> where printed rulebooks say it
    booklet            the rules as markup beside the board
"""
