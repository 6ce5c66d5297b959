"""Compiled rules to Python: one function for each rule, block, choice, text and end.

The functions work on the state in place. A block's function returns the next block; blocks that
only one other leads to are written into it. Entries into phases are counted. With `record`, they also note what
`backend.Notes` holds. `naming` says what each function is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from .....dsl import ir
from ...plan.listing import Planner
from ...plan.loop_budget import LoopBudget
from ..values import naming
from ..values.expressions import CodeNames
from ..values.loops import LoopCode
from ..values.steps import PARAMETERS
from .alike import AlikeCode
from .blocks import BlockCode, returning
from .choices import ChoiceCode
from .counting import begins, moves_begin
from .did import DidCode
from .functions import FunctionCode
from .listing import ListingCode
from .operations import OperationCode
from .pieces import ModulePart
from .rolls import RollCode
from .texts import TextCode


def generate(program: ir.Program, record: bool, planner: Planner, trace: bool = False) -> str:
    """The Python text of a program."""
    return "\n".join(Writer(program, record, planner, trace).module()) + "\n"


def generate_block(program: ir.Program, record: bool, budget: LoopBudget, block: ir.Block, trace: bool = False) -> str:
    """The Python text of a block that is none of the program, and leads to blocks of it."""
    writer = Writer(program, record, Planner(program, budget), trace)
    return "\n".join([*writer.blocks.block(block), *writer.shared()]) + "\n"


class Writer:
    """Writes the functions of a program; `late` says that the parts are written one by one, as they are called."""

    def __init__(self, program: ir.Program, record: bool, planner: Planner, trace: bool = False, late: bool = False) -> None:
        self.program, counts = program, moves_begin(planner.budget, program)
        code = self.code = LoopCode(CodeNames(program, record, budget=planner.budget, trace=trace), planner.early.fails)
        self.alike, self.texts = AlikeCode(program), TextCode(code)
        listing, did = ListingCode(program, code, planner, self.alike), DidCode(program, record)
        self.choices = ChoiceCode(program, code, listing, self.texts, late)
        self.rolls = RollCode(program, code, listing, self.alike, self.texts)
        operations = OperationCode(program, code, did)
        self.functions = FunctionCode(program, code, operations)
        self.blocks = BlockCode(program, code, did, operations, returning, counts)
        # The rules and functions that were written for all rows.
        self.for_all: set[str] = set()

    @property
    def called(self) -> frozenset[str]:
        """The clauses of all blocks that were written, and the rules and functions that were written for all rows."""
        return frozenset((*self.blocks.written, *self.for_all))

    def module(self) -> Iterator[str]:
        """The whole text, line by line."""
        for piece in self.pieces():
            yield from piece.lines()
        yield from self.shared()

    def pieces(self) -> Iterator[ModulePart]:
        """The parts of the module, each of which can be written alone; `shared` is written behind those that are."""
        program = self.program
        for function in program.functions:
            name = self.code.names.functions[function.name]
            yield ModulePart((name,), partial(self.functions.function, function, name), function.name)
        for procedure in program.procedures:
            name = self.code.names.rules[procedure.name]
            yield ModulePart((name,), partial(self.functions.procedure, procedure, name), procedure.name)
        for i, text in enumerate(program.texts):
            yield ModulePart((naming.text(i),), partial(self._text_function, i, text))
        for i, end in enumerate(program.ends):
            values = () if end.value is None else (naming.end_value(i),)
            yield ModulePart((naming.end(i), *values), partial(self._end, i, end), end.name)
        for i, (owner, condition) in enumerate(program.invariants):
            yield ModulePart((naming.invariant(i),), partial(self._value_function, naming.invariant(i), "s", condition), owner)
        for i, (owner, condition) in enumerate(program.step_invariants):
            yield ModulePart((naming.step_invariant(i),),
                             partial(self._value_function, naming.step_invariant(i), PARAMETERS, condition), owner)
        for i, (_, name, value) in enumerate(program.scores):
            yield ModulePart((naming.score(i),), partial(self._value_function, naming.score(i), f"s, {name}", value))
        for block in program.blocks:
            if self.blocks.is_entered(block):
                yield ModulePart((naming.block(block.id),), partial(self.blocks.block, block))
            match block.end:
                case ir.ChooseMove() as choose:
                    yield from self.choices.choice(block.id, choose, block.clause)
                case ir.RollValue() as roll:
                    yield from self.rolls.roll(block.id, roll, block.clause)
                case _:
                    # Other ends decide nothing, and need no function.
                    pass

    def _text_function(self, number: int, text: ir.TextOf) -> Iterator[str]:
        """Return the function that fills a text."""
        yield f"def {naming.text(number)}({', '.join(('s', *text.names))}):"
        yield f"    return {self.texts.text(text)}"

    def _end(self, number: int, end: ir.Ending) -> Iterator[str]:
        """Return the functions of an end."""
        yield f"def {naming.end(number)}(s):"
        yield f"    return {self.code.expr(end.condition)}"
        if end.value is not None:
            yield from self._value_function(naming.end_value(number), f"s, {end.name}", end.value)

    def _value_function(self, name: str, params: str, value: ir.Expr) -> Iterator[str]:
        """Return the function of a condition or value of a position."""
        yield f"def {name}({params}):"
        yield from begins(self.code.names.budget, value)
        yield f"    return {self.code.expr(value)}"

    def shared(self) -> Iterator[str]:
        """Return the text that the functions written so far share."""
        yield from self.alike.functions()
        yield from self._called_for_all()
        yield from self.code.helpers
        yield from self.texts.lists()
        yield from self.code.names.picking()

    def sharing(self) -> tuple[int, ...]:
        """The number of shared functions of each kind: `shared` gives nothing new where they are as before."""
        return (len(self.alike.keys), len(self.code.names.rows.asked_for), len(self.code.helpers), len(self.texts.words.lists),
                len(self.code.names.picks))

    def _called_for_all(self) -> Iterator[str]:
        """The functions and rules that are called for all rows of a table, once more: they note no rows."""
        functions = {function.name: function for function in self.program.functions}
        procedures = {procedure.name: procedure for procedure in self.program.procedures}
        for called, name in self.code.names.rows.wanted():
            self.for_all.add(called)
            if called in functions:
                yield from self.functions.function(functions[called], name)
            else:
                yield from self.functions.procedure(procedures[called], name)

