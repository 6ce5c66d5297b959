"""`diff --plays` reports the same whatever plays, byte for byte, and however many processes do."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from rulewright.cli.diff import side_by_side
from rulewright.cli.playthroughs.own import Setup
from rulewright.cli.shared.games.machines import PYTHON, MachineOption
from rulewright.cli.shared.games.options import game_request
from rulewright.interpreter.analysis.divergence import Examples, Exploration, explore

from ...backends.breaks import breaks

RULES = Path(__file__).parents[2] / "games" / "one_clause"
WASM = MachineOption("wasm", keep=False)


def report(*arguments: str) -> str:
    result = CliRunner().invoke(main, ("diff", *arguments))
    assert result.exit_code in (0, 1), result.output
    return result.stdout


@pytest.mark.parametrize(("a", "b"), [("nim", "nim:marienbad"), ("pig", "pig")])
def test_the_report_is_the_same_whatever_plays(a: str, b: str) -> None:
    asked = (a, b, "--plays", "24", "--seed", "3", "--json", "--no-cache", "--players", "2")
    wanted = report(*asked, "--machine", "python")
    assert report(*asked, "--machine", "wasm") == wanted
    assert report(*asked) == wanted


def tried(both: side_by_side.RulebookComparison, machine: MachineOption, games: int) -> Exploration:
    """What random games for the fewest players come to."""
    whole = Exploration()
    at = side_by_side._in_tandem(both, Setup(both.both[0]), machine)
    assert (at.tandem is None) == (machine.name == "python")
    for game in explore(at, range(games), 5, shortest=Examples()):
        whole.add(game)
    return whole


@pytest.mark.parametrize(("a", "b"), [
    pytest.param("carolus_magnus:ru", "carolus_magnus:it", marks=pytest.mark.slow),
    ("goofspiel", str(RULES / "shared_prizes.rules")), ("tic_tac_toe", str(RULES / "low_grid.rules")),
    ("carolus_magnus", str(RULES / "castles_do_not_count.rules"))])
def test_random_games_diverge_in_the_same_places(a: str, b: str) -> None:
    both = side_by_side.compared(*(game_request(name, None, (), ()) for name in (a, b)))
    plain, fast = (tried(both, machine, 4) for machine in (PYTHON, WASM))
    assert (fast.failed, fast.positions, fast.diverged) == ([], plain.positions, plain.diverged)
    assert list(fast.sightings) == list(plain.sightings)
    assert fast.sightings == plain.sightings


def test_games_that_go_wrong_are_compared_the_same_way(tmp_path: Path) -> None:
    for most in (8, 12):
        (tmp_path / f"to_{most}.rules").write_text(breaks(most), encoding="utf-8")
    asked = (str(tmp_path / "to_8.rules"), str(tmp_path / "to_12.rules"), "--plays", "40", "--no-cache")
    wanted = report(*asked, "--machine", "python")
    assert "a value out of range" in wanted
    assert report(*asked, "--machine", "wasm") == wanted


RUNS_OUT = '''
rulebook runs_out
    players 2
state
    left: set of 1..3 = all
play
    repeat
        turn_up()
        check over
rule turn_up()
    draw card from left as "card {{card}}"
    left loses card
end over
    "The cards are gone."
    when {when}
    draw
'''


def test_a_game_that_goes_wrong_where_the_other_ends_is_compared_the_same_way(tmp_path: Path) -> None:
    for name, when in (("ends", "left = {}"), ("goes_on", "size(left) > 3")):
        (tmp_path / f"{name}.rules").write_text(RUNS_OUT.format(when=when), encoding="utf-8")
    for pair in (("ends", "goes_on"), ("goes_on", "ends")):
        asked = (*(str(tmp_path / f"{name}.rules") for name in pair), "--plays", "4", "--no-cache", "--json")
        wanted = report(*asked, "--machine", "python")
        assert "there is nothing to draw from" in wanted
        assert report(*asked, "--machine", "wasm") == wanted
