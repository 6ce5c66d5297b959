"""Lists of legal codes that are kept from choice to choice: what is known of them before play.

A slot holds the values of its type. So for few values each condition on a slot is worked out before play: which of them make a
code legal, whether a value that is written does, and which questions about all slots only ask whether a code is left.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from .....dsl import ir
from .....dsl.types.types import FlagType, IntType, ListType, PerType, SetType, Type, UnionType, lowest, size, values, width
from ....canonical.effects import first_local_of
from ....canonical.free_temps import free_temps
from ...plan.knowledge import Knowledge, Unknown
from ...plan.listing import Planner
from ...plan.rebuild import replaced
from ..parts.alike import AlikeCode
from ..values import naming
from ..values.expressions import PyCode

# The most values of a slot that are tried.
MOST_VALUES = 256
# The value of a slot, in tests of lists that are kept; what such tests, and places, are made of.
SLOT_VALUE = "beside"
_PLAIN = (ir.Const, ir.Temp, ir.Compare, ir.Arith, ir.Both, ir.Either, ir.Not, tuple, str, int, type(None))


@frozen
class CodeList:
    """The legal codes at a point, kept from choice to choice in `name`, and listed by `legal` where they are not known.

    Whether a code is legal depends on one of the `slots` alone, of which each has a code: its place and `by`. The `test` asks
    about what is in it. So an operation that writes a slot decides whether its code stays legal.
    """

    name: str
    legal: str
    slots: range
    by: int
    test: ir.Expr


def code_list_at(number: int, program: ir.Program, code: PyCode, planner: Planner, alike: AlikeCode) -> CodeList | None:
    """The list of the codes at a point, where it can be kept."""
    match program.blocks[number].end:
        case ir.ChooseMove(moves=(ir.MoveOption(bound=(bound,)) as move,)):
            plan = planner.plan(move)
        case _:
            # Elsewhere codes depend on more than one open value, or on chance.
            return None
    (level,) = plan.levels
    tests = (*plan.tests, *(() if level.bound.condition is None else (level.bound.condition,)), *level.tests)
    plain = not (plan.tests or level.shared is not None or level.long or isinstance(bound.type, UnionType))
    if len(tests) != 1 or not plain or alike.key(bound.type, move.named) is not None:
        return None
    match level.bound.domain:
        case ir.RangeDomain(ir.Const(low), ir.Const(high)):
            pass
        case _:
            # Other domains may change.
            return None
    for slot in ir.inside(tests):
        if not isinstance(slot, ir.Slot) or len(slot.steps) != 1 or code.part(slot, level.bound) is None:
            continue
        test = replaced(tests[0], slot, ir.Temp(SLOT_VALUE))
        first = slot.base + low - slot.steps[0].low
        slots = range(first, first + high - low + 1)
        # Behind the fields stands what rules remember, which is written otherwise.
        if free_temps(test) == (SLOT_VALUE,) and is_plain(test) and slots.stop <= first_local_of(program):
            by = move.first + low - lowest(bound.type) - first
            return CodeList(f"kept_{number}", naming.legal(number, 0), slots, by, test)
    return None


def is_plain(node: ir.Expr) -> bool:
    """Return whether an expression reads nothing but names."""
    return all(isinstance(part, _PLAIN) for part in ir.inside(node))


class SlotValues:
    """The values that the slots of a program may hold, as far as they are few."""

    def __init__(self, program: ir.Program) -> None:
        self.start, self.knowledge = program.start, Knowledge(program)
        self.cells: dict[int, Type] = {}
        for field in program.fields:
            end = field.base + (size(field.owner) if field.owner else 1) * width(field.type)
            cell = field.type
            while isinstance(cell, PerType):
                cell = cell.value
            self.cells |= dict.fromkeys(range(field.base, end), cell)

    def of(self, slots: Iterable[int]) -> frozenset[int] | None:
        """The values that any of these slots may hold; None where they are not known, or many."""
        values_: set[int] = set()
        for slot in slots:
            cell = self.cells.get(slot)
            match cell:
                case None | ListType() | SetType() | PerType():
                    return None
                case FlagType():
                    more: tuple[int, ...] = (0, 1)
                case IntType(low, high) if high - low >= MOST_VALUES:
                    return None
                case _:
                    # A scalar, whose values are numbered.
                    more = values(cell)
            # Before anything is written, a slot holds what it begins with; 0 where nothing is kept.
            values_.update((*more, 0, self.start[slot]))
            if len(values_) > MOST_VALUES:
                return None
        return frozenset(values_)

    def of_value(self, node: ir.Expr) -> frozenset[int] | None:
        """The values that an expression may have that is written; None where they are not known."""
        match node:
            case ir.Const(value):
                return frozenset((value,))
            case ir.Slot(base, ()):
                return self.of((base,))
            case _:
                # Others are not worth it.
                return None

    def holding(self, test: ir.Expr, among: frozenset[int]) -> frozenset[int] | None:
        """Those among some values of a slot for which a test holds; None where that depends on more."""
        try:
            return frozenset(value for value in among if self.knowledge.value(test, {SLOT_VALUE: value}))
        except Unknown:
            return None

    def worked_out(self, node: ir.Expr, among: frozenset[int]) -> frozenset[int] | None:
        """The values of an expression for these values of a slot; None where they depend on more."""
        try:
            return frozenset(self.knowledge.value(node, {SLOT_VALUE: value}) for value in among)
        except Unknown:
            return None

    def asks_for_code(self, code_list: CodeList, node: ir.Expr) -> bool | None:
        """Return whether a condition holds just when a list has a code (True), or has none (False); None for any other one."""
        match node:
            case ir.Gather("some" | "no" | "every" as kind, name, ir.RangeDomain(ir.Const(low), ir.Const(high)), None, None, _,
                           body) if body is not None:
                pass
            case _:
                # Other conditions do not go through the slots of a list.
                return None
        test = next((replaced(body, slot, ir.Temp(SLOT_VALUE)) for slot in ir.inside(body)
                     if isinstance(slot, ir.Slot) and _slots(slot, name, low, high) == code_list.slots), None)
        among = self.of(code_list.slots)
        if test is None or among is None or free_temps(test) != (SLOT_VALUE,) or not is_plain(test):
            return None
        legal, holds = self.holding(code_list.test, among), self.holding(test, among)
        if legal is None or holds is None:
            return None
        # `every` holds when no slot holds anything else, so when no code is left; each slot of the list is asked, so the sets
        # must be each other's rest.
        if kind == "every":
            return False if holds == among - legal else None
        return kind == "some" if holds == legal else None


def span_of(slot: ir.Slot) -> range:
    """The slots of which a slot with steps is one."""
    return range(slot.base, slot.base + sum(step.stride * (step.size - 1) for step in slot.steps) + 1)


def _slots(slot: ir.Slot, name: str, low: int, high: int) -> range | None:
    """The slots that a slot is, one after the other, for the values of a name; None for any other slot."""
    match slot.steps:
        case (ir.Step(ir.Temp(index), first, count, 1),) if index == name and first <= low and high < first + count:
            return range(slot.base + low - first, slot.base + high - first + 1)
        case _:
            # It moves otherwise, or not at all.
            return None
