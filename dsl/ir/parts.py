"""The parts of a part of a program, for passes that go through all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

# What has no parts; most of what a program is made of, so this is asked first.
_VALUES = frozenset({int, str, bool, type(None)})


def parts_of(node: object) -> Iterable[object]:
    """Return the parts of a node of a program, in order; of a tuple or list its entries, of anything else nothing."""
    if isinstance(node, tuple | list):
        return node
    if type(node) in _VALUES:
        return ()
    return [getattr(node, part) for part in getattr(type(node), "__match_args__", ())]


def inside(node: object) -> Iterator[object]:
    """Yield a part of a program and everything in it, in no order."""
    left = [node]
    while left:
        item = left.pop()
        yield item
        left += parts_of(item)
