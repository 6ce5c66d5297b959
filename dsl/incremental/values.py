"""Constants, parameters and tables with other values -> their names with these values, and what uses them.

A value is put in the place of the one before. That holds where only bodies of declarations that can be checked alone use it,
and statements that state it as it is: types, boards, pieces, fields and other values may change with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, assert_never

from attrs import evolve, frozen

from .. import syntax as ast
from ..resolve.again import value_in_row, value_of
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import ColumnInfo, Constant, Part, SymbolTable
from ..syntax.alone import Alone, EffectWay
from ..syntax.walk import nodes_in, parts_of, words_of
from ..types.types import EnumType, member, width
from ..variants import named
from .alike import BODIES, have_same_rules
from .cached import Valued

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from .. import ir

# The parts of these in which a value stands.
_VALUES: Mapping[type[ast.Node], str] = {
    ast.Constant: "values", ast.Parameter: "value", ast.Setting: "value", ast.Column: "value"}
# The ways in which rows carry out effects are checked by themselves.
EFFECTS: Mapping[type[ast.Node], str] = {ast.Row: "effects"}
# The kinds of types whose words are declared before constants, and before the values of rows.
_BEFORE_CONSTANTS = ("player", "side", "lone side", "enum")
_BEFORE_CELLS = (*_BEFORE_CONSTANTS, "row", "space")
# What is used: a name with a value, a part of a row by the name of its column, a word whatever it stands for, or a field where
# a line of a board or of pieces gives it its first value.
Word = tuple[Literal["name", "part", "word", "setting"], str]
# What declares a name of its own, whatever else has that name: inside a body a parameter's name stands for the parameter.
_DECLARING = (ast.Field, ast.Column, ast.Effect, ast.Param)
# What is stated by a text that no names of its own stand in.
_STATED = (ast.Note, ast.Section, ast.Example, ast.Table, ast.Row, ast.Constant, ast.Parameter, ast.Enum)


@frozen
class Uses:
    """The uses of values in a declaration: whether in its body, whether elsewhere, and in which statements of which clauses."""

    in_body: bool
    elsewhere: bool
    texts: tuple[tuple[str, ast.Text], ...]


def differ_in_values(old: Valued, new: Valued) -> bool:
    """Return whether two declarations differ in values, remarks, words of statements and ways of effects alone."""
    if not have_same_rules(old, new, {**_VALUES, **EFFECTS}):
        return False
    # A line that makes several rows may name them by its values.
    return all(have_same_rules(before, current) for before, current in _rows(old, new) if before.binders)


def _rows(old: Valued, new: Valued) -> Iterator[tuple[ast.Row, ast.Row]]:
    """Yield the rows of a table as they were and as they are."""
    if isinstance(old, ast.Table) and isinstance(new, ast.Table):
        yield from zip(old.rows, new.rows, strict=True)


def _cells(old: Valued, new: Valued, symbols: SymbolTable) -> Iterator[tuple[ast.Row, ColumnInfo, ast.Expr, ast.Expr]]:
    """Yield the values of rows that differ: the row and column of each, and how it was and is written."""
    columns = [part for (owner, _), part in symbols.names.attributes.items() if owner == old.name
               and isinstance(part, ColumnInfo)]
    by_name = {column.name: column for column in columns}
    for old_row, new_row in _rows(old, new):
        for number, (before, current) in enumerate(zip(old_row.settings, new_row.settings, strict=True)):
            if not have_same_rules(before, current):
                column = columns[number] if current.column is None else by_name[current.column.name]
                yield new_row, column, before.value, current.value


def _columns(old: ast.Table, new: ast.Table) -> Iterator[tuple[ast.Column, ast.Column]]:
    """Yield the columns that give rows another value where these give none, as they were and as they are."""
    yield from (pair for pair in zip(old.columns, new.columns, strict=True)
                if not have_same_rules(pair[0].value, pair[1].value))


def words_of_values(old: Valued, new: Valued, symbols: SymbolTable) -> Iterator[Word]:
    """Yield the names of the values that differ: of constants, parameters and columns."""
    match old:
        case ast.Constant() | ast.Parameter():
            yield "name", old.name
        case ast.Table():
            assert isinstance(new, ast.Table), "both are of one kind"
            for _, column, _, _ in _cells(old, new, symbols):
                yield "part", column.name
            for node, _ in _columns(old, new):
                yield "part", node.name
        case _:
            assert_never(old)


def with_values(symbols: SymbolTable, pairs: Sequence[tuple[Valued, Valued]], diagnostics: Diagnostics) -> SymbolTable | None:
    """Return the names of a rulebook with the values that declarations have now; None where one has no such value.

    Of each of `pairs` the first is the declaration as it was, and the second as it is. The value of a row that is wrong is
    recorded in `diagnostics`, and zero is put in its place.
    """
    globals_ = dict(symbols.names.globals)
    attributes = dict(symbols.names.attributes)
    rows = dict(symbols.names.row_values)
    for old, new in pairs:
        match old, new:
            case (ast.Constant() | ast.Parameter()), (ast.Constant() | ast.Parameter()):
                known, before, current = globals_.get(new.name), value_of(symbols, old), value_of(symbols, new)
                # A parameter may be set to another value than its own, and a declaration may have a mistake.
                if not isinstance(known, Constant) or before is None or current is None or known.value != before[1]:
                    return None
                if not _is_known_in_time(symbols, _value_in(old), _value_in(new), _BEFORE_CONSTANTS):
                    return None
                globals_[new.name] = Constant(new.name, *current)
            case ast.Table(), ast.Table():
                for column_before, column_now in _columns(old, new):
                    if not _set_for_all(symbols, column_before, column_now, old.name, attributes, rows):
                        return None
                for row, column, was, node in _cells(old, new, symbols):
                    if not _is_known_in_time(symbols, was, node, _BEFORE_CELLS):
                        return None
                    number = member(column.owner, row.name)
                    # The row may not be there with this number of players.
                    if number is not None:
                        values = value_in_row(symbols, node, column.type, diagnostics)
                        key, id = (column.owner.name, column.name), f"{column.owner.name}.{row.name}"
                        attributes[key] = _with_values(attributes[key], number, values)
                        # The statement of a row may name its values.
                        rows[id] = _stated(rows.get(id, ()), column.name, values)
            case _:
                # Declarations are paired by their class.
                raise AssertionError("both are of one kind")
    return evolve(symbols, names=evolve(symbols.names, globals=globals_, attributes=attributes, row_values=rows))


def _set_for_all(symbols: SymbolTable, old: ast.Column, new: ast.Column, table: str,
                 attributes: dict[tuple[str, str], Part], rows: dict[str, tuple[Constant, ...]]) -> bool:
    """Put the value that a column gives in the place of the one before; return False where that cannot be said.

    Rows with a value of their own keep it.
    """
    column, wrong = attributes[table, new.name], Diagnostics()
    assert isinstance(column, ColumnInfo), "a column stays a column"
    if new.value is None or not _is_known_in_time(symbols, old.value, new.value, _BEFORE_CELLS):
        return False
    values = value_in_row(symbols, new.value, column.type, wrong)
    for number, name in enumerate(column.owner.members):
        if not column.given_rows[number]:
            column, id = _with_values(column, number, values), f"{table}.{name}"
            if id in rows:
                rows[id] = _stated(rows[id], column.name, values)
    attributes[table, new.name] = column
    return not wrong.sorted()


def _stated(own: tuple[Constant, ...], column: str, values: tuple[int, ...]) -> tuple[Constant, ...]:
    """Return the values that the statement of a row may name, with another one in a column."""
    return tuple(evolve(known, value=values[0]) if known.name == column else known for known in own)


def _value_in(node: ast.Constant | ast.Parameter) -> tuple[ast.Expr, ...]:
    return node.values if isinstance(node, ast.Constant) else (node.value,)


def _is_known_in_time(symbols: SymbolTable, old: object, new: object, kinds: tuple[str, ...]) -> bool:
    """Return whether a value uses nothing that is declared only after it: what it used before, and words of these kinds.

    All names stand in the kept table, in whichever order they were declared.
    """
    used = {None, *(_used_by(node) for node in nodes_in(old))}
    for node in nodes_in(new):
        meaning = symbols.names.globals.get(node.name) if isinstance(node, ast.Name) else None
        is_word = isinstance(meaning, Constant) and isinstance(meaning.type, EnumType) and meaning.type.kind in kinds
        if not is_word and _used_by(node) not in used:
            return False
    return True


def _used_by(node: ast.Node) -> object:
    """Return the name or the form, such as a call, by which an expression uses something; None for numbers and operators."""
    match node:
        case ast.Integer() | ast.Flag() | ast.Binary() | ast.Unary() | ast.Conditional() | ast.Collection():
            return None
        case ast.Name() | ast.Attribute():
            return type(node), node.name
        case _:
            # Any other form may ask for more than its names, such as how many rows there are.
            return type(node)


def _with_values(column: Part, number: int, values: tuple[int, ...]) -> ColumnInfo:
    """Return a column with a value in the place of the row with this number, from 0."""
    assert isinstance(column, ColumnInfo), "a column stays a column"
    wide = width(column.type)
    return evolve(column, values=(*column.values[:number * wide], *values, *column.values[(number + 1) * wide:]))


def program_with(program: ir.Program, symbols: SymbolTable) -> ir.Program:
    """Return a program with the values of columns that its names have now."""
    from ..lower.program import columns_of
    from ..lower.shared.shared import cells_of

    columns = {f"{owner}.{name}": part for (owner, name), part in symbols.names.attributes.items()
               if isinstance(part, ColumnInfo)}
    tables = tuple((name, cells_of(columns[name]) if name in columns else rows) for name, rows in program.tables)
    return evolve(program, parameters=symbols.chosen, tables=tables, columns=tuple(columns_of(symbols)))


# ---- What uses a value -----------------------------------------------------------------------------


def uses_of(item: ast.Item | Alone, words: frozenset[Word]) -> Uses:
    """Return where a declaration uses values, but for statements that state a value as it is.

    What the rows of a table do in their ways is not looked at, but for the way of a row itself.
    """
    bodies = BODIES.get(type(item), ())
    # A way has the parameters of its effect, by whatever row.
    in_body, elsewhere = isinstance(item, EffectWay) and ("word", item.effect) in words, False
    texts: list[ast.Text] = []
    for part in parts_of(type(item)):
        uses = list(_uses(getattr(item, part), words))
        if part in bodies:
            in_body |= bool(uses)
        else:
            texts += (use for use in uses if use is not None)
            elsewhere |= None in uses
    # Names in the statement of a rule may be its own.
    stated = {} if bodies or not texts else {node.statement: inner.id for inner in named((item,))
                                             if isinstance(node := inner.node, _STATED) and node.statement is not None}
    return Uses(in_body, elsewhere or any(text not in stated for text in texts),
                tuple((stated[text], text) for text in texts if text in stated))


def _uses(value: object, words: frozenset[Word]) -> Iterator[ast.Text | None]:
    """Yield each use of a value: the text that it stands in, or None."""
    match value:
        case tuple():
            for part in value:
                yield from _uses(part, words)
        case ast.Text():
            parts = tuple(part for part in value.parts if not isinstance(part, ast.Name))
            # In the statement of a row the name of a column stands for its value, of which the check reads the type alone.
            yield from (value for _ in _uses(parts, words))
            yield from _uses(tuple(mention.value for mention in value.says if not isinstance(mention.value, ast.Name)), words)
        case ast.Setting():
            yield from _uses(value.value, words)
            if value.column is not None and not words.isdisjoint((("word", value.column.name), ("setting", value.column.name))):
                yield None
        case ast.Row():
            # The columns that its settings name are those of its own table.
            parts = tuple(getattr(value, name) for name in parts_of(ast.Row) if name not in (EFFECTS[ast.Row], "settings"))
            yield from _uses((parts, tuple(setting.value for setting in value.settings)), words)
        case ast.Node():
            if (isinstance(value, ast.Name) and ("name", value.name) in words) or (
                    isinstance(value, ast.Attribute) and ("part", value.name) in words) or (
                    not isinstance(value, _DECLARING) and any(
                        ("word", word) in words for word in words_of(value))):
                yield None
            for name in parts_of(type(value)):
                yield from _uses(getattr(value, name), words)
        case _:
            # Words and numbers of a node use nothing.
            pass
