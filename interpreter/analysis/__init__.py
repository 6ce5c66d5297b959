"""Many games of a rulebook, and what they show.

    playouts/      random and search players, and the statistics that they produce
    players/       players that think: tree search, games between players
    properties/    properties of every game, tested with random games
    divergence/    two rulebooks side by side: where their games diverge, and by which clause
    mutation/      what detects a mutant of a rulebook
"""
