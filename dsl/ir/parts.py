"""The parts of a part of a program, for passes that go through all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from operator import attrgetter

import attrs

Parts = Callable[[object], Sequence[object]]
# What attributes of these types hold is no node. Types are texts here: no module of the IR evaluates its annotations.
_PLAIN = frozenset(("str", "int", "bool", "str | None", "int | None", "tuple[int, ...]", "tuple[str, ...]"))


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


def nodes_inside(node: object) -> Iterator[object]:
    """Yield a part of a program and every node in it, in no order; most of the numbers and names in nodes are left out."""
    left, known = [node], _branches
    while left:
        item = left.pop()
        yield item
        branches = known.get(type(item))
        left += (_known_branches(type(item)) if branches is None else branches)(item)


def outermost(node: object, kinds: Set[type]) -> Iterator[object]:
    """Yield the nodes of these kinds in a part of a program, in order, but for those inside another of them."""
    left, known = [node], _branches
    while left:
        item = left.pop()
        if type(item) in kinds:
            yield item
        else:
            branches = known.get(type(item))
            left += (_known_branches(type(item)) if branches is None else branches)(item)[::-1]


def _known_parts(kind: type) -> Parts:
    """The function that gives the parts of a kind of node, which is kept: programs have many nodes, of few kinds."""
    _parts[kind] = _entries if issubclass(kind, tuple | list) else _getter(getattr(kind, "__match_args__", ()))
    return _parts[kind]


def _known_branches(kind: type) -> Parts:
    """The function that gives the parts of a kind of node in which there may be nodes, which is kept too."""
    plain = {part.name for part in attrs.fields(kind) if part.type in _PLAIN} if attrs.has(kind) else ()
    names = tuple(name for name in getattr(kind, "__match_args__", ()) if name not in plain)
    _branches[kind] = _entries if issubclass(kind, tuple | list) else _getter(names)
    return _branches[kind]


def _getter(names: tuple[str, ...]) -> Parts:
    """Return the function that gives what these attributes hold."""
    if not names:
        return _nothing
    # Of one name it gives the part itself, of several a tuple of them.
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda node: (get(node),)


def _entries(node: object) -> Sequence[object]:
    assert isinstance(node, tuple | list)
    return node


def _nothing(node: object) -> Sequence[object]:
    return ()


_parts: dict[type, Parts] = {}
_branches: dict[type, Parts] = {}
