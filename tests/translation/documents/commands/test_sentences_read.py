"""`document language --sentence`: what the checks of pairs see in a sentence, in its own words."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.translation.document.document import document
from rulewright.translation.document.language import WAY_FROM, WAY_TO
from rulewright.translation.pairs.how_read import ReadCode, how_read
from rulewright.translation.pairs.reading import read_for_pairs

from ...pairs import development

GERMAN = "Du darfst die dritte Karte nicht nehmen, außer du hast höchstens zwei Würfel; einmal geht es vom Turm zum Hafen."


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["document", "language", *arguments])


def coded(codes: tuple[ReadCode, ...]) -> list[tuple[str, str]]:
    return [(each.code, each.written) for each in codes]


def test_a_sentence_is_shown_as_it_is_read() -> None:
    (read,) = how_read(GERMAN, "de")
    assert [(word.written, word.stem) for word in read.words if word.written in ("Karte", "die", "nicht")] == [
        ("die", None), ("Karte", "kart"), ("nicht", None)]
    assert {word.written: word.meanings for word in read.words if word.meanings}["Hafen"] == ("harbour",)
    assert [(number.written, number.value, number.kind, number.weak) for number in read.numbers] == [
        ("dritte", 3, "ordinal", False), ("zwei", 2, "cardinal", False), ("einmal", 1, "cardinal", True)]
    # Two phrases that say one turn together are shown with the words of both.
    assert coded(read.turns) == [("must_not", "darfst ... nicht"), ("gets", "nehmen"), ("except", "außer"),
                                 ("at_most", "höchstens")]
    assert coded(read.ways) == [(WAY_FROM, "vom"), (WAY_TO, "zum")]
    assert read.parts == ("Du darfst die dritte Karte nicht nehmen", "außer du hast höchstens zwei Würfel",
                          "einmal geht es vom Turm zum Hafen")


def test_phrases_without_a_meaning_and_contraries_are_shown_whole() -> None:
    (read,) = how_read("Ihr kommt mehr oder weniger in umgekehrter Reihenfolge an die Reihe.", "de")
    assert coded(read.idle) == [("range", "mehr oder weniger")]
    assert ("reversed", "umgekehrter") in coded(read.contraries)


@pytest.mark.parametrize("code", ["de", "es", "fr", "nl"])
def test_the_codes_are_those_that_the_checks_of_pairs_see(code: str) -> None:
    text = development.text_in("sleds", code)
    shown = how_read(text, code)
    features = read_for_pairs(document("sleds.md", text, code))
    assert [Counter(each.code for each in read.turns) for read in shown] == [
        Counter({turn: len(places) for turn, places in one.signals.items()}) for one in features]
    assert [[word.stem for word in read.words if word.stem is not None] for read in shown] == [
        [*one.stems.values()] for one in features]


def test_the_command_prints_rows_of_what_there_is() -> None:
    result = run("de", "--sentence", GERMAN, "--sentence", "Zweimal.")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        GERMAN,
        "  words       Du > du; Karte > kart (card); nehmen > nehm (take); du > du; hast > hast; Würfel > wurfel (die, throw); "
        "geht > geht; Turm > turm (tower); Hafen > haf (harbour)",
        "  numbers     dritte = 3, ordinal; zwei = 2, cardinal; einmal = 1, cardinal, weak",
        "  turns       must_not: darfst ... nicht; gets: nehmen; except: außer; at_most: höchstens",
        "  contraries  once: einmal",
        "  ways        from: vom; to: zum",
        "  parts       Du darfst die dritte Karte nicht nehmen | außer du hast höchstens zwei Würfel | "
        "einmal geht es vom Turm zum Hafen",
        "",
        "Zweimal.",
        "  numbers     Zweimal = 2, cardinal, weak",
        "  turns       twice: Zweimal"]


def test_the_same_as_json() -> None:
    record = json.loads(run("en", "--sentence", "You may not take two cards.", "--json").stdout)
    (sentence,) = record["sentences"]
    assert sentence["turns"][0] == {"code": "must_not", "written": "may not"}
    assert sentence["numbers"] == [{"written": "two", "value": 2, "kind": "cardinal", "weak": False}]


@pytest.mark.parametrize(("text", "message"), [
    ("x" * 100_000, "`--sentence` has 100,000 characters; at most 10,000 are read"), (" ", "`--sentence` has no word"),
    ("?!", "`--sentence` has no word"), ("\x1b\x07", "`--sentence` has no word")])
def test_a_text_that_cannot_be_read_is_refused(text: str, message: str) -> None:
    result = run("en", "--sentence", text)
    assert result.exit_code == 2
    assert message in result.stderr


def test_signs_that_are_no_text_are_not_printed() -> None:
    result = run("en", "--sentence", "\x1b[31mtake\x00 two\udcff \u202ecards\x07")
    assert result.exit_code == 0
    assert not any(sign in result.stdout for sign in ("\x1b", "\x00", "\udcff", "\u202e", "\x07"))
    assert "two = 2, cardinal" in result.stdout


def test_a_document_and_a_sentence_are_two_questions(tmp_path: object) -> None:
    result = run("en", "--sentence", "Take two.", "--document", __file__)
    assert (result.exit_code, "give either `--document` or `--sentence`" in result.stderr) == (2, True)
    assert run("xx", "--sentence", "Take two.").exit_code == 2
