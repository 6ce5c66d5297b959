"""Report rules that contradict each other: two that apply at once, with no priority between them.

The compiler reports what it can show. Where it depends on the position, the machine
stops with a fault that names both places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from .. import syntax as ast
from ..check import Typing
from ..check.narrowing import path
from ..source.diagnostics import Diagnostics
from ..symbols.constants import NotKnown, fold
from ..symbols.symbols import Local, SymbolTable
from ..syntax.walk import nodes_in
from ..types.types import Scalar, size, values

MAX_TRIALS = 20_000
Exceptional = ast.FunctionException | ast.RuleException


def conflicts(symbols: SymbolTable, typing: Typing, diagnostics: Diagnostics) -> None:
    """Record pairs of exceptions that can both apply, and reactions that set the same field."""
    for info in symbols.functions.values():
        _among(info.node.exceptions, typing, diagnostics)
    for rule in symbols.rules.values():
        _among(rule.node.exceptions, typing, diagnostics)
    _reactions(symbols, typing, diagnostics)


def _reactions(symbols: SymbolTable, typing: Typing, diagnostics: Diagnostics) -> None:
    """Two reactions to one event that always set the same place: the first would never count."""
    for combination, two in combinations(symbols.rules.values(), 2):
        same_names = [param.name for param in combination.params] == [param.name for param in two.params]
        if combination.reacts_to is None or combination.reacts_to != two.reacts_to or not same_names:
            continue
        for place in _always_set(combination.node, typing) & _always_set(two.node, typing):
            diagnostics.add(
                "E402",
                f"`{combination.name}` and `{two.name}` both set `{place}` after `{combination.reacts_to}`, and neither "
                "goes before the other",
                two.node.name_span,
                clause=two.name,
                related=((f"`{combination.name}` is here", combination.node.name_span),),
                help="set it in one rule, with an exception for the other case",
            )


def _always_set(rule: ast.Rule, typing: Typing) -> set[str]:
    """Return the places that a rule sets with `becomes` whatever the position is."""
    return {node.place.span.text for node in rule.body
            if isinstance(node, ast.Change) and node.kind == "becomes"
            and path(node.place, typing.meanings.get) is not None} if not rule.exceptions else set()


def _among(exceptions: Iterable[Exceptional], typing: Typing, diagnostics: Diagnostics) -> None:
    exceptions = tuple(exceptions)
    first: Exceptional
    second: Exceptional
    for first, second in combinations(exceptions, 2):
        if (
            not _ordered(first, second)
            and _both_can_hold(first, second, typing)
            and not _same_outcome(first, second, typing)
        ):
            diagnostics.add("E402", f"`{first.id}` and `{second.id}` can both apply, and neither goes before the other",
                      second.id_span, related=((f"`{first.id}` is here", first.id_span),), clause=second.id,
                      help=f"say which goes first: `exception {second.id} over {first.id}: ...`")
    for exception in exceptions:
        if exception.over is not None and _goes_round(exception, exceptions):
            diagnostics.add("E402", f"`{exception.id}` goes before itself", exception.over.span, clause=exception.id)
    for exception in exceptions:
        _among(exception.exceptions, typing, diagnostics)


def _ordered(exceptional: Exceptional, two: Exceptional) -> bool:
    return (exceptional.over is not None and exceptional.over.name == two.id) or (
        two.over is not None and two.over.name == exceptional.id
    )


def _goes_round(exceptional: Exceptional, exceptions: tuple[Exceptional, ...]) -> bool:
    over = {exception.id: exception.over.name for exception in exceptions if exception.over is not None}
    at, seen = over.get(exceptional.id), set[str]()
    while at is not None and at not in seen:
        seen.add(at)
        at = over.get(at)
    return exceptional.id in seen


def _both_can_hold(exceptional: Exceptional, two: Exceptional, typing: Typing) -> bool:
    """Return whether it can be shown that both conditions hold at once for some values.

    That is so when one condition contains the other, or when they depend only on names with few
    values and trying all of them finds a case.
    """
    parts = [{_written(part, typing) for part in _conjuncts(node.condition)} for node in (exceptional, two)]
    if parts[0] <= parts[1] or parts[1] <= parts[0]:
        return True
    names = {meaning: None for node in (exceptional, two) for part in nodes_in(node.condition)
             if isinstance(part, ast.Name) and isinstance(meaning := typing.meanings.get(part), Local)}
    trials = 1
    for local in names:
        if not isinstance(local.type, Scalar):
            return False
        trials *= size(local.type)
    if trials > MAX_TRIALS:
        return False
    try:
        return any(_hold(exceptional, two, typing, dict(zip(names, combination, strict=True)))
                   for combination in product(*(values(local.type) for local in names)))
    except NotKnown:
        return False


def _hold(exceptional: Exceptional, two: Exceptional, typing: Typing, given: dict[Local, int]) -> bool:
    return all(fold(node.condition, typing.meanings.get, given)[1] for node in (exceptional, two))


def _conjuncts(node: ast.Expr) -> Iterator[ast.Expr]:
    if isinstance(node, ast.Binary) and node.operator == "and":
        yield from _conjuncts(node.left)
        yield from _conjuncts(node.right)
    else:
        yield node


def _written(node: ast.Expr, typing: Typing) -> str:
    """Return a text that is the same for expressions that always have the same value."""
    return path(node, typing.meanings.get) or f"{type(node).__name__}:{' '.join(node.span.whole.split())}"


def _same_outcome(exceptional: Exceptional, two: Exceptional, typing: Typing) -> bool:
    return (isinstance(exceptional, ast.FunctionException) and isinstance(two, ast.FunctionException)
            and not exceptional.lets and not two.lets and not exceptional.exceptions and not two.exceptions
            and _written(exceptional.gives, typing) == _written(two.gives, typing))
