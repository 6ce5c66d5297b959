"""Tables at which a game is played: how many players, by which seed, and how far."""

from __future__ import annotations

from attrs import frozen
from hypothesis import strategies as st

from rulewright.interpreter.game import Game

MOST_STEPS = 150


@frozen
class Table:
    """A number of players, the seed of a random game, and after how many steps it is looked at."""

    players: int
    seed: int
    steps: int


def tables(game: Game) -> st.SearchStrategy[Table]:
    """Tables at which a game can be played; the simplest has the fewest players and is at the beginning."""
    return st.builds(Table, st.integers(game.fewest, game.most), st.integers(0, 10**6), st.integers(0, MOST_STEPS))
