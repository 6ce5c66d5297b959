"""A program to functions that note each call: what they were given, and the result. Fills `backends.backend`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import evolve, frozen

from .....dsl import ir
from ....runtime.faults import GameOver
from ...backend import MoveFunctions, Notes, PointFunctions, Vector
from ..functions import PythonFunctions
from ..late import LateScript
from ..program import PythonProgram
from ..script import Script
from .parts import names_in

Evaluated = tuple[ir.Expr, tuple[tuple[str, tuple[Any, ...]], ...]]


@frozen(cache_hash=True)
class FunctionCall:
    """A call: the function by its name, or an expression that is no part of the program, and the arguments."""

    function: str | Evaluated
    arguments: tuple[Any, ...]


@frozen
class Gave:
    """The outcome of a call: what it gave, the state after it, what it noted, and how many passes it counted.

    `over` is the end by which the game ended. None stands for an outcome that cannot be compared.
    """

    value: Any
    state: tuple[int, ...]
    notes: tuple[Any, ...]
    passes: int
    over: int | None = None


Outcome = Gave | None


class Calls:
    """The calls to the functions of one table, each once: their results, and the names that expressions refer to."""

    def __init__(self) -> None:
        self.gave: dict[FunctionCall, Outcome] = {}
        self.named: dict[Evaluated, frozenset[str]] = {}
        self._first: dict[object, Any] = {}
        self._collecting: list[dict[FunctionCall, None]] = []

    @contextmanager
    def collected(self) -> Iterator[dict[FunctionCall, None]]:
        """Collect the calls that are made inside."""
        self._collecting.append({})
        try:
            yield self._collecting[-1]
        finally:
            self._collecting.pop()

    def note(self, call: FunctionCall, outcome: Outcome) -> None:
        """Note a call. What gives different things at different times cannot be compared."""
        call = self.interned(call)
        self.gave[call] = outcome if self.gave.get(call, outcome) == outcome else None
        for calls in self._collecting:
            calls[call] = None

    def interned(self, value: Any) -> Any:
        """The first value that is equal to this one: many calls are about the same states."""
        return self._first.setdefault(value, value)


class WatchedProgram:
    """A program with its Python, of which every table notes the calls. Fills `backends.backend.GeneratedProgram`."""

    def __init__(self, program: ir.Program) -> None:
        self.written, self.program, self.origin = PythonProgram(program), program, None
        self.calls = Calls()

    def backend(self, seats: list[str], notes: Notes, record: bool) -> WatchedFunctions:
        """The functions at a table; only what records is watched."""
        assert record, "what is watched notes what it applies"
        return WatchedFunctions(self.program, self.written.recording, seats, notes, self.calls)


class WatchedFunctions(PythonFunctions):
    """The functions of a script at a table; each call from outside is noted."""

    is_watched = True

    def __init__(self, program: ir.Program, script: Script | LateScript, seats: list[str], notes: Notes, calls: Calls) -> None:
        super().__init__(program, script, seats, notes)
        self.calls = calls
        self.blocks = [self._watched(function) for function in self.blocks]
        self.points = [None if point is None else self._watched_point(point) for point in self.points]
        self.texts = [self._watched(function) for function in self.texts]
        self.ends = [self._watched(function) for function in self.ends]
        self.scores = [self._watched(function) for function in self.scores]
        self.invariants = [self._watched(function) for function in self.invariants]
        self.step_invariants = [self._watched(function) for function in self.step_invariants]

    def evaluate(self, value: ir.Expr, tables: tuple[tuple[str, tuple[Any, ...]], ...] = ()) -> Callable[[Vector], Any]:
        """As for every table; the function notes its calls too."""
        function = super().evaluate(value, tables)
        self.calls.named[value, tables] = frozenset(names_in(function.__code__))
        return self._noting(function, (value, tables))

    def _watched_point(self, point: PointFunctions) -> PointFunctions:
        kinds = tuple(self._watched_kind(kind) for kind in point.kinds)
        return evolve(point, kinds=kinds, **{name: self._watched(getattr(point, name))
                                             for name in ("player", "weight", "says", "audience", "listed")})

    def _watched_kind(self, kind: MoveFunctions) -> MoveFunctions:
        names = ("legal", "enter", "written", "refused", "note", "lifting", "possible")
        return evolve(kind, messages=tuple(map(self._watched, kind.messages)),
                      **{name: self._watched(getattr(kind, name)) for name in names})

    def _watched(self, function: Any) -> Any:
        """A function that notes its calls; none for none."""
        return None if function is None else self._noting(function, function.__name__)

    def _noting(self, function: Callable[..., Any], known_by: str | Evaluated) -> Callable[..., Any]:
        notes, interned = self.notes, self.calls.interned

        def noting(s: Vector, *others: Any) -> Any:
            call = FunctionCall(known_by, (interned(tuple(s)), *map(frozen_form, others)))
            before = set(notes.clauses), set(notes.did), list(notes.events), list(notes.opened)
            entries, left = list(notes.entries), self.counter.left
            notes.forget()
            value, over, is_fault = None, None, True
            try:
                value = function(s, *others)
                is_fault = False
                return value
            except GameOver as ended:
                over, is_fault = ended.end, False
                raise
            finally:
                self.calls.note(call, None if is_fault else Gave(
                    frozen_form(value), interned(tuple(s)), interned(noted_in(notes, entries)), left - self.counter.left, over))
                _put_back(notes, before)

        return noting


def _put_back(notes: Notes, before: tuple[set[str], set[str], list[Any], list[Any]]) -> None:
    """Add the notes of before to those of now."""
    notes.clauses.update(before[0])
    notes.did.update(before[1])
    notes.events[:0] = before[2]
    notes.opened[:0] = before[3]


def noted_in(notes: Notes, entries: list[int]) -> tuple[Any, ...]:
    """Notes in a form that is compared; `entries` are those of phases before."""
    entered = () if notes.entries == entries else tuple(
        current - then for current, then in zip(notes.entries, entries, strict=True))
    return frozenset(notes.clauses), frozenset(notes.did), frozen_form(notes.events), frozen_form(notes.opened), entered


def frozen_form(value: Any) -> Any:
    """A value in which lists, sets and mappings are replaced by what is hashed and compared."""
    match value:
        case [int(), *_] if isinstance(value, list):
            # All entries of a list are of one kind.
            return tuple(value)
        case list() | tuple():
            return tuple(map(frozen_form, value))
        case set() | frozenset():
            return frozenset(value)
        case dict():
            return tuple((key, frozen_form(item)) for key, item in value.items())
        case _:
            # Numbers, texts and the like are compared as they are.
            return value
