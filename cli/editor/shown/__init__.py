"""A place in a file -> what an editor shows there.

    completions    what can stand at a place
    signatures     the values that a call takes
    hints          the values of constants, beside their lines
    hovers         what is known of a name
    outline        a file -> its outline, folds, kinds of words
"""
