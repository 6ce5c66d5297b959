"""Lower writes to places, checked in play where a type does not say that the value fits."""

from __future__ import annotations

from ... import ir
from ... import syntax as ast
from ...symbols.symbols import Local
from ...types.conversion import exceeded
from ...types.types import IntType, ListType, Type
from ..expressions.expressions import Expressions
from ..shared.graph import Graph


class Writing:
    """Writes in one rule: names are kept where `env` says."""

    def __init__(self, graph: Graph, name: str, env: dict[Local, ir.Expr], clause: str | None = None) -> None:
        self.graph, self.shared, self.calls = graph, graph.shared, graph.calls
        self.name, self.clause = name, clause or name
        self.env = env
        self.opened: list[list[tuple[int, int]]] = []
        # The names that a statement may read, by the scopes around it; kept for tracers.
        self.scopes: list[list[Local]] = [[]]
        self.loop_depths: list[int] = []

    @property
    def expressions(self) -> Expressions:
        """For lowering expressions as names are kept just now."""
        return Expressions(self.shared, self.clause, self.env, self.name in self.calls.merging)

    def expr(self, node: ast.Expr) -> ir.Expr:
        """Lower an expression as names are kept just now."""
        return self.expressions.expr(node)

    def site(self, node: ast.Node, what: str) -> int:
        """Return the number of a new place that can go wrong in play."""
        return self.shared.site(node.span, self.clause, what)

    def limits(self, type_: Type, value: ast.Expr | None) -> tuple[int | None, int | None]:
        """Return the range to check when a value of this expression is kept as this type."""
        return (None, None) if value is None else exceeded(self.shared.typing.types[value], type_)

    def write(self, to: ir.Slot | ir.Temp, value: ir.Expr, type_: Type, node: ast.Node,
              of: ast.Expr | None = None) -> list[ir.Op]:
        """Write a value to a place; `of` is the expression that it comes from, whose type says what to check."""
        site = self.site(node, "a value out of range")
        if isinstance(type_, ListType):
            assert isinstance(to, ir.Slot)
            if of is not None:
                _, value = self.given(value, type_, of)
            return [ir.WriteList(to, value, type_.limit, site)]
        low, high = self.limits(type_, of)
        if isinstance(to, ir.Temp):
            return [ir.Let(to.name, value, low, high, site)]
        return [ir.Write(to, value, low, high, site)]

    def given(self, value: ir.Expr, type_: Type, of: ast.Expr) -> tuple[list[ir.Op], ir.Expr]:
        """Return a value that is handed on as a type, and the operations that make sure that it fits."""
        low, high = self.limits(type_, of)
        if low is None and high is None:
            return [], value
        site = self.site(of, "a value out of range")
        if isinstance(type_, ListType):
            return [], ir.EntriesWithin(value, low, high, site)
        name = self.shared.temp("given")
        return [ir.Let(name, value, low, high, site)], ir.Temp(name)

    def add(self, to: ir.Slot | ir.Temp, value: ir.Expr, type_: Type, operator: ir.SetOperator, node: ast.Node) -> list[ir.Op]:
        """Add to a number, or subtract from it; leaving its range is a fault in play."""
        assert isinstance(type_, IntType), type_
        site = self.site(node, "a value out of range")
        # Both ends are tested, whatever the types say: the sum of two ranges nearly always passes that of the place.
        changed = ir.Arith(operator, to, value)
        if isinstance(to, ir.Temp):
            return [ir.Let(to.name, changed, type_.low, type_.high, site)]
        return [ir.Write(to, changed, type_.low, type_.high, site)]

    def declared(self, place: ast.Expr) -> Type:
        """Return the type a place was declared with."""
        type_ = self.shared.typing.declared(place)
        assert type_ is not None, "checked to be a place"
        return type_
