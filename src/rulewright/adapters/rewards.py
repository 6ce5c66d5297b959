"""Outcomes of games -> a reward for each seat."""

from __future__ import annotations

from typing import Literal

from ..dsl import ir
from ..interpreter.game.table.values import Outcome

__all__ = ["Rewards", "chosen_rewards", "rewards_of"]

Rewards = Literal["places", "scores"]


def chosen_rewards(program: ir.Program, rewards: Rewards | None) -> Rewards:
    """Return the rewards that are wanted; for None `scores` in a game of one player that counts them, and `places` in all others.

    Raises ValueError for `scores` where the rulebook counts none, and for a name that there is not.
    """
    if rewards is None:
        return "scores" if program.players == 1 and program.scores else "places"
    if rewards not in ("places", "scores"):
        raise ValueError(f"rewards are by `places` or `scores`, not by `{rewards}`")
    if rewards == "scores" and not program.scores:
        raise ValueError(f"{program.name} counts no scores; ask for rewards by `places`")
    return rewards


def rewards_of(outcome: Outcome, players: int, by: Rewards) -> tuple[float, ...]:
    """Return the reward of each seat.

    By `places` the first place is worth 1, the last -1, and those between them lie evenly between; seats that share places
    share their worth, so the rewards of all seats add up to 0. Who plays alone gets 1 for a game that is won, else -1. By
    `scores`, which the rulebook has to count, each seat gets its score.
    """
    if by == "scores":
        assert outcome.scores is not None, "the rulebook counts scores"
        return tuple(map(float, outcome.scores))
    if players == 1:
        return (1.0 if outcome.winners else -1.0,)
    rewards, place = [0.0] * players, 0
    for group in outcome.ranking:
        reward = 1 - 2 * (place + (len(group) - 1) / 2) / (players - 1)
        for seat in group:
            rewards[seat] = reward
        place += len(group)
    return tuple(rewards)
