"""Two parts of programs to whether they differ in nothing but what temporaries are called and where things stand.

Names of temporaries and numbers of places count through a whole program. So one statement more changes those of all that
comes after it, and nothing that these do.
"""

from __future__ import annotations

import attrs

from ...dsl import ir
from .canonical_form import TEMPORARIES

_PLACES = ("site", "sites")
_NAMING: dict[type, tuple[str, ...]] = {
    **{kind: (name,) for kind, name in TEMPORARIES.items()}, ir.TextOf: ("names",), ir.Happened: ("names",)}
_DIGITS = "0123456789"


def are_alike(a: object, b: object) -> bool:
    """Return whether two parts of programs differ in nothing but the names of temporaries and the numbers of places."""
    # Equal parts are found at once; only others need the slower comparison.
    return a == b or _Renaming().matches(a, b)


class _Renaming:
    """The temporaries of one part, with what each is called in the other."""

    def __init__(self) -> None:
        self._name_in_b: dict[str, str] = {}
        self._name_in_a: dict[str, str] = {}

    def matches(self, a: object, b: object) -> bool:
        """Return whether a part is another one, with its temporaries renamed."""
        kind = type(a)
        if kind is not type(b):
            return False
        if isinstance(a, tuple) and isinstance(b, tuple):
            return len(a) == len(b) and all(map(self.matches, a, b))
        attributes = _attributes(kind)
        if attributes is None:
            return a == b
        return all(self._name(getattr(a, name), getattr(b, name)) if names else self.matches(getattr(a, name), getattr(b, name))
                   for name, names in attributes)

    def _name(self, a: str | tuple[str, ...], b: str | tuple[str, ...]) -> bool:
        """Return whether a name stands for another one; both are called the same but for their numbers."""
        if isinstance(a, str) and isinstance(b, str):
            # Both ways: without the second, two names of one part could stand for a single name of the other.
            return (a.rstrip(_DIGITS) == b.rstrip(_DIGITS) and self._name_in_b.setdefault(a, b) == b
                    and self._name_in_a.setdefault(b, a) == a)
        return len(a) == len(b) and all(map(self._name, a, b))


def _attributes(kind: type) -> tuple[tuple[str, bool], ...] | None:
    """The attributes of a kind of part that count, and whether they name temporaries; None for what is no part of a program."""
    if kind not in _known:
        naming = _NAMING.get(kind, ())
        _known[kind] = tuple(
            (part.name, part.name in naming) for part in attrs.fields(kind) if part.name not in _PLACES
        ) if kind.__module__.startswith(ir.__name__) and attrs.has(kind) else None
    return _known[kind]


_known: dict[type, tuple[tuple[str, bool], ...] | None] = {}
