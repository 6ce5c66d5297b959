"""The services that the parts of an expression ask of each other while it is lowered: values, places and domains."""

from __future__ import annotations

from collections.abc import Callable

from ... import ir
from ... import syntax as ast
from ...source.records import frozen
from ...symbols.symbols import FieldInfo, Local
from ...types.types import IntType, ListType, PerType, Type, lowest, size, width
from ..shared.shared import Shared


@frozen
class Forms:
    """The functions that lower an expression by its form, as a value, to what it goes through, and to where it is kept."""

    expr: Callable[[Lowering, ast.Expr], ir.Expr]
    domain: Callable[[Lowering, ast.Expr], ir.Domain]
    place: Callable[[Lowering, ast.Expr], ir.Slot | ir.Temp]


class Lowering:
    """Lowers expressions that stand in a certain place; each goes by its form to one of `forms`.

    `env` says where each local is kept. `merging` is true inside rules that merge regions: there
    a region kept in a temporary value is looked up again whenever it is read.
    """

    def __init__(self, shared: Shared, clause: str, env: dict[Local, ir.Expr], merging: bool, forms: Forms) -> None:
        self.shared, self.clause, self.env, self.merging, self._forms = shared, clause, env, merging, forms
        self.symbols, self.typing = shared.symbols, shared.typing

    def elsewhere(self, clause: str, env: dict[Local, ir.Expr], merging: bool = False) -> Lowering:
        """Return a lowering of expressions in another place, by the same forms."""
        return Lowering(self.shared, clause, env, merging, self._forms)

    def type_of(self, node: ast.Expr) -> Type:
        """Return the type that the checker gave to an expression."""
        return self.typing.types[node]

    def site(self, node: ast.Node, what: str) -> int:
        """Return the number of a new place where a fault can occur in play."""
        return self.shared.site(node.span, self.clause, what)

    def expr(self, node: ast.Expr) -> ir.Expr:
        """Lower an expression."""
        return self._forms.expr(self, node)

    def domain(self, node: ast.Expr) -> ir.Domain:
        """Lower an expression to the values that it goes through."""
        return self._forms.domain(self, node)

    def place(self, node: ast.Expr) -> ir.Slot | ir.Temp:
        """Return where the value of a field, a part of it, or a `var` is kept."""
        return self._forms.place(self, node)

    def ranged(self, node: ast.Expr, low: int, high: int) -> ir.Expr:
        """Return the value of an expression that must lie in a range; checked in play where its type does not say so."""
        value, type_ = self.expr(node), self.type_of(node)
        if isinstance(type_, IntType) and (type_.low < low or type_.high > high):
            return ir.Within(value, low, high, self.site(node, "a number out of range"))
        return value

    def opened(self, node: ast.Call, value: ir.Expr) -> ir.Expr:
        """Return a value that `open` shows."""
        site = self.site(node, "a value that is shown")
        if len(node.arguments) == 1:
            return ir.Opened(value, "all", None, site)
        to = node.arguments[1]
        return ir.Opened(value, "player" if self.type_of(to) == self.symbols.seating.player else "side", self.expr(to), site)

    def read(self, place: ir.Expr, type_: Type) -> ir.Expr:
        """Return the value at a place: of a list its entries."""
        return ir.ReadList(place) if isinstance(type_, ListType) and isinstance(place, ir.Slot) else place

    def field_slot(self, info: FieldInfo, subject: ast.Expr | None, keys: tuple[ast.Expr, ...]) -> ir.Slot:
        """Return the slot of a field of a thing, of the part that the keys pick."""
        steps: tuple[ir.Step, ...] = ()
        if info.owner is not None:
            assert subject is not None
            steps = (ir.Step(self.expr(subject), 0, size(info.owner), width(info.type)),)
        return ir.Slot(self.shared.bases[info], steps + self.steps(info.type, list(keys)))

    def steps(self, type_: Type, keys: list[ast.Expr]) -> tuple[ir.Step, ...]:
        """Return how to go from the first slot of a `per` field to the part that the keys pick."""
        out = []
        for key in keys:
            assert isinstance(type_, PerType)
            low, count = lowest(type_.index), size(type_.index)
            out.append(ir.Step(self.ranged(key, low, low + count - 1), low, count, width(type_.value)))
            type_ = type_.value
        return tuple(out)
