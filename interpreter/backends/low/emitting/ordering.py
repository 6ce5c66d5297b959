"""Keys of values: which of two comes first."""

from __future__ import annotations

from ..language import tree
from ..language.values import ListVal, Num, Several, Unsupported, Val
from ..writing.numbers import as_num, compared


def key_parts(val: Val) -> tuple[Num, ...]:
    """A key as numbers that are compared one after another."""
    match val:
        case Several(items):
            return tuple(part for item in items for part in key_parts(item))
        case ListVal():
            raise Unsupported("a list as a key")
        case _:
            # A number or a condition is one part of a key.
            return (as_num(val),)


def before(parts: tuple[Num, ...], others: tuple[Num, ...], descending: bool) -> tree.Expr:
    """Return whether a key comes before another, and is not equal to it."""
    first = compared(">" if descending else "<", parts[0], others[0])
    if len(parts) == 1:
        return first
    equal = compared("=", parts[0], others[0])
    rest = before(parts[1:], others[1:], descending)
    return tree.Arith("or", first, tree.Arith("and", equal, rest, wide=False), wide=False)


def alike(parts: tuple[Num, ...], others: tuple[Num, ...]) -> tree.Expr:
    """Return whether keys are equal."""
    out = compared("=", parts[0], others[0])
    for part, other in zip(parts[1:], others[1:], strict=True):
        out = tree.Arith("and", out, compared("=", part, other), wide=False)
    return out
