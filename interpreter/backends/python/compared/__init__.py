"""Two programs side by side: what generated functions were called with, and whether those of other rules give the same.

    parts        a program -> its functions, and what they are made of; what differs between two
    watched      a program -> functions that note each call, and the result
    again        calls that were noted -> whether functions of another program give the same
"""
