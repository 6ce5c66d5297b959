"""The blocks of a program while they are made, and the slots of rules that wait."""

from __future__ import annotations

from attrs import field

from ... import ir
from ...analyses.call_graph import CallGraph
from ...analyses.information_flow import HiddenValues
from ...source.records import define
from ...symbols.symbols import Local
from ...types.types import IntType, Type, width
from .shared import Shared

# The largest rules that can be played.
MAX_BLOCKS = 20_000


@define(eq=False)
class OpenBlock:
    """A block that is being made."""

    id: int
    label: str
    clause: str
    ops: list[ir.Op]
    end: ir.Terminator | None
    enters: tuple[int, int] | None
    loops: tuple[int, ...]


@define(eq=False)
class Graph:
    """The blocks of a program while they are made, and the slots of waiting rules."""

    shared: Shared
    calls: CallGraph
    size: int
    roots: dict[str, int]
    hidden: HiddenValues
    # Of a program that is changed in one declaration all other blocks are finished.
    blocks: list[OpenBlock | ir.Block] = field(factory=list)
    suspending: dict[str, ir.SuspendingProcedure] = field(factory=dict)
    frames: list[ir.LoopFrame] = field(factory=list)
    locals: list[ir.LocalSlots] = field(factory=list)
    labels: dict[str, int] = field(factory=dict)
    # All labels that were asked for, each time (`units`).
    requested_labels: list[str] = field(factory=list)

    def slot(self, rule: str, name: str, type_: Type) -> int:
        """New slots for something a rule remembers."""
        base = self.size
        self.size += width(type_)
        self.locals.append(ir.LocalSlots(rule, name, type_, base, width(type_)))
        return base

    def block(self, label: str, clause: str, loops: tuple[int, ...],
              enters: tuple[int, int] | None = None) -> OpenBlock:
        """Return a new empty block."""
        block = OpenBlock(len(self.blocks), label, clause, [], None, enters, loops)
        self.blocks.append(block)
        return block

    def label(self, preferred: str) -> str:
        """Return a label that no other waiting block has."""
        self.requested_labels.append(preferred)
        self.labels[preferred] = self.labels.get(preferred, 0) + 1
        return preferred if self.labels[preferred] == 1 else f"{preferred}#{self.labels[preferred]}"

    def declare(self, name: str, params: tuple[Local, ...]) -> None:
        """Reserve a procedure: its entry block, its parameters' slots and its return slot."""
        # Without loops around it: who calls the rule may stand in any loop, and finds the way back by `back`.
        entry = self.block(name, name, ())
        slots = tuple((param.name, self.slot(name, param.name, param.type), param.type) for param in params)
        # It holds the number of a block, and how many blocks there will be is not known yet.
        back = self.slot(name, "then back to", IntType(0, 1_000_000))
        hidden = tuple(param.name for param in params if param in self.hidden.params)
        self.suspending[name] = ir.SuspendingProcedure(name, entry.id, slots, back, hidden)

    def finished(self) -> list[ir.Block]:
        """Return the blocks, all with their ends."""
        out = []
        for block in self.blocks:
            if isinstance(block, ir.Block):
                out.append(block)
                continue
            assert block.end is not None, f"block {block.label} has no end"
            out.append(ir.Block(block.id, block.label, block.clause, tuple(block.ops), block.end, block.enters,
                                block.loops))
        return out
