"""The parts of a part of a program, for passes that go through all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter

# What has no parts; most of what a program is made of, so this is asked first.
_VALUES = frozenset({int, str, bool, type(None)})
# How the parts of each kind of node are read: all passes ask this of every node, again and again.
_PARTS: dict[type, Callable[[object], tuple[object, ...]]] = {}


def parts_of(node: object) -> Iterable[object]:
    """Return the parts of a node of a program, in order; of a tuple or list its entries, of anything else nothing."""
    if isinstance(node, tuple | list):
        return node
    if type(node) in _VALUES:
        return ()
    parts = _PARTS.get(type(node))
    if parts is None:
        parts = _PARTS[type(node)] = _getter(getattr(type(node), "__match_args__", ()))
    return parts(node)


def _getter(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    """Return a function that gives the values of some attributes as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: tuple(getattr(node, name) for name in names)


def inside(node: object) -> Iterator[object]:
    """Yield a part of a program and everything in it, in no order."""
    left = [node]
    while left:
        item = left.pop()
        yield item
        left += parts_of(item)
