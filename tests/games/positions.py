"""The positions of random games, in the words of a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulewright.interpreter.chance import Dice
from rulewright.interpreter.rules import Rules
from rulewright.interpreter.simulate import play_out
from rulewright.interpreter.state import State

Position = TypeVar("Position")


def random_games(rules: Rules, games: int, read: Callable[[Rules, State], Position]) -> list[list[Position]]:
    """What `read` makes of every position of so many random games, game by game."""
    out = []
    for seed in range(games):
        positions: list[Position] = []

        def keep(state: State, kept: list[Position] = positions) -> None:
            kept.append(read(rules, state))

        play_out(rules, Dice(seed), watch=keep)
        out.append(positions)
    return out
