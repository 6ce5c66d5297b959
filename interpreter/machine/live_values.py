"""A program and a block to the values that its waiting rules remember and read from there on.

This is liveness of variables by backward data flow (Kildall, "A Unified Approach to Global Program Optimization", 1973),
for each rule on its own: no rule reads what another remembers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import assert_never

from ...dsl import ir
from ...dsl.types.types import IntType, PerType, Type, UnionType, lowest
from .block_owners import next_blocks, rules_of_blocks


class LiveValues:
    """The values that the waiting rules of a program remember. Each is known by its first slot."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.bases = [local.base for local in program.locals]
        self.rule_of = rules_of_blocks(program)
        self.needed = self._needed()
        self.callers = {procedure.name: {block.end.back for block in program.blocks if isinstance(block.end, ir.CallRule)
                                   and block.end.rule == procedure.name} for procedure in program.suspending}
        # Values of whose type 0 is none; it stands in a slot that nothing was put into.
        secret = _secret(program)
        self.never_zero = [local for local in program.locals if not _may_be_zero(local.type) and local.base not in secret]

    def lacking(self, known: Set[int], blocks: Iterable[int]) -> Iterator[ir.LocalSlots]:
        """The values that are read from these blocks on, but for those known; blocks of the rules that are carried out."""
        for block in blocks:
            needed, rule = self.needed[block], self.rule_of[block]
            yield from (local for local in self.program.locals
                        if local.base in needed and local.rule == rule and local.base not in known)

    def put_into(self, s: Sequence[int]) -> frozenset[int]:
        """The values that something was put into, or that may be 0 as nothing was."""
        empty = {local.base for local in self.never_zero if 0 in s[local.base : local.base + local.width]}
        return frozenset(self.bases) - empty

    def blocks_around(self, s: Sequence[int], block: int) -> Iterator[int]:
        """A block, and the blocks that the rules being carried out go back to, the innermost first.

        Raises LookupError when a rule goes back to no block of the program.
        """
        # No rule carries itself out, so at most as many rules wait as there are, and each has one slot for its way back.
        backs = {procedure.name: procedure.back for procedure in self.program.suspending}
        yield block
        for _ in backs:
            rule = self.rule_of[block]
            if rule not in backs:
                return
            block = s[backs[rule]]
            if block not in self.callers[rule]:
                raise LookupError(f"{rule} does not go back to {block}")
            yield block

    def filled(self, s: list[int]) -> list[int]:
        """A state with a value of its type for each value that nothing was put into: for notations of another place."""
        out = s.copy()
        for local in self.never_zero:
            for slot in range(local.base, local.base + local.width):
                out[slot] = out[slot] or lowest(_inner(local.type))
        return out

    # -- liveness --------------------------------------------------------------------------------

    def _needed(self) -> list[frozenset[int]]:
        """For each block, the values that are read in it or after it before they are written."""
        blocks = self.program.blocks
        touched = [self._touched(block) for block in blocks]
        needed = [frozenset(reads) for reads, _ in touched]
        before: dict[int, list[int]] = {}
        for block in blocks:
            for after in next_blocks(block.end):
                before.setdefault(after, []).append(block.id)
        # needed(b) = reads(b) | union of (needed(next) - writes(b)); sets only grow, so the work list ends at the least
        # solution.
        left = list(range(len(blocks)))
        while left:
            number = left.pop()
            for earlier in before.get(number, ()):
                _, writes = touched[earlier]
                more = needed[earlier] | (needed[number] - writes)
                if more != needed[earlier]:
                    needed[earlier] = more
                    left.append(earlier)
        return needed

    def _touched(self, block: ir.Block) -> tuple[set[int], set[int]]:
        """Return the slots that a block reads before it writes them, and those that it writes."""
        reads: set[int] = set()
        writes: set[int] = set()
        for op in block.ops:
            reads |= self._read(_without_target(op)) - writes
            # A write through an index fills one of several slots: the others keep what they held, so it does not kill the
            # value.
            if isinstance(op, ir.Write | ir.WriteList) and not op.to.steps:
                writes |= self._value_at(op.to)
        return reads | (self._read(self._with_texts(block.end)) - writes), writes

    def _with_texts(self, end: ir.Terminator) -> tuple[object, ...]:
        """A terminator with the texts that are written at it."""
        texts = self.program.texts
        match end:
            case ir.ChooseMove():
                numbers = (end.statement, *(move.notation for move in end.moves))
                return (end, *(texts[number] for number in numbers if number is not None))
            case ir.RollValue():
                return end, texts[end.notation]
            case ir.Jump() | ir.Branch() | ir.CallRule() | ir.Return() | ir.RunOut():
                return (end,)
            case _:
                assert_never(end)

    def _read(self, value: object) -> set[int]:
        return {base for node in ir.nodes_inside(value) if isinstance(node, ir.Slot) for base in self._value_at(node)}

    def _value_at(self, slot: ir.Slot) -> set[int]:
        """The value that a slot belongs to, if it is one that a rule remembers."""
        place = bisect_right(self.bases, slot.base) - 1
        return set() if place < 0 else {self.bases[place]}


def _without_target(op: ir.Op) -> object:
    """An operation without the slot that it fills; what says which slot that is stays."""
    if isinstance(op, ir.Write | ir.WriteList):
        return op.value, op.to.steps
    return op


def _secret(program: ir.Program) -> frozenset[int]:
    """The slots for what is chosen secretly: there are some for each kind of move, also for those that are not chosen."""
    # Their slots hold 0 for kinds of move that were not chosen, whatever their type says.
    rounds = [block.end.secret for block in program.blocks if isinstance(block.end, ir.ChooseMove)]
    return frozenset(
        base for secret_round in rounds if secret_round is not None for bases in secret_round.values for base in bases
    )


def _inner(type_: Type) -> Type:
    """The type of one slot of a value."""
    return _inner(type_.value) if isinstance(type_, PerType) else type_


def _may_be_zero(type_: Type) -> bool:
    match _inner(type_):
        case IntType(low, high):
            return low <= 0 <= high
        case UnionType(bases, _) if bases:
            return _may_be_zero(bases[0])
        case _:
            # In all other types some value is kept as 0.
            return True
