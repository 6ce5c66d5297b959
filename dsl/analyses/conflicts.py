"""Report rules that contradict each other: two that apply at once, with no priority between them.

The compiler reports what it can show. Where it depends on the position, the machine
stops with a fault that names both places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from .. import syntax as ast
from ..check import Typing
from ..check.scope.narrowing import path
from ..source.diagnostics import Diagnostics
from ..source.fixes import behind
from ..symbols.constants import NotKnown, fold
from ..symbols.symbols import Local, SymbolTable
from ..syntax.walk import nodes_in, set_by
from ..types.types import Scalar, size, values

MAX_TRIALS = 20_000
Exceptional = ast.FunctionException | ast.RuleException


def conflicts(symbols: SymbolTable, typing: Typing, diagnostics: Diagnostics) -> None:
    """Record pairs of exceptions that can both apply, and reactions that set the same field."""
    for info in symbols.functions.values():
        conflicts_among(info.node.exceptions, typing, diagnostics)
    for rule in symbols.rules.values():
        conflicts_among(rule.node.exceptions, typing, diagnostics)
    _reactions(symbols, typing, diagnostics)


def _reactions(symbols: SymbolTable, typing: Typing, diagnostics: Diagnostics) -> None:
    """Two reactions to one event that always set the same place: the first would never count."""
    # Of a thousand rules few react to anything, and pairs of all would take seconds.
    reactions = [rule for rule in symbols.rules.values() if rule.reacts_to is not None]
    for first, second in combinations(reactions, 2):
        same_names = [param.name for param in first.params] == [param.name for param in second.params]
        if first.reacts_to != second.reacts_to or not same_names:
            continue
        # Places are compared as they are written. Both rules name their parameters alike, so the same text is the same place.
        for place in always_set(first.node, typing) & always_set(second.node, typing):
            diagnostics.add(
                "E402",
                f"`{first.name}` and `{second.name}` both set `{place}` after `{first.reacts_to}`, and neither "
                "takes precedence over the other",
                second.node.name_span,
                clause=second.name,
                related=((f"`{first.name}` is here", first.node.name_span),),
                help="set it in one rule, with an exception for the other case",
            )


def always_set(rule: ast.Rule, typing: Typing) -> set[str]:
    """Return the places that a rule sets with `becomes` whatever the position is."""
    return {place.span.text for place in map(set_by, rule.body)
            if place is not None and path(place, typing.meanings.get) is not None} if not rule.exceptions else set()


def conflicts_among(exceptions: Iterable[Exceptional], typing: Typing, diagnostics: Diagnostics) -> None:
    """Record pairs of exceptions of one rule or function that can both apply, and those within them."""
    exceptions = tuple(exceptions)
    first: Exceptional
    second: Exceptional
    for first, second in combinations(exceptions, 2):
        if (
            not _ordered(first, second)
            and _both_can_hold(first, second, typing)
            and not _same_outcome(first, second, typing)
        ):
            diagnostics.add("E402", f"`{first.id}` and `{second.id}` can both apply, and neither takes precedence",
                      second.id_span, related=((f"`{first.id}` is here", first.id_span),), clause=second.id,
                            help=f"state which takes precedence: `exception {second.id} over {first.id}: ...`",
                      fixes=(behind(second.id_span, f" over {first.id}"),))
    for exception in exceptions:
        if exception.over is not None and _goes_round(exception, exceptions):
            diagnostics.add("E402", f"`{exception.id}` takes precedence over itself", exception.over.span, clause=exception.id)
    for exception in exceptions:
        conflicts_among(exception.exceptions, typing, diagnostics)


def _ordered(first: Exceptional, second: Exceptional) -> bool:
    return (first.over is not None and first.over.name == second.id) or (
        second.over is not None and second.over.name == first.id
    )


def _goes_round(exception: Exceptional, exceptions: tuple[Exceptional, ...]) -> bool:
    over = {other.id: other.over.name for other in exceptions if other.over is not None}
    current, visited = over.get(exception.id), set[str]()
    while current is not None and current not in visited:
        visited.add(current)
        current = over.get(current)
    return exception.id in visited


def _both_can_hold(first: Exceptional, second: Exceptional, typing: Typing) -> bool:
    """Return whether it can be shown that both conditions hold at once for some values.

    That is so when one condition contains the other, or when they depend only on names with few
    values and trying all of them finds a case.
    """
    # If all parts of one condition are among those of the other, the narrower one implies the wider: whenever it can hold,
    # both do.
    parts = [{_written(part, typing) for part in _conjuncts(node.condition)} for node in (first, second)]
    if parts[0] <= parts[1] or parts[1] <= parts[0]:
        return True
    # A dict, as an ordered set: the first case that is found must not depend on hashes.
    names = {meaning: None for node in (first, second) for part in nodes_in(node.condition)
             if isinstance(part, ast.Name) and isinstance(meaning := typing.meanings.get(part), Local)}
    trials = 1
    for local in names:
        # Values of sets and lists are too many to try; and a condition on fields raises `NotKnown` below. Neither can be shown
        # here.
        if not isinstance(local.type, Scalar):
            return False
        trials *= size(local.type)
    if trials > MAX_TRIALS:
        return False
    try:
        return any(_hold(first, second, typing, dict(zip(names, combination, strict=True)))
                   for combination in product(*(values(local.type) for local in names)))
    except NotKnown:
        return False


def _hold(first: Exceptional, second: Exceptional, typing: Typing, values: dict[Local, int]) -> bool:
    return all(fold(node.condition, typing.meanings.get, values)[1] for node in (first, second))


def _conjuncts(node: ast.Expr) -> Iterator[ast.Expr]:
    if isinstance(node, ast.Binary) and node.operator == "and":
        yield from _conjuncts(node.left)
        yield from _conjuncts(node.right)
    else:
        yield node


def _written(node: ast.Expr, typing: Typing) -> str:
    """Return a text that is the same for expressions that always have the same value."""
    return path(node, typing.meanings.get) or f"{type(node).__name__}:{' '.join(node.span.whole.split())}"


def _same_outcome(first: Exceptional, second: Exceptional, typing: Typing) -> bool:
    return (isinstance(first, ast.FunctionException) and isinstance(second, ast.FunctionException)
            and not first.lets and not second.lets and not first.exceptions and not second.exceptions
            and _written(first.gives, typing) == _written(second.gives, typing))
