"""Nodes of the syntax tree: what a variant says about the rulebook that it extends."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ..source.span import Span
from .declarations import Declaration
from .expressions import Expr, Name, Node, Text
from .statements import Choose, Move, Require, Stmt
from .tables import Column, Row


@frozen(eq=False, repr=False)
class Variant(Node):
    """The header of a variant: what it extends, and what it changes in the rulebook's header.

    `base` is the name of a rulebook, or `by_path` the path of a rulebook or variant. `fewest` and `most` are 0,
    and `seats` is empty, where the rulebook's own hold.
    """

    name: str
    name_span: Span
    base: Name
    by_path: bool
    base_variant: Name | None
    title: Text | None
    fewest: int
    most: int
    players_span: Span
    seats: tuple[Name, ...]


@frozen(eq=False, repr=False)
class LooseException(Node):
    """An exception away from what it belongs to, which tells what kind of exception it is."""

    id: str
    id_span: Span
    over: Name | None
    condition: Expr
    statement: Text | None
    body: tuple[Stmt, ...]
    gives: Expr | None
    exceptions: tuple[LooseException, ...]


@frozen(eq=False, repr=False)
class SetValue(Node):
    """`set target = value`; with columns there is a value for each number of players.

    The target is a parameter, a constant, or `table.row.column`.
    """

    target: Name
    columns: tuple[int, ...]
    values: tuple[Expr, ...]
    assumed: str | None
    statement: Text | None


@frozen(eq=False, repr=False)
class Replace(Node):
    """`replace` and a declaration or a clause, which takes the place of those with its name."""

    parts: tuple[Declaration | Choose | Move | Require | LooseException, ...]


@frozen(eq=False, repr=False)
class Remove(Node):
    """`remove target`: the id of a clause, `table.row`, `table.column`, `owner.field`, `enum.word` or `choice.otherwise`."""

    target: Name


@frozen(eq=False, repr=False)
class Otherwise(Node):
    """Statements that are carried out where a choice has no legal move, away from the choice."""

    body: tuple[Stmt, ...]


Part = Require | Move | LooseException | Row | Column | Otherwise
"""What can be added to something else."""


@frozen(eq=False, repr=False)
class AddParts(Node):
    """`add to target`: requirements, moves, exceptions, rows, columns, and what happens otherwise.

    They come after what is there, or `before` one of their kind.
    """

    target: Name
    parts: tuple[Part, ...]
    before: Name | None = None


@frozen(eq=False, repr=False)
class AddWords(Node):
    """`add to enum: words`."""

    target: Name
    words: tuple[Name, ...]


@frozen(eq=False, repr=False)
class AddStatements(Node):
    """`add before rule` or `add after rule`: what else happens, before or after the rest of it."""

    target: Name
    where: Literal["before", "after"]
    body: tuple[Stmt, ...]


Edit = SetValue | Replace | Remove | AddParts | AddWords | AddStatements


@frozen(eq=False, repr=False)
class Because(Node):
    """Edits and declarations with the reason for them."""

    reason: Text
    parts: tuple[Edit | Declaration, ...]


Item = Declaration | Variant | Because | Edit
"""What may stand in the first column of a file."""
