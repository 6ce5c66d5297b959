"""The record of one move: its steps in order, each with what it looked at, what it changed, and the position after it."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ...dsl.source.span import Span
from ..game.table.values import Refusal

StepKind = Literal["begin", "move", "roll", "clause", "statement"]
TestKind = Literal["requirement", "exception", "end", "condition"]


@frozen
class TapeTest:
    """A condition that was looked at: that of a requirement, an exception, an end of the game, or of `must`.

    `level` counts the requirements and exceptions that it stands under. `says` is the statement of its clause.
    """

    kind: TestKind
    clause: str
    holds: bool
    level: int
    says: str


@frozen
class TracedChange:
    """A value that changed: its cell or name, and the values before and after, as the rulebook writes them."""

    cell: str
    before: str
    after: str


@frozen
class TapeStep:
    """A place that play reached: the move itself, a clause that is applied, or a statement.

    `callers` are the places in the tape of the steps that carry out the rules around, the outermost first; `values` are the
    names that a statement may read, with their values. `computed` are the functions that were worked out, `events` what
    happened. `changes` are those of fields; `assigned` those of names of the rule, as far as a later statement may read them.
    `slots` is the position after the step.
    """

    kind: StepKind
    clause: str
    span: Span
    callers: tuple[int, ...]
    values: tuple[tuple[str, str], ...]
    tests: tuple[TapeTest, ...]
    computed: tuple[str, ...]
    changes: tuple[TracedChange, ...]
    events: tuple[str, ...]
    slots: tuple[int, ...]
    assigned: tuple[TracedChange, ...] = ()


@frozen
class Tape:
    """A move or roll that was carried out, or that the rules refuse, or that led to a fault.

    `seat` is the name of who decides (None: chance, or the beginning of the game). `around` are the rules that were being
    carried out before it, the outermost first. `before` is the position before it. A tape that is `cut` has more steps than
    a tape holds.
    """

    seat: str | None
    notation: str
    around: tuple[str, ...]
    before: tuple[int, ...]
    steps: tuple[TapeStep, ...]
    refusals: tuple[Refusal, ...] = ()
    fault: str | None = None
    ended: str | None = None
    cut: bool = False
