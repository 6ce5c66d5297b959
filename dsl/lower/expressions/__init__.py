"""Expressions to IR: every name becomes a slot, a constant, a table or a function.

    expressions   the IR of every expression: each form goes to one of the next
    gathers       quantifiers, comprehensions and ranks, to what gathers values
    domains       the values that an expression goes through
    histories     histories, to lists of numbers and functions that count in them
    ahead         looks ahead, to functions of positions and of choices
    chains        open values of several parts, chains and amounts, with an open value for each
    phrases       domains and conditions, to texts that say them with known values
    steps         what happened in a step
    amounts       numbers for each value of a type, part by part
    boards        functions of boards, to arithmetic or tables
    tiles         turns and sides of tiles, to sums that go round and tables
    lowering      what the parts of an expression ask of each other
    unions        a value of one type as a value of several, and whether it is there at all

A file imports only files that are drawn below it. To the parts of an expression they get back through `lowering`.
"""
