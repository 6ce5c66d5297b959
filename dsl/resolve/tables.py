"""Declare tables: the type that their rows make, a value for each row and column, the effects."""

from __future__ import annotations

from .. import syntax as ast
from ..source.diagnostics import did_you_mean
from ..source.records import frozen
from ..source.span import Span
from ..symbols.symbols import ColumnInfo, Constant, DomainOf, EffectInfo
from ..syntax.walk import nodes_in
from ..types.types import EnumType, Type, width
from .columns import column_type, value_in
from .made_words import all_values, words_made
from .names import Names
from .rules import clauses_of


@frozen(eq=False)
class NamedRow:
    """A row of a table: its line, and the values of the names by which that line makes it."""

    name: str
    line: ast.Row
    constants: tuple[Constant, ...]


@frozen(eq=False)
class TableRows:
    """A table, and its rows that are there in this game."""

    head: ast.Table
    rows: tuple[NamedRow, ...]

    @property
    def lines(self) -> tuple[ast.Row, ...]:
        """The lines that its rows stand in, each once."""
        return tuple(dict.fromkeys(row.line for row in self.rows))


def tables(names: Names, declarations: tuple[ast.Declaration, ...]) -> dict[str, TableRows]:
    """Declare all tables, then fill them in, so that their cells may name rows of other tables; return them by name."""
    nodes = [declaration for declaration in declarations if isinstance(declaration, ast.Table)]
    rows_of: dict[str, TableRows] = {}
    for head in _in_order(names, [node for node in nodes if not node.continues], nodes):
        table = _define(names, head, _lines(head, nodes))
        if table is not None:
            rows_of[head.name] = table
    for node in nodes:
        if node.continues and node.name not in rows_of and names.symbols.names.meaning(node.name) is None:
            names.diagnostics.add("E201", f"unknown table `{node.name}`", node.name_span, help=did_you_mean(node.name, rows_of))
    for table in rows_of.values():
        _columns(names, table)
    for table in rows_of.values():
        _clauses(names, table)
    return rows_of


def effects(names: Names, rows_of: dict[str, TableRows]) -> None:
    """Declare the effects of tables, whose values may be pieces."""
    for table in rows_of.values():
        _effects(names, table)


def _in_order(names: Names, heads: list[ast.Table], nodes: list[ast.Table]) -> list[ast.Table]:
    """Return tables, each behind those of whose rows it makes its own; report those that go round in a circle."""
    needs = {head: {node.name for row in _lines(head, nodes) for node in nodes_in(row.binders) if isinstance(node, ast.Name)}
             for head in heads}
    out: list[ast.Table] = []
    left = heads
    while left:
        waiting = {head.name for head in left}
        ready = [head for head in left if not needs[head] & waiting]
        # None of them can be made: each is in a circle, or waits for one.
        for head in [] if ready else left:
            names.wrong_type(head.name)
            names.diagnostics.add("E404", f"the rows of `{head.name}` depend on themselves", head.name_span)
        out += ready
        left = [head for head in left if head not in ready] if ready else []
    return out


def _lines(head: ast.Table, nodes: list[ast.Table]) -> list[ast.Row]:
    """Return the lines of a table from all its parts."""
    return [row for node in nodes if node is head or (node.continues and node.name == head.name) for row in node.rows]


def _define(names: Names, head: ast.Table, lines: list[ast.Row]) -> TableRows | None:
    """Declare the type that the rows of a table make; None if its name is taken."""
    if not lines:
        names.diagnostics.add("E207", f"the table `{head.name}` has no rows", head.name_span)
    _report_doubles(names, lines)
    rows: dict[str, NamedRow] = {}
    for row in (row for line in lines for row in _rows(names, line)):
        if row.name not in rows:
            rows[row.name] = row
        # Two plain lines of one name are reported above already.
        elif row.constants or rows[row.name].constants:
            _twice(names, row.name, row.line, rows[row.name].line)
    table = TableRows(head, tuple(rows.values()))
    type_ = EnumType(head.name, tuple(rows), "row")
    if not names.define_type(ast.Name(head.name_span, head.name), type_, DomainOf(type_)):
        return None
    names.members(type_, tuple(_named_at(row.line) for row in table.rows))
    return table


def _report_doubles(names: Names, lines: list[ast.Row]) -> None:
    """Report lines with the name of another; of rows with one name, the first is there."""
    first: dict[str, ast.Row] = {}
    for line in lines:
        if first.setdefault(line.name, line) is not line:
            _twice(names, line.name, line, first[line.name])


def _twice(names: Names, name: str, line: ast.Row, first: ast.Row) -> None:
    names.diagnostics.add("E202", f"the row `{name}` exists already", _named_at(line),
                          related=(("the first is here", _named_at(first)),))


def _named_at(line: ast.Row) -> Span:
    """Return the place that says what the rows of a line are called."""
    return line.name_span if line.shown is None else line.shown.span


def _rows(names: Names, line: ast.Row) -> list[NamedRow]:
    """Return the rows of a line that are there in this game."""
    if not line.binders:
        if line.shown is not None:
            names.diagnostics.add("E206", "a text names the rows that a line makes, and this line makes none", line.shown.span,
                                  help="add `for s in suit` behind its values, or take the text away")
        return _present_rows(names, [NamedRow(line.name, line, ())])
    if line.effects:
        names.diagnostics.add("E206", "a line that makes several rows cannot define their effects", line.effects[0][0].span,
                              help="write a rule that takes a row, and asks for its columns")
    values = all_values(names, line.binders, "rows")
    words = words_made(names, line.shown, line.name, values)
    return _present_rows(names, [NamedRow(word, line, constants) for word, constants in words.items()])


def _present_rows(names: Names, rows: list[NamedRow]) -> list[NamedRow]:
    out = []
    for row in rows:
        with names.symbols.names.knowing(*row.constants):
            if names.holds(row.line.condition):
                out.append(row)
            elif row.line.condition is not None:
                names.symbols.names.absent[row.name] = row.line.condition.span.text
    return out


def _clauses(names: Names, table: TableRows) -> None:
    """The table and its lines as clauses; the statement of a row calls the row's own values by their columns."""
    head = table.head
    names.clause(head.name, "table", head.name_span, head.statement)
    columns = [attribute for (owner, _), attribute in names.symbols.names.attributes.items()
               if owner == head.name and isinstance(attribute, ColumnInfo) and width(attribute.type) == 1]
    # In reverse, so that of several rows of a line the first one stays.
    number = {row.line: i for i, row in reversed(list(enumerate(table.rows)))}
    for line in table.lines:
        own = () if line.binders else tuple(
            Constant(column.name, column.type, column.values[number[line]]) for column in columns)
        row_clause(names, head, line, own)


def row_clause(names: Names, head: ast.Table, line: ast.Row, own: tuple[Constant, ...]) -> None:
    """Record the clause of a row, the statement of which calls the row's `own` values by their columns."""
    id = f"{head.name}.{line.name}"
    with names.symbols.names.knowing(*own):
        names.clause(id, "row", line.name_span, line.statement, head.name, _assumed(head, line))
    names.symbols.names.row_values[id] = own


def _assumed(head: ast.Table, row: ast.Row) -> str | None:
    """Return which values of a row are assumed, and why: `price = 3, value = 1: the card is misprinted`."""
    order = [column.name for column in head.columns]
    marked: dict[str, list[str]] = {}
    for i, setting in enumerate(row.settings):
        if setting.assumed is not None:
            name = setting.column.name if setting.column else order[i] if i < len(order) else ""
            marked.setdefault(setting.assumed, []).append(f"{name} = {setting.value.span.text}")
    return "; ".join(f"{', '.join(cells)}: {reason}" for reason, cells in marked.items()) or None


# ---- Columns -------------------------------------------------------------------------------------


def _columns(names: Names, table: TableRows) -> None:
    head, owner = table.head, names.symbols.names.types[table.head.name]
    assert isinstance(owner, EnumType)
    rows = {row.name: row for row in table.rows}
    kinds: dict[str, Type] = {}
    for column in head.columns:
        if column.name in kinds:
            names.diagnostics.add("E202", f"the column `{column.name}` exists already", column.name_span)
        if column.name in rows:
            names.diagnostics.add("E202", f"the column `{column.name}` has the name of a row", column.name_span,
                            help=f"both would be called `{head.name}.{column.name}`",
                            related=(("the row is here", _named_at(rows[column.name].line)),))
        kinds.setdefault(column.name, column_type(names, column))
    # Once for each line and not for each row, so that a mistake in a line is reported once.
    settings = {line: settings_of_row(names, head, line) for line in table.lines}
    cells: dict[str, list[int]] = {name: [] for name in kinds}
    for row in table.rows:
        with names.symbols.names.knowing(*row.constants):
            for column in {column.name: column for column in head.columns}.values():
                cells[column.name] += cell_of_row(
                    names, head, row.line, column, kinds[column.name], settings[row.line].get(column.name))
    for name, kind in kinds.items():
        own = tuple(name in settings[row.line] for row in table.rows)
        names.symbols.names.attributes.setdefault((owner.name, name), ColumnInfo(name, owner, kind, tuple(cells[name]), own))


def settings_of_row(names: Names, head: ast.Table, row: ast.Row) -> dict[str, ast.Setting]:
    """Return the values of a row by column, whether they are named or stand in order."""
    order = [column.name for column in head.columns]
    out: dict[str, ast.Setting] = {}
    for i, setting in enumerate(row.settings):
        name = setting.column.name if setting.column else order[i] if i < len(order) else ""
        span = setting.column.span if setting.column else setting.span
        if name not in order:
            names.diagnostics.add("E201", f"the table `{head.name}` has no column `{name or i + 1}`", span,
                            help=did_you_mean(name, order))
        elif name in out:
            names.diagnostics.add("E202", f"the row `{row.name}` has a value for `{name}` already", span)
        else:
            out[name] = setting
    return out


def cell_of_row(names: Names, head: ast.Table, row: ast.Row, column: ast.Column, type_: Type,
                setting: ast.Setting | None) -> tuple[int, ...]:
    """Return the value of a row in a column, as the numbers that it is kept as; zeros where it is wrong or missing."""
    value = setting.value if setting is not None else column.value
    if value is None:
        names.diagnostics.add("E207", f"the row `{row.name}` has no `{column.name}`", row.name_span,
                        clause=f"{head.name}.{row.name}", related=(("the column is declared here", column.name_span),))
        return (0,) * width(type_)
    return value_in(names, value, type_)


# ---- Effects -------------------------------------------------------------------------------------


def _effects(names: Names, table: TableRows) -> None:
    head, owner = table.head, names.symbols.names.types[table.head.name]
    assert isinstance(owner, EnumType)
    known: set[str] = set()
    for effect in head.effects:
        if effect.name in known or (owner.name, effect.name) in names.symbols.names.attributes:
            names.diagnostics.add("E202", f"`{effect.name}` is a part of `{head.name}` already", effect.name_span)
            continue
        known.add(effect.name)
        bodies = tuple(way_of_row(names, row.line, effect) for row in table.rows)
        info = EffectInfo(effect.name, owner, names.params(effect.params), bodies,
                          tuple(f"{head.name}.{row.line.name}" for row in table.rows), effect)
        names.symbols.names.attributes[owner.name, effect.name] = info
        names.symbols.effects.append(info)
    for line in table.lines:
        effects_of_row(names, head, line, known)


def way_of_row(names: Names, row: ast.Row, effect: ast.Effect) -> tuple[ast.Stmt, ...]:
    """Return the way in which a row carries out an effect; nothing where it has none, which is recorded."""
    for name, body in row.effects:
        if name.name == effect.name:
            return body
    names.diagnostics.add("E207", f"the row `{row.name}` does not define the effect `{effect.name}`", row.name_span)
    return ()


def effects_of_row(names: Names, head: ast.Table, row: ast.Row, known: set[str]) -> None:
    """Record the clauses in the ways of a row, and ways of what is none of the `known` effects."""
    defined: set[str] = set()
    for name, body in row.effects:
        if name.name not in known:
            names.diagnostics.add("E201", f"the table `{head.name}` has no effect `{name.name}`", name.span,
                            help=did_you_mean(name.name, known))
        elif name.name in defined:
            names.diagnostics.add("E202", f"the row `{row.name}` defines the effect `{name.name}` already", name.span)
        else:
            clauses_of(names, body, f"{head.name}.{row.name}")
        defined.add(name.name)
