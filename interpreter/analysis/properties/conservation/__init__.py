"""Conservation: what the rules only move is never lost.

    conserved   reads off the rules which quantities they only move
    loss        the property: no step changes the total of one
"""
