"""On a terminal, diagnostics and the lines of rulebooks in them have colours; elsewhere no command prints any."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import click
import pytest

from rulewright.cli.colours.terminal import coloured, coloured_clause, highlighted
from rulewright.dsl.source.diagnostics import render

from ..errors.test_errors import CASES, reported_for

BAD = "rulebook bad\n    players 2\n\nplay\n    check endz  # so\n"


class Terminal(StringIO):
    """A stream that shows colours."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal of which the environment says nothing special."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    return Terminal()


def test_colours_change_no_letter_of_a_diagnostic(terminal: Terminal) -> None:
    for path in CASES[::8]:
        for diagnostic in reported_for(path):
            text = render(diagnostic)
            shown = coloured(text, terminal)
            assert shown != text
            assert click.unstyle(shown) == text


def test_words_of_the_language_and_remarks_have_colours_of_their_own() -> None:
    parts = dict.fromkeys(highlighted('    check endz  # "so"', "rules").split("\x1b[0m"))
    assert [*parts] == ["    \x1b[34mcheck", " endz  \x1b[90m# \"so\"", ""]
    assert highlighted("    check over", "png") == "    check over"


def test_a_clause_is_shown_apart_from_its_kind(terminal: Terminal) -> None:
    line = "  faces = 6  (constant, pig.rules:16)"
    assert coloured_clause(line, terminal).split("\x1b[0m") == [
        "\x1b[34m\x1b[1m  faces", " = 6\x1b[36m  (constant, pig.rules:16)", ""]
    assert coloured_clause(line, StringIO()) == line


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_who_wants_no_colours_gets_none(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    text = "error[E201]: unknown end `endz`"
    assert coloured(text, terminal) != text
    monkeypatch.setenv(name, value)
    assert coloured(text, terminal) == text


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
@pytest.mark.parametrize("command", [("check",), ("show",)])
def test_a_command_has_colours_on_a_terminal_alone(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "bad.rules").write_text(BAD, encoding="utf-8")
    run = [sys.executable, "-m", "rulewright", *command, "bad.rules"]
    ours, theirs = os.openpty()
    try:
        subprocess.run(run, stdout=theirs, stderr=theirs, cwd=tmp_path, check=False)
        shown = os.read(ours, 10_000).decode().replace("\r\n", "\n")
    finally:
        os.close(theirs)
        os.close(ours)
    plain = subprocess.run(run, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path, check=False).stdout
    assert "\x1b[34mcheck\x1b[0m" in shown
    assert "\x1b" not in plain
    assert click.unstyle(shown) == plain
