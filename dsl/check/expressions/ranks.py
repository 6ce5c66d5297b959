"""Check places in a ranking and shares of prizes, and return their types."""

from __future__ import annotations

from ... import syntax as ast
from ...source.diagnostics import did_you_mean
from ...source.fixes import in_place
from ...types.types import UNKNOWN, IntType, Type
from ..scope.checking import Checker
from ..scope.typing import rounds

RANK, SHARE = "rank", "share"


def ranked(checker: Checker, node: ast.Ranked) -> Type:
    """Return the type of `rank(x among ...)` and `share(x among ..., prizes)`."""
    scopes = checker.scopes
    kind = node.subject.name if isinstance(node.subject, ast.Name) else ""
    if kind not in (RANK, SHARE):
        scopes.complain("E201", f"`{node.subject.span.text}` does not work with `among`", node.subject.span,
                        help=did_you_mean(kind, (RANK, SHARE)) or "it is `rank(...)` or `share(...)`")
    with checker.binding(node.binder) as element:
        times = 0 if element == UNKNOWN else rounds(scopes.plain_type(node.binder.domain), element)
    checker.value(node.of, element)
    if node.binder.key is None:
        scopes.complain("E207", f"the ranking of `{node.binder.name}` has no key", node.binder.span,
                        help="add `by` and a value: the highest is the first")
    prizes = [checker.number(prize) for prize in node.prizes]
    if bool(prizes) != (kind == SHARE):
        scopes.complain("E305", f"`{SHARE}` needs the prizes, after the last comma" if kind == SHARE
                        else f"`{RANK}` has no prizes", node.span,
                        help="write `share(p among q in players by q.points, 8, 4)`",
                        fixes=(in_place(node.subject.span, RANK if kind == SHARE else SHARE),))
    if element == UNKNOWN or kind not in (RANK, SHARE):
        return UNKNOWN
    if kind == RANK:
        # 0 is the place of what is not among them.
        return IntType(0, times)
    # A share is the average of some prizes, rounded down, or 0: no further from 0 than the sum of those above, or below, it.
    ranges = [prize for prize in prizes if isinstance(prize, IntType)]
    return IntType(sum(min(0, int_type.low) for int_type in ranges), sum(max(0, int_type.high) for int_type in ranges))
