"""A game of knights, allies and robbers: pieces, parties, ranks, a supply that runs out, a sorted deck."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.commands.test import run_file
from rulewright.cli.loading import load
from rulewright.cli.playthroughs.coverage import coverage_of
from rulewright.dsl.compile import analyse
from rulewright.dsl.diagnostics import Diagnostics
from rulewright.dsl.library import read
from rulewright.interpreter.chance import Dice
from rulewright.interpreter.rules import Rules
from rulewright.interpreter.simulate import play_out
from rulewright.interpreter.state import State

FOLDER = Path(__file__).parent / "marches"
RULEBOOK = FOLDER / "marches.rules"


@pytest.fixture(scope="module", params=[2, 3, 4])
def rules(request: pytest.FixtureRequest) -> Rules:
    return load(str(RULEBOOK)).rules(request.param)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_rulebook_has_no_mistakes(players: int) -> None:
    assert [one.message for one in analyse(read(RULEBOOK).declarations, players, {}, Diagnostics()).diagnostics] == []


def test_its_playthrough_holds_and_exercises_every_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER.parents[2])
    result = run_file(str(FOLDER / "two_lords.play"))
    assert [f"{one.line}: {one.message} ({one.actual})" for one in result.failures] == []
    assert [one.missing for one in coverage_of([result]).values()] == [[]]


def strengths(state: State, kinds: dict[str, int]) -> dict[str, int]:
    """The strength of each party, added up piece by piece."""
    out: dict[str, int] = {}
    for name in state.rules.cells:
        if ".knight" in name and name.endswith(".at"):
            party, piece = name.removesuffix(".at").rsplit(".", 1)
            out[party] = out.get(party, 0) + (0 if state.rules.written(state, name) == "reserve" else kinds[piece])
    return out


@pytest.mark.parametrize("seed", range(5))
def test_random_games_end_break_no_invariant_and_share_the_prizes(rules: Rules, seed: int) -> None:
    kinds = {f"knight{i}": strength for i, strength in enumerate((1, 1, 1, 2, 2, 3), 1)}
    broken: set[str] = set()
    states: list[State] = []

    def watch(state: State) -> None:
        broken.update(rules.broken_invariants(state))
        states.append(state)

    assert play_out(rules, Dice(seed), watch=watch).end == "all_rounds"
    assert broken == set()
    before, after = states[-2], states[-1]
    ordered = sorted(strengths(after, kinds).values(), reverse=True)
    for seat in rules.seats:
        won = 0
        for party, strength in strengths(after, kinds).items():
            places = [place for place, other in enumerate(ordered) if other == strength]
            won += sum((8, 4, *[0] * len(ordered))[place] for place in places) // len(places) if party.startswith(seat) else 0
        points = [int(rules.written(state, f"{seat}.points")) for state in (before, after)]
        assert points[1] - points[0] == won


def test_only_two_players_have_allies(rules: Rules) -> None:
    parties = {name.removesuffix(".knight1.at") for name in rules.cells if name.endswith(".knight1.at")}
    own = {f"{seat}.own" for seat in rules.seats}
    assert parties == own | {f"{seat}.ally" for seat in rules.seats if len(rules.seats) == 2}
