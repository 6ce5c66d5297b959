"""One warning for a sentence, a sentence that is added, and words in another sense than that of a turn of phrase."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import side_by_side

from .development import found_in, original, text_in


def test_a_sentence_has_one_warning_for_all_its_turns_of_phrase() -> None:
    rules = ("pair/comparison", "pair/direction", "pair/order", "pair/modality", "pair/quantifier", "pair/condition",
             "pair/openness", "pair/actor", "pair/negation")
    for text, source, code in (("ferry", "nl", "fr"), ("lighthouse", "es", "cs"), ("airships", "nl", "de")):
        found = [finding for finding in found_in(text, source, code, text_in(text, code)) if finding.rule in rules]
        warnings = Counter(finding.sentence for finding in found if finding.level == "warning")
        errors = {finding.sentence for finding in found if finding.level == "error"}
        assert all(times == 1 and sentence not in errors for sentence, times in warnings.items())
        notes = {finding.sentence for finding in found if finding.level == "note"}
        assert notes & ({*warnings} | errors)


@pytest.mark.parametrize(("code", "text", "turn"), [
    ("fr", "Placez l'unité sur un hexagone libre à côté.", "may"),
    ("nl", "Is ze al vol, dan moet hij gaan.", "all"),
    ("de", "In welcher Reihenfolge du sie lernst, bleibt dir überlassen.", "in_order"),
])
def test_words_are_no_turn_of_phrase_in_another_sense(code: str, text: str, turn: str) -> None:
    features, = read_for_pairs(document("here.md", f"{text}\n", code))
    assert turn not in features.signals


@pytest.mark.parametrize(("code", "text", "turn"), [
    ("fr", "Libre à vous de jouer.", "may"), ("nl", "Leg al je kaarten af.", "all"),
    ("de", "Lege sie der Reihe nach hin.", "in_order"),
])
def test_and_they_are_in_their_own(code: str, text: str, turn: str) -> None:
    features, = read_for_pairs(document("here.md", f"{text}\n", code))
    assert turn in features.signals


def test_a_sentence_that_is_added_is_a_warning() -> None:
    here = text_in("embassy", "es")
    line = next(line for line in here.splitlines() if "Mientras una regla no diga" in line)
    more = here.replace(line, f"{line} El anillo brilla siempre mucho por la noche en todas las casas.")
    found = compared(side_by_side(original("embassy", "en"), document("here.md", more, "es")))
    assert any(finding.rule == "pair/sentence-added" and finding.level == "warning" for finding in found)
