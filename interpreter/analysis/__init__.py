"""Many games of a rulebook, and what they show.

    playouts/      random and search players, and the statistics that they produce
    players/       players that think: tree search, games between players
    balance/       games watched: their course, fairness, the clauses applied, the results of moves
    properties/    properties of every game, tested with random games
    learning/      what is worth what in a game, learnt from games against itself
    divergence/    two rulebooks side by side: where their games diverge, and by which clause
    mutation/      what detects a mutant of a rulebook
"""
