"""Variants as a user of the commands meets them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test works in a folder of its own, with a variant of a rulebook that ships, and one of that."""
    monkeypatch.chdir(tmp_path)
    write("mine.rules", 'variant mine of nim\n    "My heaps"\n\nset heaps = 2\n')
    write("more.rules", "variant more of nim:mine\n\nset smallest = 1\n")


def write(name: str, text: str) -> None:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), prog_name="rulewright")


def test_check_lists_each_file_of_a_folder_once() -> None:
    write("kalah.rules", "rulebook kalah\n    players 2\n\nplay\n    check over\n\nend over\n    when yes\n    draw\n")
    write("long.rules", "variant long of kalah\n")
    write("variants/short.rules", "variant short of kalah\n")
    summaries = [line.split(":")[0] for line in run("check", ".").output.splitlines() if re.match(r"\S+\.rules: ", line)]
    assert summaries == ["kalah.rules", "long.rules", "variants/short.rules", "mine.rules", "more.rules"]


@pytest.mark.parametrize(("header", "help"), [
    ("varant short of kalah", "did you mean `variant`?"),
    ("Variant short of kalah", "words of the language have small letters"),
    ("variant short kalah", "expected `of`"),
    ("variant short of", "name the rulebook that it changes: `variant short of my_game`"),
    ("variant short of kalha", "did you mean `kalah`?")])
@pytest.mark.parametrize("path", [".", "kalah.rules"])
def test_a_variant_whose_header_is_wrong_is_reported(path: str, header: str, help: str) -> None:
    write("kalah.rules", "rulebook kalah\n    players 2\n\nplay\n    check over\n\nend over\n    when yes\n    draw\n")
    write("variants/short.rules", f"{header}\n")
    # A file that variants use is none.
    write("variants/shared.rules", "constants\n    least = 1\n")
    checked = run("check", path)
    assert checked.exit_code == 1
    assert "--> variants/short.rules:1:" in checked.output
    assert f"= help: {help}" in checked.output
    assert "shared.rules" not in checked.output


def test_check_of_a_variant_checks_no_other() -> None:
    write("mine.rules", "variant mine of more\n")
    write("more.rules", "variant more of mine\n")
    assert run("check", "mine.rules").output.splitlines()[-1] == "mine.rules: 1 error"


def test_a_playthrough_names_the_variants_near_it() -> None:
    write("playthroughs/game.play", "game nim\nvariant more\nplayers Anna, Boris\nexpect counters[1] = 1\n")
    assert run("test", "playthroughs").exit_code == 0
    write("playthroughs/game.play", "game nim\nvariant moor\nplayers Anna, Boris\n")
    assert "`nim` has no variant `moor`\n    expected: did you mean `more`?" in run("test", "playthroughs").output


@pytest.mark.parametrize(("game", "message", "help"), [
    ("nim:moor", "`nim` has no variant `moor`", "did you mean `more`?"),
    ("nim:", "no variant stands behind `nim:`", "it has marienbad, mine, more")])
def test_a_playthrough_whose_game_has_a_wrong_variant_is_reported_beside_others(game: str, message: str, help: str) -> None:
    write("playthroughs/right.play", "game nim:more\nplayers Anna, Boris\nexpect counters[1] = 1\n")
    write("playthroughs/wrong.play", f"game {game}\nplayers Anna, Boris\n")
    tested = run("test", "playthroughs").output
    assert f"wrong.play:1: {message}\n    expected: {help}" in tested
    assert "1 passed, 1 failed" in tested
    checked = json.loads(run("check", "--format", "json", "playthroughs/right.play", "playthroughs/wrong.play").output)
    assert [(found["message"], found["help"], found["line"]) for found in checked["diagnostics"]] == [(message, help, 1)]


def test_the_title_of_a_variant_is_shown() -> None:
    assert run("show", "more.rules").output.splitlines()[0] == "My heaps (more.rules)"
    assert json.loads(run("show", "mine.rules", "--json").output)["title"] == "My heaps"
    assert "  nim:marienbad                                   Marienbad\n" in run("games").output
    games = json.loads(run("games", "--json").output)["games"]
    assert {"marienbad": "Marienbad"} in [game["variant_titles"] for game in games]
    played = run("play", "nim:marienbad", "--seats", "Anna=human,Boris=random", "--save", "own.play")
    assert "Marienbad: Anna, Boris." in played.output
