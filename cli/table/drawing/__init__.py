"""A position as a picture made of letters.

    grids         square and hex boards as text
    tracks        rings and lines as text
    lattices      square and hex boards with their edges and corners as text
    cards         rows of tables in a position as text
    letters       what is said of spaces -> words, or letters and what they stand for
    layout        the parts of a picture -> those that fit
    picture       a position -> a picture of boards and fields
"""
