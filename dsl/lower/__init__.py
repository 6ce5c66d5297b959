"""Checked syntax to IR: lay out the state, and turn rules into operations and blocks.

    program       the state, functions, ends, texts          (the parts, in order)
    flow          what asks for something, to blocks; with `loops` and `choices`
    operations    what asks for nothing, to operations
    expressions   every name becomes a slot, a constant, a table or a function; with `boards` and `steps`
    amounts       numbers for each value of a type, taken as a whole, to IR: part by part
    boards        functions of boards to IR: arithmetic where a board is regular, constant tables where it is not
    changes       changes of numbers for all values of a type at once, to operations: worked out first, then written part by par
    choices       choices and chance to blocks that wait, and the blocks their moves lead to
    functions     functions of the rulebook to IR, with the checks that keep numbers in their ranges
    graph         the blocks of a program while they are made, and the slots of rules that wait
    loops         loops around a choice to blocks: their order is fixed at the start, and kept where it may change
    secrets       secret choices to blocks: all are asked first, and then what each has chosen is carried out
    shared        what the lowering of all parts of a program shares: places, texts, tables, names of temporaries
    steps         what happened in a step, to IR
    symmetries    symmetries to IR: what each member of which type becomes
    unions        values of several types to IR: what a value of one type is in another, and whether it is there at all
        on top of graph: blocks and slots while they are made
                  shared: places, texts and tables
"""

from .expressions import Expressions
from .program import lay_out, lower
from .shared import Shared

__all__ = ["Expressions", "Shared", "lay_out", "lower"]
