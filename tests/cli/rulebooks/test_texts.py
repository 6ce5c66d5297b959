"""`rulewright texts` and what `rulewright check` tells about texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

from ...translation.texts.games import RULES, worded


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def game(tmp_path: Path) -> str:
    worded(tmp_path)
    return str(tmp_path / "orchard.rules")


def test_what_is_to_be_done_is_listed(game: str) -> None:
    result = run("texts", game, "--lang", "ru")
    assert result.exit_code == 1
    assert "missing: rest  (move, " in result.output
    assert "ru, clauses: 4 worded, 0 older, 7 missing\n" in result.output


def test_moves_rolls_and_names_without_a_text_are_listed(game: str) -> None:
    result = run("texts", game, "--lang", "ru")
    assert "missing: move rest  (notation, " in result.output
    assert "ru, moves and rolls: 1 worded, 0 older, 2 missing\n" in result.output
    table = 'table fruit\n    "Fruits."\n    sour: flag = no\n    row apple: yes\n    row pear\n'
    Path(game).write_text(RULES.replace("enum fruit: apple, pear", table), encoding="utf-8")
    assert run("texts", game, "--lang", "ru").output.endswith("names without a word: sour, apple, pear\n")
    assert json.loads(run("texts", game, "--lang", "ru", "--json").output)["names"] == ["sour", "apple", "pear"]
    assert "names without a word" not in run("texts", game, "--lang", "en").output


def test_a_program_may_read_it(game: str) -> None:
    texts = {record["clause"]: record for record in json.loads(run("texts", game, "--lang", "ru", "--json").output)["texts"]}
    assert texts["baskets"]["text"] == "На траве {baskets of basket}."
    assert texts["rest"]["state"] == "missing"


def test_what_check_advises_works(game: str) -> None:
    advised = f"rulewright texts {game} --lang ru --write"
    assert f"`{advised}`" in run("check", game).output
    # What is written is still to be worded.
    assert run(*advised.split()[1:]).exit_code == 1
    assert "# rest " in (Path(game).parent / "text" / "ru.texts").read_text(encoding="utf-8")


def test_what_is_missing_is_written_once(game: str) -> None:
    run("texts", game, "--lang", "ru", "--write")
    run("texts", game, "--lang", "ru", "--write")
    path = Path(game).parent / "text" / "ru.texts"
    text = path.read_text(encoding="utf-8")
    assert "\n# rest " in text
    assert text.count('#     "He names the fruit, and how many he picks."\n') == 1
    assert run("check", game).exit_code == 0


def test_a_new_language_gets_a_file(game: str) -> None:
    result = run("texts", game, "--lang", "it", "--write")
    text = (Path(game).parent / "text" / "orchard.it.texts").read_text(encoding="utf-8")
    assert text.startswith("texts of orchard in it\n\n# title\n")
    assert "it, clauses: 0 worded, 0 older, 11 missing" in result.output


def test_a_text_is_accepted(game: str) -> None:
    rules = Path(game)
    rules.write_text(rules.read_text(encoding="utf-8").replace("stand in the shade", "lie in the shade"), encoding="utf-8")
    assert "older: shade" in run("texts", game, "--lang", "ru").output
    assert "older" not in run("texts", game, "--lang", "ru", "--accept", "shade").output.replace("0 older", "")
    assert run("texts", game, "--lang", "ru", "--accept", "rest").exit_code == 2


def test_an_unknown_language_is_wrong_usage(game: str) -> None:
    assert run("texts", game, "--lang", "xx").exit_code == 2


def test_check_tells_of_texts_with_their_places(game: str) -> None:
    path = Path(game).parent / "text" / "ru.texts"
    path.write_text(path.read_text(encoding="utf-8").replace("{picked}", "двух"), encoding="utf-8")
    result = run("check", game, "--format", "json")
    assert result.exit_code == 1
    wrong, = (record for record in json.loads(result.output)["diagnostics"] if record["level"] == "error")
    assert (wrong["code"], Path(wrong["file"]).name, wrong["line"], wrong["clause"]) == ("E505", "ru.texts", 10, "picked")
