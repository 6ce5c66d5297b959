"""Phrases of the data of languages: which words they stand for, and which of several is meant."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.document.language import language
from rulewright.translation.document.words import Phrases, folded_words, words
from rulewright.translation.pairs.reading import read_for_pairs


def test_a_star_may_stand_within_a_word() -> None:
    phrases = Phrases({"undone": ("nie*any",), "done": ("nie*",)}, whole_first=True)
    assert phrases.within([word.folded for word in words("niesprzedany nieany niech sprzedany")]) == {
        "undone": [0, 1], "done": [2]}
    assert "without" in read_for_pairs(document("here.md", "Niewykorzystane karty.\n", "pl"))[0].signals
    assert "any" in language("pl").signals.codes_at("nieograniczony")


def test_a_question_mark_in_a_phrase_is_any_word() -> None:
    phrases = Phrases({"not": ("ne ? plus",), "more": ("plus",)})
    assert phrases.within(folded_words("il ne joue plus")) == {"not": [1]}
    assert phrases.within(folded_words("il joue plus")) == {"more": [2]}


def test_a_whole_word_hides_those_that_only_begin_so() -> None:
    assert language("it").signals.codes_at("maggioranza") == {"highest"}
    assert language("pl").signals.codes_at("prawo") == {"range"}
    assert language("cs").signals.codes_at("pravidla") == {"range"}
    assert Phrases({"a": ("un*",), "b": ("under*",)}, whole_first=True).codes_at("underneath") == {"b"}
    assert Phrases({"a": ("under",), "b": ("un*",)}).codes_at("under") == {"a", "b"}


def test_a_phrase_may_be_open_at_its_beginning() -> None:
    phrases = Phrases({"not": ("*maz", "*malı*"), "without": ("*siz",)})
    assert phrases.within(folded_words("oynamaz etkisiz dokunmamalısın maz siz malı")) == {"not": [0, 2], "without": [1]}


@pytest.mark.parametrize(("code", "word", "contrary"), [
    ("sv", "kort", "short"), ("da", "kort", "short"), ("nb", "kort", "short"), ("en", "dragon", "pull"),
])
def test_a_word_that_only_begins_like_another_says_nothing_of_it(code: str, word: str, contrary: str) -> None:
    assert contrary not in language(code).contraries.codes_at(word)
