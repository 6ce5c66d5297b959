"""What each player may know of a position: fields, choices made in secret, moves and events as he sees them.

A viewer is a seat, or SPECTATOR, who sees what all see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...dsl import ir
from ..machine.machine import Point
from ..runtime.cells import Cell, write_cell
from ..runtime.move_codes import encode
from .state import State

if TYPE_CHECKING:
    from .rules import Rules

UNSEEN = "(secret)"


class _Spectator:
    """Stands for somebody who looks on and has no seat."""

    def __repr__(self) -> str:
        return "SPECTATOR"


SPECTATOR = _Spectator()
Viewer = int | _Spectator


@frozen
class Made:
    """What somebody has chosen in a secret choice: who, in which choice, and how it is written."""

    player: int
    clause: str
    notation: str


# ---- Fields --------------------------------------------------------------------------------------


def hidden_cells(rules: Rules, viewer: Viewer) -> frozenset[str]:
    """The names of the cells that a viewer may not see."""
    return frozenset(cell.name for cell in rules.cells.values()
                     if cell.field is not None and not _sees_cell(rules.program, cell.field, cell, viewer))


def _sees_cell(program: ir.Program, field: ir.FieldSlots, cell: Cell, viewer: Viewer) -> bool:
    if field.seen_by is None:
        return True
    if field.seen_by == "nobody" or field.owner is None or cell.owner is None or not isinstance(viewer, int):
        return False
    if field.owner.kind != "player":
        return program.side_of[viewer] == cell.owner
    return viewer == cell.owner or (field.seen_by == "side"
                                    and program.side_of[viewer] == program.side_of[cell.owner])


def observe(rules: Rules, state: State, viewer: Viewer) -> dict[str, str]:
    """What a viewer sees: the cells of the fields that are not hidden from him, and the choices made in secret."""
    hidden = rules.hidden(viewer)
    seen = {name: write_cell(state.slots, cell, rules.seats) for name, cell in rules.standing_cells(state).items()
            if name not in hidden}
    for made in made_in_secret(rules, state):
        seen[secret_name(rules, made.clause, made.player)] = made.notation if made.player == viewer else UNSEEN
    return seen


def secret_name(rules: Rules, clause: str, player: int) -> str:
    """How a choice that is made in secret is called: `vote by Anna`."""
    return f"{clause} by {rules.seats[player]}"


def secret_names(rules: Rules) -> list[str]:
    """What all choices that may be made in secret are called."""
    clauses = dict.fromkeys(point.clause for point in rules.machine.points if point is not None and point.secret is not None)
    return [secret_name(rules, clause, player) for clause in clauses for player in range(len(rules.seats))]


# ---- Choices -------------------------------------------------------------------------------------


def made_in_secret(rules: Rules, state: State) -> tuple[Made, ...]:
    """The choices that are made and not revealed yet, in the order in which the players were asked."""
    point = rules.point(state)
    if point is None or point.secret is None:
        return ()
    s, kept = list(state.slots), point.secret
    return tuple(_made(rules, point, kept, s, place) for place in range(s[kept.place])
                 if 0 < s[kept.kinds + place] <= len(point.kinds))


def _made(rules: Rules, point: Point, kept: ir.SecretRound, s: list[int], place: int) -> Made:
    number = s[kept.kinds + place] - 1
    kind, end = point.kinds[number], rules.program.blocks[point.block].end
    assert isinstance(end, ir.ChooseMove), "a secret is chosen"
    code = encode(end.moves[number].bound, tuple(s[base + place] for base in kept.values[number]))
    player = s[kept.order + 1 + place]
    # The notation may speak of the player, so it is written as if it were his turn.
    then = list(s)
    then[kept.place], then[kept.player] = place, player
    return Made(player, point.clause, kind.written(then, code))


def audience_of(rules: Rules, state: State) -> frozenset[int] | None:
    """The seats that ever see what is decided at this point; None when all do, or when all will."""
    point = rules.point(state)
    if point is None or point.audience is None:
        return None
    s = list(state.slots)
    seats = point.audience(s)
    return seats if point.player is None else seats | {point.player(s)}


def revealed(rules: Rules, before: State, made: Made, after: State) -> tuple[Made, ...]:
    """The choices that a choice just made reveals: those of all players, when it is the last of them."""
    so_far = made_in_secret(rules, before)
    point = rules.point(before)
    goes_on = len(made_in_secret(rules, after)) == len(so_far) + 1
    return () if point is None or point.secret is None or goes_on else (*so_far, made)
