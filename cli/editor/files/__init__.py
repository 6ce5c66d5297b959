"""A file as an editor shows it -> its diagnostics, names, positions and counts.

    problems           a file -> its diagnostics
    plays              a line of a playthrough -> position and legal moves
    insight            a clause -> playthroughs, random games, places in printed rulebooks
    covering           a file -> the lines of its clauses, the name of its game
    playthrough_files  a rulebook or variant -> the playthroughs of it
    family             a rulebook with its variants -> the places that name a thing in all of them
    rulebooks          a file -> the rulebook that it belongs to, compiled
    names              a compiled rulebook -> where names are declared and used
    targets            the items of a variant -> the names of what it changes
    memo               results, each kept until a file changes that it depends on
"""
