"""What the self-test of a language lists for a person to check: hidden phrases, beginnings, and forms of frequent words."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

import attrs
import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.translation.document.beginnings import beginnings
from rulewright.translation.document.blocks import blocks
from rulewright.translation.document.frequent_words import FrequentWord, frequent_words, unknown_to_simplemma
from rulewright.translation.document.hidden_phrases import hidden_phrases
from rulewright.translation.document.language import Language, NoSuchLanguage, language
from rulewright.translation.document.language_test import aspects
from rulewright.translation.document.sentences import sentences
from rulewright.translation.document.words import Phrases, Stemmer

NOTHING = Phrases({})
LANTERNS = "# Laternen\n\nDie Laterne hat zwei Laternen. Wer Laternen hat, der nimmt die Laterne und den Zwanzigern.\n"


def english(signals: Mapping[str, tuple[str, ...]]) -> Language:
    """English with a few turns of phrase, and no other words."""
    return attrs.evolve(language("en"), signals=Phrases({**signals}, whole_first=True), signal_words=signals, senses=NOTHING,
                        things=NOTHING, contraries=NOTHING)


def hidden(**signals: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(each.text, each.hidden) for each in hidden_phrases(english(signals))]


def test_a_whole_word_that_hides_a_beginning_of_another_code_is_listed() -> None:
    assert hidden(gives=("lose",), loses=("lose*",)) == [("lose", "lose*")]
    # Of several words, and a longer beginning that hides a shorter one.
    assert hidden(gives=("has lost", "losing*"), loses=("ha* lost", "losi*")) == [
        ("has lost", "ha* lost"), ("losing*", "losi*")]


@pytest.mark.parametrize("signals", [
    {"gives": ("lose",), "loses": ("lose*", "lose")},  # both say it
    {"range": ("lose",), "loses": ("lose*",)},  # a word that is listed to say nothing
    {"more": ("lower",), "low": ("lowe*",)},  # a comparative
    {"void": ("unused",), "without": ("unus*",)},
    {"always": ("everlasting",), "each": ("ever*",)},  # another word
    {"same": ("unit",), "without": ("uni*",)},  # what is left
    {"same": ("lose",), "without": ("lose # cards*",)}])
def test_a_phrase_that_is_meant_to_hide_another_is_not_listed(signals: Mapping[str, tuple[str, ...]]) -> None:
    assert hidden(**signals) == []


def test_a_beginning_is_listed_with_the_words_of_several_kinds_that_it_matches() -> None:
    found = {each.text: each for each in beginnings(english({"same": ("disc*",), "even": ("sev*", "card", "deci*"),
                                                             "range": ("disco*",), "odd": ("decide", "decided")}))}
    assert found["disc*"].codes == ("same",)
    assert {"disc"} <= {*found["disc*"].lemmas}
    # Words that another phrase hides are not matched.
    assert "disco" not in found["disc*"].lemmas
    assert "seven" in found["sev*"].numbers
    assert found.keys() == {"disc*", "sev*", "deci*"}
    assert [each.text for each in beginnings(english({"same": ("disc*",), "even": ("sev*",)}))] == ["sev*", "disc*"]
    with pytest.raises(NoSuchLanguage, match="no words of `ja`"):
        beginnings(language("ja"))


def frequent(text: str, own: Language) -> tuple[FrequentWord, ...]:
    return frequent_words(sentences(blocks(text, own), own), own)


def test_the_forms_of_a_frequent_word_are_listed_by_their_stems() -> None:
    apart = attrs.evolve(language("de"), stemmer=Stemmer("none"))
    assert frequent(LANTERNS, apart) == (FrequentWord((("laternen",), ("laterne",)), 5),)
    listed = attrs.evolve(apart, stemmer=Stemmer("none", (("laternen", "laterne"),)))
    assert frequent(LANTERNS, listed) == frequent(LANTERNS, language("de")) == (FrequentWord((("laternen", "laterne"),), 5),)
    # A word that stands twice is not frequent.
    assert frequent("Die Laterne hat eine Laterne.\n", apart) == ()


def test_frequent_words_that_simplemma_does_not_know_are_listed() -> None:
    text = "Kauliņš un zvirgzdiņš. Kauliņš un zvirgzdiņš, kauliņš un zvirgzdiņš.\n"
    own = attrs.evolve(language("de"), stemmer=Stemmer("simplemma:lv"))
    assert unknown_to_simplemma(frequent(text, own), own) == ("zvirgzdiņš",)
    listed = attrs.evolve(own, stemmer=Stemmer("simplemma:lv", (("zvirgzdiņi", "zvirgzdiņš"),)))
    assert unknown_to_simplemma(frequent(text, listed), listed) == ()
    assert unknown_to_simplemma(frequent(text, own), language("de")) == ()


def test_the_self_test_lists_hidden_phrases_and_the_forms_of_a_document() -> None:
    shown = {aspect.name: aspect for aspect in aspects("de", LANTERNS)}
    hiding = shown["turns of phrase between two texts that hide no form of another code"]
    assert "vorderste* (forward) hides vorderst* (first)" in hiding.lacking
    assert not hiding.is_mistake
    assert shown["frequent words of the document that have one stem or lemma"].good == 1


def test_words_lists_the_beginnings() -> None:
    run = CliRunner().invoke
    result = run(main, ["document", "language", "en", "--words"])
    assert result.exit_code == 0
    assert "\n  disc* (marker): " in result.stdout
    records = json.loads(run(main, ["document", "language", "en", "--words", "--json"]).stdout)["beginnings"]
    assert "disco" in next(each["lemmas"] for each in records if each["text"] == "disc*")
    assert run(main, ["document", "language", "en", "--words", "--sentence", "A card."]).exit_code == 2
    assert run(main, ["document", "language", "ja", "--words"]).exit_code == 2


def test_without_simplemma_the_command_names_the_extra_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simplemma.strategies.dictionaries.dictionary_factory", None)
    result = CliRunner().invoke(main, ["document", "language", "en", "--words"])
    assert (result.exit_code, "pip install 'rulewright[documents]'" in result.stderr) == (1, True)
