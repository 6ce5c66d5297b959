"""Check a rulebook unit by unit: take over what an earlier check found of a unit in which no word has changed its meaning.

A unit is checked by itself: it reads no types that another unit was given. What it depends on is its syntax, compared by
identity, and the meanings of its words; `symbols/unchanged_meanings` says which words mean something else than before. Units
with mistakes or warnings are checked again each time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from ..source.diagnostics import Diagnostics
from .scope.scopes import Scopes
from .scope.typing import Typing, Unit


class Units:
    """Checks the units of a rulebook, one after another, and adds what is found of each to the types of the rulebook.

    `known` has the types of an earlier check with the same meanings, but for the words that have `changed`.
    """

    def __init__(self, scopes: Scopes, known: Typing | None, changed: frozenset[str]) -> None:
        self.scopes, self.changed = scopes, changed
        self.known = {} if known is None else known.units

    def check(self, key: Hashable, roots: tuple[object, ...], find: Callable[[], None]) -> Unit:
        """Check one unit by `find`, or take over what was found of it; `key` stands for all of its syntax and its own names."""
        unit = self.known.get(key)
        if unit is None or not self.changed.isdisjoint(unit.words):
            unit = self._checked(roots, find)
        if unit.is_clean:
            self.scopes.typing.units[key] = unit
        self.scopes.typing.add(unit.typing)
        names = self.scopes.symbols.names
        names.used |= unit.names
        names.words += unit.named
        return unit

    def _checked(self, roots: tuple[object, ...], find: Callable[[], None]) -> Unit:
        """Check a unit into types, diagnostics and names of its own."""
        scopes, names = self.scopes, self.scopes.symbols.names
        before = scopes.typing, scopes.diagnostics, names.used, names.words
        # Reports of names that stand for nothing look at the words of all types so far.
        scopes.typing, scopes.diagnostics, names.used, names.words = Typing(), Diagnostics(), set(), [*names.words]
        find()
        problems = scopes.diagnostics.sorted()
        unit = Unit(roots, scopes.typing, frozenset(names.used), tuple(names.words[len(before[3]):]), not problems)
        scopes.typing, scopes.diagnostics, names.used, names.words = before
        scopes.diagnostics.extend(problems)
        return unit
