"""A place in a file -> what an editor shows there.

    completions       what can stand at a place
    expected_types    the type of value that is expected at a place
    places            a place where a name is about to be typed: its role, the names in scope, the type expected
    signatures        the values that a call takes
    hints             the values of constants, beside their lines
    hovers            what is known of a name
    game_completions  a place in a playthrough where its game is named -> the rulebooks that can stand there
    play_places       the text of a playthrough before a place -> the kind of the place, and its parts
    play_conditions   a place in a condition of a playthrough -> the names that can stand there
    play_completions  a place in a playthrough -> what can stand there
    play_outline      a playthrough -> its outline, folds, kinds of words
    symbols           the letters of a name -> the declarations in all rulebooks of a folder
    outline           a file -> its outline, folds, kinds of words
"""
