"""Compiled rules to Python: one function for each rule, block, choice, text and end.

The functions work on the state in place. A block's function returns the next block; blocks that
only one other leads to are written into it. Entries into phases are counted. With `record`, they also note what
`backend.Notes` holds. `naming` says what each function is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import assert_never

from .....dsl import ir
from .....dsl.types.types import ListType
from ...plan.joins import next_blocks, reached_from_afar
from ...plan.listing import Planner
from ...plan.loop_budget import LoopBudget
from ..values import naming
from ..values.steps import PARAMETERS
from .operations import OperationWriter
from .pieces import Piece

# No block is written deeper than twice this: Python refuses 100 levels of indentation.
MAX_INLINE = 12


def generate(program: ir.Program, record: bool, planner: Planner, trace: bool = False) -> str:
    """The Python text of a program."""
    return "\n".join(Writer(program, record, planner, trace).module()) + "\n"


def generate_block(program: ir.Program, record: bool, budget: LoopBudget, block: ir.Block, trace: bool = False) -> str:
    """The Python text of a block that is none of the program, and leads to blocks of it."""
    writer = Writer(program, record, Planner(program, budget), trace)
    return "\n".join([*writer.block(block), *writer.shared()]) + "\n"


class Writer(OperationWriter):
    """Writes the functions of a program; `late` says that the parts are written one by one, as they are called."""

    def __init__(self, program: ir.Program, record: bool, planner: Planner, trace: bool = False, late: bool = False) -> None:
        super().__init__(program, record, planner, trace, late)
        self.suspending = {procedure.name: procedure for procedure in program.suspending}
        self.before: dict[int, int] = {}
        # The blocks that play goes on with when a rule is done.
        self.backs: dict[str, list[int]] = {}
        for block in program.blocks:
            for to in next_blocks(block.end):
                self.before[to] = self.before.get(to, 0) + 1
            if isinstance(block.end, ir.CallRule):
                self.backs.setdefault(block.end.rule, []).append(block.end.back)
        self.reached = set(reached_from_afar(program))
        # The clauses of all blocks that were written, and the rules and functions that were written for all rows.
        self.called: set[str] = set()
        self.counts = self.budget.are_long_together((block.ops, block.end) for block in program.blocks)

    def module(self) -> Iterator[str]:
        for piece in self.pieces():
            yield from piece.lines()
        yield from self.shared()

    def pieces(self) -> Iterator[Piece]:
        """The parts of the module, each of which can be written alone; `shared` is written behind those that are."""
        program = self.program
        for function in program.functions:
            name = self.names.functions[function.name]
            yield Piece((name,), partial(self.function, function, name), function.name)
        for procedure in program.procedures:
            name = self.names.rules[procedure.name]
            yield Piece((name,), partial(self.procedure, procedure, name), procedure.name)
        for i, text in enumerate(program.texts):
            yield Piece((naming.text(i),), partial(self.text_function, i, text))
        for i, end in enumerate(program.ends):
            values = () if end.value is None else (naming.end_value(i),)
            yield Piece((naming.end(i), *values), partial(self.end, i, end), end.name)
        for i, (of, condition) in enumerate(program.invariants):
            yield Piece((naming.invariant(i),), partial(self.value_function, naming.invariant(i), "s", condition), of)
        for i, (of, condition) in enumerate(program.step_invariants):
            yield Piece((naming.step_invariant(i),),
                        partial(self.value_function, naming.step_invariant(i), PARAMETERS, condition), of)
        for i, (_, name, value) in enumerate(program.scores):
            yield Piece((naming.score(i),), partial(self.value_function, naming.score(i), f"s, {name}", value))
        for block in program.blocks:
            if self.is_entered(block):
                yield Piece((naming.block(block.id),), partial(self.block, block))
            match block.end:
                case ir.ChooseMove() as choose:
                    yield from (Piece(piece.names, piece.lines, block.clause) for piece in self.choice(block.id, choose))
                case ir.RollValue() as roll:
                    yield from (Piece(piece.names, piece.lines, block.clause) for piece in self.roll(block.id, roll))
                case _:
                    # Other ends decide nothing, and need no function.
                    pass

    def text_function(self, number: int, text: ir.TextOf) -> Iterator[str]:
        """Return the function that fills a text."""
        yield f"def {naming.text(number)}({', '.join(('s', *text.names))}):"
        yield f"    return {self.text(text)}"

    def end(self, number: int, end: ir.Ending) -> Iterator[str]:
        """Return the functions of an end."""
        yield f"def {naming.end(number)}(s):"
        yield f"    return {self.code.expr(end.condition)}"
        if end.value is not None:
            yield from self.value_function(naming.end_value(number), f"s, {end.name}", end.value)

    def value_function(self, name: str, params: str, value: ir.Expr) -> Iterator[str]:
        """Return the function of a condition or value of a position."""
        yield f"def {name}({params}):"
        yield from self.begins(value)
        yield f"    return {self.code.expr(value)}"

    def shared(self) -> Iterator[str]:
        """Return the text that the functions written so far share."""
        yield from self.alike.functions()
        yield from self.called_for_all()
        yield from self.code.helpers
        yield from (f"{name} = {words}" for words, name in self.words.lists.items())
        yield from (f"{name} = Picks({over!r}, {sites!r})" for (over, sites), name in self.names.picks.items())

    def sharing(self) -> tuple[int, ...]:
        """The number of shared functions of each kind: `shared` gives nothing new where they are as before."""
        return (len(self.alike.keys), len(self.names.rows.asked_for), len(self.code.helpers), len(self.words.lists),
                len(self.names.picks))

    def is_entered(self, block: ir.Block) -> bool:
        """Return whether a block needs a function of its own."""
        return (block.enters is not None or block.id in self.reached or self.before.get(block.id, 0) != 1
                or isinstance(block.end, ir.ChooseMove | ir.RollValue))

    # -- functions -----------------------------------------------------------------------------

    def called_for_all(self) -> Iterator[str]:
        """The functions and rules that are called for all rows of a table, once more: they note no rows."""
        functions = {function.name: function for function in self.program.functions}
        procedures = {procedure.name: procedure for procedure in self.program.procedures}
        for called, name in self.names.rows.wanted():
            self.called.add(called)
            if called in functions:
                yield from self.function(functions[called], name)
            else:
                yield from self.procedure(procedures[called], name)

    # -- blocks ----------------------------------------------------------------------------------

    def block(self, block: ir.Block) -> Iterator[str]:
        entering = block.enters is not None
        yield f"def {naming.block(block.id)}(s{', code' if entering else ''}):"
        if block.enters is not None:
            if self.counts:
                yield "    begin()"
            yield from self.decode(self.bounds_into(block.enters), 1)
        yield from self.inlined(block, 1, {block.id})

    def bounds_into(self, enters: tuple[int, int]) -> tuple[ir.Bound, ...]:
        end = self.program.blocks[enters[0]].end
        if isinstance(end, ir.ChooseMove):
            return end.moves[enters[1]].bound
        assert isinstance(end, ir.RollValue)
        return (end.bound,)

    def inlined(self, block: ir.Block, depth: int, path: set[int]) -> list[str]:
        """A block's operations, and after them those of blocks that can be written here."""
        # Lists and not generators: one block is written into another up to twenty deep, and each line would go through all of
        # them. INVARIANT: `path` has the blocks around this one, so a loop between blocks ends in a `return`, not in more text.
        pad, lines = "    " * depth, list[str]()
        around, self.clause = self.clause, block.clause
        # Loops within loops are counted by what the outer ones go through.
        self.budget.of(block.ops)
        self.called.add(block.clause)
        if not isinstance(block.end, ir.ChooseMove | ir.RollValue):
            lines += self.ops(block.ops, depth)
        match block.end:
            case ir.Jump(to):
                lines += self.go(to, depth, path)
            case ir.Branch(ir.Const(value), then, otherwise):
                lines += self.go(then if value else otherwise, depth, path)
            case ir.Branch(condition, then, otherwise):
                lines += self.when(condition, depth)
                lines += self.go(then, depth + 1, path)
                lines += self.go(otherwise, depth, path)
            case ir.CallRule(rule, arguments, back):
                procedure = self.suspending[rule]
                targets = ", ".join(f"s[{slot}]" for _, slot, type_ in procedure.params if not isinstance(type_, ListType))
                if targets:
                    lines.append(f"{pad}{targets} = {self.code.arguments('', arguments)}")
                lines.append(f"{pad}s[{procedure.back}] = {back}")
                if self.trace:
                    lines.append(f"{pad}{naming.WATCH}.called({rule!r}, s)")
                lines += self.does(depth)
                lines += self.go(procedure.entry, depth, path)
            case ir.Return(rule):
                back_slot = self.suspending[rule].back
                lines += [f"{pad}back = s[{back_slot}]", f"{pad}s[{back_slot}] = 0"]
                if self.trace:
                    lines.append(f"{pad}{naming.WATCH}.returned(s)")
                lines += self.goes_on("back", depth, tuple(self.backs.get(rule, ())))
            case ir.ChooseMove() | ir.RollValue():
                assert not block.ops, "a block that waits does nothing before"
                lines += self.goes_on(str(block.id), depth, (block.id,))
            case ir.RunOut(site):
                lines.append(f"{pad}raise Fault({site})")
            case _:
                assert_never(block.end)
        self.clause = around
        return lines

    def go(self, to: int, depth: int, path: set[int]) -> list[str]:
        target = self.program.blocks[to]
        waits = isinstance(target.end, ir.ChooseMove | ir.RollValue)
        small = len(target.ops) <= 2 and depth < MAX_INLINE
        if waits or to in path or depth > 2 * MAX_INLINE or not (self.before.get(to) == 1 or small):
            return self.goes_on(str(to), depth, (to,))
        return self.inlined(target, depth, path | {to})

    # -- ways out ----------------------------------------------------------------------------------

    def goes_on(self, block: str, depth: int, to: tuple[int, ...]) -> list[str]:
        """Leave a block: play goes on with the one of this number, which is one of `to`."""
        return [f"{'    ' * depth}return {block}"]
