"""Build boards from lark's trees, and the columns that boards and tables have."""

from __future__ import annotations

from typing import Any

from lark import Token

from .. import syntax as ast
from ..boards.forms import DRAWN, RIMS
from ..source.span import Span
from ..types.shapes import SHAPES
from .expressions import ExpressionBuilder


class BoardBuilder:
    """Makes boards; `read` makes the expressions in them."""

    def __init__(self, read: ExpressionBuilder) -> None:
        self.read = read

    def board(self, node: Any, span: Span) -> ast.Board:
        name, shape, region, text, *items = node.children
        items = [item for item in items if item is not None]
        space, first, last, width, height = self.shape_parts(shape)
        return ast.Board(
            span, str(name), self.read.span(name), SHAPES[shape.data], self.read.span(shape), space,
            self.read.maybe_word(region),
            first, last, width, height, self.read.statement(text),
            tuple(self.table_column(item) for item in items if item.data == "column"),
            tuple(ast.Links(self.read.span(item), self.read.names(item)) for item in items if item.data == "links"),
            tuple(self.drawing(item) for item in items if item.data == "map"),
            tuple(self.mark(item) for item in items if item.data in ("legend", "at")),
            tuple(self.shown(item) for item in items if item.data == "shown_as"),
            tuple(self.rim(item) for item in items if item.data in RIMS))

    def rim(self, node: Any) -> ast.Board:
        """The edges or corners of a board: a board of their own, which is called as its spaces are."""
        word, name, *items = node.children
        space, span = self.read.word(name), self.read.span(node)
        items = [item for item in items if item is not None]
        return ast.Board(
            span, space.name, space.span, SHAPES[node.data], self.read.span(word), space, None, None, None, None, None, None,
            tuple(self.table_column(item) for item in items if item.data == "column"), (), (),
            tuple(self.mark(item) for item in items if item.data == "at"),
            tuple(self.shown(item) for item in items if item.data == "shown_as"))

    def shown(self, node: Any) -> ast.ShownAs:
        text, condition = node.children
        return ast.ShownAs(self.read.span(node), self.read.text([text]), self.read.maybe(condition))

    def shape_parts(self, node: Any) -> tuple[ast.Name, str | None, str | None, ast.Expr | None, ast.Expr | None]:
        """Return the space type of a board, the first and last names of its spaces, its width and height."""
        match node.data, node.children:
            case "ring" | "line", [space, first, last]:
                return self.read.word(space), str(first), str(last), None, None
            case form, [width, height, space] if form in DRAWN:
                return self.read.word(space), None, None, self.read.maybe(width), self.read.maybe(height)
        return self.read.word(node.children[0]), None, None, None, None

    def table_column(self, node: Any) -> ast.Column:
        name, type_, value = node.children
        return ast.Column(self.read.span(node), str(name), self.read.span(name), self.read.type(type_), self.read.maybe(value))

    def drawing(self, node: Any) -> ast.Drawing:
        assumed, *rows = node.children
        return ast.Drawing(self.read.span(node), self.read.assumed(assumed),
                           tuple(ast.DrawnRow(self.read.span(row), str(row)[1:-1]) for row in rows))

    def mark(self, node: Any) -> ast.Mark:
        what, marked = node.children
        single, sets, *settings = marked.children
        letter: ast.Name | None = None
        spaces: tuple[ast.Name, ...] = ()
        if isinstance(what, Token):
            letter = ast.Name(self.read.span(what), str(what)[1:-1] if what.type == "STRING" else str(what))
        else:
            spaces = self.read.names(what)
        return ast.Mark(
            self.read.span(node), letter, spaces, self.read.maybe_word(single), () if sets is None else self.read.names(sets),
            tuple(self.marked_value(setting) for setting in settings if setting is not None))

    def marked_value(self, node: Any) -> ast.Setting:
        name, value = node.children
        return ast.Setting(self.read.span(node), self.read.word(name), self.read.expr(value), None)
