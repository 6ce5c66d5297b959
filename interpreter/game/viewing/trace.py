"""The notes of a recording machine to words: the events with their audiences, the values shown, the clauses applied."""

from __future__ import annotations

from ....dsl import ir
from ...backends.backend import ENDED
from ...canonical.effects import askers
from ...machine.machine import DecisionPoint, Machine
from ...runtime.cells import write
from ..table.values import Position
from .event_log import EventRecord, ShownValue, Trace
from .observation import SecretChoice
from .outcomes import outcome_of


def carried_out(machine: Machine, slots: tuple[int, ...], block: int, code: int) -> list[int]:
    """The state after a legal choice or outcome at a block, on a recording machine; what was noted before is forgotten.

    Raises Fault and RulebookFault.
    """
    machine.notes.forget()
    s = list(slots)
    point = machine.points[block]
    assert point is not None, "the rules wait where something is decided"
    kind = point.kind_of(code)
    # The move is legal; its requirements are tested again where it is noted which clauses they apply.
    if kind.refused is not None:
        kind.refused(s, code - kind.first)
    if kind.note is not None:
        kind.note(s, code - kind.first)
    if point.player is None:
        # What could have come, and how likely, is worked out again where it is noted by which clauses.
        machine.outcomes(s, point)
    machine.notes.clauses.add(point.clause)
    machine.notes.did.update(askers(point.clause, machine.by_id))
    machine.apply(s, point, code)
    if s[ENDED]:
        # Once more where it is noted which functions rank the players.
        outcome_of(machine, s)
    return s


def trace_of(machine: Machine, seats: list[str]) -> Trace:
    """Return the notes of a machine since it last forgot; `seats` are the names of the players."""
    program = machine.program
    happened = tuple(event_in_words(program, seats, number, values) for number, values in machine.notes.events)
    opened = tuple(ShownValue(site, value, None if to is None else _seats_of(program, kind, to))
                   for value, kind, to, site in machine.notes.opened)
    return Trace(happened, clauses_noted(machine), opened=opened, did=frozenset(machine.notes.did))


def clauses_noted(machine: Machine) -> frozenset[str]:
    """The clauses applied since a machine last forgot, and the events that happened."""
    return frozenset(machine.notes.clauses | {machine.program.events[number].name for number, _ in machine.notes.events})


def made_in(before: Position, point: DecisionPoint, code: int) -> SecretChoice | None:
    """Return the choice made in a position by the move with this code, if it is a secret choice."""
    if point.secret is None or point.player is None:
        return None
    s = list(before.slots)
    kind = point.kind_of(code)
    return SecretChoice(point.player(s), point.clause, kind.written(s, code - kind.first))


def event_in_words(program: ir.Program, names: list[str], number: int, values: tuple[int, ...]) -> EventRecord:
    """Return an event with its values in words, by its number; `names` are those of the seats."""
    shape = program.events[number]
    words = tuple(write(type_, value, names) for (_, type_), value in zip(shape.params, values, strict=True))

    def seats(audience: int | str | None) -> frozenset[int] | None:
        if not isinstance(audience, int):
            return None if audience is None else frozenset()
        is_player = shape.params[audience][1] == program.player
        return _seats_of(program, "player" if is_player else "side", values[audience])

    return EventRecord(shape.name, words, tuple(map(seats, shape.audiences)), tuple(name for name, _ in shape.params))


def _seats_of(program: ir.Program, kind: str, value: int) -> frozenset[int]:
    """The seats of a `player`, or of a `side`."""
    return frozenset({value} if kind == "player" else
                     (seat for seat, side in enumerate(program.side_of) if side == value))
