"""The values of an expression in the small language: a number with its range, a condition, a list, several values."""

from __future__ import annotations

from typing import assert_never

from attrs import frozen

from . import tree

# No number lies further from 0: what might is tested while it is worked out.
# Half of what a word holds: the sum of two such numbers still fits, so a test may come after it.
LIMIT = 1 << 62


class Unsupported(Exception):
    """A program, or a part of one, that the small language cannot say; the message says which limit it passes."""


@frozen
class Num:
    """A whole number that lies from `low` to `high`."""

    node: tree.Expr
    low: int
    high: int


@frozen
class Cond:
    """A condition."""

    node: tree.Expr


@frozen
class ListVal:
    """A list: the address of its length, which its entries follow; at most `most` of them.

    `fixed` lists do not change while rules are carried out; of those in the rulebook the entries are `known`.
    """

    node: tree.Expr
    most: int
    entry: Shape
    fixed: bool
    known: tuple[object, ...] | None = None


@frozen
class Several:
    """Values side by side."""

    items: tuple[Val, ...]


Val = Num | Cond | ListVal | Several


def passed(val: Val, wide: bool) -> tree.Expr:
    """Return a value as a function takes it: a condition widened where its parameter is wide."""
    match val:
        case ListVal(node) | Num(node):
            return node
        case Cond(node):
            return tree.Widen(node) if wide else node
        case Several():
            raise AssertionError("values side by side are not passed")
        case _:
            assert_never(val)


@frozen
class NumShape:
    """Numbers from `low` to `high`."""

    low: int
    high: int


@frozen
class CondShape:
    """Conditions."""


@frozen
class ListShape:
    """Lists of at most `most` entries."""

    most: int
    entry: Shape
    fixed: bool = True


@frozen
class TupleShape:
    """Values side by side."""

    items: tuple[Shape, ...]


Shape = NumShape | CondShape | ListShape | TupleShape


def number(value: int) -> Num:
    """A known number."""
    return Num(tree.Int(value), value, value)


def known(val: Val) -> int | None:
    """The value of a number or condition that is known."""
    match val:
        case Num(tree.Int(value)) | Cond(tree.Mark(value)):
            return value
        case Num(_, low, high) if low == high:
            return low
        case _:
            # Other values are known in play only.
            return None


def shape_of(val: Val) -> Shape:
    """Return the shape of a value, as far as it is known before play."""
    match val:
        case Num(_, low, high):
            return NumShape(low, high)
        case Cond():
            return CondShape()
        case ListVal(_, most, entry, fixed):
            return ListShape(most, entry, fixed)
        case Several(items):
            return TupleShape(tuple(map(shape_of, items)))
        case _:
            assert_never(val)


def joined(shape: Shape, other: Shape) -> Shape:
    """Return the shape of a value that is like one of two. Raises Unsupported when they are of different kinds."""
    match shape, other:
        case NumShape(a, b), NumShape(c, d):
            return NumShape(min(a, c), max(b, d))
        case CondShape(), CondShape():
            return shape
        case (NumShape(a, b), CondShape()) | (CondShape(), NumShape(a, b)):
            return NumShape(min(a, 0), max(b, 1))
        case ListShape(m, e, f), ListShape(n, g, h):
            # The shape of the entries of a list that is always empty says nothing.
            entry = g if m == 0 else e if n == 0 else joined(e, g)
            return ListShape(max(m, n), entry, f and h)
        case TupleShape(items), TupleShape(others) if len(items) == len(others):
            return TupleShape(tuple(joined(a, b) for a, b in zip(items, others, strict=True)))
        case _:
            # Values of different kinds have no shape in common.
            raise Unsupported("values of different kinds in one place")


def fits(shape: Shape, other: Shape) -> bool:
    """Return whether all that is like the first is also like the second."""
    try:
        return joined(shape, other) == other
    except Unsupported:
        return False


def is_plain(node: tree.Expr) -> bool:
    """Return whether an expression can be written twice."""
    return isinstance(node, tree.Int | tree.Mark | tree.Local)
