"""Bounds without a number, words of two senses, `nor` and `without`: what is no mistake, and what is one."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import side_by_side

from .development import found_in, text_in
from .test_equivalents import found_with

# A text, its language, a line, and the rule of which nothing may be found there.
RIGHT = [
    pytest.param("lighthouse", "fr", 44, "pair/comparison", marks=pytest.mark.slow),  # at most three: sans dépasser trois
    ("abbey", "de", 69, "pair/comparison"),  # at most: nicht übersteigt, in a text that forbids by `nicht`
]


@pytest.mark.parametrize(("text", "code", "line", "rule"), RIGHT)
def test_free_wording_is_no_finding(text: str, code: str, line: int, rule: str) -> None:
    found = [finding for finding in found_in(text, "en", code, text_in(text, code)) if finding.line == line]
    assert [finding.message for finding in found if finding.rule == rule and finding.level != "note"] == []


@pytest.mark.parametrize(("own", "other", "rule"), [
    ("You win if your camels are at least as strong as those of the bank.",
     "Du gewinnst, wenn deine Kamele stärker sind als die der Bank.", "pair/comparison"),
    ("All traders move their camels back before the market.",
     "Alle Händler ziehen ihre Kamele am Ende des Marktes zurück.", "pair/order"),
    ("The trader buys salt together with the other traders.",
     "Der Händler kauft Salz vor den anderen Händlern.", "pair/order"),
])
def test_a_mistake_is_found(own: str, other: str, rule: str) -> None:
    assert rule in {finding.rule for finding in found_with(own, other) if finding.level != "note"}


def test_a_word_of_two_contrary_senses_does_not_excuse_a_lost_denial() -> None:
    own = "The bank has salt.\n\nA trader buys salt from the bank.\n\nIf no salt is left, the trader gets a coin.\n"
    other = "Die Bank hat Salz.\n\nEin Händler kauft Salz von der Bank.\n\nWenn Salz bleibt, bekommt der Händler eine Münze.\n"
    found = compared(side_by_side(document("there.md", own, "en"), document("here.md", other, "de")))
    assert ("pair/negation", 5) in {(finding.rule, finding.line) for finding in found if finding.level != "note"}


@pytest.mark.parametrize(("code", "text"), [("es", "Nunca hay menos de dos, ni más de seis."),
                                            ("en", "There are never fewer than two, nor more than six.")])
def test_what_stands_beside_nor_is_denied(code: str, text: str) -> None:
    shown, = read_for_pairs(document("here.md", text, code))
    assert {"fewer", "more"} <= shown.denied


def test_without_and_more_far_from_each_other_are_no_bound() -> None:
    near, far = (read_for_pairs(document("here.md", text, "en"))[0].signals for text in (
        "Take barrels without taking more than three.", "When the bank runs out of gold, more sources win."))
    assert "at_most" in near
    assert "at_most" not in far
    assert {"without", "more"} <= far.keys()


def test_a_bound_that_is_said_by_a_denial_of_another_word_is_compared() -> None:
    # The original says `at least` by no word of its own, so nothing tells how often it is exchanged elsewhere.
    found = compared(side_by_side(document("there.md", "You may go far, but never below the mouth.", "en"),
                                  document("here.md", "Andate lontano, purché non oltre la foce.", "it")))
    assert ("at_least", "at_most") in {(finding.expected, finding.actual) for finding in found}
