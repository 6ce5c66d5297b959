"""Rulebooks on disk to declarations.

    files     a main file and the files that it uses, each read once
    loader    a rulebook and its variants -> declarations
"""
