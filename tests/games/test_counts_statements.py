"""Drawn games of Lancaster and Emperor-4 keep the counts that plain statements of their printed rules give."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from rulewright.testing import ANY, PlayedGame, games

from .plain import emperor_4, lancaster

# Games with other parameters are compiled while they are drawn.
SLOW_TO_DRAW = (HealthCheck.too_slow,)
POCKET, EXTENDED, TAXES = "pocket", "extended", "taxes"
# Another game takes long to compile, so the ordinary run draws the variants together, and the slow one each by itself too.
TOGETHER = f"{POCKET}:{EXTENDED}:{TAXES}"
BATTLES = (POCKET, EXTENDED, TOGETHER)


def lancaster_holds(game: PlayedGame) -> None:
    # The variant brings one law more.
    lancaster.holds(game.states, lancaster.LAWS + ("reform" in game.table.variants))


def emperor_4_holds(game: PlayedGame) -> None:
    emperor_4.holds(game.states, POCKET in game.table.variants)


@given(games("lancaster", variants=("reform",), steps=300))
@settings(max_examples=3, deadline=None)
def test_lancaster_keeps_its_counts(game: PlayedGame) -> None:
    lancaster_holds(game)


@given(games("emperor_4", variants=(TOGETHER,), steps=100))
@settings(max_examples=3, deadline=None)
def test_emperor_4_keeps_its_counts(game: PlayedGame) -> None:
    emperor_4_holds(game)


@pytest.mark.slow
@given(games("lancaster", variants=("reform",), parameters=ANY, steps=500))
@settings(max_examples=1500, deadline=None, suppress_health_check=SLOW_TO_DRAW)
def test_lancaster_keeps_its_counts_with_other_parameters(game: PlayedGame) -> None:
    lancaster_holds(game)


@pytest.mark.slow
@given(games("emperor_4", variants=BATTLES, parameters=ANY, steps=400))
@settings(max_examples=1000, deadline=None, suppress_health_check=SLOW_TO_DRAW)
def test_emperor_4_keeps_its_counts_with_other_parameters(game: PlayedGame) -> None:
    emperor_4_holds(game)
