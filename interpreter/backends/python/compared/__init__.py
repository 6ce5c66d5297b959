"""Two scripts side by side: what generated functions were called with, and whether those of other rules give the same.

    definitions  a script -> what it defines, and what that refers to; what differs between two
    watched      a program -> functions that note each call, and what came of it
    again        calls that were noted -> whether functions of another script give the same
"""
