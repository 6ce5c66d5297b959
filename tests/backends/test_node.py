"""A module plays the same game under Node, by a loader that knows nothing of Rulewright but docs/wasm.md."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulewright
from rulewright.cli.main import main
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.runtime.series import SeriesDice

LOADER = Path(__file__).parents[2] / "docs" / "play.mjs"
node = shutil.which("node")
needs_node = pytest.mark.skipif(node is None, reason="Node is not installed: no module is run outside Python here")


def played(rules: Rules, seed: int, number: int) -> list[str]:
    """A game of a series, played in Python, as the loader writes it."""
    machine, dice = rules.machine, SeriesDice(seed, number)
    s, lines = machine.start(), []
    while not s[1]:
        point = machine.points[s[0]]
        assert point is not None
        who = "chance" if point.player is None else rules.seats[point.player(s)]
        code = machine.random_outcome(s, point, dice) if point.player is None else machine.random_choice(s, point, dice)[0]
        lines.append(f"{who} {point.kind_of(code).id} {code}")
        machine.apply(s, point, code)
    outcome = rules.outcome(State(rules, tuple(s)))
    assert outcome is not None
    return [*lines, f"over by {outcome.clause}, winners {sum(1 << seat for seat in outcome.winners)}"]


def test_the_loader_is_short() -> None:
    assert len(LOADER.read_text(encoding="utf-8").splitlines()) <= 60


@needs_node
@pytest.mark.parametrize(("name", "players"), [("tic_tac_toe", 2), ("carolus_magnus", 3), ("lancaster", 4)])
def test_the_same_game_is_played_under_node_move_for_move(name: str, players: int, tmp_path: Path) -> None:
    assert node is not None
    file = tmp_path / "game.wasm"
    build = CliRunner().invoke(main, ("build", name, "--players", str(players), "--output", str(file)))
    assert build.exit_code == 0, build.output
    out = subprocess.run([node, str(LOADER), str(file), "7", "12345"], capture_output=True, text=True, timeout=120, check=True)
    assert out.stdout.splitlines() == played(rulewright.load(name).rules(players), 7, 12345)


@needs_node
def test_a_move_is_written_under_node_as_in_playthroughs(tmp_path: Path) -> None:
    assert node is not None
    file, script = tmp_path / "game.wasm", tmp_path / "moves.mjs"
    assert CliRunner().invoke(main, ("build", "breakthrough", "--output", str(file))).exit_code == 0
    script.write_text(f'''import {{ load }} from "{LOADER.as_uri()}";
import {{ readFileSync }} from "node:fs";
const game = await load(readFileSync("{file.as_posix()}"));
game.exports.start(1n, 0n);
console.log(game.legal().map(game.written).join("\\n"));
''', encoding="utf-8")
    out = subprocess.run([node, str(script)], capture_output=True, text=True, timeout=120, check=True)
    game = rulewright.load("breakthrough")
    assert out.stdout.splitlines() == [choice.notation for choice in game.choices(game.initial())]
