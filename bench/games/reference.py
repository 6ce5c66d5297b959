"""Figures of random games beside those of a reference implementation, and the command that prints them.

A script gives its figures for each number of players; see carolus_magnus.py.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import mean, stdev

from attrs import asdict, frozen

import rulewright
from rulewright import Game


@frozen
class Theirs:
    """What the reference reached: from `low` to `high`, which are equal for one number, with its standard error."""

    low: float
    high: float
    error: float


@frozen
class Figure:
    """A figure and its standard error, beside theirs where they tell it."""

    name: str
    value: float
    error: float
    theirs: Theirs | None = None

    @property
    def apart(self) -> float | None:
        """How far the figure lies above theirs (or below: negative), in standard errors of the difference."""
        if self.theirs is None:
            return None
        off = self.value - min(max(self.value, self.theirs.low), self.theirs.high)
        return off / sqrt(self.error**2 + self.theirs.error**2)


def measured(name: str, values: Sequence[float], theirs: float | None, their_games: int) -> Figure:
    """The mean of a figure over all games; theirs is taken to spread as ours does."""
    spread = stdev(values)
    return Figure(name, mean(values), spread / sqrt(len(values)),
                  None if theirs is None else Theirs(theirs, theirs, spread / sqrt(their_games)))


def share(name: str, flags: Sequence[bool], low: float, high: float, their_games: int) -> Figure:
    """How many of a hundred something is true of."""
    value = 100 * mean(flags)
    theirs = min(max(value, low), high)
    return Figure(name, value, error_of_share(value, len(flags)), Theirs(low, high, error_of_share(theirs, their_games)))


def error_of_share(percent: float, count: int) -> float:
    """The standard error of a share; a share of nothing is taken for half of one."""
    part = min(max(percent / 100, 0.5 / count), 1 - 0.5 / count)
    return 100 * sqrt(part * (1 - part) / count)


def show(players: int, games: int, found: Sequence[Figure]) -> None:
    """Print the figures for one number of players."""
    print(f"\n{players} players, {games} random games")
    for item in found:
        print(f"    {item.name:<28} {item.value:>7.2f} +- {item.error:.2f}   {beside(item)}".rstrip())


def beside(figure: Figure) -> str:
    """Theirs, and how far they are apart."""
    if figure.theirs is None:
        return ""
    told = f"{figure.theirs.low}" if figure.theirs.low == figure.theirs.high else f"{figure.theirs.low} .. {figure.theirs.high}"
    return f"theirs {told:<13} {figure.apart:+.1f}"


def compare(title: str, rulebook: str, players: Sequence[int], figures: Callable[[Game, int, int], list[Figure]],
            uniform: Callable[[Game, int, int], list[Figure]] | None = None) -> None:
    """Read the command line, play, and print the figures for each number of players.

    `uniform` gives the figures of games in which each legal move is equally likely.
    """
    parser = argparse.ArgumentParser(description=f"Random games of {title} beside an independent implementation.")
    parser.add_argument("--games", type=int, default=1000, help="random games for each number of players, two at least")
    parser.add_argument("--rulebook", default=rulebook, help="another rulebook of the game, by name or path")
    parser.add_argument("--players", type=int, choices=players, help="only for this number of players")
    if uniform is not None:
        parser.add_argument("--uniform", action="store_true", help="draw each legal move equally likely")
    parser.add_argument("--json", action="store_true", help="for programs")
    asked = parser.parse_args()
    game = rulewright.load(asked.rulebook)
    if not asked.json:
        print(f"Rulewright {rulewright.__version__}, {platform.python_implementation()} {platform.python_version()}; "
              "the last column is the difference in its standard errors")
    found = {}
    drawn = uniform if uniform is not None and asked.uniform else figures
    for count in [asked.players] if asked.players else players:
        ours = drawn(game, count, asked.games)
        found[str(count)] = {our.name: asdict(our) | {"apart": our.apart} for our in ours}
        if not asked.json:
            show(count, asked.games, ours)
    if asked.json:
        print(json.dumps(found, indent=2))
