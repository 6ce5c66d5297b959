"""Build symmetries from lark's trees."""

from __future__ import annotations

from typing import Any

from .. import syntax as ast
from ..source.span import Span
from .expressions import ExpressionBuilder


class SymmetryBuilder:
    """Makes symmetries; `read` makes the expressions in them."""

    def __init__(self, read: ExpressionBuilder) -> None:
        self.read = read

    def symmetry(self, node: Any, span: Span) -> ast.Symmetry:
        name, *parts, outside, condition, text = node.children
        return ast.Symmetry(span, str(name), self.read.span(name), tuple(map(self.relabelled, parts)),
                            () if outside is None else self.read.names(outside), self.read.maybe(condition),
                            self.read.statement(text))

    def relabelled(self, node: Any) -> ast.Relabelled:
        span, children = self.read.span(node), node.children
        match node.data:
            case "seats_rotated":
                by = children[0]
                return ast.SeatsRotated(span, None if by is None else ast.Integer(self.read.span(by), self.read.number(by)))
            case "members_renamed":
                return ast.Renamed(span, self.read.word(children[0]))
            case "board_turned":
                return ast.Turned(span, self.read.word(children[0]), self.read.maybe_word(children[1]))
            case "board_mirrored":
                owner, *directions = children
                named = tuple(self.read.word(direction) for direction in directions if direction is not None)
                return ast.Mirrored(span, self.read.word(owner), named)
        owner, *pairs = children
        return ast.Exchanged(span, self.read.word(owner), tuple(
            ast.ExchangedPair(self.read.span(pair), *self.read.names(pair)) for pair in pairs))
