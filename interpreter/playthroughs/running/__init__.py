"""Running: lines -> results, by playing them on the rules.

    results         the result of a playthrough: the steps played, and everything that is not so
    session         the game while it is played, and what is recorded of it
    using           other files that a file begins with
    moves           lines of moves
    expectations    lines that say what is so
    runner          the lines of a playthrough in order
"""
