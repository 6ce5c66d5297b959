"""A program while it is lowered: its memory, and the functions that are written so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from types import MappingProxyType

from attrs import frozen

from ....dsl import ir
from ....dsl.types.types import size
from ..backend import phases
from ..plan.listing import Planner
from ..plan.loop_budget import LoopBudget
from ..python.choices import ChoiceWriter
from . import calls, operations, tree
from .building import TOP, Code
from .constants import Constants
from .memory import CODES_KEPT, Memory
from .slots import Slots
from .values import LIMIT, Cond, CondShape, Listed, ListShape, Num, NumShape, Several, Shape, Unsupported, Val, fits, joined

# What is no greater is written where it is called; and what is called once, if it is no greater than that.
SMALL, ONCE = 30, 400
# The most versions of a function, one for each range of its arguments.
VERSIONS = 3
# The most expressions that are lowered; a rulebook that needs more is played in Python.
MOST_WORK = 4_000_000
# So often the ranges of names that are given several values are worked out anew.
ROUNDS = 4


@frozen
class Made:
    """A function that was written for arguments of these shapes."""

    name: str
    shapes: tuple[Shape, ...]
    params: tuple[bool, ...]
    shape: Shape
    allocates: bool
    may_end: bool


class Whole:
    """The state that the functions of a module share while they are written. `width` are the bytes of a word in memory.

    `tables` are used beside those of the program.
    """

    def __init__(self, program: ir.Program, width: int,
                 tables: Mapping[str, tuple[object, ...]] = MappingProxyType({})) -> None:
        self.program = program
        self.budget = LoopBudget(program)
        # As the Python generator does first, so that the same loops are counted.
        self.counts = self.budget.is_long(
            (tuple(block.ops for block in program.blocks), tuple(block.end for block in program.blocks))
        )
        self.plan = ChoiceWriter(program, record=False, planner=Planner(program, self.budget))
        self.slots = Slots(program)
        self.phases = {clause: i for i, clause in enumerate(phases(program))}
        offered = max((_codes_at(block.end) for block in program.blocks), default=0)
        self.may_overflow = offered > CODES_KEPT
        most = max((_highest_code(block.end) for block in program.blocks), default=0)
        self.memory = Memory(width, program.size, len(self.phases), program.players, min(offered, CODES_KEPT),
                             4 if most < 1 << 31 else 8, max((_kinds(block.end) for block in program.blocks), default=1))
        self.constants = Constants(self.memory, {**tables, **dict(program.tables)})
        self.boards = {board.name: board for board in program.boards}
        self.functions = {function.name: function for function in program.functions}
        self.straights = {straight.name: straight for straight in program.straights}
        self.written: list[tree.Function] = []
        # Where what is worked out once for a position is kept.
        self.cells: dict[object, int] = {}
        self._labels, self._spent = count(1), 0
        self._sizes, self._called = _measured(program)
        self._inlined: dict[str, bool] = {}
        self._made: dict[str, list[Made | None]] = {}
        self._names: set[str] = set()
        self.variables = _variables(program)

    def spend(self) -> None:
        """One expression more is lowered. Raises Unsupported when that is too much."""
        self._spent += 1
        if self._spent > MOST_WORK:
            raise Unsupported(f"more than {MOST_WORK:,} expressions to lower")

    def label(self) -> int:
        """A new label."""
        return next(self._labels)

    def phase_at(self, clause: str) -> int | None:
        """The address at which the entries of a phase are counted; None for other clauses."""
        place = self.phases.get(clause)
        return None if place is None else self.memory.entries + 8 * place

    def is_inlined(self, name: str) -> bool:
        """Return whether a function or rule is written where it is called."""
        if name not in self._inlined:
            whole = self._whole_size(name)
            self._inlined[name] = whole <= SMALL or (self._called[name] == 1 and whole <= ONCE)
        return self._inlined[name]

    def _whole_size(self, name: str) -> int:
        """The size of a function with what is written into it."""
        own, inner = self._sizes[name]
        return own + sum(self._whole_size(text) for text in inner if self.is_inlined(text))

    def size_of(self, node: object) -> int:
        """Return how many parts a part of the program has, with what is written where it is called."""
        own, inner = _size_of(node)
        return own + sum(self._whole_size(text) for text in inner if self.is_inlined(text))

    # -- functions -----------------------------------------------------------------------------

    def once(self, name: str, params: tuple[bool, ...], gives: bool | None, write: Callable[[Code], object],
             export: str | None = None, pure: bool = False) -> None:
        """Write a function unless it is there; `write` makes locals for its parameters first. `pure` ones write no slots."""
        if name in self._names:
            return
        self._names.add(name)
        code = self.code()
        code.reads = {} if pure else None
        write(code)
        self.written.append(tree.Function(name, params, tuple(code.wide), gives, code.body, export))

    def code(self) -> Code:
        """A new function, with nothing in it."""
        code = Code(self)
        code.variables = self.variables
        return code

    def settled(self, write: Callable[[Code], None]) -> Code:
        """A function, written until the ranges of names that are given several values are known."""
        ranges: dict[str, tuple[int, int]] = {}
        attempt = 0
        while True:
            attempt += 1
            code = self.code()
            code.ranges = dict(ranges)
            write(code)
            if code.ranges == ranges:
                return code
            # Ranges that go on growing have no limit.
            wider = {name for name, found in code.ranges.items() if ranges.get(name) != found}
            ranges = code.ranges | (dict.fromkeys(wider, (-LIMIT, LIMIT)) if attempt >= ROUNDS else {})

    def function(self, name: str, shapes: tuple[Shape, ...]) -> Made | None:
        """A function of the rulebook for arguments of these shapes; None if it must be written where it is called."""
        return self._version(name, shapes, self._function)

    def rule(self, name: str, shapes: tuple[Shape, ...]) -> Made:
        """A rule that asks for nothing, for arguments of these shapes."""
        made = self._version(name, shapes, self._rule)
        assert made is not None, "a rule gives nothing"
        return made

    def _version(self, name: str, shapes: tuple[Shape, ...],
                 write: Callable[[str, str, tuple[Shape, ...]], Made | None]) -> Made | None:
        versions = self._made.setdefault(name, [])
        for version in versions:
            if version is None or all(map(fits, shapes, version.shapes)):
                return version
        if versions:
            last = versions[-1]
            assert last is not None, "what is written in place has one version"
            shapes = tuple(map(joined, shapes, last.shapes))
        if len(versions) >= VERSIONS:
            shapes = tuple(map(_widest, shapes))
        made = write(name, f"{name}.{len(versions)}", shapes)
        versions.append(made)
        return made

    def _function(self, name: str, called: str, shapes: tuple[Shape, ...]) -> Made | None:
        function = self.functions[name]
        code = self.code()
        code.env.update(_params(code, function.params, shapes))
        params = tuple(code.wide)
        code.reads = {}
        mark = code.local(wide=False)
        if self.budget.is_long_call(function.value):
            code.count_pass()
        val = calls.value_of(code, function.value)
        if isinstance(val, Several):
            return None
        shape, node, gives = _given(val)
        allocates = isinstance(val, Listed) and not isinstance(val.node, tree.Mark)
        body = list(code.body)
        if code.allocations and not allocates:
            result = code.local(gives)
            body = [tree.Set(mark, TOP), *body, tree.Set(result, node), tree.Set(TOP, mark)]
            node = result
        body.append(tree.Return(node))
        self.written.append(tree.Function(called, params, tuple(code.wide), gives, tuple(body)))
        return Made(called, shapes, params, shape, allocates and code.allocations > 0, may_end=False)

    def _rule(self, name: str, called: str, shapes: tuple[Shape, ...]) -> Made:
        straight = self.straights[name]

        def write(code: Code) -> None:
            code.env.update(_params(code, straight.params, shapes))
            code.over = tree.Return
            with code.releasing():
                operations.carried_out(code, straight)

        code = self.settled(write)
        params = tuple(code.wide[: len(straight.params)])
        body = (*code.out, tree.Return(tree.Mark(0))) if code.may_end else tuple(code.out)
        gives = False if code.may_end else None
        self.written.append(tree.Function(called, params, tuple(code.wide), gives, body))
        return Made(called, shapes, params, NumShape(0, 0), allocates=False, may_end=code.may_end)


def _params(code: Code, names: tuple[str, ...], shapes: tuple[Shape, ...]) -> dict[str, Val]:
    """The parameters of a function, each a local."""
    return {name: code.place_for(shape) for name, shape in zip(names, shapes, strict=True)}


def _given(val: Val) -> tuple[Shape, tree.Expr, bool]:
    """Return the result of a function: its shape, the value, and whether it is a word."""
    match val:
        case Num(node, low, high):
            return NumShape(low, high), node, True
        case Cond(node):
            return CondShape(), node, False
        case Listed(node, most, entry, fixed):
            return ListShape(most, entry, fixed), node, False
    raise Unsupported("a function that gives several values")


def _widest(shape: Shape) -> Shape:
    match shape:
        case NumShape():
            return NumShape(-LIMIT, LIMIT)
        case ListShape(_, NumShape()):
            return ListShape(1 << 20, NumShape(-LIMIT, LIMIT), fixed=False)
    return shape


def _codes_at(end: ir.Terminator) -> int:
    """Return how many codes there can be at a point."""
    match end:
        case ir.ChooseMove(moves=moves):
            return sum(move.count for move in moves)
        case ir.RollValue(bound=bound):
            return size(bound.type)
    return 0


def _highest_code(end: ir.Terminator) -> int:
    match end:
        case ir.ChooseMove(moves=moves):
            return max((move.first + move.count for move in moves), default=0)
        case ir.RollValue(bound=bound):
            return size(bound.type)
    return 0


def _kinds(end: ir.Terminator) -> int:
    return len(end.moves) if isinstance(end, ir.ChooseMove) else 1


def _measured(program: ir.Program) -> tuple[dict[str, tuple[int, list[str]]], Counter[str]]:
    """The size of each function and rule with what it calls, and how often each is called."""
    sizes: dict[str, tuple[int, list[str]]] = {}
    called: Counter[str] = Counter()
    for name, body in ((*((function.name, function.value) for function in program.functions),
                        *((straight.name, straight.body) for straight in program.straights))):
        sizes[name] = _size_of(body)
        called.update(sizes[name][1])
    others = (program.blocks, program.ends, program.scores)
    called.update(_size_of(others)[1])
    return sizes, called


def _size_of(body: object) -> tuple[int, list[str]]:
    size_, names = 0, []
    for node in ir.inside(body):
        if not isinstance(node, int | str | tuple | None):
            size_ += 1
        if isinstance(node, ir.CallFunction):
            names.append(node.function)
        elif isinstance(node, ir.Do):
            names.append(node.rule)
        elif isinstance(node, ir.Supposed):
            # Twice: what is supposed is called, and never written in its place.
            names += [node.rule, node.rule, node.function, node.function]
    return size_, names


def _variables(program: ir.Program) -> frozenset[str]:
    """The names that operations give more than one value."""
    found: Counter[str] = Counter()
    for body in (*(straight.body for straight in program.straights), *(block.ops for block in program.blocks)):
        found.update(_lets(body))
    return frozenset(name for name, times in found.items() if times > 1)


def _lets(operations_: tuple[ir.Op, ...]) -> list[str]:
    out: list[str] = []
    for operation in operations_:
        match operation:
            case ir.Let(name):
                out.append(name)
            case ir.If(_, then, otherwise):
                out += _lets(then) + _lets(otherwise)
            case ir.For(body=body) | ir.Loop(body=body):
                out += _lets(body)
            case _:
                # Other operations give no names and hold no operations.
                pass
    return out
