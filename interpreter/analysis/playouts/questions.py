"""Questions about random games besides how they go; either machine answers them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import field, frozen

from .counts import Pattern
from .figures import Figure
from .search import GreedyPlayer


@frozen(eq=False)
class Questions:
    """Figures of last positions, patterns of moves to count, a player who makes all choices, whether invariants are tested."""

    figures: Mapping[str, Figure] = field(factory=lambda: MappingProxyType({}))
    patterns: tuple[Pattern, ...] = ()
    player: GreedyPlayer | None = None
    invariants: bool = False

    def __bool__(self) -> bool:
        """Return whether anything is asked."""
        return bool(self.figures or self.patterns or self.player is not None or self.invariants)


NOTHING_ASKED = Questions()
