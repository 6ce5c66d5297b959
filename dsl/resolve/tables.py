"""Declare tables: the type that their rows make, a value for each row and column, the effects."""

from __future__ import annotations

from .. import syntax as ast
from ..source.diagnostics import did_you_mean
from ..symbols.symbols import ColumnInfo, Constant, DomainOf, EffectInfo
from ..types.types import EnumType, Type, width
from .columns import column_type, value_in
from .names import Names
from .rules import clauses_of

Rows = dict[str, ast.Row]


def tables(names: Names, declarations: tuple[ast.Declaration, ...]) -> dict[str, ast.Table]:
    """Declare all tables, then fill them in, so that their cells may name rows of other tables; return them by name."""
    nodes = [declaration for declaration in declarations if isinstance(declaration, ast.Table)]
    heads: dict[str, ast.Table] = {}
    for head in nodes:
        if not head.continues and _define(names, head, nodes):
            heads[head.name] = head
    for node in nodes:
        if node.continues and node.name not in heads and names.symbols.names.meaning(node.name) is None:
            names.diagnostics.add("E201", f"unknown table `{node.name}`", node.name_span, help=did_you_mean(node.name, heads))
    for head in heads.values():
        _columns(names, head, _rows(names, head, nodes))
    for head in heads.values():
        _clauses(names, head, _rows(names, head, nodes))
    return heads


def effects(names: Names, heads: dict[str, ast.Table], declarations: tuple[ast.Declaration, ...]) -> None:
    """Declare the effects of tables, whose values may be pieces."""
    nodes = [declaration for declaration in declarations if isinstance(declaration, ast.Table)]
    for head in heads.values():
        _effects(names, head, _rows(names, head, nodes))


def _rows(names: Names, head: ast.Table, nodes: list[ast.Table]) -> Rows:
    """Return the rows of a table from all its parts that are there in this game; of two with one name, the first."""
    out = _said(head, nodes)
    for name, row in tuple(out.items()):
        if row.condition is not None and not names.holds(row.condition):
            names.symbols.names.absent[name] = row.condition.span.text
            del out[name]
    return out


def _said(head: ast.Table, nodes: list[ast.Table]) -> Rows:
    out: Rows = {}
    for row in (row for node in nodes if node is head or (node.continues and node.name == head.name) for row in node.rows):
        out.setdefault(row.name, row)
    return out


def _define(names: Names, head: ast.Table, nodes: list[ast.Table]) -> bool:
    rows = _said(head, nodes)
    for node in nodes:
        for row in node.rows if node is head or (node.continues and node.name == head.name) else ():
            if rows[row.name] is not row:
                names.diagnostics.add("E202", f"the row `{row.name}` is there already", row.name_span,
                                related=(("the first is here", rows[row.name].name_span),))
    if not rows:
        names.diagnostics.add("E207", f"the table `{head.name}` has no rows", head.name_span)
    rows = _rows(names, head, nodes)
    type_ = EnumType(head.name, tuple(rows), "row")
    if not names.define_type(ast.Name(head.name_span, head.name), type_, DomainOf(type_)):
        return False
    names.members(type_, tuple(row.name_span for row in rows.values()))
    return True


def _clauses(names: Names, head: ast.Table, rows: Rows) -> None:
    """The table and its rows as clauses; the statement of a row calls the row's own values by their columns."""
    names.clause(head.name, "table", head.name_span, head.statement)
    columns = [attribute for (of, _), attribute in names.symbols.names.attributes.items()
               if of == head.name and isinstance(attribute, ColumnInfo) and width(attribute.type) == 1]
    for number, row in enumerate(rows.values()):
        id = f"{head.name}.{row.name}"
        own = tuple(Constant(column.name, column.type, column.values[number]) for column in columns)
        assumed = _assumed(head, row)
        with names.symbols.names.knowing(*own):
            names.clause(id, "row", row.name_span, row.statement, head.name, assumed)
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


def _columns(names: Names, head: ast.Table, rows: Rows) -> None:
    owner = names.symbols.names.types[head.name]
    assert isinstance(owner, EnumType)
    kinds: dict[str, Type] = {}
    for column in head.columns:
        if column.name in kinds:
            names.diagnostics.add("E202", f"the column `{column.name}` is there already", column.name_span)
        if column.name in rows:
            names.diagnostics.add("E202", f"the column `{column.name}` has the name of a row", column.name_span,
                            help=f"both would be called `{head.name}.{column.name}`",
                            related=(("the row is here", rows[column.name].name_span),))
        kinds.setdefault(column.name, column_type(names, column))
    given = {row.name: _settings(names, head, row) for row in rows.values()}
    for column in head.columns:
        cells = (_cell(names, head, row, column, kinds[column.name], given[row.name].get(column.name))
                 for row in rows.values())
        own = tuple(column.name in given[row.name] for row in rows.values())
        info = ColumnInfo(column.name, owner, kinds[column.name], tuple(number for cell in cells for number in cell), own)
        names.symbols.names.attributes.setdefault((owner.name, column.name), info)


def _settings(names: Names, head: ast.Table, row: ast.Row) -> dict[str, ast.Setting]:
    """Return the values of a row by column, whether they are named or stand in order."""
    order = [column.name for column in head.columns]
    out: dict[str, ast.Setting] = {}
    for i, setting in enumerate(row.settings):
        name = setting.column.name if setting.column else order[i] if i < len(order) else ""
        at = setting.column.span if setting.column else setting.span
        if name not in order:
            names.diagnostics.add("E201", f"the table `{head.name}` has no column `{name or i + 1}`", at,
                            help=did_you_mean(name, order))
        elif name in out:
            names.diagnostics.add("E202", f"the row `{row.name}` has a value for `{name}` already", at)
        else:
            out[name] = setting
    return out


def _cell(names: Names, head: ast.Table, row: ast.Row, column: ast.Column, type_: Type,
          setting: ast.Setting | None) -> tuple[int, ...]:
    value = setting.value if setting is not None else column.value
    if value is None:
        names.diagnostics.add("E207", f"the row `{row.name}` has no `{column.name}`", row.name_span,
                        clause=f"{head.name}.{row.name}", related=(("the column is declared here", column.name_span),))
        return (0,) * width(type_)
    return value_in(names, value, type_)


# ---- Effects -------------------------------------------------------------------------------------


def _effects(names: Names, head: ast.Table, rows: Rows) -> None:
    owner = names.symbols.names.types[head.name]
    assert isinstance(owner, EnumType)
    known: set[str] = set()
    for effect in head.effects:
        if effect.name in known or (owner.name, effect.name) in names.symbols.names.attributes:
            names.diagnostics.add("E202", f"`{effect.name}` is a part of `{head.name}` already", effect.name_span)
            continue
        known.add(effect.name)
        bodies = tuple(_body(names, row, effect) for row in rows.values())
        info = EffectInfo(effect.name, owner, names.params(effect.params), bodies,
                          tuple(f"{head.name}.{row}" for row in rows), effect)
        names.symbols.names.attributes[owner.name, effect.name] = info
        names.symbols.effects.append(info)
    for row in rows.values():
        _known_effects(names, head, row, known)


def _body(names: Names, row: ast.Row, effect: ast.Effect) -> tuple[ast.Stmt, ...]:
    for name, body in row.effects:
        if name.name == effect.name:
            return body
    names.diagnostics.add("E207", f"the row `{row.name}` does not say how to `{effect.name}`", row.name_span)
    return ()


def _known_effects(names: Names, head: ast.Table, row: ast.Row, known: set[str]) -> None:
    said: set[str] = set()
    for name, body in row.effects:
        if name.name not in known:
            names.diagnostics.add("E201", f"the table `{head.name}` has no effect `{name.name}`", name.span,
                            help=did_you_mean(name.name, known))
        elif name.name in said:
            names.diagnostics.add("E202", f"the row `{row.name}` says how to `{name.name}` already", name.span)
        else:
            clauses_of(names, body, f"{head.name}.{row.name}")
        said.add(name.name)
