"""The parts of a part of a program, for passes that go through all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from operator import attrgetter

Parts = Callable[[object], Sequence[object]]


def parts_of(node: object) -> Sequence[object]:
    """Return the parts of a node of a program, in order; of a tuple or list its entries, of anything else nothing."""
    parts = _parts.get(type(node))
    return _known_parts(type(node))(node) if parts is None else parts(node)


def inside(node: object) -> Iterator[object]:
    """Yield a part of a program and everything in it, in no order."""
    left, known = [node], _parts
    while left:
        item = left.pop()
        yield item
        parts = known.get(type(item))
        left += parts_of(item) if parts is None else parts(item)


def outermost(node: object, kinds: Set[type]) -> Iterator[object]:
    """Yield the nodes of these kinds in a part of a program, in order, but for those inside another of them."""
    left, known = [node], _parts
    while left:
        item = left.pop()
        if type(item) in kinds:
            yield item
        else:
            parts = known.get(type(item))
            left += (parts_of(item) if parts is None else parts(item))[::-1]


def _known_parts(kind: type) -> Parts:
    """The function that gives the parts of a kind of node, which is kept: programs have many nodes, of few kinds."""
    names: tuple[str, ...] = getattr(kind, "__match_args__", ())
    if issubclass(kind, tuple | list):
        _parts[kind] = _entries
    elif not names:
        _parts[kind] = _nothing
    else:
        # Of one name it gives the part itself, of several a tuple of them.
        get = attrgetter(*names)
        _parts[kind] = get if len(names) > 1 else lambda node: (get(node),)
    return _parts[kind]


def _entries(node: object) -> Sequence[object]:
    assert isinstance(node, tuple | list)
    return node


def _nothing(node: object) -> Sequence[object]:
    return ()


_parts: dict[type, Parts] = {}
