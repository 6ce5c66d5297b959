"""Mutation testing of rulebooks.

    mutation    a rulebook and a mutant -> what detects the mutant
"""
