"""Arguments and options to games, players and machines. A module imports only those above it.

    names              names of rulebooks that ship
    looks              look files
    compilation_cache  rulebooks that were compiled last, for those much like them
    loading            rulebooks on disk -> games
    options            arguments and options -> values
    evaluation         evaluation files
    players            who plays which seat
    vary_parameters    a game with one parameter at another value
    machines           which machine plays many games
    formatting         rulebook files -> formatted files, with the proof
"""
