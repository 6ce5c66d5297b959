"""The loop budget of a program: which of its loops may be long, and are counted while they run.

The most passes that a loop can make are worked out from its domain. What cannot make more than `SHORT` in all runs
uncounted, and costs nothing; what can is counted pass by pass, up to
`step_counter.MAX_PASSES` in one transition. Functions and rules that come to more than `SHORT_CALL` are counted each time
they are called. So no transition runs for ever, whatever a rulebook says, and those that are short are as fast as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import assert_never

from ....dsl import ir
from ....dsl.types.types import IntType, ListType, PerType, Type

SHORT = 1_000
SHORT_CALL = 50
# The passes assumed of a loop whose number of passes is not known.
UNKNOWN = 1_000
IN_SET = 64
# What is gone through more than once, or leads elsewhere. Most nodes are neither.
_COUNTED = frozenset((ir.Gather, ir.For, ir.Let, ir.Loop, ir.Paths, ir.CallFunction, ir.Supposed, ir.Do, ir.CheckEnds))


class LoopBudget:
    """The greatest number of passes that the parts of a program can make."""

    def __init__(self, program: ir.Program) -> None:
        self.called: dict[str, object] = {function.name: function.value for function in program.functions}
        self.carried_out: dict[str, object] = {procedure.name: procedure.body for procedure in program.procedures}
        self.spaces = {board.name: len(board.space.members) for board in program.boards}
        self.tables = dict(program.tables)
        self.ends = {i: end.condition for i, end in enumerate(program.ends)}
        self.highest = dict(_highest(program))
        # The greatest value, and the most entries, of names that live within a run of operations.
        self.greatest: dict[str, int] = {}
        self.longest: dict[str, int] = {}
        self._known: dict[int, tuple[object, int]] = {}

    def is_long(self, node: object) -> bool:
        """Return whether it can make more passes than need not be counted."""
        return self.of(node) > SHORT

    def are_long_together(self, nodes: Iterable[object]) -> bool:
        """Return whether nodes can make more passes in all; looks at no more of them than it takes."""
        return any(passes > SHORT for passes in accumulate(map(self.of, nodes)))

    def is_long_call(self, body: object) -> bool:
        """Return whether calling a function or rule counts."""
        return self.of(body) > SHORT_CALL

    def are_long(self, bounds: tuple[ir.Bound, ...], inside: object) -> tuple[bool, ...]:
        """Of loops within each other, with something inside all of them, which are long."""
        out, passes = [], self.of(inside)
        for bound in reversed(bounds):
            passes = self.passes(bound.domain) * (1 + self.of(bound.condition) + passes)
            out.append(passes > SHORT)
        return tuple(reversed(out))

    def of(self, node: object) -> int:
        """The most passes that a part of the program can make."""
        known = self._known.get(id(node))
        if known is None or known[0] is not node:
            # What is not counted goes through its parts once.
            counted = type(node) in _COUNTED
            passes = self._worked_out(node) if counted else sum(map(self.of, ir.outermost(node, _COUNTED)))
            known = self._known[id(node)] = (node, passes)
        return known[1]

    def _worked_out(self, node: object) -> int:
        match node:
            case ir.Gather(_, name, domain, condition, key, _, body):
                self._name(name, domain)
                return self.of(domain) + self.passes(domain) * (1 + self.of((condition, key, body)))
            case ir.For(name, domain, condition, key, _, body):
                self._name(name, domain)
                return self.of(domain) + self.passes(domain) * (1 + self.of((condition, key, body)))
            case ir.Let(name, value):
                self.longest[name] = max(self.longest.get(name, 0), self._entries(value))
                return self.of(value)
            case ir.Loop(condition, times, body):
                return self._most(times) * (1 + self.of((condition, body)))
            case ir.Paths(_, board, start, goal, _, _, among, condition, cost):
                return self.spaces[board] * (1 + self.of((among, condition, cost))) + self.of((start, goal))
            case ir.CallFunction(function, arguments):
                return 1 + self.of(self.called[function]) + self.of(arguments)
            case ir.Supposed(rule, arguments, function, tested):
                return 2 + self.of(self.carried_out[rule]) + self.of(self.called[function]) + self.of((arguments, tested))
            case ir.Do(rule, arguments):
                return 1 + self.of(self.carried_out[rule]) + self.of(arguments)
            case ir.CheckEnds(ends):
                return sum(self.of(self.ends[i]) for i in ends)
            case _:
                # Only the classes of `_COUNTED` come here, and those are above.
                raise AssertionError(f"{type(node).__name__} is counted")

    def _name(self, name: str, domain: ir.Domain) -> None:
        """Note how great, or how long, what a name goes through can be."""
        match domain:
            case ir.RangeDomain(_, high):
                self.greatest[name] = max(self.greatest.get(name, 0), self._most(high))
            case ir.ListDomain(ir.Lookup(table)) if table in self.tables:
                rows = [row for row in self.tables[table] if isinstance(row, tuple)]
                inside = [len(record) for row in rows for record in row if isinstance(record, tuple)]
                self.longest[name] = max(self.longest.get(name, 0), *inside, 0)
            case _:
                # The values of other domains are neither numbers to count up to nor rows with lists.
                pass

    def passes(self, domain: ir.Domain) -> int:
        """The most values that a domain can have."""
        match domain:
            case ir.RangeDomain(low, high):
                return max(0, self._most(high) - (low.value if isinstance(low, ir.Const) else 0) + 1)
            case ir.SetDomain():
                return IN_SET
            case ir.ListDomain(elements):
                return self._entries(elements)
            case ir.RegionDomain(board):
                return self.spaces[board]
            case ir.WordDomain(elements, words):
                return self.passes(elements) + len(words)
            case ir.RotatedDomain(elements, _):
                return self.passes(elements)
            case ir.JointDomain(elements, more, _):
                return self.passes(elements) + self.passes(more)
            case _:
                assert_never(domain)

    def _entries(self, node: ir.Expr) -> int:
        """The most entries that a list can have."""
        match node:
            case ir.Values(values):
                return len(values)
            case ir.MakeList(items):
                return len(items)
            case ir.ReadList(ir.Slot(base)):
                return self.highest.get(base, UNKNOWN)
            case ir.Lookup(table) if table in self.tables:
                return max((len(item) for item in self.tables[table] if isinstance(item, tuple)), default=0)
            case ir.Gather(_, _, domain):
                return self.passes(domain)
            case ir.Temp(name):
                return self.longest.get(name, UNKNOWN)
            case _:
                # Nothing is known of the length of other lists.
                return UNKNOWN

    def _most(self, node: ir.Expr | None) -> int:
        """The greatest value of a number."""
        match node:
            case ir.Const(value) | ir.Within(_, _, value, _):
                return value
            case ir.Slot(base):
                return self.highest.get(base, UNKNOWN)
            case ir.Temp(name):
                return self.greatest.get(name, UNKNOWN)
            case ir.Primitive("min", arguments):
                return min(map(self._most, arguments))
            case _:
                # How great other numbers may be is not known.
                return UNKNOWN


def _highest(program: ir.Program) -> Iterator[tuple[int, int]]:
    """The greatest number, or the most entries, that the slots of a field or of what a rule remembers can hold."""
    slots: list[tuple[int, Type]] = [(field.base, field.type) for field in program.fields]
    slots += [(local.base, local.type) for local in program.locals]
    for base, type_ in slots:
        while isinstance(type_, PerType):
            type_ = type_.value
        if isinstance(type_, IntType):
            yield base, type_.high
        elif isinstance(type_, ListType):
            yield base, type_.limit
