"""Checked syntax to IR: lay out the state, and turn rules into operations and blocks.

    shared/       what all of it shares: places, tables, names of temporaries; the blocks of a program
    expressions/  every name becomes a slot, a constant, a table or a function
    operations/   rules that ask for nothing, to operations
    blocks/       rules that ask for something, to blocks
    functions     functions of the rulebook, checked where a number may leave its range
    symmetries    what each member of which type becomes
    units         the code of a unit that was lowered before in the same surroundings
    program       the whole: the state, functions, rules, ends, texts
    again         a kept program, and declarations that differ -> the program with their code

A rule becomes one of two things. One that carries out a choice, a roll or a rule that does (`CallGraph.suspends`) hands
control out of the machine: `blocks/flow` makes it a `SuspendingProcedure` of blocks. Any other is a `Procedure`, one run of
operations, by `operations`. Both take a `RuleScope`: the names, the clause and the slots of the rule. `Blocks` adds the
block that is being made, because a rule that asks is mostly made of statements that do not: `flow` hands those on to
`operations.op`. A new statement therefore has its place in `operations`, and one in `flow` too if it may hold a choice.

A folder imports only folders that are drawn above it.
"""

from .expressions.expressions import lowering_of
from .expressions.lowering import Lowering
from .program import lay_out, lower
from .shared.graph import MAX_BLOCKS
from .shared.shared import Shared
from .units import LoweredUnits, Lowerings

__all__ = ["MAX_BLOCKS", "LoweredUnits", "Lowering", "Lowerings", "Shared", "lay_out", "lower", "lowering_of"]
