"""Hypothesis strategies for the games, positions and moves of any rulebook: rulebooks to properties of them.

    table        a rulebook -> games set up: variants, parameters and players are drawn
    strategies   tables -> played games, positions, moves
    played       a played game: its positions, its steps, and the playthrough that repeats it
    numbers      a position -> a number in it, by an expression of the rulebook

The extra `rulewright[test]` installs Hypothesis. A property of a game takes five lines:

>>> from hypothesis import given
>>> from rulewright.testing import games, number
>>> @given(games("nim", steps=20))
... def counters_are_only_taken(game):
...     for step in game.steps:
...         assert number(step.after, "counters[1]") <= number(step.before, "counters[1]")
>>> counters_are_only_taken()

A failure prints a playthrough: Hypothesis reduces the number of steps, and prefers the choices that are listed first.
"""

from __future__ import annotations

try:
    import hypothesis as _hypothesis
except ImportError as missing:
    raise ImportError("`rulewright.testing` needs Hypothesis; install `rulewright[test]`") from missing

from .numbers import number
from .played import PlayedGame, Step
from .strategies import games, moves, positions, tables
from .table import ANY, Any, Parameters, Table

del _hypothesis
__all__ = ["ANY", "Any", "Parameters", "PlayedGame", "Step", "Table", "games", "moves", "number", "positions", "tables"]
