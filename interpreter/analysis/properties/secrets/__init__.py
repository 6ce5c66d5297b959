"""Secrets: hidden values decide nothing that a viewer sees.

    paired_run         two games that are the same to one viewer
    noninterference    the property: they stay the same to them (Goguen and Meseguer 1982)
"""
