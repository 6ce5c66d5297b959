"""OpenSpiel: its playthrough and simulation tests pass, and states keep the secrets of players."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import pyspiel
from absl import flags
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.policy import UniformRandomPolicy

from rulewright.adapters.openspiel import NAME, RulebookGame, RulebookState

from ..shipped import shipped

SMALL = ["tic_tac_toe", "nim,players=3", "pig", "goofspiel", "shut_the_box", "connect_four", "breakthrough", "race"]
LARGE = ["carolus_magnus", "carolus_magnus,players=3", "carolus_magnus,players=4", "lancaster", "lancaster,players=3",
         "lancaster,players=4", "lancaster,players=5", "emperor_4"]
# Three cards a player: a game that is solved quickly.
SHORT = str(Path(__file__).parent / "three_cards.rules")


def loaded(rulebook: str) -> RulebookGame:
    game = pyspiel.load_game(f"{NAME}(rulebook={rulebook})")
    assert isinstance(game, RulebookGame)
    return game


def simulate(rulebook: str) -> None:
    """Run the simulation test of OpenSpiel."""
    # It imports scipy, which takes a sixth of all collecting: only the process that runs this test imports it.
    from open_spiel.python.tests import games_sim_test

    games_sim_test.GamesSimTest().sim_game(loaded(rulebook))


@pytest.mark.parametrize("rulebook", SMALL)
def test_the_simulation_test_of_openspiel_passes(rulebook: str) -> None:
    simulate(rulebook)


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", LARGE)
def test_the_simulation_test_of_openspiel_passes_for_large_games(rulebook: str) -> None:
    simulate(rulebook)


@pytest.mark.parametrize("rulebook", ["goofspiel", "nim,players=3"])
def test_the_playthrough_test_of_openspiel_passes(rulebook: str, tmp_path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    name = f"{NAME}(rulebook={rulebook})"
    text = generate_playthrough.playthrough(name, None, seed=3)
    path = tmp_path / "playthrough.txt"
    path.write_text(text, encoding="utf-8")
    original, again = generate_playthrough.replay(str(path))
    assert original == again
    assert "ObservationTensor" in text


def moves(rulebook: str, *notations: str) -> RulebookState:
    state = loaded(rulebook).new_initial_state()
    for notation in notations:
        actions = {state.action_to_string(state.current_player(), action): action for action in state.legal_actions()}
        state.apply_action(actions[notation])
    return state


def test_a_state_shows_a_player_what_they_may_know() -> None:
    """Two games that differ only in a bid that the other player has not seen are one to the other player."""
    two, three = (moves("goofspiel", "prize 9", bid) for bid in ("bids 2", "bids 3"))
    assert two.information_state_string(1) == three.information_state_string(1)
    assert two.observation_tensor(1) == three.observation_tensor(1)
    assert two.observation_string(1) == three.observation_string(1)
    assert two.information_state_string(0) != three.information_state_string(0)
    assert two.observation_tensor(0) != three.observation_tensor(0)
    shown = moves("goofspiel", "prize 9", "bids 2", "bids 5")
    assert "P1 chose bids 2" in shown.information_state_string(1)


def test_a_copy_of_a_state_goes_its_own_way() -> None:
    state = moves("tic_tac_toe", "b2")
    other = state.clone()
    other.apply_action(0)
    assert state.history() == [4]
    assert other.history() == [4, 0]
    assert other.shared is state.shared


def test_a_long_game_is_cut_off_without_a_winner() -> None:
    state = pyspiel.load_game(f"{NAME}(rulebook=tic_tac_toe,limit=2)").new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_what_it_is_called_is_what_the_rulebook_calls_it() -> None:
    state = moves("tic_tac_toe", "b2")
    assert state.action_to_string(1, 0) == "a1"
    assert state.action_to_string(1, 4) == "cell_to_mark(c=b2)"
    assert str(state) == str(shipped("tic_tac_toe").step(shipped("tic_tac_toe").initial(), "b2"))


def test_algorithms_of_openspiel_solve_a_rulebook() -> None:
    """In a race for one prize the player who bids less loses, so random play is exploitable, by as much as can be worked out.

    Both hold 1, 2 and 3, once, and the greater bid wins: against random play a bid of 3 wins 2 of 3 and ties the third.
    """
    game = loaded(SHORT)
    assert nash_conv(game, UniformRandomPolicy(game)) == pytest.approx(4 / 3)


def test_chance_has_the_weights_of_the_rulebook() -> None:
    """The first tile of the meadows is one of 71: two of them ponds, nine lanes."""
    meadows = Path(__file__).parents[2] / "games" / "gallery" / "meadows.rules"
    state = loaded(str(meadows)).new_initial_state()
    odds = {state.action_to_string(pyspiel.PlayerId.CHANCE, outcome): chance for outcome, chance in state.chance_outcomes()}
    assert odds["draws pond"] == pytest.approx(2 / 71)
    assert odds["draws lane"] == pytest.approx(9 / 71)
    assert sum(odds.values()) == pytest.approx(1)


def test_only_who_chooses_has_legal_actions() -> None:
    state = moves("tic_tac_toe", "b2")
    assert state.legal_actions(0) == []
    assert state.legal_actions(1) == sorted(state.legal_actions()) != []


def test_what_all_see_holds_nothing_of_a_hidden_bid() -> None:
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    two, three = (moves("goofspiel", "prize 9", bid) for bid in ("bids 2", "bids 3"))
    observer = loaded("goofspiel").make_py_observer(public)
    assert observer.string_from(two, 0) == observer.string_from(three, 0) == observer.string_from(two, 1)
    own = loaded("goofspiel").make_py_observer()
    assert own.string_from(two, 0) != own.string_from(three, 0)
