"""Build expressions, texts and types from lark's trees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs
from lark import Token, Tree

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from ..source.span import Source, Span, code_of
from ..symbols.constants import MAX_NUMBER
from .grammar import tree_of

_JOINED_BY: dict[str, ast.BinaryOperator] = {
    "and_": "and", "or_": "or", "member": "in", "not_member": "not in", "starting_with": "starting with"}
_BEFORE: dict[str, ast.UnaryOperator] = {"not_": "not", "negative": "-", "the": "the"}


def parse_expression(source: Source, line: int, column: int, text: str, diagnostics: Diagnostics) -> ast.Expr | None:
    """Return the expression that stands in `source` from this line and column on, or None."""
    tree = tree_of(text, "expression", source, line, column, diagnostics)
    return None if tree is None else ExpressionBuilder(source, line, column, diagnostics).expr(tree.children[0])


class ExpressionBuilder:
    """Makes expressions, texts and types out of a tree that begins at a line and column of a source."""

    def __init__(self, source: Source, line: int, column: int, diagnostics: Diagnostics) -> None:
        self.source, self.line, self.column, self.diagnostics = source, line, column, diagnostics

    # -- places and words --------------------------------------------------------------------

    def span(self, node: Any) -> Span:
        meta: Any = node if isinstance(node, Token) else node.meta
        # Lark gives no place to a tree without tokens.
        if getattr(meta, "line", None) is None:
            return Span(self.source, self.line, 1, self.line, 1)
        shift = self.column - 1
        line, end = meta.line + self.line - 1, meta.end_line + self.line - 1
        column = meta.column + (shift if meta.line == 1 else 0)
        end_column = meta.end_column + (shift if meta.end_line == 1 else 0)
        # A statement ends with the line end and the indentation after it, which nobody means.
        while end > line and not code_of(self.source.line(end)[: end_column - 1]).strip():
            end -= 1
            end_column = len(code_of(self.source.line(end))) + 1
        return Span(self.source, line, column, end, end_column)

    def number(self, token: Any) -> int:
        # The length first: Python takes long to convert many digits, and refuses to convert more than 4,300.
        if len(token) < 20 and int(token) <= MAX_NUMBER:
            return int(token)
        self.diagnostics.add("E106", f"a number is at most {MAX_NUMBER}", self.span(token))
        return MAX_NUMBER + 1

    def one_of(self, token: Any) -> Any:
        """The text of a token, where the grammar says which texts there are."""
        return str(token)

    def word(self, token: Any) -> ast.Name:
        return ast.Name(self.span(token), str(token))

    def maybe_word(self, token: Any) -> ast.Name | None:
        return None if token is None else self.word(token)

    def names(self, node: Any) -> tuple[ast.Name, ...]:
        return tuple(self.word(child) for child in node.children)

    def params(self, node: Any) -> tuple[ast.Param, ...]:
        if node is None:
            return ()
        return tuple(ast.Param(self.span(c), str(c.children[0]), self.span(c.children[0]), self.type(c.children[1]),
                               self.audience(c.children[2]))
                     for c in node.children if c is not None)

    def audience(self, node: Any) -> ast.Audience | None:
        if node is None:
            return None
        players = node.children[0]
        return ast.Audience(self.span(node), None if isinstance(players, Token) else self.expr(players))

    # -- texts -------------------------------------------------------------------------------

    def text(self, tokens: list[Token]) -> ast.Text:
        """Strings on lines of their own make one text, joined by spaces."""
        parts: list[str | ast.Expr] = []
        for i, token in enumerate(tokens):
            if i:
                parts.append(" ")
            parts += self._text_parts(token)
        return ast.Text(self.span(tokens[0]).to(self.span(tokens[-1])), tuple(parts))

    def _text_parts(self, token: Token) -> Iterator[str | ast.Expr]:
        span = self.span(token)
        for piece in re.finditer(r"\{([^{}]*)\}|([^{}]+)|([{}])", token[1:-1]):
            begin = span.column + 1 + piece.start()
            if piece[2]:
                yield piece[2]
            elif piece[3]:
                self.diagnostics.add("E101", f"a single `{piece[3]}` in a text",
                               Span(self.source, span.line, begin, span.line, begin + 1),
                               help="braces hold an expression: `{name}`")
            elif not piece[1].strip():
                self.diagnostics.add("E101", "these braces are empty",
                               Span(self.source, span.line, begin, span.line, begin + len(piece[0])),
                               help="braces hold an expression: `{name}`")
            else:
                expr = parse_expression(self.source, span.line, begin + 1, piece[1], self.diagnostics)
                if expr is not None:
                    yield expr

    def statement(self, node: Any) -> ast.Text | None:
        return None if node is None else self.needed(node)

    def needed(self, node: Any) -> ast.Text:
        """Return a statement that is there, with what the lines below it say."""
        strings = [child for child in node.children if isinstance(child, Token)]
        lines = [child for child in node.children if isinstance(child, Tree) and child.data == "said_line"]
        assumed = next((child for child in node.children if isinstance(child, Tree) and child.data == "assumed"), None)
        text = self.text(strings)
        return ast.Text(text.span, text.parts, tuple(mention for line in lines for mention in self.mentions(line)),
                        self.assumed(assumed))

    def assumed(self, node: Any) -> str | None:
        return None if node is None else str(node.children[0])[1:-1]

    def mentions(self, line: Any) -> Iterator[ast.ClauseMention]:
        """Yield the concepts and numbers that a line `says` or `mentions` names."""
        word, *items = line.children
        for item in items:
            value, owner, players = item.children
            yield ast.ClauseMention(self.span(item), self.expr(value), self.maybe_word(owner),
                                    None if players is None else self.number(players), str(word) == "says")

    def maybe_text(self, token: Any) -> ast.Text | None:
        return None if token is None else self.text([token])

    # -- types -------------------------------------------------------------------------------

    def type(self, node: Any) -> ast.TypeNode:
        span = self.span(node)
        children = node.children
        match node.data:
            case "type":
                result = self.type(children[0])
                # Of `0..9 per a per b` the first index is the outer one.
                for index in reversed(children[1:]):
                    result = ast.PerType(span, result, self.type(index))
                return result
            case "type_or":
                base = self.type(children[0])
                extras = tuple(self.word(child) for child in children[1:])
                return ast.UnionType(span, base, extras) if extras else base
            case "type_range":
                return ast.RangeType(span, self.expr(children[0]), self.expr(children[1]))
            case "type_name":
                return ast.NamedType(span, str(children[0]))
            case "type_set":
                return ast.SetType(span, self.type(children[0]))
            case "type_set_or":
                several = self.span(children[0]).to(self.span(children[-1]))
                extras = tuple(self.word(child) for child in children[1:])
                return ast.SetType(span, ast.UnionType(several, self.type(children[0]), extras))
            case "type_list":
                return ast.ListType(span, self.type(children[0]), self.expr(children[1]))
            case "type_sides":
                return ast.SidesType(span, self.type(children[1]), self.word(children[2]))
            case "type_history":
                *parts, limit = children
                return ast.HistoryType(span, tuple(self.remembered(part) for part in parts), self.expr(limit))
        assert node.data == "type_flag", node.data
        return ast.FlagType(span)

    def remembered(self, node: Any) -> ast.Expr:
        """Return a field of the game, or of things, whose values a history keeps."""
        owner, name = node.children
        first = self.word(owner)
        return first if name is None else ast.Attribute(self.span(node), first, str(name))

    # -- binders -----------------------------------------------------------------------------

    def binders(self, node: Any) -> tuple[ast.Binder, ...]:
        return () if node is None else tuple(self.binder(child) for child in node.children)

    def binder(self, node: Any) -> ast.Binder:
        name, domain, condition, key, order = node.children
        return ast.Binder(self.span(node), str(name), self.span(name), self.expr(domain),
                          self.maybe(condition), self.maybe(key), str(order) == "descending")

    def through(self, node: Any) -> ast.Through | None:
        if node is None:
            return None
        name, domain, condition, cost = node.children
        span = self.span(node)
        binder = ast.Binder(span, str(name), self.span(name), self.expr(domain), self.maybe(condition), None, False)
        return ast.Through(span, binder, self.maybe(cost))

    def happening(self, span: Span, kind: ast.StepQuantifier, node: Any, body: Any) -> ast.Happening:
        event, names, condition = node.children
        return ast.Happening(span, kind, self.word(event), () if names is None else self.names(names),
                             self.maybe(condition), self.maybe(body))

    # -- expressions -------------------------------------------------------------------------

    def maybe(self, node: Any) -> ast.Expr | None:
        return None if node is None else self.expr(node)

    def expr(self, node: Any) -> ast.Expr:
        span, children = self.span(node), node.children
        match str(node.data):
            case "chain":
                _, between, element, limit, domain = children
                return ast.Chain(span, "-" if between is None else str(between)[1:-1], self.type(element), self.expr(limit),
                                 self.expr(domain))
            case "amount_of":
                _, between, kind, kinds, domain = children
                binding = ast.Binder(self.span(kind).to(self.span(kinds)), str(kind), self.span(kind), self.expr(kinds), None,
                                     None, False)
                return ast.AmountOf(span, "+" if between is None else str(between)[1:-1], binding, self.expr(domain))
            case "integer":
                return ast.Integer(span, self.number(children[0]))
            case "name":
                return ast.Name(span, str(children[0]))
            case "yes" | "no":
                return ast.Flag(span, node.data == "yes")
            case "attribute":
                return ast.Attribute(span, self.expr(children[0]), str(children[1]))
            case "index":
                return ast.Index(span, self.expr(children[0]), self.expr(children[1]))
            case "called":
                subject, *arguments, through = children
                return ast.Call(
                    span,
                    self.expr(subject),
                    tuple(self.expr(argument) for argument in arguments if argument is not None),
                    self.through(through),
                )
            case "ranked":
                subject, amount_binder, among, *prizes = children
                binder = attrs.evolve(self.binder(among), descending=str(among.children[-1]) != "ascending")
                return ast.Ranked(span, self.expr(subject), self.expr(amount_binder), binder, tuple(map(self.expr, prizes)))
            case "arithmetic" | "compare":
                return ast.Binary(span, self.one_of(children[1]), self.expr(children[0]), self.expr(children[2]))
            case "and_" | "or_" | "member" | "not_member" | "starting_with":
                return ast.Binary(span, _JOINED_BY[node.data], self.expr(children[0]), self.expr(children[-1]))
            case "not_" | "negative" | "the":
                return ast.Unary(span, _BEFORE[node.data], self.expr(children[-1]))
            case "range_":
                return ast.RangeOf(span, self.expr(children[0]), self.expr(children[1]))
            case "if_expr":
                return ast.Conditional(span, *(self.expr(child) for child in children))
            case "quantified":
                return self.quantified(span, self.one_of(children[0]), self.binders(children[1]), self.expr(children[2]))
            case "counted" | "first_of":
                return ast.Quantified(span, self.one_of(children[0]), self.binder(children[1]), None)
            case "quantified_event":
                return self.happening(span, self.one_of(children[0]), children[1], children[2])
            case "counted_event":
                return self.happening(span, "count", children[1], None)
            case "supposed":
                return ast.Supposed(span, self.expr(children[1]), self.expr(children[2]))
            case "can":
                return ast.Can(span, self.expr(children[1]))
            case "tuple_":
                return ast.TupleOf(span, tuple(self.expr(child) for child in children))
            case "amounts":
                return ast.Amounts(
                    span, tuple(ast.Amount(self.span(child), *map(self.expr, child.children)) for child in children)
                )
            case "set_items" | "list_items":
                items = tuple(self.expr(child) for child in children if child is not None)
                return ast.Collection(span, "set" if node.data == "set_items" else "list", items)
        assert node.data in ("set_of", "list_of"), node.data
        body, binder = children
        return ast.Comprehension(span, "set" if node.data == "set_of" else "list", self.binder(binder), self.maybe(body))

    def quantified(self, span: Span, kind: ast.Quantifier, binders: tuple[ast.Binder, ...], body: ast.Expr) -> ast.Quantified:
        """Return a quantifier; over several domains it is quantifiers inside each other."""
        first, *more = binders
        if more and kind in ("max", "min"):
            self.diagnostics.add("E206", f"`{kind}` goes through one domain", more[0].span,
                                 help=f"write another `{kind}` behind the `:`; without values it is 0")
        # `no a in X, b in Y` is: no a for which there is some b.
        inner: ast.Quantifier = "some" if kind == "no" else kind
        for binder in reversed(more):
            body = ast.Quantified(binder.span.to(body.span), inner, binder, body)
        return ast.Quantified(span, kind, first, body)
