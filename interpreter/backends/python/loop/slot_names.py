"""Names of the values that slots hold, which are read in place of the slots.

A name holds up to where something else may have written the slot, or another way may lead: within the operations of a block
and of blocks that only it leads to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .....dsl import ir
from ....canonical.free_temps import free_temps
from ..values.loops import LoopCode
from .code_lists import span_of


class SlotNames:
    """Keeps the names by which `code` reads slots, and drops those that may be wrong."""

    def __init__(self, code: LoopCode) -> None:
        self.code = code

    def forget(self) -> None:
        """Any slot may have been written, or another way leads here."""
        self.code.slot_names.clear()

    def of(self, slot: ir.Slot) -> str | None:
        """The name of what a slot holds."""
        return self.code.slot_names.get(slot)

    def read(self, names: Mapping[ir.Slot, str]) -> None:
        """Note that slots were read under these names."""
        self.code.slot_names |= names

    def written(self, to: ir.Slot, name: str | None, values: frozenset[int] | None = None) -> None:
        """Note that a slot was written: what may lie in the same place has no name any more.

        `name` has what was written, which is one of these `values`.
        """
        span = span_of(to)
        for slot in list(self.code.slot_names):
            # Also another place is meant now, where the slot says which.
            others = (span_of(part) for part in ir.inside(slot) if isinstance(part, ir.Slot))
            # Spans are supersets: a name may be dropped needlessly, and never kept wrongly.
            if any(other.start < span.stop and span.start < other.stop for other in others):
                del self.code.slot_names[slot]
        if name is not None:
            self.code.slot_names[to] = name
            if values:
                self.code.values_of_names[name] = values

    def renamed(self, names: Sequence[str]) -> None:
        """Note that names have another value now."""
        self.code.slot_names = {slot: name for slot, name in self.code.slot_names.items()
                                if name not in names and not set(free_temps(slot)).intersection(names)}
