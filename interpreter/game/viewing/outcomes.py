"""The machine at a position that ends a game to how it ended: who stands where, and the scores."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from operator import itemgetter
from typing import Any

from ....dsl import ir
from ...backends.backend import ENDED
from ...machine.machine import Machine
from ..table.values import Outcome, Position

Ranking = tuple[tuple[int, ...], ...]
# The most outcomes that are kept.
MOST_WINNERS = 4096


class Endings:
    """The ends of games at a table. All methods raise RulebookFault."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.program = machine, machine.program
        # Many games end alike: who wins by an end, by the values of its players or sides.
        self._winners: dict[tuple[int, tuple[Any, ...]], tuple[str, tuple[int, ...]]] = {}
        # The same by the slots that these values follow from, where a look at the program shows these.
        self._by_slots: dict[tuple[int, object], tuple[str, tuple[int, ...]]] = {}

    def winners_of(self, s: list[int]) -> tuple[str, tuple[int, ...]]:
        """The clause by which a game that is over ended, and the seats that won. Raises Fault."""
        ended = s[ENDED]
        read = self._read[ended - 1]
        if read is None:
            return self._winners_now(s)
        key = ended, read(s)
        ending = self._by_slots.get(key)
        if ending is None:
            ending = self._winners_now(s)
            if len(self._by_slots) >= MOST_WINNERS:
                # Emptied as a whole when it is full: to find out which entry is the oldest would cost more than it saves.
                self._by_slots.clear()
            self._by_slots[key] = ending
        return ending

    def _winners_now(self, s: list[int]) -> tuple[str, tuple[int, ...]]:
        """As `winners_of`, by the values of all players or sides."""
        number = s[ENDED] - 1
        self.machine.counter.begin()
        value = self.machine.functions.ends[number]
        keys = () if value is None else tuple([value(s, i) for i in self._units[number]])
        ending = self._winners.get((number, keys))
        if ending is None:
            end = self.program.ends[number]
            ranking, won = _ranked(self.program, end, keys)
            ending = end.id, ranking[0] if won else ()
            if len(self._winners) >= MOST_WINNERS:
                self._winners.clear()
            self._winners[number, keys] = ending
        return ending

    @cached_property
    def _read(self) -> tuple[Callable[[list[int]], object] | None, ...]:
        """The slots that the values of each end follow from alone; None where they may need more than that."""
        return tuple(_slots_of(end.value) for end in self.program.ends)

    @cached_property
    def _units(self) -> tuple[range, ...]:
        """The numbers of the players or sides that each end ranks."""
        return tuple(range(len(members_of(self.program, end.of))) for end in self.program.ends)

    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        with self.machine.locating_faults():
            return outcome_of(self.machine, list(position.slots)) if position.slots[ENDED] else None

    def outcome_by(self, position: Position, end: str) -> Outcome:
        """Return how the game would be over if it ended now by this end."""
        number = next(i for i, ending in enumerate(self.program.ends) if ending.id == end)
        with self.machine.locating_faults():
            return outcome_by(self.machine, list(position.slots), number)

    def scores(self, position: Position) -> tuple[int, ...] | None:
        """The score of each seat, if the rulebook counts scores."""
        with self.machine.locating_faults():
            return scores_of(self.machine, list(position.slots))


def outcome_of(machine: Machine, s: list[int]) -> Outcome:
    """Return how a game that is over ended. Raises Fault."""
    return outcome_by(machine, s, s[ENDED] - 1)


def outcome_by(machine: Machine, s: list[int], number: int) -> Outcome:
    """Return how a game is over that ends in this position by the end with this number. Raises Fault."""
    ranking, won = ranking_of(machine, s, number)
    return Outcome(machine.program.ends[number].id, ranking, ranking[0] if won else (), scores_of(machine, s))


def ranking_of(machine: Machine, s: list[int], number: int) -> tuple[Ranking, bool]:
    """Groups of seats, the best first, by the end with this number, and whether the first of them wins. Raises Fault."""
    program = machine.program
    end = program.ends[number]
    if end.kind == "drawn":
        return (tuple(range(program.players)),), False
    value = machine.functions.ends[number]
    assert value is not None, "an end that is not drawn ranks the players"
    return _ranked(program, end, tuple([value(s, i) for i in range(len(members_of(program, end.of)))]))


def _ranked(program: ir.Program, end: ir.Ending, keys: tuple[Any, ...]) -> tuple[Ranking, bool]:
    """As `ranking_of`, by the values of all players or sides."""
    if end.kind == "drawn":
        return (tuple(range(program.players)),), False
    units = members_of(program, end.of)
    if end.kind == "winners":
        groups = [[i for i, key in enumerate(keys) if key], [i for i, key in enumerate(keys) if not key]]
    else:
        ordered = sorted(set(keys), reverse=end.descending)
        groups = [[i for i, key in enumerate(keys) if key == place] for place in ordered]
    # An end may find no winners: then its only group is that of all others, and nobody has won.
    ranking = tuple(tuple(sorted(seat for i in group for seat in units[i])) for group in groups if group)
    return ranking, len(groups[0]) == 1 if end.drawn_when_tied else bool(groups[0])


def scores_of(machine: Machine, s: list[int]) -> tuple[int, ...] | None:
    """The score of each seat, if the rulebook counts scores. Raises Fault."""
    program = machine.program
    if not program.scores:
        return None
    owner, _, _ = program.scores[0]
    score = machine.functions.scores[0]
    return tuple(score(s, seat if owner == "player" else program.side_of[seat]) for seat in range(program.players))


# What gives the same value whenever the slots that it reads are the same.
PLAIN = (ir.Slot, ir.Const, ir.Temp, ir.Compare, ir.Arith, ir.Negate, ir.Both, ir.Either, ir.Not, ir.IfElse, int, str, tuple)


def _slots_of(value: ir.Expr | None) -> Callable[[list[int]], object] | None:
    """Return a reader of the slots that a value for a player or side follows from alone; None where it may need more."""
    if value is None:
        return lambda _: None
    parts = tuple(ir.inside(value))
    slots = [part for part in parts if isinstance(part, ir.Slot)]
    # A slot with steps depends on the player or side, or on another slot: then the reader would have to work it out.
    if any(slot.steps for slot in slots) or not all(isinstance(part, PLAIN) for part in parts):
        return None
    return itemgetter(*sorted({slot.base for slot in slots})) if slots else lambda _: None


def members_of(program: ir.Program, owner: str) -> Ranking:
    """The seats of each player (each alone) or of each side."""
    seats = range(program.players)
    if owner == "player":
        return tuple((seat,) for seat in seats)
    return tuple(tuple(seat for seat in seats if program.side_of[seat] == side) for side in range(len(program.side.members)))
