"""Calls of the functions of the language: the types of their arguments and results.

    builtins      all functions of the language
    boards        the functions of boards
    rims          the functions of edges and corners
    tiles         turns and sides of tiles

A file imports only files that are drawn below it.
"""
