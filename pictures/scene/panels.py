"""The values of players, sides, other owners and nobody, as panels."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...dsl import ir
from ...dsl.types.types import EnumType, IntType, ListType
from ...interpreter.game.viewing.observation import SPECTATOR, UNSEEN
from .cards import entries_of
from .model import Panel, PanelEntry, Stands, Token
from .pieces import Placement, is_kept, seat_of
from .values import Drawer


def panels(drawer: Drawer, placement: Placement) -> tuple[Panel, ...]:
    """The panels of a position, those of the players first, in the order of seats."""
    out = [_seat(drawer, placement, seat) for seat in range(len(drawer.seats))]
    out += _sides(drawer, placement)
    out += _others(drawer, placement)
    middle = _middle(drawer, placement)
    return (*out, *([middle] if middle is not None else []))


def _seat(drawer: Drawer, placement: Placement, seat: int) -> Panel:
    program, name = drawer.visible.rules.program, drawer.seats[seat]
    entries: list[PanelEntry] = []
    for field in _fields(drawer, placement):
        owner = field.owner
        assert owner is not None, "only fields of a player"
        for value in range(len(owner.members)):
            if owner.kind != "piece" and owner.kind != "side" and seat_of(owner, value) == seat:
                entries += _named(drawer, field, value, owner)
    entries += _pieces(drawer, placement, seat)
    entries += _secrets(drawer, seat)
    scores = drawer.visible.scores()
    # A score that stands among the fields is not shown twice.
    is_shown = scores is not None and not any(
        entry.text == str(scores[seat]) and entry.stands.field == "score" for entry in entries
    )
    return Panel(
        Stands("player", name),
        name,
        drawer.wardrobe.value(program.player, seat),
        str(scores[seat]) if scores is not None and is_shown else "",
        _is_to_move(drawer, seat),
        _partners(program, seat),
        tuple(entries),
    )


def _is_to_move(drawer: Drawer, seat: int) -> bool:
    who = drawer.visible.rules.decisions.to_move(drawer.visible.state)
    return isinstance(who, int) and who == seat


def _partners(program: ir.Program, seat: int) -> str:
    """The side of a player, if it has several."""
    side = program.side_of[seat]
    return program.side.members[side] if program.side_of.count(side) > 1 else ""


def _fields(drawer: Drawer, placement: Placement) -> Iterator[ir.FieldSlots]:
    """The fields of players that no board shows."""
    for field in drawer.visible.fields:
        if field.owner is None or field.owner.kind in ("space", "region", "row") or field.base in placement.drawn:
            continue
        if drawer.shown(field) not in ("nowhere", "board"):
            yield field


def _named(drawer: Drawer, field: ir.FieldSlots, value: int, owner: EnumType) -> Iterator[PanelEntry]:
    """A field of one owner; of one of several that a player has, with its name. Numbers are shown for all if for one."""
    every = range(len(owner.members))
    cells = [drawer.visible.cells(field, other) for other in every]
    # Hidden from the viewer for every owner, a field would be a question mark in each panel. The cards of a hand still show
    # how many.
    if cells and all(drawer.is_hidden(cell) for row in cells for cell in row) and drawer.shown(field) != "hand":
        return
    zeros = isinstance(field.type, IntType)
    for entry in entries_of(drawer, field, value, zeros):
        several = owner.owner is not None and len(owner.members) > len(owner.owner.members)
        own = drawer.written(owner, value).rpartition(".")[2]
        yield evolve(entry, caption=f"{drawer.words.caption(own)}: {entry.caption}") if several else entry


def _pieces(drawer: Drawer, placement: Placement, seat: int | None) -> Iterator[PanelEntry]:
    """The pieces of a seat, or of nobody, that stand nowhere on a board or card."""
    for shape in drawer.visible.rules.program.pieces:
        for (owner, where), tokens in placement.others(shape).items():
            if owner == seat:
                kind = drawer.words.caption(shape.type.name)
                label = f"{kind} · {where}" if where else kind
                yield PanelEntry(Stands("pieces", where, shape.type.name), label, "", tuple(tokens))


def _secrets(drawer: Drawer, seat: int) -> Iterator[PanelEntry]:
    """The choices that a player has made in secret."""
    rules, visible = drawer.visible.rules, drawer.visible
    # While a secret round goes on, even a picture of everything shows only that something was chosen.
    observation = rules.observer.observe(visible.state, visible.viewer if visible.viewer is not None else SPECTATOR)
    for name in rules.observer.secret_names():
        if name in observation and name.endswith(f" by {drawer.seats[seat]}"):
            text = drawer.words.word("made") if observation[name] == UNSEEN else observation[name]
            yield PanelEntry(Stands("secret", "", name), drawer.words.caption(name.rpartition(" by ")[0]), text)


def _sides(drawer: Drawer, placement: Placement) -> Iterator[Panel]:
    """The sides of several players, with what they have together."""
    side = drawer.visible.rules.program.side
    fields = [field for field in _fields(drawer, placement) if field.owner == side and side.kind == "side"]
    for value, name in enumerate(side.members if fields else ()):
        entries = tuple(
            entry for field in fields for entry in entries_of(drawer, field, value, isinstance(field.type, IntType))
        )
        yield Panel(Stands("side", name), drawer.member(side, value), drawer.wardrobe.value(side, value), entries=entries)


def _others(drawer: Drawer, placement: Placement) -> Iterator[Panel]:
    """Fields of the words of enums, and those of spaces that the look file wants beside the board: a panel for each owner."""
    enums = [
        field
        for field in _fields(drawer, placement)
        if field.owner is not None and field.owner.kind == "enum" and seat_of(field.owner, 0) is None
    ]
    off_boards = [
        field
        for field in drawer.visible.fields
        if field.owner is not None and field.owner.kind in ("space", "region") and drawer.shown(field) in ("hand", "beside")
    ]
    # Owners in the order of the fields, so that a panel stays where it is from picture to picture.
    fields = [*enums, *off_boards]
    for owner in dict.fromkeys(field.owner for field in fields):
        assert owner is not None, "only fields of a player"
        of_owner = [field for field in fields if field.owner == owner]
        entries = [entry for value in _values_of(drawer, owner) for entry in _together(drawer, of_owner, owner, value)]
        if entries:
            yield Panel(Stands("enum", owner.name), drawer.words.caption(owner.name), entries=tuple(entries))


def _together(drawer: Drawer, fields: list[ir.FieldSlots], owner: EnumType, value: int) -> Iterator[PanelEntry]:
    """The fields of one owner, each with its name."""
    for field in fields:
        for entry in entries_of(drawer, field, value):
            yield evolve(entry, caption=f"{drawer.member(owner, value)}: {entry.caption}")


def _values_of(drawer: Drawer, owner: EnumType) -> Iterator[int]:
    """The values of a type; of regions only those that are not part of another."""
    roots = next((board.roots for board in drawer.visible.rules.program.boards if board.region == owner), None)
    for value in range(len(owner.members)):
        if roots is None or drawer.visible.slots[roots + value] == value:
            yield value


def _middle(drawer: Drawer, placement: Placement) -> Panel | None:
    """The fields that belong to nobody and hold something; rows in lists are shown as cards."""
    entries: list[PanelEntry] = []
    for field in drawer.visible.fields:
        is_cards = isinstance(field.type, ListType) and getattr(field.type.element, "kind", "") == "row"
        if (
            field.owner is None
            and field.base not in placement.drawn
            and not is_cards
            and not is_kept(drawer.visible.rules.program, field)
        ):
            entries += entries_of(drawer, field, None) if drawer.shown(field) not in ("nowhere", "board") else ()
    entries += _pieces(drawer, placement, None)
    caption = drawer.words.word("middle")
    return Panel(Stands("middle"), caption, entries=tuple(entries)) if entries else None


def shown_tokens(panel: Panel) -> Iterator[Token]:
    """All tokens of a panel."""
    for entry in panel.entries:
        yield from entry.tokens
