"""The earliest tests of requirements: as soon as the values that they use are known.

A requirement that never raises a fault may be tested before those that stand above it, and before the
conditions of values that it does not speak of. One that can (`the x`, an entry of a list, a number
that may leave its range) relies on them, and waits for those above it. It does not wait for values that it does
not speak of where there surely are some: then it is tested in any case, with the same outcome for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ....dsl import ir
from ....dsl.types.types import (
    EnumType,
    FlagType,
    IntType,
    PerType,
    SetType,
    Type,
    UnionType,
    bit_count,
    first_bit,
    lowest,
    size,
)
from ...canonical.free_temps import free_temps

SHORT_TABLE = 8
_CAN_FAIL = (ir.Present, ir.Within, ir.EntriesWithin, ir.ItemAt, ir.Supposed)


class EarlyTests:
    """Says of the requirements of a program how many values must be known to test them."""

    def __init__(self, program: ir.Program) -> None:
        self.functions = {function.name: function for function in program.functions}
        self.tables = dict(program.tables)
        self.ranges = dict(_ranges(program))
        self.sets = dict(_sets(program))
        self._function_fails = cache(lambda name: self.fails(self.functions[name].value))

    def planned(self, move: ir.MoveOption) -> list[tuple[int, ir.Guard]]:
        """The requirements of a move in the order of their tests, each with how many of the open values it is tested after."""
        planned: list[tuple[int, ir.Guard]] = []
        moved: list[tuple[int, ir.Guard]] = []
        latest = 0
        for guard in move.guards:
            # A test that raises no fault moves up freely: it has no effect but to refuse, so its place changes the time only.
            # One that can raise a fault must not be reached in a position in which the author's order would not reach it.
            level, fails = self._known_at(move, guard)
            if not fails or guard.level <= level:
                planned.append((guard.level if fails else level, guard))
            else:
                # `latest` keeps the order of tests that can raise a fault: none may move before a test that stands above it.
                level = self._surely_tested_at(move, max(level, latest), guard.level)
                (moved if level < guard.level else planned).append((level, guard))
            latest = max(latest, level)
        # Those that could raise a fault stand behind all others that are tested after the same value.
        return [*planned, *moved]

    def _known_at(self, move: ir.MoveOption, guard: ir.Guard) -> tuple[int, bool]:
        """After which of the values that it speaks of a requirement is known, and whether it may raise a fault."""
        conditions = tuple(_conditions(guard))
        names = {name for condition in conditions for name in free_temps(condition)}
        level = max((i for i, bound in enumerate(move.bound, 1) if bound.name in names), default=0)
        return level, any(map(self.fails, conditions))

    def _surely_tested_at(self, move: ir.MoveOption, first: int, last: int) -> int:
        """The first level from which on there surely are values, up to the level at which a requirement stands."""
        level = last
        # Where an open value has no values, the tests behind it are never reached. So a test moves up past a value only if
        # there surely is one; else it could raise a fault that the author's order would not.
        while level > first and self._has_some(move.bound[level - 1]):
            level -= 1
        return level

    def _has_some(self, bound: ir.Bound) -> bool:
        """Return whether there surely are values for an open value."""
        match bound:
            case ir.Bound(domain=ir.ListDomain(ir.Lookup(table) as source), condition=None):
                return not self.fails(source) and all(isinstance(cell, tuple) and cell for cell in self.tables[table])
            case _:
                # Any other open value has values where its domain surely has some, if it has no condition.
                return _surely_follows(bound)

    def fails(self, node: object) -> bool:
        """Return whether working out an expression may be a fault."""
        if isinstance(node, tuple):
            return any(map(self.fails, node))
        match node:
            case ir.CallFunction(name, arguments):
                return self._function_fails(name) or self.fails(arguments)
            case ir.Lookup(table, index) if not self._within(index, len(self.tables[table])):
                return True
            case ir.PickException(conditions, over):
                return _may_collide(conditions, over) or any(map(self.fails, conditions))
            case ir.Value(exceptions=exceptions) if _may_collide(
                    tuple(item.condition for item in exceptions), tuple(item.over for item in exceptions)):
                return True
            case ir.Let(low=low, high=high) if low is not None or high is not None:
                return True
            case _:
                # Other nodes fail by their class, or where a part of them fails.
                return isinstance(node, _CAN_FAIL) or any(map(self.fails, ir.parts_of(node)))

    def _within(self, index: ir.Expr, cells: int) -> bool:
        """Return whether a table with `cells` cells surely has the cell at this index."""
        match index:
            case ir.Lookup(table, _):
                inner = self.tables[table]
                return cells >= SHORT_TABLE or all(isinstance(cell, int) and -cells <= cell < cells for cell in inner)
            case ir.Slot(base) if base in self.ranges:
                low, high = self.ranges[base]
                return cells >= SHORT_TABLE or -cells <= low <= high < cells
            case _:
                # Constants and names have values of the type of the index; any other index is trusted in long tables only.
                return cells >= SHORT_TABLE or isinstance(index, ir.Const | ir.Temp)


def _may_collide(conditions: tuple[ir.Expr, ...], over: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether two exceptions may apply neither of which takes precedence."""
    return any(j not in over[i] and i not in over[j] and not _exclude(conditions[i], conditions[j])
               for j in range(len(conditions)) for i in range(j))


def _exclude(first: ir.Expr, second: ir.Expr) -> bool:
    """Return whether two conditions compare the same with different values."""
    match first, second:
        # An exception that is written as never true collides with none.
        case (ir.Const(0), _) | (_, ir.Const(0)):
            return True
        case ir.Compare("=", left, ir.Const(a)), ir.Compare("=", right, ir.Const(b)):
            return a != b and left == right
        case _:
            # Other conditions may hold together.
            return False


def _surely_follows(bound: ir.Bound) -> bool:
    """Return whether an open value has a value whatever stands in the state, and no condition."""
    return bound.condition is None and _has_values(bound.domain)


def _has_values(domain: ir.Domain) -> bool:
    """Return whether a domain holds a value in every state, and working it out is never a fault."""
    match domain:
        case ir.RangeDomain(ir.Const(low), ir.Const(high)):
            return low <= high
        case ir.SetDomain(ir.Const(mask), _):
            return mask != 0
        case ir.ListDomain(ir.Values(values)):
            return bool(values)
        case ir.JointDomain(source, more, _):
            return _has_values(source) and _has_values(more)
        case _:
            # Whether another domain is empty depends on the position.
            return False


def _ranges(program: ir.Program) -> Iterator[tuple[int, tuple[int, int]]]:
    """The least and the greatest number that the slots of a field or of what a rule remembers can hold, words included."""
    for base, type_ in _cells(program):
        if isinstance(type_, EnumType | IntType | FlagType | UnionType):
            # 0 counts as a value: a slot that no rule has written yet holds it.
            words = len(type_.extras) if isinstance(type_, UnionType) else 0
            yield base, (min(0, lowest(type_), -words), max(0, lowest(type_) + size(type_) - words - 1))


def _sets(program: ir.Program) -> Iterator[tuple[int, tuple[int, int]]]:
    """The least and the greatest value that sets in the slots of a field or of what a rule remembers can hold."""
    for base, type_ in _cells(program):
        if isinstance(type_, SetType):
            first = first_bit(type_.element)
            yield base, (first, first + bit_count(type_.element) - 1)


def _cells(program: ir.Program) -> Iterator[tuple[int, Type]]:
    """The first slots of fields and of what rules remember, each with what one cell holds."""
    slots: list[tuple[int, Type]] = [(field.base, field.type) for field in program.fields]
    slots += [(local.base, local.type) for local in program.locals]
    for base, type_ in slots:
        while isinstance(type_, PerType):
            type_ = type_.value
        yield base, type_


def _conditions(guard: ir.Guard) -> Iterator[ir.Expr]:
    """The conditions that decide whether a requirement holds: its own, and those of its exceptions."""
    yield guard.condition
    for exception in guard.exceptions:
        yield from _conditions(exception)
