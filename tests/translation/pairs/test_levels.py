"""What is an error and what is a warning, by how often kinds of evidence are true and false in the development texts."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from .development import levels_of, text_in
from .planted import line_of

ERRORS = [
    # One that stands in the place of the other, though the sentence has that one besides.
    ("ferry", "de", "ist der erste Kapitän", "ist der letzte Kapitän", "pair/order"),
    ("sleds", "fr", "reculent d'une case", "avancent d'une case", "pair/direction"),
    # Kinds that are true at least four times as often as false.
    ("abbey", "pl", "Przed pierwszą porą", "Po pierwszej porze", "pair/order"),
    ("abbey", "it", "quello che vi è giunto più tardi", "quello che vi è giunto prima", "pair/order"),
    ("glass", "nl", "gaat met één omhoog", "gaat met één omlaag", "pair/direction"),
    ("abbey", "nl", "behalve de sloten", "ook de sloten", "pair/condition"),
    ("embassy", "de", "die Garderobe gelangt man nur vom", "die Garderobe gelangt man auch vom", "pair/quantifier"),
    ("abbey", "es", "No hace falta que la tierra", "Hace falta que la tierra", "pair/negation"),
    # Of these it shows wherever they stand that they have changed places.
    ("theatre", "de", "Besetzt wird von links nach rechts", "Besetzt wird von rechts nach links", "pair/direction"),
    # What one side forbids, and the other allows.
    ("abbey", "de", "Mühlen dürfen niemals direkt", "Mühlen dürfen auch direkt", "pair/negation"),
]
NO_ERRORS = [
    # One stands at another end of the sentence than the other, and only one side denies.
    ("glass", "nl", "die een ander gereserveerd heeft, dien je af te blijven", "pair/modality"),
    # What the other side says by `previous`, where one side denies `before`.
    ("glass", "nl", "niet eerder dan dat het vorige is afgerond", "pair/negation"),
]
ADDED = [
    ("An order that has only just been turned over counts too.",
     "Auch ein Auftrag, der gerade erst aufgedeckt wurde, zählt schon.", "pair/quantifier"),
    # What need not be more is a bound from above.
    ("It is enough to have one lamp more than anyone else, no more than both together.",
     "Es genügt, eine Lampe mehr zu haben als jeder andere; mehr als beide zusammen braucht man nicht.", "pair/negation"),
]


@pytest.mark.parametrize(("text", "code", "was", "now", "rule"), ERRORS)
def test_a_kind_that_is_mostly_true_is_an_error(text: str, code: str, was: str, now: str, rule: str) -> None:
    assert "error" in levels_of(rule, text, "en", code, was, now)


@pytest.mark.parametrize(("text", "code", "words", "rule"), NO_ERRORS)
def test_free_wording_is_no_error(text: str, code: str, words: str, rule: str) -> None:
    assert "error" not in levels_of(rule, text, "en", code, words)


@pytest.mark.parametrize(("own", "other", "rule"), ADDED)
def test_a_free_sentence_behind_a_text_is_no_finding(own: str, other: str, rule: str) -> None:
    there, here = (f"{text_in('glass', code)}\n{words}\n" for code, words in (("en", own), ("de", other)))
    texts = side_by_side(document("there.md", there, "en"), document("here.md", here, "de"))
    assert [finding for finding in compared(texts) if finding.line == line_of(here, other) and finding.rule == rule] == []
