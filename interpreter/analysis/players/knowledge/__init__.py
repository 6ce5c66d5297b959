"""The knowledge of a seat: a game so far to the positions that may be the present one.

    course       a game so far, and what a seat has seen of it
    guesses      hidden values -> other values that they could have
    worlds       what a seat has seen -> positions that may be the present one
"""
