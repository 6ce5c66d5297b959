"""First values to slots, with their types.

    spaces        first values that a board gives to some of its spaces
    pieces        first values that the lines of a kind of pieces give to some of them
    starts        first values to slots
"""
