"""What stands elsewhere in a sentence, is said freely or only parted is a note; the same mistakes in place are still found."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import side_by_side

from .development import found_in, levels_of, original, text_in

NATURAL = [
    # Turns and contraries that stand far from each other in the two sentences.
    ("pair/comparison", "fossils", "pl", "de", "Anders ist es bei zerbrochenen Rippen"),
    ("pair/order", "auction", "it", "pl", "Gra kończy się po ostatnim wieczorze"),
    ("pair/direction", "theatre", "es", "de", "Dann rückt dein Marker um den Wert"),
    # No more than once is once.
    ("pair/comparison", "abbey", "en", "de", "höchstens einmal im Jahr"),
    # A bound on one side where another turn differs too, and a `may` that is left out.
    ("pair/comparison", "airships", "en", "de", "Fliege auf den Routen von Stadt zu Stadt"),
    ("pair/modality", "embassy", "fr", "de", "doch unter null sinkt niemand"),
    # A denial that is worded by a bound.
    ("pair/negation", "abbey", "fr", "de", "Verzichtet auf die Glocke"),
    # A number in a longer word, an hour with a name, two that stand beside each other, two by themselves, fewer than five.
    ("pair/number-missing", "ferry", "es", "de", "1 achtseitiger Würfel"),
    ("pair/number-missing", "ferry", "es", "pl", "1 kostka ośmiościenna"),
    ("pair/number-added", "embassy", "fr", "de", "ehe es zwölf schlägt"),
    ("pair/number-missing", "abbey", "en", "de", "direkt nebeneinanderstehen"),
    ("pair/number-missing", "glass", "en", "nl", "Met z'n tweeën doen"),
    ("pair/number-missing", "embassy", "en", "pl", "Jeśli jest was mniej niż pięcioro"),
    ("pair/number-missing", "embassy", "de", "pl", "zegar na szóstą"),
    # One sentence that is two in the translation.
    ("pair/sentence-added", "embassy", "de", "es", "Mientras una regla no diga"),
    # Words of which the weighing of all words makes nothing, in a long sentence.
    ("pair/term", "embassy", "pl", "fr", "avant que minuit ne sonne"),
]


@pytest.mark.parametrize(("rule", "text", "source", "code", "words"), NATURAL)
def test_free_wording_is_a_note_at_most(rule: str, text: str, source: str, code: str, words: str) -> None:
    assert {*levels_of(rule, text, source, code, words)} <= {"note"}


@pytest.mark.parametrize(("rule", "text", "code", "was", "now"), [
    ("pair/quantifier", "smugglers", "de", "der Zöllner alle Säcke", "der Zöllner nur einen Sack"),
    ("pair/quantifier", "smugglers", "fr", "le douanier prend tous les sacs", "le douanier prend un seul sac"),
    ("pair/comparison", "theatre", "de", "die lauteste Stimme", "die leiseste Stimme"),
])
def test_the_same_in_place_is_found(rule: str, text: str, code: str, was: str, now: str) -> None:
    assert {*levels_of(rule, text, "en", code, was, now)} & {"error", "warning"}


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
