"""A program while it is lowered: its memory, and what its functions share."""

from __future__ import annotations

from collections import Counter
from itertools import count

from attrs import frozen

from .....dsl import ir
from .....dsl.types.types import size
from ...backend import phases
from ...plan.alike import PiecesAlike
from ...plan.listing import Planner
from ...plan.loop_budget import LoopBudget
from ..language import tree
from ..language.values import Shape, Unsupported
from ..layout.constants import Constants
from ..layout.extras import Extras
from ..layout.memory import CODES_KEPT, MemoryLayout
from ..layout.note_places import NotePlaces
from ..layout.slots import SlotRanges

# What is no greater is written where it is called; and what is called once, if it is no greater than that.
SMALL, ONCE = 30, 400
# The most expressions that are lowered; a rulebook that needs more is played in Python.
MOST_WORK = 4_000_000


@frozen
class FunctionVersion:
    """A function that was written for arguments of these shapes."""

    name: str
    shapes: tuple[Shape, ...]
    params: tuple[bool, ...]
    shape: Shape
    allocates: bool
    may_end: bool


class Whole:
    """The state that the functions of a module share while they are written. `width` are the bytes of a word in memory."""

    def __init__(self, program: ir.Program, width: int, extras: Extras) -> None:
        self.program = program
        self.budget = LoopBudget(program)
        # As the Python generator does first, so that the same loops are counted.
        self.counts = self.budget.is_long(
            (tuple(block.ops for block in program.blocks), tuple(block.end for block in program.blocks))
        )
        self.planner, self.alike = Planner(program, self.budget), PiecesAlike(program)
        self.tables = dict(program.tables)
        self.slots = SlotRanges(program)
        self.phases = {clause: i for i, clause in enumerate(phases(program))}
        offered = max((_codes_at(block.end) for block in program.blocks), default=0)
        self.may_overflow = offered > CODES_KEPT
        # Codes take 4 bytes as long as all fit: most lists of codes are then half as large.
        most = max((_highest_code(block.end) for block in program.blocks), default=0)
        self.memory = MemoryLayout(width, program.size, len(self.phases), program.players, min(offered, CODES_KEPT),
                                   4 if most < 1 << 31 else 8, max((_kinds(block.end) for block in program.blocks), default=1),
                                   len(extras.figures), int(extras.invariants and bool(program.step_invariants)))
        self.constants = Constants(self.memory, self.tables)
        self.noted = NotePlaces(program, self.memory) if self.memory.keeps_before else None
        self.boards = {board.name: board for board in program.boards}
        self.functions = {function.name: function for function in program.functions}
        self.procedures = {procedure.name: procedure for procedure in program.procedures}
        self.written: list[tree.Function] = []
        # Where what is worked out once for a position is kept.
        self.cells: dict[object, int] = {}
        self._labels, self._spent = count(1), 0
        self._sizes, self._called = _measured(program)
        self._inlined: dict[str, bool] = {}
        # Of each function and rule the versions; None is written where it is called.
        self.made: dict[str, list[FunctionVersion | None]] = {}
        self.names: set[str] = set()
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
            # Without recursion the size of a function is asked of no function that waits for it.
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


def _codes_at(end: ir.Terminator) -> int:
    """Return how many codes there can be at a point."""
    match end:
        case ir.ChooseMove(moves=moves):
            return sum(move.count for move in moves)
        case ir.RollValue(bound=bound):
            return size(bound.type)
        case _:
            # No codes are listed at other ends.
            return 0


def _highest_code(end: ir.Terminator) -> int:
    match end:
        case ir.ChooseMove(moves=moves):
            return max((move.first + move.count for move in moves), default=0)
        case ir.RollValue(bound=bound):
            return size(bound.type)
        case _:
            # No codes are listed at other ends.
            return 0


def _kinds(end: ir.Terminator) -> int:
    return len(end.moves) if isinstance(end, ir.ChooseMove) else 1


def _measured(program: ir.Program) -> tuple[dict[str, tuple[int, list[str]]], Counter[str]]:
    """The size of each function and rule with what it calls, and how often each is called."""
    sizes: dict[str, tuple[int, list[str]]] = {}
    called: Counter[str] = Counter()
    for name, body in ((*((function.name, function.value) for function in program.functions),
                        *((procedure.name, procedure.body) for procedure in program.procedures))):
        sizes[name] = _size_of(body)
        called.update(sizes[name][1])
    others = (program.blocks, program.ends, program.scores)
    called.update(_size_of(others)[1])
    return sizes, called


_NO_NODE = (int, str, tuple, type(None))


def _size_of(body: object) -> tuple[int, list[str]]:
    size_, names = 0, []
    for node in ir.nodes_inside(body):
        if not isinstance(node, _NO_NODE):
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
    counts: Counter[str] = Counter()
    for body in (*(procedure.body for procedure in program.procedures), *(block.ops for block in program.blocks)):
        counts.update(_lets(body))
    return frozenset(name for name, times in counts.items() if times > 1)


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
