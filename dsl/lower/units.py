"""Lower a rulebook unit by unit: take over the code of a unit that an earlier lowering made in the same surroundings.

The code of a unit holds numbers: of places, texts, blocks, slots and temporaries. They count on from one unit to the next. So
code is taken over only where it would begin to count at the same numbers; then it is the same to the last one. What else it
depends on is how the state is laid out and which rules wait (`ProgramContext`), and the types and meanings that its check gave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

from attrs import field

from .. import ir
from ..check.scope.typing import Unit
from ..source.records import define, frozen
from ..symbols.symbols import FieldInfo
from .shared.graph import Graph, OpenBlock

Code = TypeVar("Code")


@frozen
class ProgramContext:
    """The surroundings of all units: the slots of fields and boards, the rules that wait or merge, what reacts to what."""

    bases: Mapping[FieldInfo, int]
    roots: Mapping[str, int]
    declared: Mapping[str, ir.SuspendingProcedure]
    suspending: frozenset[str]
    merging: frozenset[str]
    private: frozenset[str]
    reactions: tuple[tuple[str, str], ...]
    events: tuple[str, ...]
    ends: tuple[str, ...]


@frozen
class NextNumbers:
    """The numbers that come next: of places, texts, temporaries, blocks, loops, locals and slots."""

    sites: int
    texts: int
    temps: int
    blocks: int
    frames: int
    locals: int
    size: int
    tables: int
    labels: int

    @classmethod
    def of(cls, graph: Graph) -> NextNumbers:
        """Return the numbers that come next in a program while it is made."""
        shared = graph.shared
        return cls(len(shared.sites), len(shared.texts), shared.temps, len(graph.blocks), len(graph.frames),
                   len(graph.locals), graph.size, len(shared.requested_tables), len(graph.requested_labels))


@frozen(eq=False)
class LoweredUnit(Generic[Code]):
    """The code of a unit, and all that its lowering added to the program.

    `own` is what it depends on besides; `entry` is the block of its procedure, which was there before.
    """

    unit: Unit
    own: Hashable
    begin: NextNumbers
    end: NextNumbers
    code: Code
    sites: tuple[ir.Site, ...]
    texts: tuple[ir.TextOf, ...]
    tables: tuple[tuple[str, tuple[object, ...]], ...]
    labels: Mapping[str, tuple[int, int]]
    blocks: tuple[OpenBlock | ir.Block, ...]
    frames: tuple[ir.LoopFrame, ...]
    locals: tuple[ir.LocalSlots, ...]
    entry: tuple[int, OpenBlock | ir.Block] | None


@frozen(eq=False)
class LoweredUnits:
    """The code of all units of a program, with their surroundings."""

    around: ProgramContext
    units: Mapping[Hashable, LoweredUnit[object]]


@define(eq=False)
class Lowerings:
    """Lowers the units of one program; `known` is the code of an earlier one."""

    known: LoweredUnits | None = None
    lowered: LoweredUnits | None = None
    _graph: Graph | None = None
    _before: Mapping[Hashable, LoweredUnit[object]] = field(factory=dict)
    _units: dict[Hashable, LoweredUnit[object]] = field(factory=dict)

    def begin(self, graph: Graph) -> None:
        """Begin with the code of a program, of which the state is laid out and the suspending procedures are declared."""
        around = _around(graph)
        self._graph, self._units = graph, {}
        self._before = self.known.units if self.known is not None and self.known.around == around else {}
        self.lowered = LoweredUnits(around, self._units)

    def lower(self, key: Hashable, make: Callable[[], Code], own: Hashable = None, procedure: str | None = None) -> Code:
        """Return the code of the unit that was checked under a key: that of before, or else what is made.

        `procedure` names the procedure whose blocks it makes.
        """
        assert self._graph is not None, "units are lowered after `begin`"
        # The code of a traced program has marks that no other has.
        unit = None if self._graph.shared.traced else self._graph.shared.typing.units.get(key)
        known = self._before.get(key)
        # By identity: the check hands on the same unit only where no word in it has changed its meaning (`check/units.py`).
        if unit is not None and known is not None and known.unit is unit and known.own == own and self._fits(known):
            self._units[key] = known
            self._add(known)
            return known.code  # type: ignore[return-value]  # what was made under the key before
        graph, looked = self._graph, self._graph.shared.looks_ahead
        begin = NextNumbers.of(graph)
        code = make()
        # A look ahead is lowered with the rule that it looks at, and makes functions that others share.
        if unit is not None and graph.shared.looks_ahead == looked:
            self._units[key] = self._recorded(unit, own, begin, code, procedure)
        return code

    def _fits(self, known: LoweredUnit[object]) -> bool:
        """Return whether code counts on from where the program has come to, with the same labels left."""
        assert self._graph is not None, "units are lowered after `begin`"
        # `tables` is left out: code names its tables, and does not number them. Labels are compared one by one below.
        numbers, begin = NextNumbers.of(self._graph), known.begin
        return ((numbers.sites, numbers.texts, numbers.temps, numbers.blocks, numbers.frames, numbers.locals, numbers.size)
                == (begin.sites, begin.texts, begin.temps, begin.blocks, begin.frames, begin.locals, begin.size)
                and all(self._graph.labels.get(label, 0) == before for label, (before, _) in known.labels.items()))

    def _add(self, known: LoweredUnit[object]) -> None:
        """Add to the program what the lowering of a unit added before."""
        assert self._graph is not None, "units are lowered after `begin`"
        graph, shared = self._graph, self._graph.shared
        shared.sites += known.sites
        shared.texts += known.texts
        shared.temps = known.end.temps
        for name, rows in known.tables:
            shared.table(name, rows)
        for label, (before, taken) in known.labels.items():
            graph.labels[label] = before + taken
        graph.blocks += known.blocks
        graph.frames += known.frames
        graph.locals += known.locals
        graph.size = known.end.size
        if known.entry is not None:
            graph.blocks[known.entry[0]] = known.entry[1]

    def _recorded(self, unit: Unit, own: Hashable, begin: NextNumbers, code: object, procedure: str | None
                  ) -> LoweredUnit[object]:
        assert self._graph is not None, "units are lowered after `begin`"
        graph, shared = self._graph, self._graph.shared
        taken = Counter(graph.requested_labels[begin.labels:])
        entry = None if procedure is None else graph.suspending[procedure].entry
        # INVARIANT: lists of a program only grow while a unit is lowered. So what it added lies behind `begin`, but for the
        # entry block, which was reserved before any unit.
        return LoweredUnit(
            unit, own, begin, NextNumbers.of(graph), code, tuple(shared.sites[begin.sites:]), tuple(shared.texts[begin.texts:]),
            tuple(shared.requested_tables[begin.tables:]),
            {label: (graph.labels[label] - count, count) for label, count in taken.items()},
            tuple(graph.blocks[begin.blocks:]), tuple(graph.frames[begin.frames:]), tuple(graph.locals[begin.locals:]),
            None if entry is None else (entry, graph.blocks[entry]))


def _around(graph: Graph) -> ProgramContext:
    symbols = graph.shared.symbols
    reactions = tuple((rule.name, rule.reacts_to) for rule in symbols.rules.values() if rule.reacts_to is not None)
    return ProgramContext(dict(graph.shared.bases), graph.roots, dict(graph.suspending), frozenset(graph.calls.suspending),
                          frozenset(graph.calls.merging), graph.hidden.choices, reactions, tuple(symbols.events),
                          tuple(end.name for end in symbols.ends))
