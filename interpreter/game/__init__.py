"""The safe face of the machine: positions that never change, and questions about them. A module imports only those above it.

    table/          the parts of the rules at a table: machines, names, cells, decisions, expressions, analyses
    viewing/        what a viewer sees of positions and steps; states as text; invariants; how a game ended
    moves/          moves as text, and the clauses that refuse them
    rules           the rules of one game for one number of players: all of these together, and positions
    game_log        a game as a viewer sees it
    state           the values that programs hold: positions, choices, refusals, outcomes
    refusals        the moves that a requirement refuses now
    move_patterns   which texts could be a move
    call_stack      the rules being carried out in a position
    game            a rulebook for all its numbers of players
"""
