"""What a new language may need: endings of nouns for the ends of a way, phrases over commas, labels behind their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.translation.document import language as languages_module
from rulewright.translation.document.document import document
from rulewright.translation.document.language import behind_comma, language
from rulewright.translation.document.language_test import aspects
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.how_read import ReadSentence, how_read
from rulewright.translation.pairs.side_by_side import side_by_side

HUNGARIAN = Path(__file__).with_name("hungarian.toml").read_text(encoding="utf-8")
ENGLISH = """# The ferry

There are three ships and three islands.

At the beginning each ship lies in the harbour.

A ship sails from the harbour to the island.

A ship may carry at most five crates.
"""
TRANSLATION = """# A komp

Három hajó és három sziget van.

Kezdetben minden hajó a kikötőben van.

Egy hajó a kikötőből a szigetre megy.

Egy hajó legfeljebb öt ládát vihet.
"""
WAY = TRANSLATION.splitlines().index("Egy hajó a kikötőből a szigetre megy.") + 1


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of languages with Hungarian in it."""
    (tmp_path / "en.toml").write_text((languages_module._folder() / "en.toml").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "hu.toml").write_text(HUNGARIAN, encoding="utf-8")
    monkeypatch.setattr(languages_module, "_folder", lambda: tmp_path)
    language.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    language.cache_clear()


def read(text: str) -> ReadSentence:
    (sentence,) = how_read(text, "hu")
    return sentence


def said(text: str) -> dict[str, str]:
    """The turns of phrase of a sentence with their words."""
    return {turn.code: turn.written for turn in read(text).turns}


@pytest.mark.usefixtures("folder")
def test_the_endings_of_nouns_say_the_ends_of_a_way() -> None:
    assert [(way.code, way.written) for way in read("Egy hajó a kikötőből a szigetre megy.").ways] == [
        ("way_from", "kikötőből"), ("way_to", "szigetre")]
    # Another contrary that begins the word does not hide its ending, and a word of a turn of phrase is no thing.
    assert [way.written for way in read("Az újból a bármelyikre megy.").ways] == ["újból"]
    # A word before the noun says it as well.
    assert [way.written for way in read("A kikötő felől a sziget felé megy.").ways] == ["felől", "felé"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("sentence", "found"), [
    ("Egy hajó a kikötőből a szigetre megy.", []), ("Egy hajó a szigetről a kikötőbe megy.", [WAY])])
def test_exchanged_ends_of_a_way_are_found(sentence: str, found: list[int]) -> None:
    own, other = document("a.md", ENGLISH, "en"), document(
        "b.md", TRANSLATION.replace("Egy hajó a kikötőből a szigetre megy.", sentence), "hu")
    assert [finding.line for finding in compared(side_by_side(own, other)) if finding.rule == "pair/order"] == found


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("text", ["A legkisebb korongtól a legnagyobbig megy.", "A legkisebbtől a legnagyobbig megy.",
                                  "A legkisebb felől a felé a legnagyobb."])
def test_a_way_from_the_lowest_to_the_highest_is_ascending(text: str) -> None:
    assert ("ascending" in said(text)) == ("felől" not in text)


@pytest.mark.usefixtures("folder")
def test_a_phrase_is_read_over_the_comma_that_it_is_written_with() -> None:
    assert said("Nem számít, ki viszi.") == {"any": "Nem számít, ki"}
    # A phrase that follows another comma, and one that the text has without its comma.
    assert said("Egy hajó, nem számít, ki viszi.") == {"any": "nem számít, ki"}
    assert said("Nem számít ki viszi.") == {"any": "Nem számít ki"}
    assert said("Viszi, kivéve, ha öt.")["unless"] == "kivéve, ha"
    # No other phrase goes on behind a comma: here one that is written without.
    assert "unless" not in said("Viszi, hacsak a, nem öt.")
    assert behind_comma("nem számít, ki,mit") == "nem számít ,ki ,mit"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("text", "kind"), [
    ("Lásd a 6. oldalt.", "page"), ("A 6 oldal kék.", "cardinal"), ("Lásd a 2. ábrát.", "figure"),
    ("Lásd a 2 fejezetet.", "section"), ("Lásd a 2. fejezetet.", "section"), ("Lásd az oldalt 6 láda.", "cardinal")])
def test_a_word_behind_a_number_says_what_it_is_the_number_of(text: str, kind: str) -> None:
    assert [number.kind for number in read(text).numbers] == [kind]


@pytest.mark.usefixtures("folder")
def test_ordinals_are_listed_with_a_star_on_either_side() -> None:
    assert [(number.value, number.kind, number.weak) for number in read("A harmadikat az ötödik hat.").numbers] == [
        (3, "ordinal", False), (5, "ordinal", False), (6, "cardinal", True)]


@pytest.mark.usefixtures("folder")
def test_the_self_test_reads_phrases_as_texts_have_them() -> None:
    wrong = {aspect.name: aspect.lacking for aspect in aspects("hu") if "read as themselves" in aspect.name}
    assert wrong == {"turns of phrase that are read as themselves": (),
                     "turns of phrase between two texts that are read as themselves": ()}


@pytest.mark.parametrize(("code", "text", "turns"), [
    ("pl", "Po trzecim lecie.", {"after"}), ("pl", "Po trzy karty.", {"after", "each"}), ("cs", "Po třetím kole.", {"after"}),
    ("cs", "Po třech kartách.", {"each"})])
def test_an_ordinal_is_read_by_a_phrase_for_ordinals_where_there_is_one(code: str, text: str, turns: set[str]) -> None:
    (sentence,) = how_read(text, code)
    assert {turn.code for turn in sentence.turns} == turns


def test_the_self_test_reports_a_phrase_that_is_never_read(folder: Path) -> None:
    changed = HUNGARIAN.replace('"hacsak ? nem"', '"hacsak n?m"').replace('"lehet*"', '"nem *hat", "lehet*"')
    (folder / "hu.toml").write_text(changed, encoding="utf-8")
    language.cache_clear()
    wrong = [aspect.lacking for aspect in aspects("hu") if "read as themselves" in aspect.name and aspect.is_mistake]
    assert wrong == [("hacsak n?m (unless)",)]


def test_the_self_test_lists_the_codes_with_few_phrases(folder: Path) -> None:
    (thin,) = [aspect for aspect in aspects("hu") if aspect.name.endswith("as other languages have")]
    assert not thin.is_mistake
    # English alone is what is usual here, and codes without any phrase are listed elsewhere.
    usual = language("en").signal_words
    own = language("hu").signal_words
    expected = {code for code in own if len(own[code]) < len(usual[code]) / 2}
    assert {each.split()[0] for each in thin.lacking} == expected
    assert f"any (2, usually {len(usual['any'])})" in thin.lacking
    assert thin.good == len(own) - len(expected)
