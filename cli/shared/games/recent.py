"""A rulebook -> one much like it that was compiled before.

That is an earlier text of it, the rulebook with other values of its parameters, or without its variants.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from pathlib import Path

from attrs import define, field

from ....dsl.driver.compile import Compiled
from ....dsl.load.loader import Files
from ....dsl.source import disk

# Each takes a few megabytes. A rulebook has one for each number of players, and one more for each of its variants.
MOST = 16

_Key = tuple[str, tuple[str, ...], int]


@define
class RecentlyCompiled:
    """The compiled rulebooks that were asked for last, at most `MOST`."""

    _kept: OrderedDict[_Key, Compiled] = field(factory=OrderedDict)

    def of(self, files: Files, players: int) -> Compiled | None:
        """Return the rulebook as it was compiled last with these variants, or else without them."""
        path = _path(files)
        for variants in (_variants(files), ()):
            known = self._kept.get((path, variants, players))
            if known is not None:
                return known
        return None

    def keep(self, files: Files, players: int, compiled: Compiled) -> None:
        """Keep a rulebook in place of an earlier one with the same variants."""
        key = _path(files), _variants(files), players
        # The last to be compiled stands at the end.
        self._kept.pop(key, None)
        self._kept[key] = compiled
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)


def _path(files: Files) -> str:
    return str(disk.resolved(Path(files.path)))


def _variants(files: Files) -> tuple[str, ...]:
    return tuple(header.name for header in files.variants)


@cache
def recent() -> RecentlyCompiled:
    """Return the rulebooks that this process has compiled last, to check or to play them."""
    return RecentlyCompiled()
