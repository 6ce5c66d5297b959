"""Operations -> lines of Python that keep lists of legal codes up to date, and read them where they answer a question.

A list is known as long as nothing else is written. The code that was drawn from it is in it, and an end may only ask whether
a code is left. Where anything may have been written, the list is dropped, and the next choice lists its codes again.
"""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from .....dsl.types.types import UnionType, lowest
from ....canonical.free_temps import free_temps
from ...plan.listing import Planner
from ...plan.rebuild import replaced
from ..values import naming
from .held import HeldWriter
from .kept_lists import BESIDE, KeptList, is_plain
from .listing import moved


class KeptListWriter(HeldWriter):
    """Writes operations so that each list that is kept stays right, or is dropped."""

    def __init__(self, program: ir.Program, planner: Planner) -> None:
        super().__init__(program, planner)
        # How many loops are around an operation: only outside all of them `break` leaves the loop through the points.
        self.loops = 0
        self.kept: list[KeptList] = []
        # The lists that are known here, and the one that the code was drawn from which is carried out, with its open value and
        # other names for that: as long as nothing may have changed them.
        self.known: set[str] = set()
        self.drawn: tuple[KeptList, ir.MoveOption] | None = None
        self.alias: dict[str, str] = {}

    def kept_list(self, number: int) -> KeptList | None:
        """The list of the codes at a point, where it can be kept."""
        match self.program.blocks[number].end:
            case ir.ChooseMove(moves=(ir.MoveOption(bound=(bound,)) as move,)):
                plan = self.planner.plan(move)
            case _:
                # Elsewhere codes depend on more than one open value, or on chance.
                return None
        (level,) = plan.levels
        tests = (*plan.tests, *(() if level.bound.condition is None else (level.bound.condition,)), *level.tests)
        plain = not (plan.tests or level.shared is not None or level.long or isinstance(bound.type, UnionType))
        if len(tests) != 1 or not plain or self.alike.key(bound.type, move.named) is not None:
            return None
        match level.bound.domain:
            case ir.RangeDomain(ir.Const(low), ir.Const(high)):
                pass
            case _:
                # Other domains may change.
                return None
        for slot in ir.inside(tests):
            if not isinstance(slot, ir.Slot) or len(slot.steps) != 1 or self.code.part(slot, level.bound) is None:
                continue
            test = replaced(tests[0], slot, ir.Temp(BESIDE))
            first = slot.base + low - slot.steps[0].low
            slots = range(first, first + high - low + 1)
            # Behind the fields stands what rules remember, which is written otherwise.
            if free_temps(test) == (BESIDE,) and is_plain(test) and slots.stop <= self.first_local:
                by = move.first + low - lowest(bound.type) - first
                return KeptList(f"kept_{number}", naming.legal(number, 0), slots, by, test)
        return None

    def kept_up(self, kept: KeptList, to: ir.Slot, value: ir.Expr, pad: str) -> Iterator[str]:
        """After a slot was written: the code that belongs to it comes or goes."""
        spans = [step.stride * (step.size - 1) for step in to.steps]
        # All slots that a place may be, from the least index to the greatest, lie between these two.
        if to.base >= kept.slots.stop or to.base + sum(spans) < kept.slots.start:
            return
        inside = kept.slots.start <= to.base and to.base + sum(spans) < kept.slots.stop
        if not inside or not all(is_plain(step.index) for step in to.steps):
            # The place may be another one now, or one that has no code.
            self.nothing_known()
            yield f"{pad}{kept.name} = None"
            return
        match to.steps:
            case (ir.Step(index, low, _, 1),):
                code = moved(self.code.grouped(index, self.code.expr(index)), to.base - low + kept.by)
            case _:
                # Another place is worked out as it is for the slot.
                code = moved(self.code.slot(to), kept.by)
        among = self.values.of_value(value)
        legal = None if among is None else self.values.holding(kept.test, among)
        if self.is_drawn(kept, to):
            self.drawn = None
            yield from self.kept_drawn(kept, to, code, pad, is_never=legal == frozenset())
            return
        there = "" if kept.name in self.known else f"{kept.name} is not None and "
        if legal == frozenset():
            yield f"{pad}if {there}{code} in {kept.name}: {kept.name}.remove({code})"
            return
        self.nothing_known()
        yield f"{pad}{BESIDE} = s[{self.code.slot(to)}]"
        yield f"{pad}if {kept.name} is not None:"
        yield f"{pad}    if {self.code.expr(kept.test)}:"
        yield f"{pad}        if {code} not in {kept.name}: {kept.name} = None"
        yield f"{pad}    elif {code} in {kept.name}: {kept.name}.remove({code})"

    def kept_drawn(self, kept: KeptList, to: ir.Slot, code: str, pad: str, is_never: bool) -> Iterator[str]:
        """After the slot was written whose code was drawn, which is in the list: it stays or goes."""
        if not is_never:
            beside = self.code.held.get(to, BESIDE)
            if beside == BESIDE:
                yield f"{pad}{BESIDE} = s[{self.code.slot(to)}]"
            test = replaced(kept.test, ir.Temp(BESIDE), ir.Temp(beside))
            yield f"{pad}if not {self.code.expr(test)}: {kept.name}.remove({code})"
        else:
            yield f"{pad}{kept.name}.remove({code})"

    def is_drawn(self, kept: KeptList, to: ir.Slot) -> bool:
        """Return whether a slot is that of the code that was drawn, and nothing has changed the list since."""
        if self.drawn is None or self.drawn[0] is not kept or self.loops:
            return False
        move = self.drawn[1]
        match to.steps:
            case (ir.Step(ir.Temp(name), low, _, 1),):
                return (self.alias.get(name, name) == move.bound[0].name
                        and to.base - low + kept.by == move.first - lowest(move.bound[0].type))
            case _:
                # Its place is worked out.
                return False

    def nothing_known(self) -> None:
        """Any list may be gone, or have lost the code that was drawn."""
        self.known, self.drawn, self.alias = set(), None, {}
        self.code.held.clear()

    def when_over(self, end: int, depth: int) -> Iterator[str]:
        """The lines that ask whether an end has come: some only ask whether a list that is known has a code."""
        condition = self.program.ends[end].condition
        for kept in self.kept:
            asks = self.values.asks_for_code(kept, condition) if kept.name in self.known else None
            if asks is not None:
                yield f"{'    ' * depth}if {'' if asks else 'not '}{kept.name}:"
                return
        yield from super().when_over(end, depth)

    def forgotten(self, pad: str) -> Iterator[str]:
        """Anything may have been written: no list is kept."""
        self.nothing_known()
        yield from (f"{pad}{kept.name} = None" for kept in self.kept)

    def for_each(self, op: ir.For, depth: int) -> Iterator[str]:
        self.loops += 1
        # What comes first in a loop comes again after what comes last.
        self.nothing_known()
        yield from super().for_each(op, depth)
        self.loops -= 1

    def loop(self, op: ir.Loop, depth: int) -> Iterator[str]:
        self.loops += 1
        self.nothing_known()
        yield from super().loop(op, depth)
        self.loops -= 1

    def values_in(self, slot: ir.Slot) -> frozenset[int] | None:
        """The values that a slot may hold; where its code was drawn, those that make the code legal."""
        among = super().values_in(slot)
        for kept in self.kept:
            if among is not None and self.is_drawn(kept, slot):
                among = self.values.holding(kept.test, among)
        return among
