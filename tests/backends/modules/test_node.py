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

CASES = Path(__file__).parents[1] / "cases"
LOADER = Path(__file__).parents[3] / "docs" / "play.mjs"
node = shutil.which("node")
needs_node = pytest.mark.skipif(node is None, reason="Node is not installed: no module is run outside Python here")


def played(rules: Rules, seed: int, number: int) -> list[str]:
    """A game of a series, played in Python, as the loader writes it."""
    machine, play, dice = rules.machines.plain, rules.machines.random_play, SeriesDice(seed, number)
    s, lines = machine.start(), []
    while not s[1]:
        point = machine.points[s[0]]
        assert point is not None
        who = "chance" if point.player is None else rules.seats[point.player(s)]
        code = play.outcome(s, point, dice) if point.player is None else play.choice(s, point, dice)[0]
        lines.append(f"{who} {point.kind_of(code).id} {code}")
        machine.apply(s, point, code)
    outcome = rules.endings.outcome(State(rules, tuple(s)))
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


def listed(rules: Rules, number: int, points: int) -> list[str]:
    """The legal moves at the first points of a game of series 0, as playthroughs write them."""
    dice, state = SeriesDice(0, number), rules.initial()
    out: list[str] = []
    for _ in range(points):
        if state.is_over:
            break
        out += [choice.notation for choice in rules.decisions.choices(state)]
        state = rules.step(state, rules.random_choice(state, dice))
    return out


@needs_node
@pytest.mark.parametrize("name", ["breakthrough", "amounts.rules", "chains.rules"])
def test_moves_are_written_under_node_as_in_playthroughs(name: str, tmp_path: Path) -> None:
    """The amounts and chains of the second and third are open values of several parts."""
    assert node is not None
    path = str(CASES / name) if name.endswith(".rules") else name
    file, script = tmp_path / "game.wasm", tmp_path / "moves.mjs"
    built = CliRunner().invoke(main, ("build", path, "--output", str(file)))
    assert built.exit_code == 0, built.output
    script.write_text(f'''import {{ load }} from "{LOADER.as_uri()}";
import {{ readFileSync }} from "node:fs";
const game = await load(readFileSync("{file.as_posix()}"));
game.exports.start(0n, 1n);
for (let i = 0; i < 8 && game.ended() === null; i++) {{
  console.log(game.legal().map(game.written).join("\\n"));
  game.exports.draw();
}}
''', encoding="utf-8")
    out = subprocess.run([node, str(script)], capture_output=True, text=True, timeout=120, check=True)
    game = rulewright.load(path)
    assert out.stdout.splitlines() == listed(game.rules(game.fewest), 1, 8)
