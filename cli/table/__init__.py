"""A game at the terminal. A folder or module imports only those above it.

    text/         colours, columns, lines that fit; moves and scores as text
    drawing/      a position -> a picture
    questions/    the present choice, refused moves, names that a player asks about
    session/      a game in progress: positions, undo and redo, its file, its end
    screen        one screen for several players with secrets
    view          the screen of a session
    keyboard      a typed line -> its effect
    table         a session with people and random players
    turn_viewer   a played game, shown turn by turn
"""
