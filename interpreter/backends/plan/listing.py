"""A kind of move to a plan by which its legal codes are listed: what is gone through, and what is tested when.

A plan lists the same codes in the same order as going through all combinations of open values would. It looks at fewer:

    s in scheme where kind_of(s) = trap              what only the rulebook decides: the schemes that are traps
    require c in p.hand                              what a requirement names is gone through: c in p.hand
    require k = kind_on(h); n <= p.coins             k is the kind on h; n in 0..min(most, p.coins)
    require some i in 1..4: fast(h, i) and fits(i, to)    before `to` is chosen: some i in 1..4: fast(h, i)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise

from attrs import evolve

from ....dsl import ir
from ....dsl.source.records import frozen
from ....dsl.types.types import values as values_of
from ...canonical.free_temps import free_temps
from .early import EarlyTests
from .implied import Consequences
from .knowledge import Knowledge, Unknown, folded
from .loop_budget import LoopBudget
from .rebuild import in_order, inlined, size_of
from .sharing import Key, key_of, remembered

# Functions no larger than this are looked into for what can be gone through.
SMALL = 40
# In a set, values lie no further from each other.
WIDEST_SET = 60


@frozen
class Level:
    """An open value: what it goes through, what is tested once it is known, and whether the passes of its loop are counted.

    With `shared`, the values that meet the condition are listed once for all moves of the position that share it.
    """

    bound: ir.Bound
    tests: tuple[ir.Expr, ...]
    long: bool
    shared: Key | None = None


@frozen
class ListingPlan:
    """The tests before any value is known, then a level for each open value; the calls whose values are remembered."""

    tests: tuple[ir.Expr, ...]
    levels: tuple[Level, ...]
    remembered: frozenset[ir.CallFunction] = frozenset()

    @property
    def bounds(self) -> tuple[ir.Bound, ...]:
        """The open values, with what they go through."""
        return tuple(level.bound for level in self.levels)


def requirement(guard: ir.Guard) -> ir.Expr:
    """The condition that meets a requirement: it holds, or an exception to it applies."""
    return reduce(ir.Either, map(applies, guard.exceptions), guard.condition)


def applies(guard: ir.Guard) -> ir.Expr:
    """The condition under which an exception applies: its own holds, and no exception to it applies."""
    return reduce(ir.Both, (ir.Not(applies(item)) for item in guard.exceptions), guard.condition)


class Planner:
    """Plans how the moves of a program are listed.

    For a few games (`briefly`) it leaves out what takes longer to find than it saves, where no loop is counted.
    """

    def __init__(self, program: ir.Program, budget: LoopBudget, briefly: bool = False) -> None:
        self.early, self.knowledge, self.budget, self.briefly = EarlyTests(program), Knowledge(program), budget, briefly
        self.functions = {function.name: function for function in program.functions}
        self.implied = Consequences(program, self.early.fails)
        self._siblings = {id(move): block.end.moves for block in program.blocks if isinstance(block.end, ir.ChooseMove)
                          for move in block.end.moves}
        self._alone: dict[int, tuple[ir.MoveOption, ListingPlan]] = {}
        self._plans: dict[int, tuple[ir.MoveOption, ListingPlan]] = {}
        self._keys: dict[tuple[int, int], Key | None] = {}

    def plan(self, move: ir.MoveOption) -> ListingPlan:
        """The plan of a kind of move."""
        if id(move) not in self._plans:
            self._plans[id(move)] = move, self._sharing(move)
        return self._plans[id(move)][1]

    def _plan_alone(self, move: ir.MoveOption) -> ListingPlan:
        if id(move) not in self._alone:
            self._alone[id(move)] = move, self._planned(move)
        return self._alone[id(move)][1]

    def _sharing(self, move: ir.MoveOption) -> ListingPlan:
        """The plan of a kind of move, with what it shares with others at the same point, or goes through again and again."""
        plan = self._plan_alone(move)
        others = [self._key(other, 0) for other in self._siblings.get(id(move), ())]
        levels = []
        for i, level in enumerate(plan.levels):
            key = self._key(move, i)
            levels.append(evolve(level, shared=key) if key is not None and (i or others.count(key) > 1) else level)
        tests = ((i, item) for i, level in enumerate(levels, 1) for item in (
            None if level.shared else level.bound.condition, level.tests, levels[i].bound.domain if levels[i:] else None))
        called = remembered(tests, tuple(bound.name for bound in plan.bounds),
                            lambda name: self.functions[name].value, self.budget)
        return evolve(plan, levels=tuple(levels), remembered=called)

    def _key(self, move: ir.MoveOption, level: int) -> Key | None:
        """The key of an open value's list. Each move of a point asks for those of all others there, so they are kept."""
        bounds = self._plan_alone(move).bounds
        if level >= len(bounds):
            return None
        place = id(move), level  # `_alone` keeps the move, so that no other gets its id
        if place not in self._keys:
            others = frozenset(bound.name for bound in bounds if bound is not bounds[level])
            self._keys[place] = key_of(bounds[level], others, self.early.fails)
        return self._keys[place]

    def _planned(self, move: ir.MoveOption) -> ListingPlan:
        tests = self._tests(move)
        bounds: list[ir.Bound] = []
        solved: list[list[ir.Expr]] = []
        for i, bound in enumerate(move.bound):
            sums = [condition for condition in tests[i + 1] if _is_sum(condition)]
            narrowed, tests[i + 1], before = self._narrowed(bound, tests[i + 1])
            tests[i] += before
            bounds.append(narrowed)
            # What the last part of a sum must be is gone through; what that says of the other parts is still to be tested.
            solved.append([condition for condition in sums if condition not in tests[i + 1]])
        # Where no passes are counted, tests of what is implied change neither the codes nor the faults.
        if not self.briefly or any(self.budget.are_long(tuple(bounds), tuple(map(tuple, tests)))):
            self._imply(bounds, tests, solved)
        # There are never more values than there would be without a plan.
        most = tuple(min(bound, original, key=lambda item: self.budget.passes(item.domain))
                     for bound, original in zip(bounds, move.bound, strict=True))
        long = self.budget.are_long(most, tuple(map(tuple, tests)))
        return ListingPlan(tuple(tests[0]), tuple(Level(bound, tuple(level_tests), is_long)
                                                  for bound, level_tests, is_long in zip(bounds, tests[1:], long, strict=True)))

    def _tests(self, move: ir.MoveOption) -> list[list[ir.Expr]]:
        """The tests after each number of open values; parts of requirements without faults as soon as they are known."""
        tests: list[list[ir.Expr]] = [[] for _ in range(len(move.bound) + 1)]
        for level, guard in self.early.planned(move):
            condition = folded(requirement(guard))
            if self.early.fails(condition):
                tests[level].append(condition)
                continue
            for part in self._parts(condition):
                if part != ir.Const(1):
                    tests[self._known_at(move, part)].append(part)
        return tests

    def _known_at(self, move: ir.MoveOption, part: ir.Expr) -> int:
        names = free_temps(part)
        return max((i for i, bound in enumerate(move.bound, 1) if bound.name in names), default=0)

    def _parts(self, node: ir.Expr) -> Iterator[ir.Expr]:
        """The conditions that `and` joins, in small functions too."""
        match node:
            case ir.Both(left, right):
                yield from self._parts(left)
                yield from self._parts(right)
            case ir.CallFunction(name, arguments) if not self.budget.is_long_call(self.functions[name].value):
                plain = inlined(self.functions[name], arguments)
                if isinstance(plain, ir.Both | ir.Compare | ir.Member) and size_of(plain) <= SMALL:
                    yield from self._parts(plain)
                else:
                    yield node
            case _:
                # Any other condition is one of those that `and` joins.
                yield node

    # -- what is gone through ------------------------------------------------------------------

    def _narrowed(self, bound: ir.Bound, tests: list[ir.Expr]) -> tuple[ir.Bound, list[ir.Expr], list[ir.Expr]]:
        """An open value with fewer values to go through, the tests that are left, and those that need not wait for it."""
        conditions = [] if bound.condition is None else list(self._parts(folded(bound.condition)))
        before = self._without(bound.name, conditions)
        domain = self._fewer(bound, (conditions, tests))
        condition = reduce(ir.Both, conditions) if conditions else None
        return evolve(bound, domain=domain, condition=condition), tests, before

    def _fewer(self, bound: ir.Bound, places: tuple[list[ir.Expr], list[ir.Expr]]) -> ir.Domain:
        """A domain with fewer values, in the same order; conditions that all of them meet are taken from their places."""
        try:
            values = self.knowledge.values(bound.domain, {})
        except Unknown:
            return self._one_of(bound, places) or bound.domain
        if any(a >= b for a, b in pairwise(values)):
            return bound.domain
        values = self._only_known(bound.name, values, places)
        if not values:
            return _domain_of(values)
        return self._source(bound.name, values, places) or self._between(bound.name, values, places) or _domain_of(values)

    def _only_known(self, name: str, values: tuple[int, ...], places: tuple[list[ir.Expr], ...]) -> tuple[int, ...]:
        """The values that meet the conditions which the rulebook alone decides; these are left out."""
        for conditions in places:
            for condition in list(conditions):
                try:
                    values_left = tuple(value for value in values if self.knowledge.value(condition, {name: value}))
                except Unknown:
                    continue
                values = values_left
                conditions.remove(condition)
        return values

    def _without(self, name: str, conditions: list[ir.Expr]) -> list[ir.Expr]:
        """The conditions that do not speak of a name and never raise a fault; these are left out."""
        independent = [item for item in conditions if name not in free_temps(item) and not self.early.fails(item)]
        for item in independent:
            conditions.remove(item)
        return independent

    def _source(self, name: str, values: tuple[int, ...], places: tuple[list[ir.Expr], ...]) -> ir.Domain | None:
        """Return the value or values to which a condition limits a name, to go through in place of all."""
        if values[-1] - values[0] > WIDEST_SET:
            return None
        for conditions in places:
            for condition in conditions:
                domain = self._stated_domain(name, condition)
                if domain is not None:
                    conditions.remove(condition)
                    if not self._holds_only(domain, values):
                        places[0].insert(0, _among(name, values))
                    return domain
        return None

    def _one_of(self, bound: ir.Bound, places: tuple[list[ir.Expr], list[ir.Expr]]) -> ir.Domain | None:
        """Return the one value that a condition leaves of a range whose ends depend on the position."""
        if not isinstance(bound.domain, ir.RangeDomain):
            return None
        for conditions in places:
            for condition in conditions:
                domain = self._stated_domain(bound.name, condition) if isinstance(condition, ir.Compare) else None
                if domain is not None:
                    conditions.remove(condition)
                    places[0].insert(0, ir.Member(ir.Temp(bound.name), bound.domain))
                    return domain
        return None

    def _holds_only(self, domain: ir.Domain, values: tuple[int, ...]) -> bool:
        """Return whether a set of the state can hold no other values."""
        match domain:
            case ir.SetDomain(ir.Slot(base), low) if base in self.early.sets:
                first, last = self.early.sets[base]
                return first == low and set(range(first, last + 1)) <= set(values)
            case _:
                # What other domains hold depends on the position.
                return False

    def _stated_domain(self, name: str, condition: ir.Expr) -> ir.Domain | None:
        """The domain that a condition says a name is in, whose values go up and never raise a fault."""
        match condition:
            case ir.Compare("=", ir.Temp(left), right) if left == name:
                return self._if_known(name, ir.ListDomain(ir.MakeList((right,))))
            case ir.Compare("=", left, ir.Temp(right)) if right == name:
                return self._if_known(name, ir.ListDomain(ir.MakeList((left,))))
            case ir.Compare("=", left, right):
                solved = _solved(name, "=", left, right) or _solved(name, "=", right, left)
                return None if solved is None else self._if_known(name, ir.ListDomain(ir.MakeList((solved[1],))))
            case ir.Member(ir.Temp(item), ir.SetDomain() as domain) if item == name:
                return self._if_known(name, domain)
            case ir.Member(ir.Temp(item), ir.ListDomain(ir.Lookup(table)) as domain) if item == name and self._go_up(table):
                return self._if_known(name, domain)
            case _:
                # Other conditions name no domain.
                return None

    def _if_known(self, name: str, domain: ir.Domain) -> ir.Domain | None:
        return None if name in free_temps(domain) or self.early.fails(domain) else domain

    def _go_up(self, table: str) -> bool:
        """Return whether all entries of a table are lists of numbers that go up."""
        return all(isinstance(cell, tuple) and all(isinstance(item, int) for item in cell)
                   and all(a < b for a, b in pairwise(cell)) for cell in self.knowledge.tables[table])

    def _between(self, name: str, values: tuple[int, ...], places: tuple[list[ir.Expr], ...]) -> ir.Domain | None:
        """The values between the ends that conditions name."""
        if len(values) != values[-1] - values[0] + 1:
            return None
        low: ir.Expr = ir.Const(values[0])
        high: ir.Expr = ir.Const(values[-1])
        for conditions in places:
            for condition in list(conditions):
                match self._end(name, condition):
                    case (">=", end):
                        low = ir.Primitive("max", (low, end))
                    case ("<=", end):
                        high = ir.Primitive("min", (high, end))
                    case _:
                        continue
                conditions.remove(condition)
        ends = isinstance(low, ir.Const) and isinstance(high, ir.Const)
        return None if ends else ir.RangeDomain(low, high)

    def _end(self, name: str, condition: ir.Expr) -> tuple[ir.Comparison, ir.Expr] | None:
        """The least or greatest value that a condition leaves for a name."""
        if not isinstance(condition, ir.Compare) or condition.operator not in ("<", "<=", ">", ">="):
            return None
        sign: ir.Comparison = condition.operator
        left, right = condition.left, condition.right
        solved = _solved(name, sign, left, right) or _solved(name, ir.MIRRORED[sign], right, left)
        if solved is None or name in free_temps(solved[1]) or self.early.fails(solved[1]):
            return None
        sign, end = solved
        if sign == "<":
            return "<=", ir.Arith("-", end, ir.Const(1))
        return (">=", ir.Arith("+", end, ir.Const(1))) if sign == ">" else (sign, end)

    # -- what is implied -----------------------------------------------------------------------

    def _imply(self, bounds: list[ir.Bound], tests: list[list[ir.Expr]], solved: list[list[ir.Expr]]) -> None:
        """Add tests of the consequences of requirements, as soon as the values that they read are known."""
        later = [[(item, _named_by(item, bounds)) for item in (bound.condition, *level_tests, *sums) if item is not None]
                 for bound, level_tests, sums in zip(bounds, tests[1:], solved, strict=True)]
        for i in range(len(bounds)):
            present = {in_order(test) for test in tests[i]}
            for conditions in later[i:]:
                for condition, names in conditions:
                    # What does not speak of the value before could be tested earlier, and is.
                    if i and bounds[i - 1].name not in names:
                        continue
                    consequence = self.implied.without(condition, bounds[i:])
                    if consequence is None or (i and bounds[i - 1].name not in free_temps(consequence)):
                        continue
                    if in_order(consequence) not in present and not self._surely(consequence, bounds[:i]):
                        tests[i].append(consequence)
                        present.add(in_order(consequence))

    def _surely(self, condition: ir.Expr, bounds: list[ir.Bound]) -> bool:
        """Return whether a condition holds for all values of the open values before it, by what the rulebook says alone."""
        names = free_temps(condition)
        if len(names) != 1:
            return False
        bound = next(bound for bound in bounds if bound.name == names[0])
        try:
            return all(self.knowledge.value(condition, {bound.name: value}) for value in self._all_of(bound))
        except Unknown:
            return False

    def _all_of(self, bound: ir.Bound) -> tuple[int, ...]:
        """All values that an open value may have in any position."""
        try:
            return self.knowledge.values(bound.domain, {})
        except Unknown:
            return values_of(bound.type)


def _named_by(condition: ir.Expr, bounds: Sequence[ir.Bound]) -> frozenset[str]:
    """Return the names that a consequence of a condition may have: those in it, and in the domains of open values in it."""
    names = set(free_temps(condition))
    # A domain speaks only of open values before its own.
    for bound in reversed(bounds):
        if bound.name in names:
            names.update(free_temps(bound.domain))
    return frozenset(names)


def _is_sum(condition: ir.Expr) -> bool:
    """Return whether a condition says what a sum is."""
    return isinstance(condition, ir.Compare) and condition.operator == "=" and (
        isinstance(condition.left, ir.Arith) or isinstance(condition.right, ir.Arith))


def _solved(name: str, sign: ir.Comparison, left: ir.Expr, right: ir.Expr) -> tuple[ir.Comparison, ir.Expr] | None:
    """A comparison with a name alone on its left."""
    match left:
        case ir.Temp(item) if item == name:
            return sign, right
        case ir.Arith("+", ir.Temp(item), other) | ir.Arith("+", other, ir.Temp(item)) if item == name:
            return sign, ir.Arith("-", right, other)
        case ir.Arith("-", ir.Temp(item), other) if item == name:
            return sign, ir.Arith("+", right, other)
        case _:
            # Within other terms the name stays where it is.
            return None


def _domain_of(values: tuple[int, ...]) -> ir.Domain:
    if values and len(values) == values[-1] - values[0] + 1:
        return ir.RangeDomain(ir.Const(values[0]), ir.Const(values[-1]))
    return ir.ListDomain(ir.Values(values))


def _among(name: str, values: tuple[int, ...]) -> ir.Expr:
    """The test that a name stands for one of these values."""
    if len(values) == values[-1] - values[0] + 1:
        return ir.Member(ir.Temp(name), ir.RangeDomain(ir.Const(values[0]), ir.Const(values[-1])))
    mask = sum(1 << value - values[0] for value in values)
    return ir.Member(ir.Temp(name), ir.SetDomain(ir.Const(mask), values[0]))
