"""Nodes of the syntax tree: tables, with their columns, rows and effects, and pieces."""

from __future__ import annotations

from attrs import frozen

from ..source.span import Span
from .expressions import Binder, Expr, Name, Node, Param, Text, TypeNode
from .statements import Stmt


@frozen(eq=False, repr=False)
class Column(Node):
    """A column of a table, or what is fixed about each space of a board or each piece of a kind."""

    name: str
    name_span: Span
    type: TypeNode
    value: Expr | None


@frozen(eq=False, repr=False)
class Effect(Node):
    """An effect that each row of a table has of its own."""

    name: str
    name_span: Span
    params: tuple[Param, ...]


@frozen(eq=False, repr=False)
class Setting(Node):
    """A value of a row, space or piece: by column name, or None for the next column."""

    column: Name | None
    value: Expr
    assumed: str | None


@frozen(eq=False, repr=False)
class Row(Node):
    """A row of a table: values and effects; with a condition the row is only there when it holds.

    With binders it makes a row for all of their values together; `shown` is the text that names each of them.
    """

    name: str
    name_span: Span
    settings: tuple[Setting, ...]
    condition: Expr | None
    statement: Text | None
    effects: tuple[tuple[Name, tuple[Stmt, ...]], ...]
    shown: Text | None = None
    binders: tuple[Binder, ...] = ()


@frozen(eq=False, repr=False)
class Table(Node):
    """A table; `rows of` the same table continues it (columns and effects are empty then)."""

    name: str
    name_span: Span
    statement: Text | None
    columns: tuple[Column, ...]
    effects: tuple[Effect, ...]
    rows: tuple[Row, ...]
    continues: bool


@frozen(eq=False, repr=False)
class PieceLine(Node):
    """A number of pieces with these values; with binders, for all of their values, which the others may use."""

    count: Expr
    settings: tuple[Setting, ...]
    binders: tuple[Binder, ...]


@frozen(eq=False, repr=False)
class Pieces(Node):
    """Pieces of a kind: whose they are, what is fixed about each, how many there are, and the text that is the name of each."""

    name: str
    name_span: Span
    owner: Name | None
    statement: Text | None
    columns: tuple[Column, ...]
    lines: tuple[PieceLine, ...]
    shown: tuple[Text, ...] = ()
