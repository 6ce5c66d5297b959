"""Names that are resolved already, and declarations with other values or types, new or gone -> what names stand for then."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import assert_never

from attrs import evolve

from .. import syntax as ast
from ..boards.shapes import lay_out
from ..source.diagnostics import Diagnostic, Diagnostics
from ..symbols.symbols import (
    ClauseTable,
    ColumnInfo,
    Constant,
    EffectInfo,
    EventInfo,
    FieldInfo,
    FunctionInfo,
    Local,
    Meaning,
    RuleInfo,
    SymbolTable,
)
from ..syntax.walk import nodes_in
from ..types.types import UNKNOWN, EnumType, Scalar, Type, width
from ..variants import named
from .columns import column_type, value_in
from .enums import declare_enum
from .names import Names
from .rules import declare, event
from .spaces import named_spaces, values_of_spaces
from .state import fields
from .tables import cell_of_row, effects_of_row, row_clause, settings_of_row, way_of_row
from .values import constant, parameter, value_for_players


def value_of(symbols: SymbolTable, node: ast.Constant | ast.Parameter) -> tuple[Type, int] | None:
    """Return the type and value of a constant or a parameter; None where it has none without a mistake."""
    diagnostics = Diagnostics()
    names = Names(symbols, diagnostics)
    match node:
        case ast.Constant():
            known = value_for_players(names, node)
        case ast.Parameter():
            type_ = names.reader.type(node.type)
            value = names.reader.constant_value(node.value, type_) if isinstance(type_, Scalar) else None
            known = None if value is None else (type_, value)
        case _:
            assert_never(node)
    return None if diagnostics.sorted() else known


def value_in_row(symbols: SymbolTable, node: ast.Expr, type_: Type, diagnostics: Diagnostics) -> tuple[int, ...]:
    """Return a value of a column, as the numbers that it is kept as; zeros where it is wrong, which is recorded."""
    return value_in(Names(symbols, diagnostics), node, type_)


def type_of(symbols: SymbolTable, node: ast.TypeNode) -> Type | None:
    """Return the type that is written; None where there is a mistake in it."""
    diagnostics = Diagnostics()
    type_ = Names(symbols, diagnostics).reader.type(node)
    return None if diagnostics.sorted() or type_ == UNKNOWN else type_


def mistakes_in(symbols: SymbolTable, node: ast.TypeNode) -> tuple[Diagnostic, ...] | None:
    """Return the mistakes in a written type; None where they depend on which fields, events, functions and rules there are yet.

    All types are declared before any of these.
    """
    # A word beside numbers is looked at again at the end.
    if any(isinstance(part, ast.UnionType) for part in nodes_in(node)):
        return None
    early: dict[str, Meaning] = {name: meaning for name, meaning in symbols.names.globals.items()
                                 if not isinstance(meaning, FieldInfo | EventInfo | FunctionInfo | RuleInfo)}
    mistakes: list[tuple[Diagnostic, ...]] = []
    # A name that is near is offered. If the nearest of all is there from the beginning, it is the nearest at any time.
    for known in (early, symbols.names.globals):
        diagnostics = Diagnostics()
        Names(evolve(symbols, names=evolve(symbols.names, globals=known)), diagnostics).reader.type(node)
        mistakes.append(diagnostics.sorted())
    return mistakes[0] if mistakes[0] == mistakes[1] else None


def params_of(symbols: SymbolTable, nodes: tuple[ast.Param, ...]) -> tuple[Local, ...] | None:
    """Return the names in parentheses, with their types; None where there is a mistake in them."""
    diagnostics = Diagnostics()
    params = Names(symbols, diagnostics).params(nodes)
    return None if diagnostics.sorted() else params


def cells_again(symbols: SymbolTable, table: ast.Table, column: ast.Column, rows: Sequence[str], type_: Type
                ) -> tuple[int, ...] | None:
    """Return the values of a column in those rows of a table that are there; None where one is not of this type."""
    diagnostics, order = Diagnostics(), [known.name for known in table.columns]
    lines = {row.name: row for row in table.rows}
    out: list[int] = []
    for name in rows:
        settings = {setting.column.name if setting.column else order[number]: setting.value
                    for number, setting in enumerate(lines[name].settings)}
        value = settings.get(column.name, column.value)
        if value is None:
            return None
        out += value_in(Names(symbols, diagnostics), value, type_)
    return None if diagnostics.sorted() else tuple(out)


def with_rows(symbols: SymbolTable, before: EnumType, table: ast.Table, more: Sequence[ast.Row], lost: Collection[str],
              diagnostics: Diagnostics) -> SymbolTable:
    """Return the names of a rulebook in which the type of a table has the rows of now, with their values and effects.

    `before` is the type with the rows of before. `more` are the rows that are new, and the clauses that are `lost` those of
    rows that are gone. Mistakes in the new rows are recorded.
    """
    owner = symbols.names.types[table.name]
    assert isinstance(owner, EnumType), "a table is a type of its rows"
    clauses = {id: clause for id, clause in symbols.wording.clauses.items() if id not in lost}
    updated = evolve(
        symbols, effects=list(symbols.effects),
        wording=ClauseTable(clauses, list(symbols.wording.statements), dict(symbols.wording.texts)), names=evolve(
            symbols.names, attributes=dict(symbols.names.attributes),
            row_values={id: own for id, own in symbols.names.row_values.items() if id not in lost}))
    names, attributes = Names(updated, diagnostics), updated.names.attributes
    lines = {row.name: row for row in more}
    # Once for each line, so that what is wrong in one with any number of players is recorded.
    settings = {row.name: settings_of_row(names, table, row) for row in more}
    places = {name: number for number, name in enumerate(before.members)}
    for node in table.columns:
        column = attributes[table.name, node.name]
        assert isinstance(column, ColumnInfo), "a column stays a column"
        wide = width(column.type)
        cells = {name: cell_of_row(names, table, lines[name], node, column.type, settings[name].get(node.name)) if name in lines
                 else column.values[places[name] * wide:(places[name] + 1) * wide] for name in owner.members}
        attributes[table.name, node.name] = evolve(
            column, values=tuple(value for name in owner.members for value in cells[name]),
            given_rows=tuple(node.name in settings[name] if name in lines else column.given_rows[places[name]]
                             for name in owner.members))
    for way in table.effects:
        effect = attributes[table.name, way.name]
        assert isinstance(effect, EffectInfo), "an effect stays an effect"
        attributes[table.name, way.name] = attribute = evolve(
            effect, clauses=tuple(f"{table.name}.{name}" for name in owner.members),
            bodies=tuple(way_of_row(names, lines[name], way) if name in lines else effect.bodies[places[name]]
                         for name in owner.members))
        updated.effects[updated.effects.index(effect)] = attribute
    columns = [part for node in table.columns if isinstance(part := attributes[table.name, node.name], ColumnInfo)
               and width(part.type) == 1]
    for row in more:
        if row.name in owner.members:
            number = owner.members.index(row.name)
            row_clause(names, table, row, tuple(
                Constant(column.name, column.type, column.values[number]) for column in columns))
            effects_of_row(names, table, row, {node.name for node in table.effects})
        elif row.condition is not None:
            updated.names.absent[row.name] = row.condition.span.text
    return updated


def with_drawing(symbols: SymbolTable, node: ast.Board) -> SymbolTable | None:
    """Return the names of a rulebook in which a board has another drawing; None where it has other spaces, or a mistake."""
    known, diagnostics = symbols.components.boards[node.name], Diagnostics()
    layout = lay_out(node, 0, 0, diagnostics)
    if layout is None or evolve(layout, letters=()) != evolve(known.layout, letters=()):
        return None
    board = evolve(known, layout=layout, node=node)
    words = {word.name for mark in node.marks for word in (*mark.sets, *(() if mark.single is None else (mark.single,)))}
    globals_ = {name: board if meaning is known else meaning for name, meaning in symbols.names.globals.items()}
    updated = evolve(symbols, components=evolve(symbols.components, boards={**symbols.components.boards, node.name: board}),
                     names=evolve(symbols.names, attributes=dict(symbols.names.attributes),
                                  globals={name: meaning for name, meaning in globals_.items() if name not in words}))
    names, attributes = Names(updated, diagnostics), updated.names.attributes
    named_spaces(names, board)
    for column in node.columns:
        info = attributes.get((board.space.name, column.name))
        if isinstance(info, ColumnInfo):
            values = values_of_spaces(names, board, column, info.type)
            attributes[board.space.name, column.name] = evolve(info, values=values)
    # In the order of before: names that are near are offered in it.
    return None if diagnostics.sorted() else evolve(updated, names=evolve(updated.names, globals={
        name: updated.names.globals[name] for name in globals_}))


def with_and_without(symbols: SymbolTable, new: Iterable[ast.Declaration], gone: Iterable[ast.Declaration],
                     diagnostics: Diagnostics) -> SymbolTable:
    """Return the names of a rulebook with declarations that are new, and without those that are gone; these nothing names.

    They are enums, columns of tables with a value for all rows, constants, parameters, fields, functions, rules, ends,
    invariants, events, notes and sections. `used` then holds the names that the new ones use. An event that is gone keeps its
    number, and an end that is new is the last.
    """
    lost = tuple(gone)
    fields_lost = {("" if node.owner is None else node.owner.name, field.name) for node in lost if isinstance(node, ast.Fields)
                   for field in node.fields}
    columns_lost = {(node.name, column.name) for node in lost if isinstance(node, ast.Table) for column in node.columns}
    less = {*(inner.id for inner in named(lost)), *(name for owner, name in fields_lost if not owner),
            *(word.name for node in lost if isinstance(node, ast.Enum) for word in node.members)}
    clauses = {id: clause for id, clause in symbols.wording.clauses.items() if id not in less}
    table = evolve(
        symbols, wording=ClauseTable(clauses, list(symbols.wording.statements), dict(symbols.wording.texts)),
        names=evolve(symbols.names, used=set(), words=list(symbols.names.words),
                     types={name: type_ for name, type_ in symbols.names.types.items() if name not in less},
                     globals={name: meaning for name, meaning in symbols.names.globals.items() if name not in less},
                     attributes={key: part for key, part in symbols.names.attributes.items()
                                 if key not in fields_lost and key not in columns_lost}),
        components=evolve(symbols.components, fields=[
            info for info in symbols.components.fields
            if ("" if info.owner is None else info.owner.name, info.name) not in fields_lost]),
        functions={name: info for name, info in symbols.functions.items() if name not in less},
        rules={name: info for name, info in symbols.rules.items() if name not in less},
        constants={name: node for name, node in symbols.constants.items() if name not in less},
        parameters=[node for node in symbols.parameters if node.name not in less], events=dict(symbols.events),
        ends=[node for node in symbols.ends if node.name not in less],
        invariants=[node for node in symbols.invariants if node.name not in less])
    names = Names(table, diagnostics)
    # All others may use the words of enums.
    more = sorted(new, key=lambda node: not isinstance(node, ast.Enum))
    for node in more:
        match node:
            case ast.Enum():
                declare_enum(names, node)
            case ast.Table():
                for column in node.columns:
                    _column(names, node.name, column)
            case ast.Constant():
                constant(names, node)
            case ast.Parameter():
                parameter(names, node, {})
            case ast.Event():
                event(names, node)
            case ast.Fields():
                fields(names, node)
            case _:
                # All others are declared behind these.
                pass
    declare(names, tuple(more))
    return table


def _column(names: Names, table: str, node: ast.Column) -> None:
    """Declare a column of a table, each row of which has the value that the column gives."""
    owner, type_ = names.symbols.names.types[table], column_type(names, node)
    assert isinstance(owner, EnumType), "a table is a type of its rows"
    assert node.value is not None, "a column without a value is left to a check of the whole"
    values, rows = value_in(names, node.value, type_), len(owner.members)
    names.symbols.names.attributes[table, node.name] = ColumnInfo(node.name, owner, type_, values * rows, (False,) * rows)
