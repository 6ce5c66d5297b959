"""Expressions to types: each form of expression goes to one of these files.

    expressions   the type of every expression: each form goes to one of the next ten
    names         locals, words and what is declared
    parts         `thing.part`, and a part in brackets
    ahead         what would be so after a rule, and whether a choice has a legal move
    calls         calls of functions, of the rulebook or of the language
    steps         what an invariant asks about a step: before, events, clauses, who decided
    ranks         places in a ranking, shares of prizes
    domains       quantifiers, sets, lists and ranges
    operators     `+` to `mod`, comparisons, `and`, `or`, `the`, `if`
    membership    `x in values`, domains of several types
    amounts       numbers for each value of a type, taken as a whole

A file imports only files that are drawn below it. To the parts of an expression they get back through `Checker.expr`.
"""
