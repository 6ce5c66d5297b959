"""A player who thinks wins, answers in time, and is named by a text that is read strictly."""

from __future__ import annotations

import pytest

from rulewright import load
from rulewright.interpreter.analysis.players.knowledge.course import Course
from rulewright.interpreter.analysis.players.machines import Supply
from rulewright.interpreter.analysis.players.match import seats_for
from rulewright.interpreter.analysis.players.player import Player, RandomPlayer, SearchPlayer, _Budget
from rulewright.interpreter.analysis.players.search.search import interval_of
from rulewright.interpreter.analysis.players.spec import Spec, WrongSpec, spec_of
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.runtime.chance import Dice
from rulewright.interpreter.runtime.series import SeriesDice
from tests.shipped import shipped_rules


@pytest.mark.parametrize(("name", "parameters", "players", "least"), [
    ("connect_four", {}, 2, 8), ("nim", {}, 2, 7), ("pig", {"goal": 50}, 3, 5),
    pytest.param("pig", {}, 3, 5, marks=pytest.mark.slow)])
def test_tree_search_wins_against_random_players(name: str, parameters: dict[str, int], players: int, least: int) -> None:
    rules = load(name, parameters).rules(players)
    won, supply = 0, Supply(rules)
    for number in range(8):
        at = number % players
        seats: list[Player] = [RandomPlayer(rules.machines.random_play) for _ in range(players)]
        seats[at] = SearchPlayer(rules, 60, None, supply)
        game = play_out(rules, SeriesDice(4, number), player=seats_for(rules.machines.plain, seats, 4, number))
        won += game.winners == (at,)
    assert won >= least


def test_a_search_goes_on_while_another_try_fits_into_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 0.1, 0.5, 1.4, 1.5])
    monkeypatch.setattr("rulewright.interpreter.analysis.players.player.time.monotonic", lambda: next(times))
    goes_on = _Budget(None, 2.0)
    # The longest try so far takes 0.4 and then 0.9 seconds.
    assert [goes_on(tried) for tried in (0, 1, 2)] == [True, True, False]


def test_a_number_of_tries_is_kept() -> None:
    rules = shipped_rules("tic_tac_toe")
    player = SearchPlayer(rules, 17, None, Supply(rules, python_only=True))
    assert player.think(Course([rules.initial().slots]), Dice(1)).tries == 17


@pytest.mark.parametrize("text", ["random", "ahead", "ahead:warlike", "mcts:500", "mcts:2s", "mcts:0.5s",
                                  "mcts:500:warlike", "mcts:2s:warlike"])
def test_a_spec_is_written_as_it_is_read(text: str) -> None:
    assert str(spec_of(text)) == text


@pytest.mark.parametrize("text", ["", "fish", "mcts", "mcts:", "mcts:0", "mcts:-1", "mcts:2m", "mcts:1e3", "mcts:0.001s",
                                  "mcts:99999999999", "mcts:500:", "mcts::warlike", "mcts:warlike", "ahead:", "random:3",
                                  "mcts:٣"])
def test_anything_else_is_no_spec(text: str) -> None:
    with pytest.raises(WrongSpec):
        spec_of(text)


def test_a_spec_without_bounds_says_what_to_write() -> None:
    with pytest.raises(WrongSpec, match="write mcts:500"):
        spec_of("mcts")
    assert spec_of("mcts:2s") == Spec("mcts", seconds=2.0)


@pytest.mark.parametrize(("text", "said"), [("mcts:" + "9" * 5000, "a number of tries is 1 to 10000000"),
                                            ("mcts:" + "9" * 5000 + "s", "a time is 0.05 to 86400 seconds")])
def test_a_bound_with_many_digits_says_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(WrongSpec, match=said):
        spec_of(text)


def test_intervals_are_those_of_wilson() -> None:
    assert interval_of(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval_of(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
