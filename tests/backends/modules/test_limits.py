"""What passes a limit is played in Python, and says which limit; what a module does not say is handed over."""

from __future__ import annotations

from pathlib import Path
from weakref import WeakKeyDictionary

import pytest
from click.testing import CliRunner

import rulewright
from rulewright import RulebookFault, open_files
from rulewright.cli.main import main
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.playouts import faster
from rulewright.interpreter.analysis.playouts.faster import Unavailable
from rulewright.interpreter.analysis.playouts.simulate import simulate
from rulewright.interpreter.backends.low.layout import memory
from rulewright.interpreter.backends.low.writing import whole

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

FULL = '''
rulebook full
    players 2
function next_to(n: 0..5): 0..5
    "One more."
    gives n + 1
state
    n: 0..5
play
    repeat
        choose on by P1
            "Somebody goes on."
            move "goes on"
                n becomes next_to(n)
            move "stops"
                n becomes 0
                check over
end over
    "Somebody stops."
    when n = 0
    draw
'''


def test_a_rulebook_that_is_too_much_is_played_in_python_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "MOST_WORK", 50)
    # Another test of this process may have compiled the game already.
    monkeypatch.setattr("rulewright.interpreter.backends.wasm.modules._modules", WeakKeyDictionary())
    asked = ("simulate", "goofspiel", "--games", "3", "--seed", "1", "--no-cache")
    slow = CliRunner().invoke(main, asked)
    assert slow.exit_code == 0
    assert "played in Python, which is slower: more than 50 expressions to lower" in slow.stderr
    assert slow.stdout == CliRunner().invoke(main, (*asked, "--machine", "python")).stdout
    refused = CliRunner().invoke(main, (*asked, "--machine", "wasm"))
    assert (refused.exit_code, "more than 50 expressions to lower" in refused.output) == (2, True)
    built = CliRunner().invoke(main, ("build", "goofspiel", "--output", "never.wasm"))
    assert (built.exit_code, "cannot be written as a module" in built.output) == (1, True)
    assert not Path("never.wasm").exists()


def test_without_wasmtime_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faster, "find_spec", lambda _name: None)
    with pytest.raises(Unavailable, match="wasmtime is not installed"):
        faster.faster(rulewright.load("nim").rules())
    asked = ("simulate", "nim", "--games", "5", "--seed", "2")
    without = CliRunner().invoke(main, asked)
    assert (without.exit_code, without.stderr) == (0, "")
    refused = CliRunner().invoke(main, (*asked, "--machine", "wasm"))
    assert (refused.exit_code, "wasmtime is not installed" in refused.output) == (2, True)
    monkeypatch.undo()
    assert CliRunner().invoke(main, asked).stdout == without.stdout


def test_games_that_are_handed_over_come_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rulewright.load("carolus_magnus").rules()
    plain = simulate(rules, range(6), 1)
    monkeypatch.setattr(memory, "ROOM", 24)  # no room for most lists
    handed = rulewright.load("carolus_magnus").rules()
    compiled = faster.faster(handed, keep=False).simulate(range(6), 1)
    assert sum(handed.machines.plain.notes.entries) > 0, "Python has played"
    assert (compiled.playouts, compiled.phase_entries) == (plain.playouts, plain.phase_entries)


def test_a_fault_is_raised_with_its_clauses() -> None:
    rules = open_files(read_text("full.rules", FULL)).rules()
    with pytest.raises(RulebookFault) as compiled:
        faster.faster(rules, keep=False).simulate(range(1000), 1)
    with pytest.raises(RulebookFault) as plain:
        simulate(rules, range(1000), 1)
    assert str(compiled.value) == str(plain.value)
    assert plain.value.clauses == ("play", "on", "next_to")
