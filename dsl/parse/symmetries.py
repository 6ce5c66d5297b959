"""lark's trees to syntax: symmetries."""

from __future__ import annotations

from typing import Any

from .. import syntax as ast
from ..source.span import Span
from .expressions import ExpressionBuilder


class SymmetryBuilder(ExpressionBuilder):
    """Makes symmetries."""

    def d_symmetry(self, node: Any, at: Span) -> ast.Symmetry:
        name, *parts, outside, condition, text = node.children
        return ast.Symmetry(at, str(name), self.span(name), tuple(map(self.relabelled, parts)),
                            () if outside is None else self.names(outside), self.maybe(condition), self.statement(text))

    def relabelled(self, node: Any) -> ast.Relabelled:
        at, children = self.span(node), node.children
        match node.data:
            case "seats_rotated":
                by = children[0]
                return ast.SeatsRotated(at, None if by is None else ast.Integer(self.span(by), self.number(by)))
            case "members_renamed":
                return ast.Renamed(at, self.word(children[0]))
            case "board_turned":
                return ast.Turned(at, self.word(children[0]), self.maybe_word(children[1]))
            case "board_mirrored":
                of, *directions = children
                return ast.Mirrored(
                    at, self.word(of), tuple(self.word(direction) for direction in directions if direction is not None)
                )
        of, *pairs = children
        return ast.Exchanged(at, self.word(of), tuple(
            ast.ExchangedPair(self.span(pair), *self.names(pair)) for pair in pairs))
