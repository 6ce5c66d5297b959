"""Free but right wording in the development text of the auction is no finding; the same sentences with a mistake are."""

from __future__ import annotations

import pytest

from . import development
from .development import found_in

NATURAL = [
    ("en", "fr", 5, "pair/sentence-moved"),  # a sentence on goods is no heading on goods
    ("en", "pl", 20, "pair/negation"),  # hidden: do not show
    ("en", "es", 22, "pair/negation"),  # otherwise: if there is nobody
    ("en", "fr", 40, "pair/quantifier"),  # all but one have passed: only one is left
    ("en", "es", 44, "pair/negation"),  # sit out: not play again
    ("en", "fr", 46, "pair/negation"),  # only one remains: there is no more than one
    ("en", "es", 53, "pair/negation"),  # no longer count: cease to count
    ("en", "es", 61, "pair/quantifier"),  # of a single kind: all of the same kind
    ("pl", "fr", 63, "pair/negation"),  # the Polish pronoun that is spelled like `not`
    # Provided it is not empty: as long as something is left.
    pytest.param("pl", "es", 64, "pair/condition", marks=pytest.mark.slow),
    ("en", "es", 73, "pair/negation"),  # belong to no set and are worthless: are worth nothing
    ("en", "es", 80, "pair/negation"),  # two denials that no comma parts
    ("en", "pl", 81, "pair/negation"),  # stay as they are: do not change
    ("en", "es", 1, "pair/term"),  # a title is translated freely
]
MISTAKES = [
    ("Nunca se puede pujar", "Siempre se puede pujar", 43, "pair/negation"),
    ("pasado todos menos uno", "pasado todos", 40, "pair/condition"),
    ("jugador de su izquierda", "jugador de su derecha", 45, "pair/direction"),
    ("dejan de contar", "cuentan siempre", 53, "pair/negation"),
]


def text_in(code: str) -> str:
    return development.text_in("auction", code)


@pytest.mark.parametrize(("source", "code", "line", "rule"), NATURAL)
def test_natural_wording_is_no_finding(source: str, code: str, line: int, rule: str) -> None:
    found = [finding for finding in found_in("auction", source, code, text_in(code)) if finding.line == line]
    assert [finding.message for finding in found if finding.rule == rule and finding.level != "note"] == []


def test_the_same_sentences_with_mistakes_are_reported() -> None:
    text = text_in("es")
    for was, now, _, _ in MISTAKES:
        assert was in text
        text = text.replace(was, now)
    found = found_in("auction", "en", "es", text)
    reported = {(finding.line, finding.rule) for finding in found if finding.level != "note"}
    assert {(line, rule) for *_, line, rule in MISTAKES} <= reported
