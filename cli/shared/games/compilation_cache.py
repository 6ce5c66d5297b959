"""A rulebook -> itself or one much like it that was compiled before.

One much like it is an earlier text of it, the rulebook with other values of its parameters, or without its variants.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from attrs import define, field, frozen

from ....dsl.driver.compile import Compiled
from ....dsl.load.loader import Files
from ....dsl.source import disk
from ....dsl.syntax import Declaration

# Each takes a few megabytes. A rulebook has one for each number of players, of its variants, and of values of its parameters.
MOST = 24

_Values = tuple[tuple[str, str], ...]


@frozen
class _CompilationKey:
    """A rulebook to compile: main file, variants, number of players, and the values of parameters as Python writes them.

    `1` and `True` are equal, and only one of them is the value of a flag.
    """

    path: str
    variants: tuple[str, ...]
    players: int
    values: _Values


@frozen(eq=False)
class _Entry:
    """A compiled rulebook, the declarations that it was compiled from, and whether passes ran that only warn."""

    compiled: Compiled
    declarations: tuple[Declaration, ...]
    warned: bool


@define
class CompilationCache:
    """The compiled rulebooks that were asked for last, at most `most`."""

    most: int = MOST
    _entries: OrderedDict[_CompilationKey, _Entry] = field(factory=OrderedDict)

    def same(self, files: Files, players: int, parameters: Mapping[str, str | int], warned: bool) -> Compiled | None:
        """Return the rulebook as it was compiled from these very declarations, if it has no errors.

        With `warned`, passes that only warn have run on it too.
        """
        known = self._entries.get(_setup(files, players, parameters))
        if known is None or known.compiled.program is None or (warned and not known.warned):
            return None
        # Nodes are compared by identity. Files with the same texts parse to the same nodes, for a while.
        return known.compiled if known.declarations == files.declarations else None

    def of(self, files: Files, players: int, parameters: Mapping[str, str | int]) -> Compiled | None:
        """Return the rulebook as it was compiled last with these variants and values, with these variants, or without any."""
        key = _setup(files, players, parameters)
        if key in self._entries:
            return self._entries[key].compiled
        for variants in (key.variants, ()):
            for setup, known in reversed(self._entries.items()):
                if (setup.path, setup.variants, setup.players) == (key.path, variants, players):
                    return known.compiled
        return None

    def keep(self, files: Files, players: int, parameters: Mapping[str, str | int], compiled: Compiled, warned: bool) -> None:
        """Keep a rulebook in place of an earlier one with the same variants and values; `warned` as for `same`."""
        setup = _setup(files, players, parameters)
        # The last to be compiled stands at the end.
        self._entries.pop(setup, None)
        self._entries[setup] = _Entry(compiled, files.declarations, warned)
        while len(self._entries) > self.most:
            self._entries.popitem(last=False)


def _setup(files: Files, players: int, parameters: Mapping[str, str | int]) -> _CompilationKey:
    return _CompilationKey(str(disk.resolved(Path(files.path))), tuple(header.name for header in files.variants), players,
                           tuple(sorted((name, repr(value)) for name, value in parameters.items())))


@cache
def recent() -> CompilationCache:
    """Return the rulebooks that this process has compiled last, to check or to play them."""
    return CompilationCache()
