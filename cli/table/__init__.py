"""A game at the terminal: the session, the input, and the pictures and texts of the screen.

    colours       colour words -> coloured text
    tabular       texts -> columns
    paragraphs    values that belong together -> a table or lines
    room          the number of lines for each part of the screen
    layout        the parts of a picture -> those that fit
    vocabulary    the types whose values have names
    speech        lines that fit; moves, questions, scores as text
    results       the end of a game as text
    asked         the present choice -> the rows of tables that it is about
    cards         rows of tables in a position as text
    grids         square and hex boards as text
    lattices      square and hex boards with their edges and corners as text
    lettered      what is said of spaces -> letters, and what they stand for
    picture       a position -> a picture of boards and fields
    listing       the present choices with labels; a typed text -> a choice
    forced        forced choices that the table makes without asking
    lookup        a name of the rulebook -> its description
    refusals      a refused move -> the clauses and the parts that do not fit
    summary       the running rules, the ranking and the last moves
    saving        the file of a game
    session       a game in progress: positions, undo and redo, file
    screen        one screen for several players with secrets
    view          the screen of a session
    keyboard      a typed line -> its effect
    table         a session with people and random players
    watching      a played game, shown turn by turn
"""
