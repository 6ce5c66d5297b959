"""A function of the small language while it is written: its locals, labels, statements, and the names it knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import assert_never

from .....dsl import ir
from ..language import tree
from ..language.values import (
    LIMIT,
    Cond,
    CondShape,
    ListShape,
    ListVal,
    Num,
    NumShape,
    Several,
    Shape,
    TupleShape,
    Unsupported,
    Val,
    is_plain,
)
from .whole import Whole

# What can raise a fault, as it is noted.
FAULT, TOO_LONG, BEYOND, ROUND, FULL = 1, 2, 3, 4, 5
NOTHING = tree.Int(0)


class Code:
    """Statements are added to `out`; `env` has the value of each name of the program."""

    def __init__(self, whole: Whole) -> None:
        self.whole = whole
        self.width = whole.memory.width
        self.wide: list[bool] = []
        self.out: list[tree.Stmt] = []
        self.env: dict[str, Val] = {}
        # The ranges of names that are given several values, as far as they are known.
        self.ranges: dict[str, tuple[int, int]] = {}
        self.variables: frozenset[str] = frozenset()
        self.allocations = 0
        self.may_end = False
        self.over: Callable[[tree.Expr], tree.Stmt] = tree.Return
        # Where nothing is written: the slots that loops read, each read once, before anything else.
        self.reads: dict[int, Num] | None = None
        # The calls whose values are worked out once for all moves of a position.
        self.remembered: frozenset[ir.CallFunction] = frozenset()
        self.depth = 0
        # Who decided the step that is asked about.
        self.decider: Num | None = None
        # Where `stop` and `skip` go, the nearest loop last.
        self.loops: list[tuple[int, int]] = []

    # -- names and statements ------------------------------------------------------------------

    def local(self, wide: bool = True) -> tree.Local:
        """A new local."""
        self.wide.append(wide)
        return tree.Local(len(self.wide) - 1, wide)

    def label(self) -> int:
        """A new label."""
        return self.whole.label()

    def emit(self, *statements: tree.Stmt) -> None:
        """Add statements."""
        self.out.extend(statements)

    @contextmanager
    def nested(self) -> Iterator[list[tree.Stmt]]:
        """Inside, statements go into a list of their own."""
        around, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = around

    @contextmanager
    def block(self) -> Iterator[int]:
        """Inside, statements go into a block; gives its label."""
        label = self.label()
        with self.nested() as body:
            yield label
        if body:
            self.emit(tree.Block(label, tuple(body)))

    @contextmanager
    def loop(self) -> Iterator[int]:
        """Inside, statements go into a loop; gives its label."""
        label = self.label()
        self.depth += 1
        with self.nested() as body:
            yield label
        self.depth -= 1
        self.emit(tree.Loop(label, tuple(body)))

    @contextmanager
    def when(self, condition: tree.Expr) -> Iterator[None]:
        """Inside, statements are carried out when a condition holds."""
        with self.nested() as body:
            yield
        if body:
            self.emit(tree.If(condition, tuple(body)))

    @contextmanager
    def naming(self, name: str, value: Val) -> Iterator[None]:
        """Inside, a name has this value."""
        around = self.env.get(name)
        self.env[name] = value
        yield
        if around is not None:
            self.env[name] = around

    @property
    def body(self) -> tuple[tree.Stmt, ...]:
        """All statements of a function, what it reads once before the others."""
        first = (tree.Set(num.node, self.load(slot)) for slot, num in (self.reads or {}).items()
                 if isinstance(num.node, tree.Local))
        return (*first, *self.out)

    def load(self, slot: int) -> tree.Expr:
        """Return the value in a slot."""
        return tree.Load(tree.Mark(0), self.whole.memory.state + self.width * slot, self.width)

    # -- values ----------------------------------------------------------------------------------

    def in_local(self, node: tree.Expr, wide: bool = True) -> tree.Expr:
        """An expression that is worked out now, and can be written twice."""
        if isinstance(node, tree.Int | tree.Mark):
            return node
        local = self.local(wide)
        self.emit(tree.Set(local, node))
        return local

    def reusable(self, val: Val) -> Val:
        """A value that is worked out now, and can be used twice."""
        match val:
            case Num(node, low, high):
                return val if is_plain(node) else Num(self.in_local(node), low, high)
            case Cond(node):
                return val if is_plain(node) else Cond(self.in_local(node, wide=False))
            case ListVal(node, most, entry, fixed, known):
                return val if is_plain(node) else ListVal(self.in_local(node, wide=False), most, entry, fixed, known)
            case Several(items):
                return Several(tuple(map(self.reusable, items)))
            case _:
                assert_never(val)

    def settled(self, val: Val) -> Val:
        """A value that does not change any more, whatever is written or assigned: locals are copied too."""
        match val:
            case Num(node, low, high) if not isinstance(node, tree.Int):
                return Num(self.in_local(node), low, high)
            case Cond(node) if not isinstance(node, tree.Mark):
                return Cond(self.in_local(node, wide=False))
            case Several(items):
                return Several(tuple(map(self.settled, items)))
            case _:
                # A constant stays what it is, and a list is read where it lies.
                return self.reusable(val)

    def place_for(self, shape: Shape) -> Val:
        """New locals for a value of this shape, to be given one later."""
        match shape:
            case NumShape(low, high):
                return Num(self.local(), low, high)
            case CondShape():
                return Cond(self.local(wide=False))
            case ListShape(most, entry, fixed):
                return ListVal(self.local(wide=False), most, entry, fixed)
            case TupleShape(items):
                return Several(tuple(map(self.place_for, items)))
            case _:
                assert_never(shape)

    def assign(self, place: Val, val: Val) -> None:
        """Give locals of `place_for` a value."""
        match place, val:
            case (Num(tree.Local() as to), Num(node)) | (Cond(tree.Local() as to), Cond(node)):
                self.emit(tree.Set(to, node))
            case Num(tree.Local() as to), Cond(node):
                self.emit(tree.Set(to, tree.Widen(node)))
            case ListVal(tree.Local() as to), ListVal(node):
                self.emit(tree.Set(to, node))
            case Several(items), Several(others):
                for item, other in zip(items, others, strict=True):
                    self.assign(item, other)
            case _:
                # Two ways to a value may give values of different kinds.
                raise Unsupported("values of different kinds in one place")

    # -- what can raise a fault ---------------------------------------------------------------------

    def wrong(self, kind: int, site: int = 0, detail: tree.Expr = NOTHING, other: tree.Expr = NOTHING) -> None:
        """Note a fault, and trap."""
        self.emit(tree.Perform(tree.Call("wrong", (tree.Mark(kind), tree.Mark(site), detail, other)), gives=False), tree.Stop())

    def beyond_when(self, condition: tree.Expr) -> None:
        """Hand the game over to Python when a condition holds: what Python does then is not said here."""
        if condition == tree.Mark(1):
            self.wrong(BEYOND)
        elif condition != tree.Mark(0):
            with self.when(condition):
                self.wrong(BEYOND)

    def within(self, num: Num, low: int, high: int) -> Num:
        """A number that lies in a range, or else the game is handed over."""
        if low <= num.low and num.high <= high:
            return num
        if num.high < low or num.low > high:
            self.wrong(BEYOND)
            return Num(tree.Int(low), low, low)
        local = self.in_local(num.node)
        self.beyond_when(outside(local, num, low, high))
        return Num(local, max(low, num.low), min(high, num.high))

    def fault_unless(self, num: Num, low: int | None, high: int | None, site: int) -> Num:
        """A number that lies in a range, or else a fault at a place of the rulebook."""
        low = -LIMIT if low is None else low
        high = LIMIT if high is None else high
        if low <= num.low and num.high <= high:
            return num
        local = self.in_local(num.node)
        with self.when(outside(local, num, low, high)):
            self.wrong(FAULT, site, local)
        inside = max(low, num.low), min(high, num.high)
        return Num(local, *(inside if inside[0] <= inside[1] else (low, high)))

    def count_pass(self) -> None:
        """One pass more in this transition."""
        self.emit(tree.Set(LEFT, tree.Arith("sub", LEFT, tree.Int(1))))
        with self.when(tree.Test("lt_s", LEFT, tree.Int(0))):
            self.wrong(TOO_LONG)

    # -- room for lists --------------------------------------------------------------------------

    def allocated(self, entries: tree.Expr) -> tree.Local:
        """The address of new room for a list of this many entries (a mark)."""
        self.allocations += 1
        place = self.local(wide=False)
        count = tree.Arith("add", entries, tree.Mark(1), wide=False) if not isinstance(entries, tree.Mark) \
            else tree.Mark(entries.value + 1)
        size = times(count, self.width)
        self.emit(tree.Set(place, tree.Call("room", (size,))))
        return place

    @contextmanager
    def releasing(self) -> Iterator[None]:
        """Inside, no list that is made outlasts what is done there."""
        before = self.allocations
        with self.nested() as body:
            yield
        if self.allocations == before:
            self.emit(*body)
            return
        mark = self.local(wide=False)
        self.emit(tree.Set(mark, TOP), *body, tree.Set(TOP, mark))


TOP, LEFT = tree.Global("top", wide=False), tree.Global("left", wide=True)


def outside(node: tree.Expr, num: Num, low: int, high: int) -> tree.Expr:
    """Return whether a number lies outside a range, as far as that is not known."""
    tests: list[tree.Expr] = []
    # Below `low` the difference is a great number when it is read without a sign, so one comparison tests both ends.
    if num.low < low and num.high > high and high - low < LIMIT:
        shifted = tree.Arith("sub", node, tree.Int(low)) if low else node
        return tree.Test("gt_u", shifted, tree.Int(high - low))
    if num.low < low:
        tests.append(tree.Test("lt_s", node, tree.Int(low)))
    if num.high > high:
        tests.append(tree.Test("gt_s", node, tree.Int(high)))
    return any_of(tests)


def any_of(tests: Sequence[tree.Expr]) -> tree.Expr:
    """Return whether one of these conditions holds; all are worked out."""
    return reduce(lambda left, right: tree.Arith("or", left, right, wide=False), tests) if tests else tree.Mark(0)


def all_of(tests: Sequence[tree.Expr]) -> tree.Expr:
    """Return whether all of these conditions hold; all are worked out."""
    return reduce(lambda left, right: tree.Arith("and", left, right, wide=False), tests) if tests else tree.Mark(1)


def negated(node: tree.Expr) -> tree.Expr:
    """The opposite of a condition."""
    match node:
        case tree.Mark(value):
            return tree.Mark(int(not value))
        case tree.Not(operand):
            return operand
        case tree.Test(operator, left, right, wide):
            return tree.Test(OPPOSITE[operator], left, right, wide)
        case _:
            # Other conditions have no shorter opposite.
            return tree.Not(node)


OPPOSITE: dict[tree.TestOperator, tree.TestOperator] = {
    "eq": "ne", "ne": "eq", "lt_s": "ge_s", "ge_s": "lt_s", "gt_s": "le_s", "le_s": "gt_s", "lt_u": "ge_u", "ge_u": "lt_u",
    "gt_u": "le_u", "le_u": "gt_u"}


def times(node: tree.Expr, factor: int) -> tree.Expr:
    """A mark, multiplied."""
    match node:
        case tree.Mark(value):
            return tree.Mark(value * factor)
        case _:
            # Other marks are multiplied in play.
            pass
    if factor == 1:
        return node
    if factor & (factor - 1) == 0:
        return tree.Arith("shl", node, tree.Mark(factor.bit_length() - 1), wide=False)
    return tree.Arith("mul", node, tree.Mark(factor), wide=False)


def plus(node: tree.Expr, by: int) -> tree.Expr:
    """A mark so much greater."""
    match node:
        case tree.Mark(value):
            return tree.Mark(value + by)
        case tree.Arith("add", inner, tree.Mark(more), False):
            return tree.Arith("add", inner, tree.Mark(more + by), wide=False)
        case _:
            # Other marks are added to in play.
            return node if by == 0 else tree.Arith("add", node, tree.Mark(by), wide=False)
