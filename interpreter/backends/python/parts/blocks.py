"""Blocks -> lines of Python; a block that only one other leads to is written into that one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from .....dsl import ir
from .....dsl.types.types import ListType
from ...plan.joins import next_blocks, reached_from_afar
from ..values import naming
from ..values.loops import LoopCode
from .codes import decoded
from .did import DidCode
from .operations import Body, when

# No block is written deeper than twice this: Python refuses 100 levels of indentation.
MAX_INLINE = 12
# The number of the next block as text, the depth, and the blocks that it may be -> the lines by which play goes on with it.
Way = Callable[[str, int, tuple[int, ...]], list[str]]


def returning(block: str, depth: int, _to: tuple[int, ...]) -> list[str]:
    """The way out of the function of a block: it returns the number of the next one."""
    return [f"{'    ' * depth}return {block}"]


class BlockCode:
    """Writes blocks, whose operations `body` writes, and which play leaves by this `way`.

    `counts` says whether each move begins a new count of passes.
    """

    def __init__(self, program: ir.Program, code: LoopCode, did: DidCode, body: Body, way: Way, counts: bool) -> None:
        self.program, self.code, self.did, self.body, self.way, self.counts = program, code, did, body, way, counts
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
        # The clauses of all blocks that were written.
        self.written: set[str] = set()

    def is_entered(self, block: ir.Block) -> bool:
        """Return whether a block needs a function of its own."""
        return (block.enters is not None or block.id in self.reached or self.before.get(block.id, 0) != 1
                or isinstance(block.end, ir.ChooseMove | ir.RollValue))

    def block(self, block: ir.Block) -> Iterator[str]:
        """The function of a block."""
        entering = block.enters is not None
        yield f"def {naming.block(block.id)}(s{', code' if entering else ''}):"
        if block.enters is not None:
            if self.counts:
                yield "    begin()"
            yield from decoded(self._bounds_into(block.enters), 1)
        yield from self.inlined(block, 1, {block.id})

    def _bounds_into(self, enters: tuple[int, int]) -> tuple[ir.Bound, ...]:
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
        around, self.did.clause = self.did.clause, block.clause
        # Loops within loops are counted by what the outer ones go through.
        self.code.names.budget.of(block.ops)
        self.written.add(block.clause)
        if not isinstance(block.end, ir.ChooseMove | ir.RollValue):
            lines += self.body.ops(block.ops, depth)
        match block.end:
            case ir.Jump(to):
                lines += self._go(block, to, depth, path)
            case ir.Branch(ir.Const(value), then, otherwise):
                lines += self._go(block, then if value else otherwise, depth, path)
            case ir.Branch(condition, then, otherwise):
                lines += when(self.code, condition, depth)
                lines += self._go(block, then, depth + 1, path)
                lines += self._go(block, otherwise, depth, path)
            case ir.CallRule(rule, arguments, back):
                procedure = self.suspending[rule]
                targets = ", ".join(f"s[{slot}]" for _, slot, type_ in procedure.params if not isinstance(type_, ListType))
                if targets:
                    lines.append(f"{pad}{targets} = {self.code.arguments('', arguments)}")
                lines.append(f"{pad}s[{procedure.back}] = {back}")
                if self.code.names.trace:
                    lines.append(f"{pad}{naming.WATCH}.called({rule!r}, s)")
                lines += self.did.noted(depth)
                lines += self._go(block, procedure.entry, depth, path)
            case ir.Return(rule):
                back_slot = self.suspending[rule].back
                lines += [f"{pad}back = s[{back_slot}]", f"{pad}s[{back_slot}] = 0"]
                if self.code.names.trace:
                    lines.append(f"{pad}{naming.WATCH}.returned(s)")
                lines += self.way("back", depth, tuple(self.backs.get(rule, ())))
            case ir.ChooseMove() | ir.RollValue():
                assert not block.ops, "a block that waits does nothing before"
                lines += self.way(str(block.id), depth, (block.id,))
            case ir.RunOut(site):
                lines.append(f"{pad}raise Fault({site})")
            case _:
                assert_never(block.end)
        self.did.clause = around
        return lines

    def _go(self, block: ir.Block, to: int, depth: int, path: set[int]) -> list[str]:
        """Go on behind a block: with the next one here, or by way of its number."""
        if self.code.slot_names and not isinstance(block.end, ir.Jump):
            # Another way leads here too, or slots were written that no operation names.
            self.code.slot_names.clear()
        target = self.program.blocks[to]
        waits = isinstance(target.end, ir.ChooseMove | ir.RollValue)
        small = len(target.ops) <= 2 and depth < MAX_INLINE
        if waits or to in path or depth > 2 * MAX_INLINE or not (self.before.get(to) == 1 or small):
            return self.way(str(to), depth, (to,))
        return self.inlined(target, depth, path | {to})
