"""lark's trees to syntax: statements, and the choices and requirements among them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token

from .. import syntax as ast
from ..source.span import Span
from .expressions import ExpressionBuilder


class StatementBuilder(ExpressionBuilder):
    """Makes statements, one method for each."""

    # -- statements --------------------------------------------------------------------------

    def block(self, node: Any) -> tuple[ast.Stmt, ...]:
        return tuple(self.stmt(child) for child in node.children)

    def stmt(self, node: Any) -> ast.Stmt:
        build: Callable[[Any, Span], ast.Stmt] = getattr(self, "s_" + node.data)
        return build(node, self.span(node))

    def s_let(self, node: Any, at: Span) -> ast.Stmt:
        return self.let(node)

    def let(self, node: Any) -> ast.Let:
        name, value = node.children
        return ast.Let(self.span(node), str(name), self.span(name), self.expr(value))

    def s_var(self, node: Any, at: Span) -> ast.Stmt:
        name, type_, value = node.children
        return ast.Var(at, str(name), self.span(name), self.type(type_), self.maybe(value))

    def _change(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Change(at, str(node.data), self.expr(node.children[0]), self.expr(node.children[1]))

    s_becomes = s_gains = s_loses = _change

    def s_transfer(self, node: Any, at: Span) -> ast.Stmt:
        up_to, amount, source, target = node.children
        return ast.Transfer(at, self.expr(amount), self.expr(source), self.expr(target), up_to is not None)

    def s_call(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Do(at, self.expr(node.children[0]))

    def s_if_stmt(self, node: Any, at: Span) -> ast.Stmt:
        condition, then, *rest = node.children
        otherwise: tuple[ast.Stmt, ...] = () if rest[-1] is None else self.block(rest[-1])
        for other in reversed(rest[:-1]):
            otherwise = (ast.If(self.span(other), self.expr(other.children[0]),
                                self.block(other.children[1]), otherwise),)
        return ast.If(at, self.expr(condition), self.block(then), otherwise)

    def s_for_stmt(self, node: Any, at: Span) -> ast.Stmt:
        return ast.ForEach(at, self.binder(node.children[0]), self.block(node.children[1]))

    def s_repeat_times(self, node: Any, at: Span) -> ast.Stmt:
        times = next(c for c in node.children if not isinstance(c, Token))
        return ast.Repeat(at, None, self.expr(times), self.block(node.children[-1]))

    def s_repeat_while(self, node: Any, at: Span) -> ast.Stmt:
        condition, *rest, body = [c for c in node.children if not isinstance(c, Token)]
        return ast.Repeat(at, self.expr(condition), self.maybe(rest[0]), self.block(body))

    def s_repeat_forever(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Repeat(at, None, None, self.block(node.children[0]))

    def s_roll(self, node: Any, at: Span) -> ast.Stmt:
        _, name, drawn = node.children
        return self.roll(at, name, drawn)

    def roll(self, at: Span, name: Any, node: Any) -> ast.Roll:
        domain, condition, key, order, weight, notation, audience = node.children
        return ast.Roll(at, str(name), self.span(name), self.expr(domain), self.maybe(condition),
                        self.maybe(key), str(order) == "descending", self.maybe(weight),
                        self.maybe_text(notation), self.audience(audience))

    def s_throw(self, node: Any, at: Span) -> ast.Stmt:
        _, times, name, drawn = node.children
        return ast.Throw(at, self.expr(times), self.roll(at, name, drawn))

    def s_announce(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Announce(at, self.expr(node.children[0]))

    def s_check_all(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Check(at, ())

    def s_check_some(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Check(at, self.names(node.children[0]))

    def s_merge(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Merge(at, self.expr(node.children[0]), self.expr(node.children[1]))

    def s_stop(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Leave(at, "stop")

    def s_skip(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Leave(at, "skip")

    def s_require_now(self, node: Any, at: Span) -> ast.Stmt:
        condition, message = node.children
        return ast.Must(at, self.expr(condition), self.maybe_text(message))

    def s_choose(self, node: Any, at: Span) -> ast.Stmt:
        return self.choose(node)

    def choose(self, node: Any) -> ast.Choose:
        name, player, binders, secret, audience, text, *rest = node.children
        otherwise = rest[-1]
        each = self.binder(player.children[0]) if player.data == "chooser_each" else None
        by = ast.Name(each.name_span, each.name) if each else self.expr(player)
        return ast.Choose(
            self.span(node), str(name), self.span(name), each, by, self.binders(binders), secret is not None,
            self.audience(audience), self.statement(text),
            tuple(self.require(c) for c in rest[:-1] if c.data == "require"),
            tuple(self.move(c) for c in rest[:-1] if c.data == "move"),
            None if otherwise is None else self.block(otherwise.children[0]))

    def move(self, node: Any) -> ast.Move:
        name, notation, binders, as_pass, text, *rest = node.children
        rest = [child for child in rest if child is not None]
        return ast.Move(self.span(node), self.maybe_word(name), self.text([notation]), self.binders(binders),
                        as_pass is not None, self.statement(text),
                        tuple(self.require(c) for c in rest if c.data == "require"),
                        tuple(self.stmt(c) for c in rest if c.data != "require"))

    def require(self, node: Any) -> ast.Require:
        name, condition, text, *exceptions = node.children
        return ast.Require(self.span(node), str(name), self.span(name), self.expr(condition),
                           self.statement(text), self.require_exceptions(exceptions))

    def require_exceptions(self, nodes: list[Any]) -> tuple[ast.RequireException, ...]:
        out = []
        for node in nodes:
            if node is not None:
                name, over, condition, text, *inner = node.children
                out.append(ast.RequireException(
                    self.span(node), str(name), self.span(name), self.maybe_word(over), self.expr(condition),
                    self.statement(text), self.require_exceptions(inner)))
        return tuple(out)
