"""Checks of numbers: those of an aligned document -> findings.

    arithmetic  numbers that follow from others by a step of reckoning
    probable    numbers of unconfirmed clauses
      names     numbers that are names, as in `spaces 9 and 20`
      unknown   numbers that the rules do not have
    stated      numbers of confirmed clauses that are missing or substituted; then the checks above
"""
