"""Games that ship, by name: each is compiled when the first test asks for it, and then shared by all tests of the process."""

from __future__ import annotations

from functools import cache

import rulewright
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.rules import Rules


@cache
def shipped(name: str) -> Game:
    """The game of a name or path, which no test may change."""
    return rulewright.load(name)


def shipped_rules(name: str, players: int | None = None) -> Rules:
    """The rules of a game for a number of players, by default the fewest."""
    return shipped(name).rules(players)
