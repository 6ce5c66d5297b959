"""Traced moves for users: as text, and as JSON.

    lines        a tape -> lines of text
    records      a tape -> a record of JSON
    at_table     what a move would do, for a player at the table, as far as they may know it
"""
