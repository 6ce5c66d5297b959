"""The views of players on a position: fields, choices made in secret, moves and events as they see them.

A viewer is a seat, or SPECTATOR, who sees what all see.
"""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from ....dsl import ir
from ...machine.machine import DecisionPoint
from ...runtime.cells import Cell
from ...runtime.move_codes import encode
from ..table.cells_by_name import CellsByName
from ..table.decisions import Decisions
from ..table.values import Position

UNSEEN = "(secret)"


class _Spectator:
    """Stands for a viewer without a seat."""

    def __repr__(self) -> str:
        return "SPECTATOR"


SPECTATOR = _Spectator()
Viewer = int | _Spectator


@frozen
class SecretChoice:
    """A choice made in secret: the player, the clause of the choice, and how it is written."""

    player: int
    clause: str
    notation: str


class Observer:
    """The views of viewers at a table: fields, choices made in secret, and who sees what is decided."""

    def __init__(self, cells: CellsByName, decisions: Decisions) -> None:
        self.cells, self.decisions, self.program = cells, decisions, decisions.program
        self._hidden: dict[Viewer, frozenset[str]] = {}

    def hidden(self, viewer: Viewer) -> frozenset[str]:
        """The names of the cells that a viewer may not see."""
        if viewer not in self._hidden:
            self._hidden[viewer] = frozenset(
                cell.name for cell in self.cells.values()
                if cell.field is not None and not _sees_cell(self.program, cell.field, cell, viewer))
        return self._hidden[viewer]

    def observe(self, position: Position, viewer: Viewer) -> dict[str, str]:
        """Return the view of a viewer: the cells of fields that are not hidden from them, and the secret choices made."""
        hidden = self.hidden(viewer)
        observation = {name: self.cells.written(position, cell)
                       for name, cell in self.cells.existing(position).items() if name not in hidden}
        for choice in self.made_in_secret(position):
            name = secret_name(self.decisions.seats, choice.clause, choice.player)
            observation[name] = choice.notation if choice.player == viewer else UNSEEN
        return observation

    def as_seen(self, position: Position, viewer: Viewer) -> tuple[int, ...]:
        """The slots of a position with all that is hidden from a viewer as it is at the start of the game."""
        s, start = list(position.slots), self.program.start
        for name in self.hidden(viewer):
            cell = self.cells[name]
            # Not zeros: 0 may be no value of the type. What a cell holds at the start tells nobody anything.
            s[cell.slots] = start[cell.slots]
        return tuple(s)

    @cached_property
    def keeps_secrets(self) -> bool:
        """Whether there is anything in this game that not all players see."""
        program = self.program
        decided = any(point.secret is not None or point.audience is not None for point in self.decisions.points)
        announced = any(audience is not None for event in program.events for audience in event.audiences)
        return decided or announced or any(field.seen_by is not None for field in program.fields)

    # -- choices ----------------------------------------------------------------------------------

    def secret_names(self) -> list[str]:
        """Return the names of all choices that may be made in secret."""
        seats = self.decisions.seats
        clauses = dict.fromkeys(point.clause for point in self.decisions.points if point.secret is not None)
        return [secret_name(seats, clause, player) for clause in clauses for player in range(len(seats))]

    def made_in_secret(self, position: Position) -> tuple[SecretChoice, ...]:
        """The choices that are made and not revealed yet, in the order in which the players were asked."""
        point = self.decisions.point(position)
        if point is None or point.secret is None:
            return ()
        s, secret = list(position.slots), point.secret
        # The number above those of the kinds is that of a player who had nothing to choose.
        return tuple(_secret_choice(self.program, point, secret, s, place) for place in range(s[secret.place])
                     if 0 < s[secret.kinds + place] <= len(point.kinds))

    def audience_of(self, position: Position) -> frozenset[int] | None:
        """The seats that ever see what is decided at this point; None when all do, or when all will."""
        point = self.decisions.point(position)
        if point is None or point.audience is None:
            return None
        s = list(position.slots)
        seats = point.audience(s)
        return seats if point.player is None else seats | {point.player(s)}

    def revealed(self, before: Position, choice: SecretChoice, after: Position) -> tuple[SecretChoice, ...]:
        """The choices that a choice just made reveals: those of all players, when it is the last of them."""
        so_far = self.made_in_secret(before)
        point = self.decisions.point(before)
        goes_on = len(self.made_in_secret(after)) == len(so_far) + 1
        return () if point is None or point.secret is None or goes_on else (*so_far, choice)


def _sees_cell(program: ir.Program, field: ir.FieldSlots, cell: Cell, viewer: Viewer) -> bool:
    if field.seen_by is None:
        return True
    if field.seen_by == "nobody" or field.owner is None or cell.owner is None or not isinstance(viewer, int):
        return False
    if field.owner.kind != "player":
        return program.side_of[viewer] == cell.owner
    return viewer == cell.owner or (field.seen_by == "side"
                                    and program.side_of[viewer] == program.side_of[cell.owner])


def secret_name(seats: list[str], clause: str, player: int) -> str:
    """Return how a choice that is made in secret is called: `vote by Anna`."""
    return f"{clause} by {seats[player]}"


def _secret_choice(program: ir.Program, point: DecisionPoint, secret: ir.SecretRound, s: list[int], place: int) -> SecretChoice:
    number = s[secret.kinds + place] - 1
    kind, end = point.kinds[number], program.blocks[point.block].end
    assert isinstance(end, ir.ChooseMove), "a secret is chosen"
    code = encode(end.moves[number].bound, tuple(s[base + place] for base in secret.values[number]))
    player = s[secret.order + 1 + place]
    # The notation may speak of the player, so it is written as if it were their turn.
    then = list(s)
    then[secret.place], then[secret.player] = place, player
    return SecretChoice(player, point.clause, kind.written(then, code))
