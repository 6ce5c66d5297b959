"""Name the columns of rows whose values stand in order, as the file they stand in knows the table.

Another variant may add a column; values in order would then move to other columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import attrs

from .. import syntax as ast
from .layers import Layer

# The rows of a rulebook get the names of their columns for each of its variants: this number of rows is kept.
ROWS_KEPT = 4096
Columns = dict[str, tuple[str, ...]]


def with_columns(declarations: Iterable[ast.Declaration]) -> tuple[ast.Declaration, ...]:
    """Return the declarations of a rulebook, every value of a row with the name of its column."""
    everything = tuple(declarations)
    columns = _columns(everything, {})
    return tuple(
        _table(declaration, columns) if isinstance(declaration, ast.Table) else declaration for declaration in everything
    )


def as_written(declarations: Iterable[ast.Declaration], before: Iterable[ast.Declaration],
               with_names: Iterable[ast.Declaration]) -> tuple[ast.Declaration, ...]:
    """Return the declarations, with the rows that no variant touches as they stand in the rulebook itself.

    `before` are those of the rulebook, `with_names` the same with the names of columns. A row whose table has other
    columns now keeps the names.
    """
    everything = tuple(declarations)
    first, current = _columns(before, {}), _columns(everything, {})
    rows = {named: row for old, new in zip(before, with_names, strict=True)
            if isinstance(old, ast.Table) and isinstance(new, ast.Table)
            and current.get(old.name, ())[: len(first.get(old.name, ()))] == first.get(old.name)
            for row, named in zip(old.rows, new.rows, strict=True)}
    return tuple(
        attrs.evolve(declaration, rows=tuple(rows.get(row, row) for row in declaration.rows))
        if isinstance(declaration, ast.Table)
        else declaration
        for declaration in everything
    )


def layers_with_columns(layers: tuple[Layer, ...], declarations: Iterable[ast.Declaration]) -> tuple[Layer, ...]:
    """Return the layers, their rows with the columns that each layer and those below it know; each below comes before."""
    # A layer is read with the columns that its author saw: those of the rulebook, and of the layers that it lies on, but not
    # those that a layer beside it adds.
    base = _columns(declarations, {})
    known: dict[Layer, Columns] = {}
    new: dict[Layer, Layer] = {}
    for layer in layers:
        columns = dict(base if layer.below is None else known[layer.below])
        for item, _ in layer.with_reasons():
            match item:
                case ast.Replace():
                    columns = _columns(item.parts, columns)
                case ast.AddParts(target=target, parts=parts):
                    more = tuple(part.name for part in parts if isinstance(part, ast.Column))
                    columns[target.name] = columns.get(target.name, ()) + more
                case ast.Table():
                    columns = _columns((item,), columns)
                case ast.Remove(target=target):
                    table, _, name = target.name.rpartition(".")
                    columns[table] = tuple(text for text in columns.get(table, ()) if text != name)
                case _:
                    # Other items change no columns.
                    pass
        known[layer] = columns
        below = None if layer.below is None else new[layer.below]
        new[layer] = Layer(layer.header, tuple(_item(item, columns) for item in layer.items), below)
    return tuple(new.values())


def _columns(nodes: Iterable[object], known: Columns) -> Columns:
    """Return the columns of each table by its head."""
    heads = {node.name: tuple(column.name for column in node.columns) for node in nodes
             if isinstance(node, ast.Table) and not node.continues}
    return {**known, **heads}


def _item(item: ast.Item, columns: Columns) -> ast.Item:
    match item:
        case ast.Because(parts=parts):
            inside = (_item(part, columns) for part in parts)
            return attrs.evolve(
                item,
                parts=tuple(declaration for declaration in inside if not isinstance(declaration, ast.Variant | ast.Because)),
            )
        case ast.Replace(parts=parts):
            return attrs.evolve(
                item, parts=tuple(_table(part, columns) if isinstance(part, ast.Table) else part for part in parts)
            )
        case ast.AddParts(target=target, parts=parts):
            names = columns.get(target.name, ())
            return attrs.evolve(item, parts=tuple(_row(part, names) if isinstance(part, ast.Row) else part for part in parts))
        case ast.Table():
            return _table(item, columns)
        case _:
            # Other items have no rows of tables in them.
            return item


def _table(table: ast.Table, columns: Columns) -> ast.Table:
    return attrs.evolve(table, rows=tuple(_row(row, columns.get(table.name, ())) for row in table.rows))


@lru_cache(maxsize=ROWS_KEPT)
def _row(row: ast.Row, columns: tuple[str, ...]) -> ast.Row:
    """Return a row with names for its values; values without a column stay in order."""
    settings = tuple(
        attrs.evolve(setting, column=ast.Name(setting.span, columns[i]))
        if setting.column is None and i < len(columns)
        else setting
        for i, setting in enumerate(row.settings)
    )
    return attrs.evolve(row, settings=settings)
