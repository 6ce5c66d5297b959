"""Mistakes and free wording of the development text of the embassy, and what was mended with it."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.equivalents import AKIN
from rulewright.translation.pairs.homonyms import homonyms
from rulewright.translation.pairs.reading import read_for_pairs

from .development import found_in, levels_of, text_in
from .planted import line_of

# A text, its original, its language, words of a line, a rule: the line has no finding of it.
NATURAL = [
    ("embassy", "nl", "es", "Hasta que todos hayan terminado", "pair/order"),  # the previous one ends, the next one begins
    ("embassy", "en", "pl", "Dopóki wszyscy nie skończą", "pair/order"),
    ("embassy", "en", "pl", "nawet gdy wygrywa", "pair/negation"),  # not even
    ("embassy", "en", "fr", "seul l'accusé ne vote pas", "pair/negation"),  # everyone except
    ("embassy", "en", "fr", "il est seul à gagner", "pair/negation"),  # nobody else
    ("embassy", "en", "pl", "Przestaw swoją", "pair/negation"),  # moved, and not stopped
    ("abbey", "en", "fr", "Pas de nouveau fossé qui ne touche", "pair/negation"),  # no new one that does not touch
    ("abbey", "en", "es", "no se descubren hasta el final", "pair/negation"),  # at the end
    # What translators exchange as often as it is a mistake.
    ("embassy", "en", "es", "aunque gane su bando", "pair/condition"),
    ("embassy", "en", "fr", "On n'accède au vestiaire que", "pair/quantifier"),
]
MISTAKES = [
    ("de", "Wer jedes Angebot ausschlägt", "Wer jedes Angebot annimmt", "pair/actor"),
    ("pl", "którzy się zgodzili", "którzy byli przeciw", "pair/actor"),
    ("es", "Salvo el acusado", "Incluido el acusado", "pair/condition"),
    ("pl", "wszyscy oprócz oskarżonego", "wszyscy wraz z oskarżonym", "pair/condition"),
]


@pytest.mark.parametrize(("text", "source", "code", "words", "rule"), NATURAL)
def test_free_wording_is_no_finding(text: str, source: str, code: str, words: str, rule: str) -> None:
    assert {*levels_of(rule, text, source, code, words)} <= {"note"}


@pytest.mark.parametrize(("code", "was", "now", "rule"), MISTAKES)
def test_mistakes_are_found(code: str, was: str, now: str, rule: str) -> None:
    assert {*levels_of(rule, "embassy", "en", code, was, now)} & {"error", "warning"}


def test_a_bound_for_one_that_says_the_same_with_a_denial_is_no_error() -> None:
    levels = [finding.level for finding in found_in("glass", "en", "fr", text_in("glass", "fr"))
              if finding.line == line_of(text_in("glass", "fr"), "Avec une chaleur inférieure")]
    assert {*levels} <= {"warning", "note"}


def test_a_must_that_stands_for_may_everywhere_is_no_homonym() -> None:
    own, other = (read_for_pairs(document("text", text, code)) for text, code in (
        ("You may draw a card.\nYou may pay a coin.\nYou may build a house.\nYou may sell a field.\nThen pass.\n", "en"),
        ("Je moet een kaart trekken.\nJe moet een munt betalen.\nJe moet een huis bouwen.\nJe moet een akker verkopen.\n"
         "Dan pas je.\n", "nl")))
    pairs = [((one,), (two,)) for one, two in zip(own, other, strict=True)]
    assert tuple(map(set, homonyms(pairs, AKIN))) == (set(), set())
