"""Build statements from lark's trees, with the choices and requirements among them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token

from .. import syntax as ast
from ..source.span import Span
from .expressions import ExpressionBuilder


class StatementBuilder:
    """Makes statements, one method for each; `read` makes the expressions in them."""

    def __init__(self, read: ExpressionBuilder) -> None:
        self.read = read

    def block(self, node: Any) -> tuple[ast.Stmt, ...]:
        return tuple(self.stmt(child) for child in node.children)

    def stmt(self, node: Any) -> ast.Stmt:
        build: Callable[[Any, Span], ast.Stmt] = getattr(self, "s_" + node.data)
        return build(node, self.read.span(node))

    def s_let(self, node: Any, span: Span) -> ast.Stmt:
        return self.let(node)

    def let(self, node: Any) -> ast.Let:
        name, value = node.children
        return ast.Let(self.read.span(node), str(name), self.read.span(name), self.read.expr(value))

    def s_var(self, node: Any, span: Span) -> ast.Stmt:
        name, type_, value = node.children
        return ast.Var(span, str(name), self.read.span(name), self.read.type(type_), self.read.maybe(value))

    def _change(self, node: Any, span: Span) -> ast.Stmt:
        return ast.Change(span, self.read.one_of(node.data), self.read.expr(node.children[0]), self.read.expr(node.children[1]))

    s_becomes = s_gains = s_loses = _change

    def s_transfer(self, node: Any, span: Span) -> ast.Stmt:
        up_to, amount, source, target = node.children
        return ast.Transfer(span, self.read.expr(amount), self.read.expr(source), self.read.expr(target), up_to is not None)

    def s_call(self, node: Any, span: Span) -> ast.Stmt:
        return ast.Do(span, self.read.expr(node.children[0]))

    def s_if_stmt(self, node: Any, span: Span) -> ast.Stmt:
        condition, then, *rest = node.children
        otherwise: tuple[ast.Stmt, ...] = () if rest[-1] is None else self.block(rest[-1])
        for other in reversed(rest[:-1]):
            otherwise = (ast.If(self.read.span(other), self.read.expr(other.children[0]),
                                self.block(other.children[1]), otherwise),)
        return ast.If(span, self.read.expr(condition), self.block(then), otherwise)

    def s_for_stmt(self, node: Any, span: Span) -> ast.Stmt:
        return ast.ForEach(span, self.read.binder(node.children[0]), self.block(node.children[1]))

    def s_repeat_times(self, node: Any, span: Span) -> ast.Stmt:
        times = next(c for c in node.children if not isinstance(c, Token))
        return ast.Repeat(span, None, self.read.expr(times), self.block(node.children[-1]))

    def s_repeat_while(self, node: Any, span: Span) -> ast.Stmt:
        condition, *rest, body = [c for c in node.children if not isinstance(c, Token)]
        return ast.Repeat(span, self.read.expr(condition), self.read.maybe(rest[0]), self.block(body))

    def s_repeat_forever(self, node: Any, span: Span) -> ast.Stmt:
        return ast.Repeat(span, None, None, self.block(node.children[0]))

    def s_roll(self, node: Any, span: Span) -> ast.Stmt:
        _, name, drawn = node.children
        return self.roll(span, name, drawn)

    def roll(self, span: Span, name: Any, node: Any) -> ast.Roll:
        domain, condition, key, order, weight, notation, audience = node.children
        return ast.Roll(span, str(name), self.read.span(name), self.read.expr(domain), self.read.maybe(condition),
                        self.read.maybe(key), str(order) == "descending", self.read.maybe(weight),
                        self.read.maybe_text(notation), self.read.audience(audience))

    def s_throw(self, node: Any, span: Span) -> ast.Stmt:
        _, times, name, drawn = node.children
        return ast.Throw(span, self.read.expr(times), self.roll(span, name, drawn))

    def s_announce(self, node: Any, span: Span) -> ast.Stmt:
        return ast.Announce(span, self.read.expr(node.children[0]))

    def s_check_all(self, node: Any, span: Span) -> ast.Stmt:
        return ast.Check(span, ())

    def s_check_some(self, node: Any, span: Span) -> ast.Stmt:
        return ast.Check(span, self.read.names(node.children[0]))

    def s_remember(self, node: Any, span: Span) -> ast.Stmt:
        return ast.Remember(span, self.read.word(node.children[0]), False)

    def s_forget(self, node: Any, span: Span) -> ast.Stmt:
        return ast.Remember(span, self.read.word(node.children[0]), True)

    def s_merge(self, node: Any, span: Span) -> ast.Stmt:
        return ast.Merge(span, self.read.expr(node.children[0]), self.read.expr(node.children[1]))

    def s_stop(self, node: Any, span: Span) -> ast.Stmt:
        return ast.Leave(span, "stop")

    def s_skip(self, node: Any, span: Span) -> ast.Stmt:
        return ast.Leave(span, "skip")

    def s_require_now(self, node: Any, span: Span) -> ast.Stmt:
        condition, message = node.children
        return ast.Must(span, self.read.expr(condition), self.read.maybe_text(message))

    def s_choose(self, node: Any, span: Span) -> ast.Stmt:
        return self.choose(node)

    def choose(self, node: Any) -> ast.Choose:
        name, player, binders, secret, audience, text, *rest = node.children
        otherwise = rest[-1]
        choosers = self.read.binder(player.children[0]) if player.data == "chooser_each" else None
        by = ast.Name(choosers.name_span, choosers.name) if choosers else self.read.expr(player)
        return ast.Choose(
            self.read.span(node), str(name), self.read.span(name), choosers, by, self.read.binders(binders), secret is not None,
            self.read.audience(audience), self.read.statement(text),
            tuple(self.require(c) for c in rest[:-1] if c.data == "require"),
            tuple(self.move(c) for c in rest[:-1] if c.data == "move"),
            None if otherwise is None else self.block(otherwise.children[0]))

    def move(self, node: Any) -> ast.Move:
        name, notation, opening, as_pass, text, *rest = node.children
        rest = [child for child in rest if child is not None]
        where = opening.children[0] if opening is not None and opening.data == "only_where" else None
        return ast.Move(self.read.span(node), self.read.maybe_word(name), self.read.text([notation]),
                        () if opening is None or where is not None else self.read.binders(opening.children[0]),
                        as_pass is not None, self.read.statement(text),
                        tuple(self.require(c) for c in rest if c.data == "require"),
                        tuple(self.stmt(c) for c in rest if c.data != "require"),
                        self.read.maybe(where))

    def require(self, node: Any) -> ast.Require:
        name, condition, text, *exceptions = node.children
        return ast.Require(self.read.span(node), str(name), self.read.span(name), self.read.expr(condition),
                           self.read.statement(text), self.require_exceptions(exceptions))

    def require_exceptions(self, nodes: list[Any]) -> tuple[ast.RequireException, ...]:
        out = []
        for node in nodes:
            if node is not None:
                name, over, condition, text, *inner = node.children
                out.append(ast.RequireException(
                           self.read.span(node), str(name), self.read.span(name), self.read.maybe_word(over),
                           self.read.expr(condition), self.read.statement(text), self.require_exceptions(inner)))
        return tuple(out)
