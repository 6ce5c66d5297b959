"""Authors draw games, positions and moves of their own rulebook; what fails is printed as a short playthrough."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

import rulewright
from rulewright import RulebookFault, State
from rulewright.cli.commands.test import run_file
from rulewright.dsl.load.loader import NoSuchRulebook
from rulewright.dsl.source.diagnostics import RulebookError
from rulewright.interpreter.game.game import WrongPlayers
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.testing import ANY, PlayedGame, Table, games, moves, number, positions, tables

BROKEN = str(Path(__file__).parent / "broken.rules")
# The same games in every run, and none kept for the next.
SAME = settings(max_examples=60, deadline=None, database=None, derandomize=True, phases=[Phase.generate, Phase.shrink])


def failure(property: Callable[[], None], kind: type[Exception]) -> str:
    """What a property that fails prints beside its error."""
    with pytest.raises(kind) as failed:
        property()
    return "\n".join(failed.value.__notes__)


def test_a_property_that_fails_prints_the_shortest_playthrough() -> None:
    @given(games("nim", variants=("marienbad",), steps=20))
    @SAME
    def no_heap_is_ever_empty(game: PlayedGame) -> None:
        assert all(number(state, "min h in 1..heaps: counters[h]") > 0 for state in game.states)

    output = failure(no_heap_is_ever_empty, AssertionError)
    assert re.search(r"\ngame nim\n(variant marienbad\n)?players P1, P2\nrules \w+\n\nP1: heap \d take \d\n", output)
    assert output.count("take") == 1


def test_a_step_that_fails_is_printed_with_the_playthrough_before_it() -> None:
    @given(games(BROKEN, players=2, steps=30))
    @SAME
    def games_are_played(game: PlayedGame) -> None:
        assert game.states

    output = failure(games_are_played, RulebookFault)
    moves_of = re.findall(r"^P\d: .*$", output, re.MULTILINE)
    # Six counters are more than two moves can take, so the third takes more than there are left.
    assert len(moves_of) == 3
    assert all("take" in line for line in moves_of)


def test_a_position_that_fails_prints_the_way_to_it() -> None:
    @given(positions("tic_tac_toe", steps=20))
    @SAME
    def the_middle_stays_free(state: State) -> None:
        assert state.rules.cells.value(state, "b2.mark") == "none"

    assert re.search(r"\ngame tic_tac_toe\n.*\n.*\n\n(x: \w\d\n)?[xo]: b2\n", failure(the_middle_stays_free, AssertionError))


@pytest.mark.parametrize("examples", [6, pytest.param(40, marks=pytest.mark.slow)])
def test_the_text_of_a_drawn_game_plays_it_again(tmp_path: Path, examples: int) -> None:
    path = tmp_path / "drawn.play"

    @given(games("goofspiel", steps=60) | games("pig") | games("nim", variants=("marienbad",), parameters=ANY)
           | games("race", players=(2, 4)))
    @settings(max_examples=examples, deadline=None)
    def text_plays_again(game: PlayedGame) -> None:
        path.write_text(game.text, encoding="utf-8")
        assert run_file(str(path)).failures == ()
        final = PlaythroughRunner(game.rules, read(str(path), game.text)).run().final
        assert final is not None
        assert final.state == game.last

    text_plays_again()


@given(games("connect_four", steps=20), st.data())
@settings(max_examples=25, deadline=None)
def test_steps_lead_from_each_position_to_the_next(game: PlayedGame, data: st.DataObject) -> None:
    for step in game.steps:
        assert game.rules.step(step.before, step.choice) == step.after
        assert str(step) in map(str, game.rules.decisions.choices(step.before))
    if not game.last.is_over:
        assert game.rules.explainer.explain(game.last, data.draw(moves(game.last))) is None


def test_variants_parameters_and_players_are_drawn() -> None:
    drawn = tables("nim", variants=("marienbad",), parameters={"most": ("unlimited", 3)})
    item = find(drawn, lambda table: bool(table.variants) and table.rules.program.players == 6, settings=SAME)
    assert (item.variants, dict(item.rules.program.parameters)["heaps"]) == (("marienbad",), "4")
    other = find(drawn, lambda table: ("most", "3") in table.parameters, settings=SAME)
    assert (other.variants, other.rules.program.players, dict(other.rules.program.parameters)["heaps"]) == ((), 2, "3")
    changed = find(tables("nim", parameters=ANY), lambda record: len(record.parameters) == 2, settings=SAME)
    own = dict(rulewright.load("nim").rules().program.parameters)
    assert all(own[name] != value for name, value in changed.parameters)


def test_values_that_do_not_go_with_a_variant_are_left_out() -> None:
    table = find(tables("nim", variants=("marienbad",), parameters={"heaps": (3, 5)}), lambda _: True, settings=SAME)
    assert (table.variants, table.parameters) == ((), (("heaps", "3"),))


@pytest.mark.parametrize(("drawn", "kind"), [
    (tables("nim", players=7), WrongPlayers), (tables("nim", parameters={"heap": 3}), RulebookError),
    (tables("nim", parameters={"heaps": 99}), RulebookError), (tables("no_such_game"), NoSuchRulebook),
])
def test_a_wrong_number_parameter_or_name_is_an_error(drawn: st.SearchStrategy[Table], kind: type[Exception]) -> None:
    @given(drawn)
    @SAME
    def anything(table: Table) -> None:
        assert table.rules

    with pytest.raises(kind):
        anything()


def test_only_testing_needs_hypothesis() -> None:
    code = ("import sys; sys.modules['hypothesis'] = None\nimport rulewright; rulewright.load('nim').initial()\n"
            "import rulewright.cli.main\nimport rulewright.testing")
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stderr.splitlines()[-1] == "ImportError: `rulewright.testing` needs Hypothesis; install `rulewright[test]`"
    assert "line 4, in <module>" in ran.stderr
