"""A choice to the moves of its kinds that are refused now, by the requirement that refuses them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..machine.machine import MoveKind
from ..runtime.faults import Fault
from .moves.candidates import written_if_any
from .table.decisions import Decisions
from .table.values import Position

# Of a kind of move with more combinations of values than these, a spread of them is looked at.
MAX_ATTEMPTS = 20_000


@frozen
class RefusedMoves:
    """A move that a requirement refuses, with its message, and how many others it refuses."""

    notation: str
    clause: str
    message: str
    others: int


def refused_now(decisions: Decisions, position: Position) -> tuple[RefusedMoves, ...]:
    """Return the refused moves of the choice at hand, in the order of the rulebook. Raises RulebookFault."""
    point = decisions.point(position)
    s = list(position.slots)
    try:
        return () if point is None else tuple(moves for kind in point.kinds for moves in _of_kind(kind, s))
    except Fault as fault:
        raise decisions.machine.fault(fault) from None


def _of_kind(kind: MoveKind, s: list[int]) -> Iterator[RefusedMoves]:
    if kind.refused is None:
        return
    legal = {code - kind.first for code in kind.legal(s)}
    by_requirement: dict[int, list[int]] = {}
    # Evenly spread: neighbouring codes differ in the last value alone, and are mostly refused for the same reason.
    for code in range(0, kind.count, max(1, kind.count // MAX_ATTEMPTS)):
        failed = [] if code in legal else kind.refused(s, code)
        # What is outside the domain, or fails the condition of its kind, is no move. What fails nowhere is alike another.
        if failed and failed[0] >= 0 and kind.guards[failed[0]].id != kind.id:
            by_requirement.setdefault(failed[0], []).append(code)
    for place, codes in sorted(by_requirement.items()):
        notations = ((code, written_if_any(kind, s, code)) for code in codes)
        code, notation = next(((code, text) for code, text in notations if text is not None), (codes[0], kind.id))
        yield RefusedMoves(notation, kind.guards[place].id, kind.messages[place](s, code), len(codes) - 1)
