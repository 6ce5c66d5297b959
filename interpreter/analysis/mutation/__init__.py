"""Mutation testing of rulebooks.

    mutation    a rulebook and a mutant -> what detects the mutant
      unchanged   a game of the rulebook and a mutant -> whether the game goes the same way by the mutant
"""
