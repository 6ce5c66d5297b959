"""Games played by random and search players.

    simulate     many games -> a report
    horizon      where all is done that a choice led to
    search       one-ply search by an evaluation
    positions    positions as bytes, in either machine: what is legal, steps, random games on from there
    faster       random games of a series at the speed of compiled code
      watched    what is asked of them besides how they go, for a module
    questions    what is asked of games, for either machine
    batch        many games stepped together, as NumPy arrays
    figures      numbers of positions, asked for by name
    counts       how often something is chosen, and how those fare who choose it
    shrinking    the fewest things that still show the same
    short_games  rules -> the fault of a few short random games, for `check`
"""
