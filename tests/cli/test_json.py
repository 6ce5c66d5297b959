"""What commands print as JSON: numbers are numbers, flags are true or false, sets and lists are lists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.cli.shared.formats.json_values import json_value

GAMES = Path(__file__).parents[2] / "games"
NIM = str(GAMES / "tutorial" / "playthroughs" / "nim_three_heaps.play")
MAGNUS = str(GAMES / "carolus_magnus" / "playthroughs" / "majority.play")
# Commands that print JSON, as they are given; those of documents print texts and counts, which other tests look at.
PRINTED = [
    ("show", "nim", "--json"), ("show", "carolus_magnus", "--parameters", "--json"), ("games", "--json"),
    ("legal", NIM, "--json"),
    ("legal", MAGNUS, "--json", "--seen-by", "spectator"), ("export", NIM, "--json"), ("export", MAGNUS, "--json"),
    ("trace", NIM, "--json"),
    ("simulate", "shut_the_box", "--games", "1", "--set", "numbers=10", "--json"), ("test", NIM, "--json"),
    ("laws", "tic_tac_toe", "--games", "1", "--code-games", "5", "--json"), ("perft", "tic_tac_toe", "-d", "1", "--json"),
    ("check", NIM, "--format", "json"),
    ("diff", "nim", "nim:marienbad", "--json"), ("mutate", "nim", "--sample", "1", "--games", "1", "--json"),
    ("migrate", NIM, "--dry-run", "--json"), ("texts", "pig", "--lang", "ru", "--json"),
    ("ambiguities", "nim", "--games", "1", "--only", "heaps", "--json"),
    ("balance", "tic_tac_toe", "--games", "20", "--tries", "1", "--json"),
    ("learn", "breakthrough", "--games", "2", "--json")]
DOCUMENTS = {"validate", "document align", "document terms", "document pairs", "document language", "document questions"}


def texts_in(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """The texts in a value of JSON, each with its place."""
    match value:
        case dict():
            for name, record in value.items():
                yield from texts_in(record, f"{place}.{name}")
        case list():
            for record in value:
                yield from texts_in(record, f"{place}[]")
        case str():
            yield place, value


def test_every_command_that_prints_json_is_tried() -> None:
    helps = {name: CliRunner().invoke(main, [*name.split(), "--help"]).output for name, _ in main.every_command()}
    printing = {name for name, said in helps.items() if re.search(r"\bjson\b", said, re.IGNORECASE)}
    assert printing - DOCUMENTS == {words[0] for words in PRINTED}


@pytest.mark.parametrize("words", PRINTED, ids=lambda words: " ".join(Path(word).name for word in words))
def test_no_number_flag_or_list_is_a_text(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code in (0, 1), result.output
    wrong = [(place, text) for place, text in texts_in(json.loads(result.stdout))
             if (isinstance(json_value(text), int | list)) and place.rpartition(".")[2] not in ("before", "after", "message")]
    assert wrong == []


REPORTS = [("simulate", "pig", "--games", "20"), ("balance", "pig", "--games", "20", "--tries", "0"),
           ("balance", "pig", "--against-set", "goal=50", "--games", "20", "--tries", "0"),
           ("ambiguities", "nim", "--games", "1", "--only", "heaps"), ("mutate", "nim", "--sample", "1", "--games", "1"),
           ("laws", "nim", "--games", "1", "--code-games", "5")]
# What reports have in common, by the word for it, and the words that earlier reports had for the same. The reports of
# `simulate` and `mutate` keep the names that they promise: `game`, `finished`, `ended_by`, `choices_per_game`.
ONE_WORD = {"players_by": "policy", "draws": "drawn", "wins": "won"}


@pytest.mark.parametrize("words", [("simulate", "nim", "--games", "1"), ("laws", "nim", "--games", "1", "--code-games", "5"),
                                   ("mutate", "nim", "--sample", "1", "--games", "1")], ids=lambda words: words[0])
def test_reports_say_which_parameters_were_set(words: tuple[str, ...]) -> None:
    # With one heap, games are short.
    result = CliRunner().invoke(main, [*words, "--set", "heaps=1", "--json"])
    assert json.loads(result.stdout)["set"] == {"heaps": 1}


def names_in(value: object) -> Iterator[str]:
    """The names of fields in a value of JSON."""
    match value:
        case dict():
            for name, record in value.items():
                yield name
                yield from names_in(record)
        case list():
            for record in value:
                yield from names_in(record)


@pytest.mark.parametrize("words", REPORTS, ids=" ".join)
def test_reports_have_one_word_for_one_thing(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*words, "--json"])
    report = json.loads(result.stdout)
    assert {"rulebook", "game"} & set(report)
    if words[0] in ("simulate", "balance", "ambiguities"):
        assert (report["players_by"], report["set"]) == ("random", {})
    assert not set(names_in(report)) & set(ONE_WORD.values())


@pytest.mark.parametrize(("text", "value"), [
    ("3", 3), ("-12", -12), ("yes", True), ("no", False), ("{}", []), ("{red, blue}", ["red", "blue"]), ("[2, 1]", [2, 1]),
    ("none", "none"), ("P1", "P1"), ("S0", "S0"), ("\u0663", "\u0663"), ("(secret)", "(secret)")])
def test_a_value_in_the_rulebooks_words_is_one_of_json(text: str, value: object) -> None:
    assert json_value(text) == value
    assert type(json_value(text)) is type(value)
