"""The moves of a position as text, and the clauses that refuse them.

    explain         a choice -> the clauses that refuse it
    out_of_domain   which value of a move does not fit
    notation        a text -> the move that it stands for
    any_order       a text with parts in another order -> the text that is meant
    candidates      the moves that a text may stand for

A module imports only those below it.
"""
