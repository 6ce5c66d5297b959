"""The scope of names while expressions are written: one value, or all that a loop goes through.

    for x in stall                        x stands for all stalls
    for x in stall where x.price > 4      still for all: the condition asks only for what the table says
    for x in stall where x in p.seen      for those that the position picks out, as if they were named one by one
    let y = x.price                       y stands for as many as x
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from .....dsl import ir
from ....canonical.free_temps import free_temps

# How many values a name stands for where nothing that is done for them counts, whatever conditions say.
ANY = sys.maxsize
# Where nothing is counted, names stand for whatever they stand for.
_ANYTHING = nullcontext()


class Scope:
    """For how many values each name stands at the place that is being written; `counts` says whether it matters."""

    def __init__(self, program: ir.Program, counts: bool) -> None:
        self.counts = counts
        self.bodies: dict[str, tuple[tuple[str, ...], object]] = {
            function.name: (function.params, function.value) for function in program.functions}
        self.bodies |= {procedure.name: (procedure.params, procedure.body) for procedure in program.procedures}
        self._asking: dict[str, bool] = {}
        # The names that stand for more than one value, with how many these are; ANY for open values of moves and rolls.
        self.all: dict[str, int] = {}

    def listing(self, bounds: tuple[ir.Bound, ...]) -> AbstractContextManager[None]:
        """Inside, what moves or outcomes leave open stands for all that there is."""
        return self.binding({bound.name: ANY for bound in bounds}) if self.counts else _ANYTHING

    def through(self, node: ir.Gather | ir.For | ir.Bound) -> AbstractContextManager[None]:
        """Inside, the name of a loop stands for all values of its domain."""
        return self.binding({node.name: _length(node.domain)} | self.all) if self.counts else _ANYTHING

    def inside(self, node: ir.Gather | ir.For) -> AbstractContextManager[None]:
        """Inside, the name of a loop stands for those values that its condition lets through."""
        if not self.counts:
            return _ANYTHING
        return self.binding(self._picked({node.name: _length(node.domain)} | self.all, node.condition))

    def where(self, condition: ir.Expr | None) -> AbstractContextManager[None]:
        """Inside, the names that a condition speaks of are picked out, if it asks for more than what tables say."""
        return self.binding(self._picked(self.all, condition)) if self.counts else _ANYTHING

    def _picked(self, names: dict[str, int], condition: ir.Expr | None) -> dict[str, int]:
        if not names or condition is None:
            return names
        with self.binding(names):
            picked = free_temps(condition) if self.asks(condition) else ()
        return {name: many for name, many in names.items() if many == ANY or name not in picked}

    @contextmanager
    def binding(self, names: dict[str, int]) -> Iterator[None]:
        around, self.all = self.all, names
        try:
            yield
        finally:
            self.all = around

    def all_in(self, node: object) -> tuple[str, ...]:
        """The names in an expression that stand for more than one value."""
        return tuple(name for name in free_temps(node) if name in self.all) if self.all else ()

    def named(self, name: str, value: ir.Expr) -> None:
        """From here on a name stands for as much as this value."""
        if self.counts and self.many(value) > 1:
            self.all = self.all | {name: self.many(value)}

    def many(self, node: object) -> int:
        """For how many values an expression stands; what the position says of one of all stands for one."""
        if not self.all:
            return 1
        match node:
            case ir.Temp(name):
                return self.all.get(name, 1)
            case ir.Arith() | ir.Negate() | ir.Present() | ir.Within() | ir.IfElse() | ir.Lookup():
                return max(self.many(getattr(node, part)) for part in type(node).__match_args__)
            case _:
                # Other expressions have one value for all that are gone through.
                return 1

    def asks(self, node: object) -> bool:
        """Return whether a condition depends on the position, or on names that stand for one value."""
        return any(name not in self.all for name in free_temps(node)) or self._asks_position(node)

    def _asks_position(self, node: object) -> bool:
        match node:
            case ir.Slot() | ir.ReadList() | ir.RegionOf() | ir.RegionDomain() | ir.Supposed():
                return True
            case ir.CallFunction(function):
                if function not in self._asking:
                    self._asking[function] = self._asks_position(self.bodies[function][1])
                if self._asking[function]:
                    return True
            case _:
                # Whether any other node asks the position is for its parts to show.
                pass
        return any(self._asks_position(part) for part in ir.parts_of(node))


def _length(domain: ir.Domain) -> int:
    """Return how many values are gone through whatever the position is."""
    match domain:
        case ir.RangeDomain(ir.Const(low), ir.Const(high)):
            return max(1, high + 1 - low)
        case ir.ListDomain(ir.Values(values)):
            return max(1, len(set(values)))
        case ir.SetDomain(ir.Const(value)):
            return max(1, value.bit_count())
        case ir.WordDomain(inner) | ir.RotatedDomain(inner):
            return _length(inner)
        case ir.JointDomain(inner, more):
            return _length(inner) + _length(more)
        case _:
            # How many values other domains hold depends on the position.
            return 1
