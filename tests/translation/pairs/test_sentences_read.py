"""What sentences say, by the data of their languages: to add a sentence, add a line to `read`."""

from __future__ import annotations

import pytest

from rulewright.translation.document.language import SIGNALS, languages

from .sentences_read import ReadSentence, sentences_read

SENTENCES = list(sentences_read())


@pytest.mark.parametrize("sentence", SENTENCES, ids=[f"{sentence.code} {sentence.text}" for sentence in SENTENCES])
def test_a_sentence_says_its_turns_of_phrase(sentence: ReadSentence) -> None:
    assert sentence.read() == {turn: times for turn, times in sentence.says.items() if times}


def test_each_turn_of_phrase_is_one_of_the_data() -> None:
    """One that does not exist is said by no sentence."""
    assert {turn for sentence in SENTENCES for turn in sentence.says} - SIGNALS == set()


def test_each_language_has_such_sentences() -> None:
    assert {sentence.code for sentence in SENTENCES} == {*languages()}
