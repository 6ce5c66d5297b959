"""Mistakes in three texts that the checks had not seen, and natural wording of them that is none."""

from __future__ import annotations

import pytest

from .development import but_slow, found_in, text_in
from .planted import line_of, planted

MISTAKES = [
    # `Up to three` behind `move`: no `move up`.
    ("bees", "de", "bis zu drei", "genau drei", "pair/comparison"),
    # What need not be done here is not allowed by the `can` of the second half, which both sides have.
    ("bees", "de", "brauchst du nicht gleich", "brauchst du gleich", "pair/negation"),
    ("bees", "fr", "Rien ne vous oblige", "On vous oblige", "pair/negation"),
    # `Without` on one side that a second denial says on the other.
    ("bees", "es", "no tenga abejas en ningún prado", "tenga abejas en algún prado", "pair/negation"),
    ("maps", "de", "kein Schiff liegt", "ein Schiff liegt", "pair/negation"),
    # French denies behind `sauf si` as elsewhere.
    ("bees", "fr", "celle-ci est épuisée", "celle-ci n'est pas épuisée", "pair/negation"),
    # `As soon as` is a condition: it is no `after` that the end of the month could be.
    ("maps", "de", "nach dem achten Monat", "vor dem achten Monat", "pair/order"),
    ("maps", "nl", "na de achtste maand", "voor de achtste maand", "pair/order"),
    ("maps", "de", "sofort gelegt", "zuletzt gelegt", "pair/order"),
    # `Wer` is no condition that stands for a denial, and no `at most` elsewhere in the sentence is one.
    ("maps", "de", "nicht abgeholt wurde", "abgeholt wurde", "pair/negation"),
    ("maps", "de", "darf der Steuermann", "darf nicht der Steuermann", "pair/negation"),
    ("maps", "es", "aunque nunca baja", "aunque siempre baja", "pair/negation"),
    # Nobody but you: the other language denies, and says whom it leaves out.
    ("maps", "de", "niemand außer euch", "jemand außer euch", "pair/negation"),
    # `May` stands for `must`, and not for what one may never do.
    ("maps", "es", "debe avanzar", "puede avanzar", "pair/modality"),
    # Right behind is a place, and no `right`.
    ("sleds", "de", "direkt dahinter", "direkt davor", "pair/direction"),
    # `Nor may they` and `auch keine` are denials of their own, and one of them is gone.
    ("sleds", "de", "dort auch keine Fische", "dort auch Fische", "pair/negation"),
    ("sleds", "es", "nadie puede salir", "todos pueden salir", "pair/negation"),
]
# In other texts there is a mistake of each kind besides.
SLOW = {("maps", "nl"), ("sleds", "es")}
NATURAL = [
    ("bees", "es", "Mueve hasta tres", "pair/comparison"),
    ("bees", "de", "Bevor der nächste", "pair/order"),  # to the left is no `after`
    ("bees", "fr", "À moins de quatre", "pair/condition"),  # fewer than four, and not `unless`
    ("bees", "pl", "Przynajmniej jeden z nich", "pair/number-missing"),  # one of the two: one of them
    ("bees", "de", "Sie zählen erst", "pair/negation"),  # not until
    ("maps", "pl", "ani wrócić", "pair/negation"),  # nor can it
    ("maps", "nl", "evenmin terug", "pair/negation"),
    ("maps", "fr", "plusieurs ont misé", "pair/number-missing"),  # two or more
    ("maps", "nl", "niemand anders dan jij", "pair/negation"),
    ("maps", "nl", "van 0 tot en met 5", "pair/comparison"),
    ("maps", "es", "que no hagan falta", "pair/negation"),
    ("sleds", "fr", "ni moins de deux", "pair/comparison"),  # no more than six, or fewer than two
    ("sleds", "pl", "ani mniej niż dwa", "pair/comparison"),
    ("sleds", "de", "die nicht in einem Dorf", "pair/negation"),  # outside a village
    ("sleds", "fr", "Une tempête cesse", "pair/negation"),
    ("sleds", "pl", "tuż za nim", "pair/direction"),
]


def levels(text: str, code: str, here: str, line: int, rule: str) -> list[str]:
    return [finding.level for finding in found_in(text, "en", code, here)
            if finding.line == line and finding.rule == rule and finding.level != "note"]


@pytest.mark.parametrize(("text", "code", "was", "now", "rule"), but_slow(MISTAKES, SLOW), ids=[now for *_, now, _ in MISTAKES])
def test_a_mistake_is_reported(text: str, code: str, was: str, now: str, rule: str) -> None:
    here = text_in(text, code)
    beside = [(before, after) for *pair, before, after, _ in MISTAKES if pair == [text, code]]
    assert levels(text, code, planted(here, beside, (was, now)), line_of(here, was), rule)
    assert not levels(text, code, here, line_of(here, was), rule)


@pytest.mark.parametrize(("text", "code", "words", "rule"), NATURAL, ids=[words for _, _, words, _ in NATURAL])
def test_natural_wording_is_no_mistake(text: str, code: str, words: str, rule: str) -> None:
    here = text_in(text, code)
    assert not levels(text, code, here, line_of(here, words), rule)


def test_more_in_another_degree_is_a_warning_at_most() -> None:
    here = text_in("bees", "es")
    assert levels("bees", "es", here, line_of(here, "el número mayor"), "pair/comparison") in ([], ["warning"])
