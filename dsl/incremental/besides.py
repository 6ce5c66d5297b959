"""Declarations that are new, or gone -> the names of a rulebook with them, or without them.

No other declaration may mean something else by them. So no name in them may stand anywhere else in the files of the rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TypeGuard

from attrs import evolve

from .. import syntax as ast
from ..check.rulebook import check_own_text, check_start_alone, check_text_alone
from ..resolve.again import with_and_without
from ..resolve.state import MAX_WIDTH, size_of
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import ColumnInfo, Constant, FieldInfo, SymbolTable
from ..syntax.walk import nodes_in, parts_of
from ..types.types import EnumType
from ..variants import named
from .alike import are_the_same

# Of all other declarations more is read than a name and a head, or others are made of them.
Besides = (ast.Function | ast.Rule | ast.End | ast.Invariant | ast.Constant | ast.Parameter | ast.Note | ast.Section | ast.Event
           | ast.Fields | ast.Enum | ast.Table)
# The parts of the value of a new constant or parameter, and of its type, with names of constants and words.
_PLAIN = (ast.Integer, ast.Flag, ast.Binary, ast.Unary, ast.Conditional, ast.Name, ast.FlagType, ast.RangeType, ast.NamedType)


def is_besides(item: ast.Item) -> TypeGuard[Besides]:
    """Return whether a declaration may be new or gone."""
    match item:
        case ast.Rule():
            # What a reaction hangs on is not called by its name.
            return item.kind != "play" and item.after is None
        case ast.Parameter():
            return item.condition is None and item.set_by is None
        case ast.Section():
            return item.within is None
        case ast.Fields():
            # A field that some see alone, and a history, ask for more of others than what they say. One that merges may come to
            # a fault wherever regions merge: no rule there names it.
            return all(field.seen_by is None and field.seen_when is None and field.merge is None
                       and not isinstance(field.type, ast.HistoryType) for field in item.fields)
        case ast.Enum():
            # Words that are made, or belong to others, are asked of more than their own declaration.
            return item.owner is None and item.made is None and not item.conditions
        case ast.Table():
            # Of a table the columns alone: its rows are the values of a type.
            return item.continues and not item.rows
        case ast.Event():
            # Where something is announced to some alone, all is followed to where it is shown.
            return all(param.audience is None for param in item.params)
        case _:
            # The others of them are no more than a name, a head and a body.
            return isinstance(item, Besides)


def fields_in_both(old: ast.Fields, new: ast.Fields) -> tuple[ast.Fields, ast.Fields]:
    """Return the fields of something that it had and has, as they were and as they are."""
    known, new_names = {field.name for field in old.fields}, {field.name for field in new.fields}
    return (evolve(old, fields=tuple(field for field in old.fields if field.name in new_names)),
            evolve(new, fields=tuple(field for field in new.fields if field.name in known)))


def fields_apart(fields: ast.Fields, other: ast.Fields) -> ast.Fields | None:
    """Return the fields of something that the other does not have; None where it has them all."""
    names = {field.name for field in other.fields}
    apart = tuple(field for field in fields.fields if field.name not in names)
    return evolve(fields, fields=apart) if apart else None


def columns_behind(table: ast.Table, other: ast.Table) -> ast.Table | None:
    """Return the columns that a table has behind all those of another, if there are some and the two differ in nothing else.

    They come as a part that continues the table. Values of rows stand in the order of columns, or say which they are of.
    """
    count = len(other.columns)
    if len(table.columns) <= count or any(column.value is None for column in table.columns[count:]) or not all(
            are_the_same(getattr(table, part), getattr(other, part)) for part in parts_of(ast.Table) if part != "columns"):
        return None
    return evolve(table, columns=table.columns[count:], rows=(), effects=(), statement=None, continues=True) if are_the_same(
        table.columns[:count], other.columns) else None


def names_of(item: Besides) -> tuple[str, ...]:
    """Return the names that a declaration declares."""
    match item:
        case ast.Fields():
            return tuple(field.name for field in item.fields)
        case ast.Table():
            return tuple(column.name for column in item.columns)
        case ast.Enum():
            return item.name, *(word.name for word in item.members)
        case _:
            # All others declare their own name alone.
            return (item.name,)


def are_by_themselves(items: Sequence[Besides], texts: Iterable[str]) -> bool:
    """Return whether no name of declarations, or of a clause inside them, stands in any of these texts."""
    names = {name for item in items for name in names_of(item)}
    return are_in_no_text(names | {inner.id for inner in named(items)}, texts)


def are_in_no_text(names: Iterable[str], texts: Iterable[str]) -> bool:
    """Return whether none of some names stands in any of these texts."""
    ids = sorted(map(re.escape, names))
    words = re.compile(rf"\b(?:{'|'.join(ids)})\b")
    return not ids or not any(words.search(text) for text in texts)


def names_with(symbols: SymbolTable, new: Sequence[Besides], gone: Sequence[Besides], ends: Sequence[str] = ()
               ) -> SymbolTable | None:
    """Return the names of a rulebook with declarations and without others; None where something is wrong with one.

    What is declared last may use all names. A constant is declared before others, and may use plain values alone. `ends` are
    all ends in their order, if one is new or gone.
    """
    if not all(_is_plain(symbols, value) for node in new for value in _values_in(node)):
        return None
    if not all(_may_have(symbols, node, node in new) for node in (*new, *gone)):
        return None
    diagnostics = Diagnostics()
    current = with_and_without(symbols, new, gone, diagnostics)
    if ends:
        current.ends.sort(key=lambda end: ends.index(end.name))
    unknown = {word.name for word in current.names.words[len(symbols.names.words):]}
    if diagnostics.sorted() or unknown - {"none"} or size_of(current) > MAX_WIDTH:
        return None
    return current if all(map(partial(_is_sound, current), new)) else None


def _may_have(symbols: SymbolTable, node: Besides, is_new: bool) -> bool:
    """Return whether a declaration may be new, or gone: what no file names has no name in it, no row has a value."""
    match node:
        case ast.Enum():
            # A seat may have it.
            words = [symbols.names.globals.get(name) for name in names_of(node)[1:]]
            return not any(words) if is_new else all(
                isinstance(word, Constant) and isinstance(word.type, EnumType) and word.type.name == node.name
                for word in words)
        case ast.Table():
            # A row that a line makes may have it.
            table, names = symbols.names.types.get(node.name), names_of(node)
            known = [symbols.names.attributes.get((node.name, name)) for name in names]
            if is_new:
                return isinstance(table, EnumType) and not any(known) and not {*names} & {*table.members}
            return all(isinstance(info, ColumnInfo) and not any(info.given_rows) for info in known)
        case _:
            # All others give a name to nothing but themselves.
            return True


def _is_sound(symbols: SymbolTable, node: Besides) -> bool:
    """Return whether the statement of a declaration, or the first values of fields, have no mistake."""
    if isinstance(node, ast.Fields):
        return all(check_start_alone(symbols, info) is not None for info in infos_of(symbols, (node,)))
    if node.statement is None:
        return True
    if isinstance(node, ast.Function | ast.Rule | ast.Event | ast.Invariant):
        return check_own_text(symbols, node)
    return check_text_alone(symbols, node.name, node.statement)


def infos_of(symbols: SymbolTable, items: Iterable[Besides]) -> list[FieldInfo]:
    """Return the fields that declarations declare."""
    nodes = {field for item in items if isinstance(item, ast.Fields) for field in item.fields}
    return [info for info in symbols.components.fields if info.node in nodes]


def _values_in(node: Besides) -> tuple[ast.Node, ...]:
    """Return the parts of a declaration that have to be known before others are declared."""
    match node:
        case ast.Constant():
            return node.values
        case ast.Parameter():
            return node.type, node.value
        case ast.Table():
            return tuple(part for column in node.columns for part in (column.type, column.value) if part is not None)
        case _:
            # All others are declared after the constants and words that they name.
            return ()


def _is_plain(symbols: SymbolTable, value: ast.Node) -> bool:
    """Return whether a value, or a type, is made of numbers, constants, parameters and words of enums."""
    known = {*symbols.constants, *(parameter.name for parameter in symbols.parameters)}

    def is_known(name: str) -> bool:
        meaning = symbols.names.globals.get(name)
        return name in known or (isinstance(meaning, Constant) and isinstance(meaning.type, EnumType)
                                 and meaning.type.kind == "enum")

    # Of a type that is declared only behind parameters no word is known, and no number is a value.
    return all(isinstance(node, _PLAIN) and (not isinstance(node, ast.Name) or is_known(node.name))
               for node in nodes_in(value))
