"""Checked syntax to IR: lay out the state, and turn rules into operations and blocks.

    program       the whole: the state, functions, rules, ends, texts
    units         the code of a unit that was lowered before in the same surroundings
    symmetries    what each member of which type becomes
    functions     functions of the rulebook, checked where a number may leave its range
    flow          rules that ask for something, to blocks
    secrets       secret choices: all are asked first, then each choice is carried out
    loops         loops around a choice: their order is listed at the start
    choices       choices and chance, to blocks that wait
    blocks        the blocks of a rule while they are made
    operations    rules that ask for nothing, to operations
    changes       changes of numbers for all values of a type at once
    writing       writes to places, checked where a type does not say that the value fits
    expressions   every name becomes a slot, a constant, a table or a function
    histories     histories, to lists of numbers and functions that count in them
    chains        open values of several parts, chains and amounts, with an open value for each
    ahead         looks ahead, to functions of positions and of choices
    phrases       domains and conditions, to texts that say them with known values
    steps         what happened in a step
    amounts       numbers for each value of a type, part by part
    boards        functions of boards, to arithmetic or tables
    tiles         turns and sides of tiles, to sums that go round and tables
    lowering      what the parts of an expression ask of each other
    graph         all blocks of a program, and the slots of rules that wait
    unions        a value of one type as a value of several, and whether it is there at all
    shared        what all rules share: places, texts, tables, names of temporaries

A rule becomes one of two things. One that carries out a choice, a roll or a rule that does (`CallGraph.suspends`) hands
control out of the machine: `flow` makes it a `Routine` of blocks. Any other is a `Straight`, one run of operations, by
`operations`. The two meet in one class: `Flow` is a `Blocks` is a `RuleLowering` (operations) is a `Writing`, because a rule
that asks is mostly made of statements that do not; `flow_stmt` hands those on to `op`. A new statement therefore has its
place in `operations`, and one in `flow` too if it may hold a choice.

A file imports only files that are drawn below it.
"""

from .expressions import Expressions
from .program import lay_out, lower
from .shared import Shared
from .units import Lowered, Lowerings

__all__ = ["Expressions", "Lowered", "Lowerings", "Shared", "lay_out", "lower"]
