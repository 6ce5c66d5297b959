"""The wall around code generators: what the machine gets of a program, whichever generator wrote it.

A generator fills `GeneratedProgram`; at each table that is a `Backend`. Nobody but a generator knows how its functions
are called or where they are kept. A generator that only plays whole games (WebAssembly) fills none of this: it needs
the program and `phases`, and must agree with the reference in slots, codes, blocks and `MAX_BLOCKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from attrs import field

from ...dsl import ir
from ...dsl.source.records import frozen
from ..runtime.faults import Fault
from ..runtime.step_counter import StepCounter

# A transition that runs through more blocks than these without a choice never comes to one.
MAX_BLOCKS = 100_000

# One vector of small integers holds everything that changes. Its first two slots are the machine's own:
# the block where the rules wait, and the number of the end by which the game ended, from 1 (0: it goes on).
Vector = list[int]
BLOCK, ENDED = 0, 1

# Makes random choices one after the other in a state, with draws from 0 to 1, up to a limit. Gives the steps made, the block
# that comes next, the end that was reached (-1: none), how many more blocks may be carried out before the next choice, and on
# the way the choices, the moves offered in all of them together, and in the widest.
Run = tuple[int, int, int, int, int, int, int]
RandomRun = Callable[[Vector, Callable[[], float], int], Run]


def phases(program: ir.Program) -> tuple[str, ...]:
    """The ids of the phases, in the order in which their entries are counted."""
    return tuple(clause.id for clause in program.clauses if clause.kind == "phase")


class Watch(Protocol):
    """The listener to functions that trace: they call it where they carry something out, in order."""

    def reached(self, site: int, s: Vector, values: tuple[int, ...]) -> None:
        """Hear of a statement that is reached, by its place, with the values of the names that it may read."""
        ...

    def touched(self, clause: str, s: Vector) -> None:
        """Hear of a clause that is applied."""
        ...

    def called(self, rule: str, s: Vector) -> None:
        """Hear of a rule that is carried out from where play stands."""
        ...

    def returned(self, s: Vector) -> None:
        """Hear that the rule that was called last is done."""
        ...

    def computed(self, function: str) -> None:
        """Hear of a function of the rulebook whose value is worked out."""
        ...

    def picked(self, sites: tuple[int, ...], holds: tuple[bool, ...]) -> tuple[bool, ...]:
        """Hear of the exceptions to a rule or function that were looked at, and whether each applies; return the same."""
        ...

    def ended(self, end: int, holds: bool) -> bool:
        """Hear of an end of the game that was looked at; return whether it has come."""
        ...

    def ensured(self, site: int, holds: bool) -> bool:
        """Hear of a condition that must hold at a place; return whether it does."""
        ...


@frozen(eq=False)
class Notes:
    """The notes of generated code; only functions that record fill more than `entries`.

    `entries` counts how often each phase is entered, `clauses` are the ids of the clauses applied, `did` those that did
    something, `events` the numbers of events with their values, `opened` the values shown: each with the kind and the
    number of who sees it, and its site. With a `watch`, functions trace: they call it.
    """

    entries: list[int]
    clauses: set[str] = field(factory=set)
    did: set[str] = field(factory=set)
    events: list[tuple[int, tuple[int, ...]]] = field(factory=list)
    opened: list[tuple[object, str, int | None, int]] = field(factory=list)
    watch: Watch | None = None

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Inside, notes are taken that are forgotten afterwards."""
        clauses, did, events, opened = set(self.clauses), set(self.did), len(self.events), len(self.opened)
        try:
            yield
        finally:
            self.clauses.intersection_update(clauses)
            self.did.intersection_update(did)
            del self.events[events:]
            del self.opened[opened:]

    def forget(self) -> None:
        """Forget the notes so far; the entries of phases stay."""
        self.clauses.clear()
        self.did.clear()
        self.events.clear()
        self.opened.clear()


@frozen(eq=False)
class MoveFunctions:
    """The functions of a kind of move, or of the outcomes of a roll. Each of them may raise Fault.

    A `code` counts from 0 here. `legal(s)` lists the legal codes, counted from the kind's first; `enter(s, code)` carries one
    out and gives the next block; `written(s, code)` is its notation. `refused(s, code)` gives the places of the requirements
    that fail (below 0: an open value is out of its domain, see `move_codes.out_of_domain_place`), `messages` say what each
    requirement asks, `lifting(s, code, place)` gives the exceptions to exceptions by which one of them counts again.
    `note(s, code)` notes what a legal code applies before it is carried out. `possible(s)` says whether `legal(s)` lists
    any; it is there where the rules say what comes when there is no legal move. `looked(s, code)` lists the requirements
    and exceptions that are looked at, up to the one that refuses: each with its id, its depth and whether it holds; functions
    that trace have it.
    """

    legal: Callable[[Vector], list[int]]
    enter: Callable[[Vector, int], int]
    written: Callable[[Vector, int], str]
    refused: Callable[[Vector, int], list[int]] | None = None
    messages: tuple[Callable[[Vector, int], str], ...] = ()
    note: Callable[[Vector, int], None] | None = None
    lifting: Callable[[Vector, int, int], list[str]] | None = None
    possible: Callable[[Vector], bool] | None = None
    looked: Callable[[Vector, int], list[tuple[str, int, bool]]] | None = None


@frozen(eq=False)
class PointFunctions:
    """The functions of a block that waits, as `machine.DecisionPoint` describes them.

    `listed(s)` gives what `legal(s)` of each kind does; it is there where kinds share what they work out.
    """

    kinds: tuple[MoveFunctions, ...]
    player: Callable[[Vector], int] | None = None
    weight: Callable[[Vector, int], int] | None = None
    says: Callable[[Vector], str] | None = None
    audience: Callable[[Vector], frozenset[int]] | None = None
    listed: Callable[[Vector], list[list[int]]] | None = None


class Backend(Protocol):
    """The functions of a program at one table. All work on a state in place, and raise Fault and GameOver."""

    @property
    def counter(self) -> StepCounter:
        """The loop budget, which the machine renews before each transition."""
        ...

    @property
    def is_watched(self) -> bool:
        """Whether a caller compares the calls: then no call is left out whose result is known."""
        ...

    @property
    def blocks(self) -> Sequence[Callable[[Vector], int] | None]:
        """For each block the function that carries it out and gives the next: one with a function, or one that waits.

        None for a block that a generator writes into the only one that leads to it. Which blocks these are is its own affair: a
        generator that leaves part of a program to another takes `block_function` of those, as `tests/backends/walked.py` does.
        """
        ...

    @property
    def points(self) -> Sequence[PointFunctions | None]:
        """For each block that waits its functions."""
        ...

    @property
    def texts(self) -> Sequence[Callable[..., str]]:
        """For each text of the program the function that fills it: of a state, and of the values of its names."""
        ...

    @property
    def ends(self) -> Sequence[Callable[[Vector, int], Any] | None]:
        """For each end what ranks a player or side (or says whether it wins); None for ends that are always drawn."""
        ...

    @property
    def scores(self) -> Sequence[Callable[[Vector, int], int]]:
        """For each score of the program its value for a player or side."""
        ...

    @property
    def invariants(self) -> Sequence[Callable[[Vector], bool]]:
        """For each invariant of positions whether it holds; each has a loop budget of its own, so that some can be left out."""
        ...

    @property
    def step_invariants(self) -> Sequence[Callable[..., bool]]:
        """For each invariant of steps whether it holds.

        The arguments are the state after the step, the one before it, for each kind of event the values of those that
        happened, the ids of the clauses applied, and the seat that decided (-1: chance).
        """
        ...

    def evaluate(self, value: ir.Expr, tables: tuple[tuple[str, tuple[Any, ...]], ...] = ()) -> Callable[[Vector], Any]:
        """An expression that is no part of the program, as a function of the state; `tables` are its own."""
        ...

    def block_function(self, block: ir.Block) -> Callable[[Vector], int]:
        """The function of one block, alone: of a block of the program, or of another that leads to blocks of it."""
        ...

    def random_run(self, points: tuple[int, ...]) -> RandomRun | None:
        """The function that makes random choices at these points, up to another block, or to a choice without a legal move.

        Each of the points has one kind of move, or equally likely outcomes. The function raises Fault. None where it would
        take longer to write than it saves.
        """
        ...

    def applied(self, fault: Fault) -> tuple[str, ...]:
        """The clauses that were being applied when a fault was raised, the innermost last."""
        ...


class GeneratedProgram(Protocol):
    """A program with its code. Tables share what is written, and nothing that changes while they play."""

    @property
    def program(self) -> ir.Program:
        """The program."""
        ...

    @property
    def origin(self) -> str | None:
        """A digest of the texts and options that the program was made from; None where it was made from something else."""
        ...

    def backend(self, seats: list[str], notes: Notes, record: bool) -> Backend:
        """The functions at a table with these names for the seats.

        With `record`, they fill all of `notes`; with a `watch` there, they trace.
        """
        ...
