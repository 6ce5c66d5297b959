"""Statements to the types and meanings of all that stands in them.

    statements    statements: names, branches, loops
    choices       choices, moves, requirements and rolls
    ways          in how many ways a kind of move can be made, and how to make it in fewer
    chains        open values of several parts: chains and amounts
    changes       `becomes`, `gains`, `loses`, `transfer`, `merge`
    carried_out   rules, effects and events that are carried out

A file imports only files that are drawn below it.
"""
