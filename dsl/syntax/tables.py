"""Nodes of the syntax tree: tables, their columns, rows and effects."""

from __future__ import annotations

from attrs import frozen

from ..spans import Span
from .expressions import Expr, Name, Node, Param, Text, TypeNode
from .statements import Stmt


@frozen(eq=False)
class Column(Node):
    """A column of a table, or what is fixed about each space of a board."""

    name: str
    name_span: Span
    type: TypeNode
    value: Expr | None


@frozen(eq=False)
class Effect(Node):
    """An effect that each row of a table has of its own."""

    name: str
    name_span: Span
    params: tuple[Param, ...]


@frozen(eq=False)
class Setting(Node):
    """A value of a row or space: by column name, or None for the next column."""

    column: Name | None
    value: Expr
    assumed: str | None


@frozen(eq=False)
class Row(Node):
    """A row of a table: values and effects."""

    name: str
    name_span: Span
    settings: tuple[Setting, ...]
    statement: Text | None
    effects: tuple[tuple[Name, tuple[Stmt, ...]], ...]


@frozen(eq=False)
class Table(Node):
    """A table; `rows of` the same table continues it (columns and effects are empty then)."""

    name: str
    name_span: Span
    statement: Text | None
    columns: tuple[Column, ...]
    effects: tuple[Effect, ...]
    rows: tuple[Row, ...]
    continues: bool
