"""The decisions of positions: where the rules wait, and what may be decided there."""

from __future__ import annotations

from collections.abc import Iterator

from ...backends.backend import BLOCK, ENDED
from ...machine.machine import DecisionPoint, Machine, MoveKind
from .machines import Machines
from .values import Choice, Position


class _Chance:
    """Stands for the player who makes chance moves."""

    def __repr__(self) -> str:
        return "CHANCE"


CHANCE = _Chance()


class Decisions:
    """The decisions of positions: where the rules wait, who is to move, and the codes of what may come."""

    def __init__(self, machines: Machines) -> None:
        self.program, self.seats, self._machines = machines.program, machines.seats, machines
        self._codes_of_last: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        self._legal_in_last: tuple[tuple[int, ...], dict[MoveKind, frozenset[int]]] = ((), {})

    @property
    def machine(self) -> Machine:
        """The machine that plays; it is made when it is first asked for."""
        return self._machines.plain

    @property
    def points(self) -> Iterator[DecisionPoint]:
        """All points where the rules may wait."""
        return (point for point in self.machine.points if point is not None)

    def point_at(self, block: int) -> DecisionPoint:
        """Return the point of a block in which the rules wait."""
        point = self.machine.points[block]
        assert point is not None, "the rules wait there"
        return point

    def point(self, position: Position) -> DecisionPoint | None:
        """Return where the rules wait, or None when the game is over."""
        return None if position.slots[ENDED] else self.machine.points[position.slots[BLOCK]]

    def to_move(self, position: Position) -> int | _Chance | None:
        """The seat whose choice it is, CHANCE, or None when the game is over."""
        point = self.point(position)
        if point is None:
            return None
        return CHANCE if point.player is None else point.player(list(position.slots))

    def mover(self, position: Position) -> str:
        """Return who decides next: the name of a seat, `chance`, or `nobody` when the game is over."""
        who = self.to_move(position)
        return "nobody" if who is None else self.seats[who] if isinstance(who, int) else "chance"

    def ended_by(self, position: Position) -> str:
        """The id of the end by which a finished game ended."""
        return self.program.ends[position.slots[ENDED] - 1].id

    def legal_codes(self, position: Position) -> tuple[int, ...]:
        """The codes of what may happen next, in the order of the rulebook. Empty when the game is over.

        Those of the last position are kept. Raises RulebookFault when there is none and the game goes on.
        """
        point = self.point(position)
        if point is None:
            return ()
        slots, codes = self._codes_of_last
        # By identity, which costs nothing: a position that is asked about several times in a row is the same object.
        if slots is not position.slots:
            s = list(position.slots)
            codes = tuple(self.machine.legal(s, point) if point.player else self.machine.outcomes(s, point)[0])
            self._codes_of_last = (position.slots, codes)
        return codes

    def legal_of_kind(self, kind: MoveKind, s: list[int]) -> frozenset[int]:
        """The legal codes of a kind of move. Those of the last position are kept. Raises Fault."""
        slots, known = self._legal_in_last
        state = tuple(s)
        # By value here: callers hand over lists, and a list that was changed must not find the answers of before.
        if slots != state:
            known = {}
            self._legal_in_last = (state, known)
        if kind not in known:
            known[kind] = frozenset(kind.legal(s))
        return known[kind]

    def choices(self, position: Position) -> tuple[Choice, ...]:
        """Return the choices and outcomes that may come next, in the order of the rulebook. Empty when the game is over.

        Raises RulebookFault when two moves that are offered are written alike.
        """
        point = self.point(position)
        if point is None:
            return ()
        s = list(position.slots)
        if point.player is None:
            outcomes, weights = self.machine.outcomes(s, point)
            weighed = weights or [1] * len(outcomes)
            return tuple(_choice(s, point, code, None, weight) for code, weight in zip(outcomes, weighed, strict=True))
        player = point.player(s)
        codes = self.legal_codes(position)
        choices = tuple(_choice(s, point, code, player) for code in codes)
        # Notations are at hand here, so the comparison is cheap. The machine only says which two are alike.
        if len({choice.notation for choice in choices}) < len(choices):
            self.machine.require_distinct(s, point, codes)
        return choices

    def choice(self, position: Position, code: int) -> Choice:
        """The choice or outcome with a code, in a position of a game that goes on."""
        point, s = self.point(position), list(position.slots)
        assert point is not None, "the game goes on"
        return _choice(s, point, code, None if point.player is None else point.player(s))


def _choice(s: list[int], point: DecisionPoint, code: int, player: int | None, weight: int = 1) -> Choice:
    kind = point.kind_of(code)
    return Choice(kind.written(s, code - kind.first), kind.id, player, code, weight)
