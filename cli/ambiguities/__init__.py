"""Open questions of a rulebook, and how much each matters in play.

    alternatives    a rulebook -> what else it could say: parameters, assumed values, readings of documents
    weights         an alternative -> in how many games it makes a difference, and a playthrough that shows it
    report          the alternatives by weight, as text and JSON; and read again from JSON
"""
