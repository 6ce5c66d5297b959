"""Positions of a game to what each side may expect there: the mean result of random games on from each."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ...game.rules import Rules
from ...game.state import State
from ...runtime.chance import seed_of
from ..playouts.positions import Positions
from .records import shares_of

# At this many parts of a game, in equal distances from its beginning.
PARTS = 10
# Random games on from a position draw from series of their own, apart from the game and its players.
APART = 500_000


@frozen(eq=False)
class Outlook:
    """The expectations of sides, by `tries` random games from each position, each cut off after `limit` choices and rolls."""

    rules: Rules
    positions: Positions
    tries: int
    limit: int

    def of(self, game: Sequence[tuple[int, ...]], seed: int, number: int) -> tuple[tuple[float, ...], ...]:
        """Return the expected share of each side at equal parts of a game, given by its positions before choices."""
        if not self.tries or len(game) < PARTS:
            return ()
        series = seed_of(seed, APART + number)
        return tuple(self._share_at(game[part * len(game) // PARTS], series, part) for part in range(PARTS))

    def _share_at(self, slots: tuple[int, ...], series: int, part: int) -> tuple[float, ...]:
        side_of, sides = self.rules.program.side_of, len(self.rules.program.side.members)
        start = self.positions.packed(State(self.rules, slots))
        # Each part of a game has numbers of its own: no two of its positions are judged by the same chance.
        numbers = range(part * self.tries, (part + 1) * self.tries)
        played = self.positions.playouts(start, series, numbers, self.limit)
        shares = [shares_of(game.winners, side_of) for game in played]
        seats = [side_of.index(side) for side in range(sides)]
        return tuple(sum(share[seat] for share in shares) / len(shares) for seat in seats)
