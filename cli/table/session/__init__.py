"""A game in progress: its positions, its file, its course and its end.

    saving        the file of a game
    session_file  the file that a game is kept in, while it can be written
    session       positions, undo and redo, file
    summary       the running rules, the ranking and the last moves
    results       the end of a game as text
"""
