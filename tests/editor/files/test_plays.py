"""A playthrough that an editor shows is played once for each text, and only so far that the editor goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from rulewright.cli.editor.files import plays
from rulewright.cli.editor.files.plays import OpenPlaythrough, OpenPlaythroughs
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

from ..client import Editor, session

# Chance decides after each move, and the end never comes.
ENDLESS = """rulebook endless
    players 2

state
    turn: player = P1
    n: 0..9 = 0

play
    repeat
        choose x by turn
            "They step."
            move step "steps"
                n becomes 1
            move wait "waits"
        roll d from 1..6 as "rolls {d}"
        n becomes d
        turn becomes next(turn)
        check ends

end never
    "It never ends."
    when turn = P1 and turn = P2
    draw
"""
HEAD = "game endless\nplayers A, B\nseed 1\n"


@pytest.fixture
def of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], OpenPlaythrough]:
    """What opens a playthrough of a game without an end, in an editor that draws 10 choices and rolls."""
    (tmp_path / "endless.rules").write_text(ENDLESS)
    monkeypatch.setattr(plays, "MOST_DRAWN", 10)
    kept = OpenPlaythroughs()

    def opened(lines: str) -> OpenPlaythrough:
        play = kept.of(tmp_path / "a.play", HEAD + lines)
        assert play is not None
        return play

    return opened


@pytest.mark.parametrize("lines", ["auto\n", "play until n = 9 and turn = A and turn = B\n", "auto 4\nauto 4\n",
                                   "branch \"x\"\n    auto 4\nend\nauto 4\n", "auto rolls\n" + "A: steps\nB: steps\n" * 6],
                         ids=["auto", "until", "lines", "branch", "moves"])
def test_what_chance_decides_is_played_up_to_a_number(of: Callable[[str], OpenPlaythrough], lines: str) -> None:
    play = of(f"{lines}A: flies\n")
    failure, = play.failures()
    assert (failure.kind, failure.message) == ("limit", "chance has decided 10 times, and does not decide further here")
    written = lines.count(": ")
    assert play.result().moves <= 10 + written
    # The editor alone plays no further.
    assert PlaythroughRunner(play.rules, of("auto 12\n").playthrough).run().passed


def test_a_text_is_played_once(of: Callable[[str], OpenPlaythrough], monkeypatch: pytest.MonkeyPatch) -> None:
    played, run = list[int](), PlaythroughRunner.run

    def noted(runner: PlaythroughRunner) -> object:
        played.append(len(runner.playthrough.lines))
        return run(runner)

    monkeypatch.setattr(PlaythroughRunner, "run", noted)
    for lines in ("A: steps\n", "A: steps\n", "A: waits\n"):
        assert of(lines).failures() == of(lines).failures() == ()
    assert played == [1, 1]
    # The position before a line is that of the lines above it, whatever comes below.
    states = {of(f"A: steps\nB: {move}\n").before(5) for move in ("st", "ste", "step")}
    assert played == [1, 1, 1]
    assert len(states) == 1


def test_an_editor_says_that_it_plays_no_further(of: Callable[[str], OpenPlaythrough], tmp_path: Path) -> None:
    path = Path(of("auto\n").playthrough.name)
    path.write_text(f"{HEAD}auto\n")

    async def talk(editor: Editor) -> tuple[list[lsp.Diagnostic], object]:
        uri = editor.open(path)
        return await editor.diagnostics(uri), await editor.workspace_execute_command_async(
            lsp.ExecuteCommandParams("rulewright.run", [uri]))

    (found,), said = session(tmp_path, talk)
    assert found.severity == lsp.DiagnosticSeverity.Information
    assert found.message.endswith("; `rulewright test` plays all lines")
    assert said == f"10 moves played; line 4: {found.message}"
