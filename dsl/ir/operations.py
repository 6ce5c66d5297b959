"""The compiled rules: operations, which cannot hand control out of the machine."""

from __future__ import annotations

from typing import Literal

from ..source.records import frozen
from ..types.types import Type
from .expressions import Domain, Expr, Slot


@frozen
class Let:
    """Name a value; a range is checked when it is given."""

    name: str
    value: Expr
    low: int | None = None
    high: int | None = None
    site: int = 0


@frozen
class Write:
    """Put a value into a slot; a range is checked when it is given."""

    to: Slot
    value: Expr
    low: int | None = None
    high: int | None = None
    site: int = 0


# INVARIANT: a list is its length, its entries, and 0 in the slots that are left. So equal lists have equal slots.
@frozen
class WriteList:
    """Put a list into the slots from `to` on."""

    to: Slot
    value: Expr
    limit: int
    site: int


# For lists `limit` stands here again, because a slot alone does not say how many may follow it.
@frozen
class Append:
    """Add an entry at the end of a list."""

    to: Slot
    value: Expr
    limit: int
    site: int


@frozen
class Remove:
    """Take the first entry with this value out of a list; nothing happens if there is none."""

    to: Slot
    value: Expr
    limit: int


@frozen
class If:
    """One of two runs of operations."""

    condition: Expr
    then: tuple[Op, ...]
    otherwise: tuple[Op, ...]


@frozen
class For:
    """Operations for each value of a domain; the domain is fixed at the start."""

    name: str
    domain: Domain
    condition: Expr | None
    key: Expr | None
    descending: bool
    body: tuple[Op, ...]


@frozen
class Loop:
    """Operations that repeat: while a condition holds, at most `times` times."""

    condition: Expr | None
    times: Expr | None
    body: tuple[Op, ...]
    site: int


@frozen
class Leave:
    """`stop` or `skip` in the nearest loop."""

    kind: Literal["stop", "skip"]


@frozen
class Do:
    """Carry out a rule that asks for nothing."""

    rule: str
    arguments: tuple[Expr, ...]
    site: int


@frozen
class Happen:
    """Record an event."""

    event: int
    values: tuple[Expr, ...]


# The game is over at once, whatever loops and rules are being carried out: a machine leaves all of them.
@frozen
class CheckEnds:
    """End the game by the first of these ends whose condition holds."""

    ends: tuple[int, ...]


@frozen
class MergeRegions:
    """Merge two regions of a board."""

    board: str
    first: Expr
    second: Expr
    site: int


@frozen
class Ensure:
    """A fault at `site` unless the condition holds."""

    condition: Expr
    site: int
    message: int | None


# The operations behind it, up to the next one, are those of its clause: by that, recording machines note which clause did
# something.
@frozen
class Touch:
    """Record that a clause is applied."""

    clause: str


@frozen
class Reach:
    """Tell a tracer that a statement is reached: its place, and the names that it may read, with their types and values.

    `variables` are those of the names that a statement can change. Only traced programs have it.
    """

    site: int
    names: tuple[tuple[str, Type, Expr], ...]
    variables: frozenset[str] = frozenset()


Op = (
    Let | Write | WriteList | Append | Remove | If | For | Loop | Leave | Do | Happen | CheckEnds | MergeRegions
    | Ensure | Touch | Reach
)
