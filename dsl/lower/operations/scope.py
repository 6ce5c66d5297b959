"""The rule that is being lowered: where its names are kept, its clause, and what it has opened in the state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ... import ir
from ... import syntax as ast
from ...symbols.symbols import Local
from ...types.types import Scalar, SetType, Type, width
from ..expressions.expressions import lowering_of
from ..expressions.lowering import Lowering
from ..shared.graph import Graph


class RuleScope:
    """The place in one rule where lowering stands: names are kept where `env` says.

    `opened` are the slots of each scope that is open. `loop_depths` says how many scopes were open before each loop of the rule
    that asks for nothing.
    """

    def __init__(self, graph: Graph, name: str, env: dict[Local, ir.Expr], clause: str | None = None) -> None:
        self.graph, self.shared, self.calls = graph, graph.shared, graph.calls
        self.name, self.clause = name, clause or name
        self.env = env
        self.opened: list[list[tuple[int, int]]] = []
        # The names that a statement may read, by the scopes around it; kept for tracers.
        self.scopes: list[list[Local]] = [[]]
        self.loop_depths: list[int] = []

    @property
    def expressions(self) -> Lowering:
        """For lowering expressions as names are kept just now."""
        return lowering_of(self.shared, self.clause, self.env, self.name in self.calls.merging)

    def expr(self, node: ast.Expr) -> ir.Expr:
        """Lower an expression as names are kept just now."""
        return self.expressions.expr(node)

    def site(self, node: ast.Node, what: str) -> int:
        """Return the number of a new place where a fault can occur in play."""
        return self.shared.site(node.span, self.clause, what)

    @contextmanager
    def scope(self, *binders: ast.Binder | None) -> Iterator[None]:
        """Open a scope of names, in which those of binders are known."""
        self.scopes.append([self.shared.typing.locals[binder] for binder in binders if binder is not None])
        yield
        self.scopes.pop()

    def named_by(self, node: ast.Stmt) -> list[Local]:
        """Return the name that a statement gives to those that follow it in its scope."""
        return [self.shared.typing.locals[node]] if isinstance(node, ast.Let | ast.Var | ast.Roll | ast.Throw) else []

    def reached(self, node: ast.Stmt) -> list[ir.Op]:
        """Return the mark of a statement, in a traced program."""
        if not self.shared.traced:
            return []
        visible = [(local, value) for local in self.visible() if (value := self.env.get(local)) is not None]
        names = tuple((local.name, local.type, value) for local, value in visible)
        variables = frozenset(local.name for local, _ in visible if local.kind == "var")
        return [ir.Reach(self.site(node, "a statement"), names, variables)]

    def visible(self) -> Iterator[Local]:
        """Yield the names that a statement may read, as far as each is one value."""
        yield from (local for scope in self.scopes for local in scope if isinstance(local.type, Scalar | SetType))

    def open_slot(self, name: str, type_: Type) -> int:
        base = self.graph.slot(self.name, name, type_)
        self.opened[-1].append((base, width(type_)))
        return base

    def clearing(self, slots: list[tuple[int, int]]) -> list[ir.Op]:
        # INVARIANT: a slot that nobody reads any more is 0, so positions that differ in nothing else are equal.
        return [ir.Write(ir.Slot(base + i), ir.Const(0)) for base, count in slots for i in range(count)]
