"""The results of a playthrough: the steps that were played, and everything in it that fails."""

from __future__ import annotations

from typing import Literal

from attrs import field

from ....dsl.source.records import define, frozen
from ...game.state import Refusal, State
from ...game.viewing.event_log import EventRecord, PlayedStep
from ...runtime.chance import Dice
from ..lines.syntax import Playthrough

LAST_MOVES = 5


@frozen
class PlaythroughStep(PlayedStep):
    """One move or roll, and the position after it.

    `line` is the line of the playthrough that it comes from; 0 if it comes from none.
    """

    state: State
    line: int = 0


FailureKind = Literal["move", "expectation", "fault", "line", "limit"]


@frozen
class MoveRefusal:
    """A move that cannot be made: what was written, and the clauses that refuse it, the deciding one first.

    `part` is its place in the line. A text that is no move of the game is not `known`; then `nearest` are
    notations like it, the most alike first, and `spelled` is the one that differs from it in nothing but
    capitals, spaces and punctuation.
    """

    seat: str | None
    text: str
    part: int
    refusals: tuple[Refusal, ...]
    nearest: tuple[str, ...] = ()
    spelled: str | None = None
    known: bool = True

    def __str__(self) -> str:
        return self.text if self.seat is None else f"{self.seat}: {self.text}"


@frozen
class Failure:
    """Something in a playthrough that is not so: a move, an expectation, the rulebook itself, or another line.

    One of the kind `limit` only says that the play ends there, because chance has decided often enough.

    `expected` and `actual` are in words; `last_moves` are the moves before it; `applied` the
    clauses applied since the last line of moves; `blessed` is the line as it would have to be,
    where that can be said. `refused` tells of a move that cannot be made.
    """

    file: str
    line: int
    message: str
    expected: str
    actual: str
    last_moves: tuple[str, ...] = ()
    blessed: str | None = None
    kind: FailureKind = "line"
    applied: tuple[str, ...] = ()
    refused: MoveRefusal | None = None


class CannotGoOn(Exception):
    """A line that cannot be carried out: where the game stands after it is not known."""


@define
class PlaythroughState:
    """The state of a playthrough being played: its position, its way there, and the events since the last line of moves.

    `start` is the position the steps begin from, `start_line` the line that set it up (0 for a
    new game), `dice` what chance is drawn from where nothing is written.
    """

    state: State
    start: State
    dice: Dice | None
    start_line: int = 0
    steps: list[PlaythroughStep] = field(factory=list)
    happened: tuple[EventRecord, ...] = ()
    applied: frozenset[str] = frozenset()

    @property
    def events(self) -> tuple[str, ...]:
        """The events since the last line of moves, in words."""
        return tuple(map(str, self.happened))

    def copy(self) -> PlaythroughState:
        """The same, to go on from in another way."""
        return PlaythroughState(self.state, self.start, self.dice.copy() if self.dice is not None else None, self.start_line,
                                list(self.steps), self.happened, self.applied)

    def begin(self, start: State, line: int) -> None:
        """Go on from another position."""
        self.state = self.start = start
        self.start_line = line
        self.steps = []
        self.forget()

    def go_to(self, other: PlaythroughState) -> None:
        """Go on from where another play stands."""
        again = other.copy()
        self.state, self.start, self.dice, self.start_line = again.state, again.start, again.dice, again.start_line
        self.steps, self.happened, self.applied = again.steps, again.happened, again.applied

    def forget(self) -> None:
        """A new line of moves begins: what happened before is past."""
        self.happened, self.applied = (), frozenset()

    def last_moves(self) -> tuple[str, ...]:
        """The moves before this one, with who made them."""
        seats = self.state.rules.seats
        return tuple(step.notation if step.seat is None else f"{seats[step.seat]}: {step.notation}"
                     for step in self.steps[-LAST_MOVES:])


@define
class PlaythroughResult:
    """The result of a playthrough.

    `final` is where its main line stands at the end; None where a line that could not be carried
    out came last, or the rulebook fails before the first choice. `clauses` are all that were
    applied, `did` the rules that did something, `checks` says how many expectations were looked at,
    `moves` how many moves and rolls were made, those in branches included. `is_stuck` means that the
    last failure is a fault of the rulebook in what comes next, after all lines were played.
    """

    playthrough: Playthrough
    failures: list[Failure] = field(factory=list)
    clauses: set[str] = field(factory=set)
    did: set[str] = field(factory=set)
    checks: int = 0
    moves: int = 0
    final: PlaythroughState | None = None
    is_stuck: bool = False

    @property
    def mistakes(self) -> list[Failure]:
        """The failures of the lines: all but the last one where `is_stuck`."""
        return self.failures[:-1] if self.is_stuck else self.failures

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return not self.failures
