"""Rules that ask for nothing, to operations.

    operations    statements, to operations
    changes       changes of numbers for all values of a type at once
    writing       writes to places, checked where a type does not say that the value fits
    scope         the rule that is being lowered: where its names are kept, its clause, what it has opened in the state
"""
