"""Describe a name of the rulebook: a clause, row, word, field or space, with its present state."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....dsl import ir
from ....dsl.source.clauses import Clause
from ....dsl.types.types import EnumType
from ....interpreter.game.table.spelling import nearest
from ....interpreter.runtime.cells import names_of
from ....pictures.rows import TableTexts
from ....pictures.visible_state import VisibleState
from ..text.speech import wrapped
from .choice_rows import rows_in_question
from .vocabulary import named_types

# The most clauses that mention a word and are printed whole; of others only the ids are.
MENTIONED = 5


def looked_up(visible: VisibleState, text: str) -> Iterator[str]:
    """Describe a name and its present state; without a name, the present choice."""
    rules = visible.rules
    point = rules.decisions.point(visible.state)
    name = text or (point.clause if point is not None else "")
    clause = rules.clauses.get(name)
    if clause is not None:
        yield from _clause(visible, clause)
        yield from () if text else _asked(visible)
        return
    entries = [*_entries(visible, name), *_having(visible.tables, name)]
    yield from entries
    mentions = list(_mentions(visible.tables, name))
    yield from mentions
    if not entries and not mentions:
        if name in rules.seats:
            yield f"{name} is a player; the rules say nothing of {name} by name"
            return
        if name == rules.program.name:
            yield f"{name} is this game; `rules` alone describes what is to be decided now"
            return
        known = [*rules.clauses, *_names(rules.program, rules.seats)]
        near = ", ".join(other for other in nearest(name, known, 4) if other != name)
        yield f"nothing here is called `{name}`; nearest are {near}"


def _asked(visible: VisibleState) -> Iterator[str]:
    """The rows that the present choice is about."""
    for name, rows in rows_in_question(visible.state).items():
        table = named_types(visible.rules.program)[name]
        yield from (wrapped(f"{table.members[row]}: {visible.tables.described(table, row)}", indent=4, hanging=2)
                    for row in rows)


# ---- Clauses -----------------------------------------------------------------------------------


def _clause(visible: VisibleState, clause: Clause) -> Iterator[str]:
    """Describe a clause, its parent and its parts."""
    rules = visible.rules
    yield wrapped(f"{clause.id} ({clause.kind}): {clause.statement or 'nothing is said'}", hanging=4)
    if clause.kind == "row":
        yield from _values(visible, *_row_of(rules.program, clause.id))
    if clause.assumed is not None:
        yield wrapped(f"assumed: {clause.assumed}", indent=4, hanging=2)
    for part in (child for child in rules.clauses.values() if child.parent == clause.id):
        if part.kind == "row":
            row = _row_of(rules.program, part.id)
            yield wrapped(f"{part.id.partition('.')[2]}: {visible.tables.described(*row)}", indent=4, hanging=2)
            continue
        says = f"if not: {part.statement}" if part.kind == "requirement" and part.statement else part.statement
        yield wrapped(f"{part.id} ({part.kind}): {says}", indent=4, hanging=2)
    if clause.parent is not None:
        yield f"    part of {clause.parent}"


def _row_of(program: ir.Program, id: str) -> tuple[EnumType, int]:
    """The table and the number of a row by its clause."""
    name, _, row = id.partition(".")
    table = named_types(program)[name]
    return table, table.members.index(row)


def _values(visible: VisibleState, type_: EnumType, place: int) -> Iterator[str]:
    """The values of a row or space, and the present values of its fields."""
    values = ", ".join(f"{name} {value}" for name, value in visible.tables.values_of(type_, place))
    if values:
        yield wrapped(values, indent=4, hanging=2)
    fields = ", ".join(
        f"{field.name} {visible.text(field, place)}" for field in visible.fields_of(type_) if not visible.is_empty(field, place)
    )
    if fields:
        yield wrapped(f"now: {fields}", indent=4, hanging=2)


# ---- Everything else that has a name -----------------------------------------------------------


def _entries(visible: VisibleState, name: str) -> Iterator[str]:
    """Describe the rows, spaces, words, types and fields of this name."""
    rules = visible.rules
    plain_name = _plain(name)
    for type_ in named_types(rules.program).values():
        for place, member in enumerate(names_of(type_, rules.seats)):
            if _plain(member) == plain_name and type_.kind not in ("player", "side", "lone side", "piece", "region"):
                yield from _member(visible, type_, place)
        if _plain(type_.name) == plain_name and type_.name not in rules.clauses:
            yield wrapped(f"{type_.name}: {', '.join(names_of(type_, rules.seats))}", hanging=4)
    for field in rules.program.fields:
        if _plain(field.name) == plain_name:
            whose = "the game" if field.owner is None else f"each {field.owner}"
            hidden = f", seen by {field.seen_by} only" if field.seen_by in ("owner", "side") else ", seen by nobody"
            yield f"{field.name} (of {whose}): {field.type}{hidden if field.seen_by else ''}"


def _member(visible: VisibleState, type_: EnumType, place: int) -> Iterator[str]:
    """A row, a space or a word."""
    kind = {"row": "row of", "space": "space:"}.get(type_.kind, "word of")
    says = visible.tables.statement_of(type_, place)
    if not says and type_.name in visible.rules.clauses:
        says = visible.rules.clauses[type_.name].statement
    yield wrapped(f"{type_.members[place]} ({kind} {type_.name}){': ' if says else ''}{says}", hanging=4)
    yield from _values(visible, type_, place)


def _having(tables: TableTexts, name: str) -> Iterator[str]:
    """The rows that have this value in a column."""
    for table, row in tables.rows_with(_plain(name)):
        yield wrapped(f"{table.members[row]}: {tables.described(table, row)}", indent=4, hanging=2)


def _is_described(tables: TableTexts, row: Clause, name: str) -> bool:
    """Return whether a row is described already, by its name or by a value in a column."""
    having = (f"{table.name}.{table.members[place]}" for table, place in tables.rows_with(_plain(name)))
    return _plain(row.id.partition(".")[2]) == _plain(name) or row.id in having


def _mentions(tables: TableTexts, name: str) -> Iterator[str]:
    """The clauses that mention a word."""
    # Without its plural, and open to the right: statements inflect words, and ids do not.
    word = re.escape(name.replace("_", " ").removesuffix("s"))
    clauses = [clause for clause in tables.clauses.values() if re.search(rf"\b{word}", clause.statement, re.IGNORECASE)
               and (clause.kind != "row" or not _is_described(tables, clause, name))]
    for clause in clauses[:MENTIONED]:
        yield wrapped(f"{clause.id}: {clause.statement}", indent=4, hanging=2)
    if len(clauses) > MENTIONED:
        yield wrapped(
            f"also spoken of in {', '.join(clause.id for clause in clauses[MENTIONED : 4 * MENTIONED])}", indent=4, hanging=2
        )


def _plain(name: str) -> str:
    return re.sub(r"[\s_]+", "_", name.strip()).casefold()


def _names(program: ir.Program, seats: list[str]) -> Iterator[str]:
    for type_ in named_types(program).values():
        if type_.kind != "piece":
            yield from names_of(type_, seats)
    yield from (field.name for field in program.fields)
