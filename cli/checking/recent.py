"""A rulebook -> one much like it that was compiled before: an earlier text of it, or the rulebook without its variants."""

from __future__ import annotations

from collections import OrderedDict

from attrs import define, field

from ...dsl.driver.compile import Compiled
from ...dsl.load.loader import Files

# Each takes a few megabytes. A rulebook has one for each number of players, and one more for each of its variants.
MOST = 16

_Key = tuple[str, tuple[str, ...], int]


@define
class RecentlyCompiled:
    """The compiled rulebooks that were asked for last, at most `MOST`."""

    _kept: OrderedDict[_Key, Compiled] = field(factory=OrderedDict)

    def of(self, files: Files, players: int) -> Compiled | None:
        """Return the rulebook as it was compiled last with these variants, or else without them."""
        for variants in (_variants(files), ()):
            known = self._kept.get((files.path, variants, players))
            if known is not None:
                return known
        return None

    def keep(self, files: Files, players: int, compiled: Compiled) -> None:
        """Keep a rulebook in place of an earlier one with the same variants."""
        key = files.path, _variants(files), players
        self._kept[key] = compiled
        self._kept.move_to_end(key)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)


def _variants(files: Files) -> tuple[str, ...]:
    return tuple(header.name for header in files.variants)
