"""Enums and tables with words or rows more, or less -> the names of a rulebook with these members, and its program.

A member is known by its number, and a type by how many it has. So the kept names are read with the members of now in the place
of those before (`environment`), wherever a type has them. What uses the type (`holders`) is checked with the members of
before and with those of now, and lowered again. Values that are kept of members have other numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from .. import syntax as ast
from ..check.rulebook import check_own_text, check_pictures_alone, check_start_alone, check_text_alone
from ..resolve.again import type_of, with_rows
from ..resolve.names import Names
from ..resolve.state import MAX_WIDTH, size_of
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import ColumnInfo, Constant, FieldInfo, Meaning, SymbolTable
from ..syntax.walk import nodes_in
from ..types.renumbering import renumbered, speaks_of
from ..types.types import EnumType
from ..variants import named
from .alike import are_the_same, have_same_rules
from .holders import Grown, GrownPair, MemberUsers, names_of_members

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from .. import ir

# The kinds of types whose words a value of a row may name.
_BEFORE_CELLS = ("player", "side", "lone side", "enum", "row", "space")
_VALUE = (ast.Integer, ast.Flag, ast.Binary, ast.Unary, ast.Conditional, ast.Name, ast.Collection)


def differ_in_members(old: ast.Item, new: ast.Item) -> bool:
    """Return whether two enums or tables differ in members more or less alone; those of both stand in one order."""
    match old, new:
        case ast.Enum(), ast.Enum():
            plain = all(node.owner is None and node.made is None and not node.conditions for node in (old, new))
            return plain and have_same_rules(old, new, {ast.Enum: "members"}) and _in_one_order(old, new)
        case ast.Table(), ast.Table():
            known = {row.name: row for row in old.rows}
            return not old.continues and not any(row.binders for row in (*old.rows, *new.rows)) and have_same_rules(
                old, new, {ast.Table: "rows"}) and _in_one_order(old, new) and all(
                are_the_same(known[row.name], row) for row in new.rows if row.name in known)
        case _:
            # No other declaration has members.
            return False


def _in_one_order(old: Grown, new: Grown) -> bool:
    """Return whether the members of both stand in one order, each once, and one of them is new or gone."""
    before, current = names_of_members(old), names_of_members(new)
    shared = {*before} & {*current}
    return before != current and len({*before}) == len(before) and len({*current}) == len(current) and [
        name for name in before if name in shared] == [name for name in current if name in shared]


def apart(declaration: Grown, other: Grown) -> ast.Table | None:
    """Return the rows that the other table does not have, as a part that continues the table; None where there are none."""
    if not isinstance(declaration, ast.Table):
        return None
    known = {*names_of_members(other)}
    rows = tuple(row for row in declaration.rows if row.name not in known)
    return evolve(declaration, rows=rows, columns=(), effects=(), statement=None, continues=True) if rows else None


def names_apart(declaration: Grown, other: Grown) -> set[str]:
    """Return the names that a declaration has more than another: of members, and of what is named in the rows."""
    rows = apart(declaration, other)
    named_inside = set[str]() if rows is None else {inner.id.rpartition(".")[2] for inner in named((rows,))}
    return {*names_of_members(declaration)} - {*names_of_members(other)} | (named_inside - {declaration.name})


# ---- Names with other members ---------------------------------------------------------------------


def members_now(symbols: SymbolTable, pairs: Iterable[GrownPair]) -> Mapping[str, tuple[str, ...]] | None:
    """Return the members that types have now, by the names of the types; None where that cannot be said."""
    out: dict[str, tuple[str, ...]] = {}
    for old, new in pairs:
        known = symbols.names.types.get(old.name)
        if not isinstance(known, EnumType) or known.kind not in ("enum", "row") or known.owner is not None:
            return None
        before, written = names_of_members(old), names_of_members(new)
        remaining = [name for name in known.members if name in written or name not in before]
        names = Names(symbols, Diagnostics())
        absent = {row.name for row in new.rows if not names.holds(row.condition)} if isinstance(new, ast.Table) else set[str]()
        for number, name in enumerate(written):
            if name in before or name in absent:
                continue
            # Behind the nearest member before it that is there with this number of players, or else before the next.
            behind = next((remaining.index(other) + 1 for other in reversed(written[:number]) if other in remaining), None)
            ahead = next((remaining.index(other) for other in written[number:] if other in remaining), None)
            place = behind if behind is not None else ahead
            if place is None:
                return None
            remaining.insert(place, name)
        if not remaining:
            return None
        out[old.name] = tuple(remaining)
    return out


def with_members(symbols: SymbolTable, before: SymbolTable, pairs: Sequence[GrownPair], users: MemberUsers
                 ) -> SymbolTable | None:
    """Return the names of a rulebook with the members that declarations have now; None where something is wrong with one.

    `symbols` are those that were read with the members of now, and `before` with those of before.
    """
    moved = _with_numbers(symbols, before, {old.name for old, _ in pairs})
    if moved is None:
        return None
    current, diagnostics = moved, Diagnostics()
    for old, new in pairs:
        after = _with_members(current, before, old, new, diagnostics)
        if after is None:
            return None
        current = after
    # A history keeps the slots of fields.
    sound = not diagnostics.sorted() and size_of(current) <= MAX_WIDTH and not any(
        info.history is not None for info in current.components.fields) and all(
        type_of(before, node) == type_of(current, node) is not None
        for item in users.heads for node in _types_in(item)) and all(
        check_start_alone(current, info) is not None for info in _infos_of(current, users))
    stated = (item for item in users.heads if isinstance(item, ast.Function | ast.Rule | ast.Event))
    return current if sound and all(check_own_text(current, item) for item in stated if _is_declared(current, item)) and all(
        check_text_alone(current, *text) for text in users.texts) and all(
        check_pictures_alone(current, board) for board in users.boards) else None


def _is_declared(symbols: SymbolTable, item: ast.Function | ast.Rule | ast.Event) -> bool:
    return item.statement is not None and not (isinstance(item, ast.Rule) and item.kind == "play")


def _types_in(item: ast.Item) -> Iterator[ast.TypeNode]:
    match item:
        case ast.Fields():
            yield from (field.type for field in item.fields if not isinstance(field.type, ast.HistoryType))
        case ast.Function():
            yield from (*(param.type for param in item.params), item.type)
        case ast.Rule() | ast.Event():
            yield from (param.type for param in item.params)
        case ast.Table():
            yield from (*(column.type for column in item.columns), *(
                param.type for effect in item.effects for param in effect.params))
        case ast.Parameter():
            yield item.type
        case _:
            # Other declarations have no heads.
            pass


def _with_numbers(symbols: SymbolTable, before: SymbolTable, moved: Collection[str]) -> SymbolTable | None:
    """Return the names with the numbers that constants and columns have now, if members of some types have other numbers.

    Return None where one of these members is gone, or is a part of another kind of value.
    """
    globals_, attributes = dict(symbols.names.globals), dict(symbols.names.attributes)
    for name, meaning in symbols.names.globals.items():
        was = before.names.globals.get(name)
        if isinstance(meaning, Constant) and isinstance(was, Constant) and speaks_of(meaning.type, moved) and not (
                _is_member(was)):
            value = renumbered(was.type, meaning.type, (was.value,))
            if value is None:
                return None
            globals_[name] = Constant(name, meaning.type, value[0])
    for key, part in symbols.names.attributes.items():
        column = before.names.attributes.get(key)
        if isinstance(part, ColumnInfo) and isinstance(column, ColumnInfo) and speaks_of(part.type, moved):
            values = renumbered(column.type, part.type, column.values)
            if values is None:
                return None
            attributes[key] = evolve(part, values=values)
    rows = dict(symbols.names.row_values)
    for id, own in before.names.row_values.items():
        if any(speaks_of(value.type, moved) for value in own):
            renumbered_rows = [(current, renumbered(value.type, current.type, (value.value,)))
                               for value, current in zip(own, rows[id], strict=True)]
            if any(numbers is None for _, numbers in renumbered_rows):
                return None
            rows[id] = tuple(Constant(current.name, current.type, numbers[0])
                             for current, numbers in renumbered_rows if numbers is not None)
    return evolve(symbols, names=evolve(symbols.names, globals=globals_, attributes=attributes, row_values=rows))


def _is_member(known: Constant) -> bool:
    """Return whether a constant is a member of its type, which is counted once more with the others."""
    return isinstance(known.type, EnumType) and known.type.members[known.value] == known.name


def _with_members(symbols: SymbolTable, before: SymbolTable, old: Grown, new: Grown, diagnostics: Diagnostics
                  ) -> SymbolTable | None:
    type_, type_before = symbols.names.types[old.name], before.names.types[old.name]
    assert isinstance(type_, EnumType), "a type with members remaining one"
    assert isinstance(type_before, EnumType), "a type with members was one"
    gone, more = {*names_of_members(old)} - {*names_of_members(new)}, {*names_of_members(new)} - {*names_of_members(old)}
    globals_ = dict(symbols.names.globals)
    # A seat may have the name of one that is new, and a word of another type that of one that is gone.
    if any(name in globals_ for name in more) or not all(_is_own(globals_.get(name), type_) for name in gone
                                                         if name in globals_):
        return None
    globals_ = {name: meaning for name, meaning in globals_.items() if name not in gone} | {
        name: Constant(name, type_, number) for number, name in enumerate(type_.members)
        if name in more or _is_own(globals_.get(name), type_)}
    current = evolve(symbols, names=evolve(symbols.names, globals=globals_))
    if isinstance(old, ast.Table) and isinstance(new, ast.Table):
        return _with_rows(current, type_before, old, new, diagnostics)
    return current


def _is_own(meaning: Meaning | None, type_: EnumType) -> bool:
    return isinstance(meaning, Constant) and meaning.type == type_


def _with_rows(symbols: SymbolTable, before: EnumType, old: ast.Table, new: ast.Table, diagnostics: Diagnostics
               ) -> SymbolTable | None:
    """Return the names with the values and effects of the rows that are there now."""
    known = {*names_of_members(old)}
    more = [row for row in new.rows if row.name not in known]
    if not all(_is_sound(symbols, new, row) for row in more):
        return None
    lost = apart(old, new)
    gone = {inner.id for inner in named(() if lost is None else (lost,))} - {inner.id for inner in named((new,))}
    current = with_rows(symbols, before, new, more, gone, diagnostics)
    stated = [(f"{new.name}.{row.name}", row.statement) for row in more if row.statement is not None and (
        f"{new.name}.{row.name}" in current.names.row_values)]
    return current if all(check_text_alone(current, *text) for text in stated) else None


def _is_sound(symbols: SymbolTable, table: ast.Table, row: ast.Row) -> bool:
    """Return whether the values of a row use nothing that is declared only behind them, and its name is that of no column."""
    def is_known(node: ast.Node) -> bool:
        meaning = symbols.names.globals.get(node.name) if isinstance(node, ast.Name) else None
        # A word such as `none` stands for nothing by itself: the type of the column knows it.
        return isinstance(node, _VALUE) and (not isinstance(node, ast.Name) or meaning is None or (
            isinstance(meaning, Constant) and (not isinstance(meaning.type, EnumType) or meaning.type.kind in _BEFORE_CELLS)))

    return (table.name, row.name) not in symbols.names.attributes and all(
        is_known(node) for setting in row.settings for node in nodes_in(setting.value)) and (
        row.condition is None or all(map(is_known, nodes_in(row.condition))))


def _fields_of(users: MemberUsers) -> dict[tuple[str, str], ast.Field]:
    """Return the fields of types with other members, by their owners and names."""
    return {("" if item.owner is None else item.owner.name, field.name): field
            for item in users.fields for field in item.fields}


def _infos_of(symbols: SymbolTable, users: MemberUsers) -> Iterator[FieldInfo]:
    """Yield the fields of types with other members, each with its text."""
    nodes = _fields_of(users)
    for info in symbols.components.fields:
        key = "" if info.owner is None else info.owner.name, info.name
        if key in nodes:
            yield evolve(info, node=nodes[key])


# ---- The program ----------------------------------------------------------------------------------


def program_with_members(program: ir.Program, symbols: SymbolTable, users: MemberUsers) -> ir.Program | None:
    """Return a program in which fields of types with other members have their slots and first values of now.

    `program` was read with the members of now. A field that takes another number of slots stands behind all others. Return None
    where one has a mistake.
    """
    from ..lower.program import first_values_of

    start, fields = list(program.start), list(program.fields)
    infos = {(info.name, info.owner): info for info in _infos_of(symbols, users)}
    for number, slots in enumerate(program.fields):
        info = infos.get((slots.name, slots.owner))
        if info is None:
            continue
        typing = check_start_alone(symbols, info)
        if typing is None:
            return None
        values = first_values_of(info, typing)
        if len(values) != slots.width:
            fields[number] = evolve(slots, base=len(start), width=len(values))
            start += [0] * len(values)
        base = fields[number].base
        start[base:base + len(values)] = values
    return evolve(program, fields=tuple(fields), start=tuple(start), size=len(start))
