"""`simulate` reports the same whatever plays, and however many threads or processes do."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner

from rulewright import load
from rulewright.cli.main import main
from rulewright.cli.shared.process.progress import Progress
from rulewright.cli.shared.process.workers import Threads
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.playouts.faster import faster
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.game.state import State
from rulewright.interpreter.runtime.series import chances

from ..both import Both, tables
from ..breaks import BREAKS

pytest.importorskip("wasmtime", reason="wasmtime is not installed")


def report(*arguments: str) -> str:
    result = CliRunner().invoke(main, ("simulate", *arguments))
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(("name", "games"), [("pig", 60), ("carolus_magnus", 20), ("shut_the_box", 60), ("breakthrough", 60)])
def test_the_report_is_the_same_byte_for_byte(name: str, games: int) -> None:
    asked = (name, "--games", str(games), "--seed", "7", "--json")
    wanted = report(*asked, "--machine", "python")
    assert report(*asked, "--machine", "wasm") == wanted
    assert report(*asked, "--machine", "wasm", "--jobs", "8") == wanted
    assert report(*asked, "--machine", "python", "--jobs", "2") == wanted
    assert json.loads(wanted)["games"] == games


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "pig", "reversi", "carolus_magnus"])
def test_winners_are_those_of_the_position_that_ends_the_game(name: str) -> None:
    rules = load(name).rules(2)
    ended = list[State]()
    found = [play_out(rules, dice, at_end=ended.append, compare=False) for dice in chances(5, range(8))]
    assert len({game.winners for game in found}) > 1, "games end in several ways"
    for game, last in zip(found, ended, strict=True):
        outcome = rules.endings.outcome(last)
        assert outcome is not None
        assert (game.end, game.winners, game.scores) == (outcome.clause, outcome.winners, outcome.scores)


def test_figures_are_of_the_same_positions() -> None:
    asked = ("pig", "--games", "40", "--metric", "both=P1.score + P2.score", "--limit", "130")
    assert report(*asked, "--machine", "wasm") == report(*asked, "--machine", "python")
    assert "figures" in report(*asked)


def test_what_is_asked_of_games_is_answered_the_same_byte_for_byte(tmp_path: Path) -> None:
    file = tmp_path / "eager.evaluation"
    file.write_text("me.score\n-1 * (sum p in players: p.score)\n", encoding="utf-8")
    asked = ("pig", "--games", "60", "--seed", "3", "--json", "--limit", "150")
    questions = (("--count", "rolls {}", "--count", "{} ...", "--metric", "both=P1.score + P2.score"),
                 ("--evaluate", str(file), "--count", "rolls {}"), ("--invariants",), ("--invariants", "--policy", "uniform"))
    for question in questions:
        wanted = report(*asked, *question, "--machine", "python")
        assert report(*asked, *question, "--machine", "wasm") == wanted
        assert report(*asked, *question, "--jobs", "3") == wanted
    assert len({report(*asked, *question) for question in questions}) == len(questions)


@pytest.mark.parametrize("machine", ["python", "wasm"])
def test_a_fault_names_the_place_and_the_clauses(machine: str, tmp_path: Path) -> None:
    path = tmp_path / "breaks.rules"
    path.write_text(BREAKS, encoding="utf-8")
    result = CliRunner().invoke(main, ("simulate", str(path), "--games", "400", "--machine", machine))
    assert result.exit_code == 1
    assert "a value out of range: 2" in result.output
    assert "breaks.rules:9:9" in result.output
    assert "in play" in result.output


def test_both_machines_break_in_the_same_step() -> None:
    from rulewright import open_files

    for rules in tables(open_files(read_text("breaks.rules", BREAKS))):
        assert Both(rules).play(1, range(60)) > 100


@pytest.mark.parametrize("machine", ["python", "wasm"])
def test_what_was_played_is_kept_when_it_is_broken_off(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def update(_bar: Progress, _count: int) -> None:
        raise KeyboardInterrupt

    # As by Ctrl-C, when the first games are done.
    monkeypatch.setattr(Progress, "update", update)
    result = CliRunner().invoke(main, ("simulate", "pig", "--games", "100000", "--machine", machine))
    assert result.exit_code == 130, result.output
    assert "broken off after" in result.stderr
    assert "ended by                 goal_reached" in result.stdout
    # Nothing of it stays behind in this process.
    monkeypatch.undo()
    assert "finished                 30" in report("pig", "--games", "30", "--machine", machine)


def test_nothing_is_reported_when_nothing_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_threads: Threads, _function: object, _tasks: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Threads, "map", broken)
    result = CliRunner().invoke(main, ("simulate", "pig", "--games", "10", "--machine", "wasm"))
    assert (result.exit_code, result.stdout) == (130, "")


@pytest.mark.parametrize("name", ["carolus_magnus", "lancaster"])
def test_games_in_which_each_move_is_equally_likely_are_the_same(name: str) -> None:
    asked = (name, "--games", "8", "--seed", "7", "--json", "--limit", "90")
    wanted = report(*asked, "--policy", "uniform", "--machine", "python")
    assert report(*asked, "--policy", "uniform", "--machine", "wasm") == wanted
    assert report(*asked, "--policy", "uniform", "--machine", "wasm", "--jobs", "2") == wanted
    assert report(*asked, "--machine", "wasm") != wanted.replace("uniform", "kinds")


@pytest.mark.skipif(os.name == "nt", reason="a process cannot send itself Ctrl-C")
def test_games_that_threads_have_begun_are_kept_when_they_are_interrupted() -> None:
    stop = Event()

    def work(number: int) -> str:
        if number == 1:
            # Until the other thread waits for this.
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGINT)
        return f"whole {number}" if number == 0 else f"part {number}, stopped: {stop.wait(60)}"

    found: list[str] = []
    # A shell that starts tests in the background has Ctrl-C ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), Threads(2, stop.set) as threads:
            found.extend(threads.map(work, range(9)))
    finally:
        signal.signal(signal.SIGINT, before)
    assert found == ["whole 0", "part 1, stopped: True", "part 2, stopped: True"]


def test_sequences_are_counted_by_calls_of_any_depth() -> None:
    rules = load("carolus_magnus").rules()
    compiled, start = faster(rules, keep=False), rules.initial().slots
    wanted = compiled.perft(start, 3)
    for depth in (0, 1, 3):
        compiled._depth = depth
        assert compiled.perft(start, 3) == wanted
    assert compiled.perft(start, 0) == 1


ALIKE = '''
rulebook alike
    players 1
state
    n: 0..4
    m: 0..4
play
    repeat
        roll d from 1..4 as "rolls {d}"
        n becomes d
        choose on by P1
            move "goes {k div 2}" for k in 2..3
                require told: k = 2 or n = 4
                    "only one"
                m becomes 1
        check over
end over
    "It is over."
    when m > 0
    draw
'''


def test_moves_that_are_written_alike_are_found_in_the_first_game_of_a_series(tmp_path: Path) -> None:
    (tmp_path / "alike.rules").write_text(ALIKE, encoding="utf-8")
    for seed in range(8):
        asked = ("simulate", str(tmp_path / "alike.rules"), "--games", "20", "--seed", str(seed))
        plain, fast = (CliRunner().invoke(main, (*asked, "--machine", machine)) for machine in ("python", "wasm"))
        assert (fast.exit_code, fast.output) == (plain.exit_code, plain.output)
        assert "written alike" not in plain.output or plain.exit_code == 1
