"""A game of knights, allies and robbers: pieces, parties, ranks, a supply that runs out, a sorted deck."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from rulewright.cli.commands.test import run_file
from rulewright.cli.playthroughs.coverage import coverage_of
from rulewright.cli.shared.games.loading import load
from rulewright.dsl.driver.compile import analyse
from rulewright.dsl.load.loader import read
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.testing import PlayedGame, games

FOLDER = Path(__file__).parent / "marches"
RULEBOOK = FOLDER / "marches.rules"


@pytest.fixture(scope="module", params=[2, 3, 4])
def rules(request: pytest.FixtureRequest) -> Rules:
    return load(str(RULEBOOK)).rules(request.param)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_rulebook_has_no_mistakes(players: int) -> None:
    assert [
        diagnostic.message for diagnostic in analyse(read(RULEBOOK).declarations, players, {}, Diagnostics()).diagnostics
    ] == []


def test_its_playthrough_holds_and_exercises_every_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER.parents[2])
    result = run_file(str(FOLDER / "two_lords.play"))
    assert [f"{failure.line}: {failure.message} ({failure.actual})" for failure in result.failures] == []
    assert [coverage.missing for coverage in coverage_of([result]).values()] == [[]]


def strengths(state: State, kinds: dict[str, int]) -> dict[str, int]:
    """The strength of each party, added up piece by piece."""
    out: dict[str, int] = {}
    for name in state.rules.cells:
        if ".knight" in name and name.endswith(".at"):
            party, piece = name.removesuffix(".at").rsplit(".", 1)
            out[party] = out.get(party, 0) + (0 if state.rules.cells.value(state, name) == "reserve" else kinds[piece])
    return out


@given(games(str(RULEBOOK), steps=600))
@settings(max_examples=10, deadline=None)
def test_games_break_no_invariant_and_share_the_prizes(game: PlayedGame) -> None:
    breaks_no_invariant_and_shares_the_prizes(game)


@pytest.mark.slow
@given(games(str(RULEBOOK), steps=600))
@settings(max_examples=500, deadline=None)
def test_many_games_break_no_invariant_and_share_the_prizes(game: PlayedGame) -> None:
    breaks_no_invariant_and_shares_the_prizes(game)


def breaks_no_invariant_and_shares_the_prizes(game: PlayedGame) -> None:
    rules, kinds = game.rules, {f"knight{i}": strength for i, strength in enumerate((1, 1, 1, 2, 2, 3), 1)}
    assert {broken for state in game.states for broken in rules.invariants.broken(state)} == set()
    outcome = rules.endings.outcome(game.last)
    if outcome is None:
        return
    assert outcome.clause == "all_rounds"
    before, after = game.states[-2:]
    ordered = sorted(strengths(after, kinds).values(), reverse=True)
    for seat in rules.seats:
        won = 0
        for party, strength in strengths(after, kinds).items():
            places = [place for place, other in enumerate(ordered) if other == strength]
            won += sum((8, 4, *[0] * len(ordered))[place] for place in places) // len(places) if party.startswith(seat) else 0
        points = [int(rules.cells.value(state, f"{seat}.points")) for state in (before, after)]
        assert points[1] - points[0] == won


def test_only_two_players_have_allies(rules: Rules) -> None:
    parties = {name.removesuffix(".knight1.at") for name in rules.cells if name.endswith(".knight1.at")}
    own = {f"{seat}.own" for seat in rules.seats}
    assert parties == own | {f"{seat}.ally" for seat in rules.seats if len(rules.seats) == 2}
