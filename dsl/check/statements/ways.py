"""Open values of a kind of move -> in how many ways it can be made, and how to make it in fewer."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, perm, prod
from typing import Literal, assert_never

from ... import syntax as ast
from ...symbols.symbols import Local, SymbolTable
from ...syntax.walk import nodes_in
from ...types.types import IntType, ListType, PerType, Scalar, Type, size
from ..scope.holding import most_of
from ..scope.typing import Typing

# Each step greater than those before, or other than those before, or any; None where the steps depend on each other otherwise.
Order = Literal["rising", "distinct", "any"]

COMPARISONS = frozenset(("<", "<=", ">", ">="))


def codes_of(type_: Type) -> int:
    """Return how many combinations of values an open value has, of a chain or an amount those of all its parts."""
    match type_:
        case ListType(element, limit):
            # Each step behind the first may be `no step` as well: one value more.
            first = size(element)
            return prod((first, *[first + 1] * (limit - 1)))
        case PerType(IntType() as numbers, index):
            return int(size(numbers) ** size(index))
        case _:
            # An open value that is neither a chain nor an amount is one value.
            assert isinstance(type_, Scalar), "checked to be single values"
            return size(type_)


def ways_of(symbols: SymbolTable, typing: Typing, node: ast.Expr, type_: Type) -> int:
    """Return how many values a domain holds at most.

    Of a chain these are the combinations of its steps. Where the steps come from what lies around the one before, hardly any of
    these are there: then the steps that it can begin with count, for each of its length.
    """
    symbols, typing = symbols, typing
    match node, type_:
        case ast.Chain(domain=domain), ListType(element, limit):
            many, order = most_of(symbols, typing, domain, element), _order(typing, node)
            return many * limit if order is None else _combinations(order, many, limit)
        case ast.AmountOf(domain=domain), PerType(IntType() as numbers, index):
            most = most_of(symbols, typing, domain, numbers)
            # Where a number depends on those before it, the rulebook limits them together.
            return most * size(index) if _limits_together(typing, node) else int(most ** size(index))
        case _:
            # One value has as many ways as its domain has values.
            return most_of(symbols, typing, node, type_)


def passes_of(symbols: SymbolTable, typing: Typing, node: ast.Expr, type_: Type) -> int:
    """Return how many values a listing tries at most for the steps of a chain; 0 where that is not known."""
    if not isinstance(node, ast.Chain) or not isinstance(type_, ListType) or not isinstance(node.domain, ast.Comprehension):
        return 0
    order = _order(typing, node)
    many = most_of(symbols, typing, node.domain, type_.element)
    return 0 if order is None else many * (1 + _combinations(order, many, type_.limit - 1))


def cheaper(symbols: SymbolTable, typing: Typing, bound: list[tuple[ast.Binder, Type]], most: int) -> str:
    """Return how to make a move with a chain or an amount in no more ways than this; nothing where that is not known."""
    for binder, type_ in bound:
        amount = binder.domain
        if isinstance(amount, ast.AmountOf) and not _limits_together(typing, amount):
            other = amount.kind.name * 2
            return (f"; let the numbers limit each other, as in `0..min(n, most - (sum {other} in "
                    f"{amount.kind.domain.span.text}: {binder.name}[{other}]))`")
        if isinstance(amount, ast.Chain) and isinstance(type_, ListType):
            ways = prod(ways_of(symbols, typing, other.domain, names) for other, names in bound if other is not binder)
            hint = _shorter(symbols, typing, amount, type_, most // max(ways, 1))
            if hint:
                return f"; {hint}"
    return ""


def _shorter(symbols: SymbolTable, typing: Typing, chain: ast.Chain, type_: ListType, most: int) -> str:
    """Return with how many steps, or among how many values, a chain has no more ways than this; nothing where it has anyway."""
    order = _order(typing, chain)
    if order is None:
        return ""
    many = most_of(symbols, typing, chain.domain, type_.element)
    if _combinations(order, many, type_.limit) <= most:
        return ""
    steps = max((n for n in range(1, type_.limit) if _combinations(order, many, n) <= most), default=0)
    among = max((n for n in range(1, many) if _combinations(order, n, type_.limit) <= most), default=0)
    limits = [f"a chain of up to {steps} of {many} values has {_combinations(order, many, steps)}"] if steps > 1 else []
    if among > 1:
        ways = _combinations(order, among, type_.limit)
        limits.append(f"one of up to {type_.limit} has {ways} among {among}: choose the steps from a list that holds no more, "
                      f"`list of {type_.element} up to {among}`")
    return "; ".join(limits)


def shorter_in_time(symbols: SymbolTable, typing: Typing, chain: ast.Chain, type_: ListType, most: int) -> str | None:
    """Return among how many values a chain tries no more than this, if it does among two or more."""
    order = _order(typing, chain)
    many = most_of(symbols, typing, chain.domain, type_.element)
    among = max((n for n in range(2, many) if order and n * (1 + _combinations(order, n, type_.limit - 1)) <= most), default=0)
    if not among:
        return None
    return f"choose the steps from a list that holds no more than {among}, `list of {type_.element} up to {among}`"


def _combinations(order: Order, many: int, limit: int) -> int:
    """Return how many chains of up to this many steps there are among this many values."""
    match order:
        case "rising":
            return sum(comb(many, steps) for steps in range(1, limit + 1))
        case "distinct":
            return sum(perm(many, steps) for steps in range(1, limit + 1))
        case "any":
            return sum(int(many ** steps) for steps in range(1, limit + 1))
        case _:
            assert_never(order)


def _order(typing: Typing, chain: ast.Chain) -> Order | None:
    """Return how the steps of a chain depend on those before: by a condition that compares them, or not at all."""
    before = typing.locals[chain]
    match chain.domain:
        case ast.Comprehension(binder=binder, body=None) if not _speaks(typing, binder.domain, {before}):
            if binder.condition is None:
                return "any"
            return _compared(typing, binder.condition, before, typing.locals[binder])
        case domain if not _speaks(typing, domain, {before}):
            return "any"
        case _:
            # The values themselves depend on the steps before.
            return None


def _compared(typing: Typing, condition: ast.Expr, before: Local, step: Local) -> Order | None:
    """Return how a condition compares a step with those before; None where it asks a function about them."""
    earlier = {before, *_gone_through(typing, condition, before)}
    for node in nodes_in(condition):
        if isinstance(node, ast.Call) and any(_speaks(typing, part, earlier) for part in node.arguments) and not _is_size(node):
            return None
        if isinstance(node, ast.Binary) and node.operator in COMPARISONS:
            sides = (node.left, node.right)
            if any(_speaks(typing, left, {step}) and _speaks(typing, right, earlier) for left, right in (sides, sides[::-1])):
                return "rising"
    # A condition that speaks of the steps before without an order most likely leaves them out (`x not in path`). Where it does
    # not, there are more ways than this says. Only a limit rests on the number, and no rule of the game.
    return "distinct" if _speaks(typing, condition, earlier) else "any"


def _is_size(node: ast.Call) -> bool:
    return isinstance(node.subject, ast.Name) and node.subject.name == "size"


def _gone_through(typing: Typing, condition: ast.Expr, before: Local) -> Iterator[Local]:
    """Yield the names that stand for single steps before, in quantifiers over them."""
    for node in nodes_in(condition):
        if isinstance(node, ast.Quantified) and _speaks(typing, node.binder.domain, {before}):
            yield typing.locals[node.binder]


def _speaks(typing: Typing, node: ast.Expr, names: set[Local]) -> bool:
    """Return whether one of these names stands in an expression."""
    return any(typing.meanings.get(part) in names for part in nodes_in(node))


def _limits_together(typing: Typing, amount: ast.AmountOf) -> bool:
    """Return whether the range of a number speaks of the numbers before it."""
    return _speaks(typing, amount.domain, {typing.locals[amount]})
