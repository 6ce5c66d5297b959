"""Rows of tables as cards: what they say, their fields, and what lies on them."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl import ir
from ...dsl.types.conversion import bases_of
from ...dsl.types.types import EnumType, ListType, Type
from .model import Card, CardGroup, PanelEntry, Stands
from .pieces import Placement
from .values import Drawer

# A table with more rows than these shows only those on which something is.
MOST_ROWS = 24
# What stands for a value that the viewer may not see.
UNSEEN = "?"


def groups(drawer: Drawer, placement: Placement) -> tuple[CardGroup, ...]:
    """The tables whose rows are on the table: rows that have fields, or that pieces or lists may name."""
    tables = (
        CardGroup(Stands("table", table.name), drawer.words.caption(table.name), tuple(_cards(drawer, placement, table)))
        for table in _tables(drawer)
    )
    # Places of pieces are shown empty too; other rows only where there is something of them.
    placed = {table.name for table in _places(drawer)}
    return tuple(
        group for group in tables if group.cards and (group.stands.value in placed or any(map(_has_something, group.cards)))
    )


def _has_something(card: Card) -> bool:
    return bool(card.lies or card.entries or card.tokens)


def _places(drawer: Drawer) -> Iterator[EnumType]:
    """The tables on whose rows pieces may stand."""
    for field in drawer.visible.fields:
        if field.owner is not None and field.owner.kind == "piece":
            yield from _rows_in(field.type)


def _tables(drawer: Drawer) -> Iterator[EnumType]:
    """The tables whose rows have fields, lie in a list of nobody, or are places of pieces."""
    tables: dict[str, EnumType] = {}
    for field in drawer.visible.fields:
        if drawer.shown(field) == "nowhere":
            continue
        if field.owner is not None and field.owner.kind == "row":
            tables.setdefault(field.owner.name, field.owner)
        if field.owner is None or field.owner.kind == "piece":
            for table in _rows_in(field.type if field.owner is not None else _listed(field.type)):
                tables.setdefault(table.name, table)
    yield from tables.values()


def _listed(type_: Type) -> Type | None:
    return type_.element if isinstance(type_, ListType) else None


def _rows_in(type_: Type | None) -> list[EnumType]:
    bases = bases_of(type_) if type_ is not None else ()
    return [base for base in bases if isinstance(base, EnumType) and base.kind == "row"]


def _cards(drawer: Drawer, placement: Placement, table: EnumType) -> Iterator[Card]:
    lists = [field for field in drawer.visible.fields if field.owner is None and _rows_in(_listed(field.type)) == [table]]
    lying: dict[int, str] = {}
    for field in lists:
        if not any(drawer.is_hidden(cell) for cell in drawer.visible.cells(field, None)):
            count = drawer.visible.slots[field.base]
            lying |= {row: drawer.caption(field) for row in drawer.visible.slots[field.base + 1 : field.base + 1 + count]}
    others = [
        row for row in range(len(table.members)) if row not in lying and _counts(drawer, placement, table, row, bool(lists))
    ]
    for row in (*lying, *others):
        yield _card(drawer, placement, table, row, lying.get(row, ""))


def _counts(drawer: Drawer, placement: Placement, table: EnumType, row: int, has_lists: bool) -> bool:
    """Return whether a row that lies in no list is shown."""
    is_there = (table.name, row) in placement.on or any(
        drawer.visible.has_changed(field, row) for field in drawer.visible.fields_of(table)
    )
    return is_there or (not has_lists and len(table.members) <= MOST_ROWS)


def _card(drawer: Drawer, placement: Placement, table: EnumType, row: int, lies: str) -> Card:
    entries = tuple(
        entry
        for field in drawer.visible.fields_of(table)
        if drawer.shown(field) != "nowhere"
        for entry in entries_of(drawer, field, row)
    )
    says = drawer.statement(table, row) or drawer.visible.tables.described(table, row)
    return Card(
        Stands(table.name, table.members[row]),
        drawer.member(table, row),
        says,
        lies,
        entries,
        tuple(placement.on.get((table.name, row), ())),
    )


def entries_of(drawer: Drawer, field: ir.FieldSlots, owner: int | None, zeros: bool = False) -> Iterator[PanelEntry]:
    """A field of one owner as an entry: a number or flag in words, anything else as tokens; nothing if it is empty."""
    cells, caption = drawer.visible.cells(field, owner), drawer.caption(field)
    name = cells[0].name.partition(".")[0] if field.owner is not None and cells else ""
    stands = Stands("field", "", field.name, name)
    if drawer.visible.is_empty(field, owner) and not zeros:
        return
    if cells and all(drawer.is_hidden(cell) for cell in cells):
        yield PanelEntry(stands, caption, UNSEEN)
        return
    if len(cells) == 1 and cells[0].type == field.type and not drawer.is_hidden(cells[0]):
        tokens = tuple(drawer.of_cell(cells[0]))
        is_plain = (
            all(token.count is not None or not token.stands.type for token in tokens)
            and not isinstance(field.type, ListType)
            and not _is_set(field.type)
        )
        yield PanelEntry(
            stands,
            caption,
            drawer.words.caption(drawer.visible.text(field, owner)) if is_plain else "",
            () if is_plain else tokens,
        )
        return
    yield PanelEntry(stands, caption, "", tuple(drawer.tokens(field, owner)))


def _is_set(type_: Type) -> bool:
    return hasattr(type_, "element")
