"""The ground of every check: the names in scope, the facts that hold, the types found so far.

    checking      what every part asks of an expression: a value, a number, values to go through
    fitting       does a value fit where it stands, and as what number is it handed on?
    holding       how many values a domain holds at most
    scopes        the names in scope, the facts that hold, the clause that is checked
    narrowing     what a condition says of values that may be missing
    typing        the result: types and meanings by node

A file imports only files that are drawn below it.
"""
