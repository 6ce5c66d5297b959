"""A game at the terminal: what is asked, what can be typed, what is shown, and how it is told.

    asked         the choice at hand to the rows of tables that it is about
    cards         rows of tables that lie on the table: where they lie, their fields, the pieces on them, and what they say
    colours       words that are colours, in their colours
    forced        choices that leave nothing to choose: which of them are made without asking
    grids         square and hex boards as text: signs in rows, or boxes where there is more to tell
    keyboard      what is typed at the table, carried out: moves, questions about the rules, and taking back
    layout        the parts of a picture to what of them there is room for
    listing       the choices at hand as a list: what each of them is called in it, and what is meant by what is typed
    lookup        A name to what the rules say of it: a clause, a row with its values, a word, a field, a space, and what stands
    paragraphs    values that belong together as text: side by side in a table where it fits, or in lines of their own
    picture       positions as text: boards, players' things, and what lies in the middle of the table
    refusals      why a move is refused, and what else is: the clauses with what they say, and the parts of a move that do not f
    results       how a game ended: the end, who won, and in their order what each has scored, by what it was scored for
    room          how many lines of a terminal there are for what is shown
    rows          rows of tables in words: what they say, and their values by the names of the columns
    saving        the text of a game to the file that keeps it: each line is on the disk before it counts, and one process write
    screen        who looks at the screen: what may be shown to him, and how it is cleared for the next
    seen          A position to its values in words, as far as a viewer may see them: what pictures are drawn from
    session       A game in progress: its positions one after another, what can be taken back, and its file
    speech        what is said at the table: lines that fit the terminal, moves that were made, choices, how a game ended
    summary       where the game stands: the rules being carried out, who leads, and the last moves
    table         the table: a session that is played with people at the keyboard, and with random players
    tabular       texts in columns: as wide as they need, and folded where the lines are too short for that
    view          what is shown at the table: who looks at the screen, the position, and what has happened
    vocabulary    the types of a rulebook whose values have names: rows, spaces, words, players and pieces
    watching      A game that was played to what is shown of it: turn after turn on a terminal, or its end where output is kept
"""
