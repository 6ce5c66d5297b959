"""Free but right wording in the development text of the auction is no finding; the same sentences with a mistake are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

TEXTS = Path(__file__).parents[3] / "bench" / "pairs" / "development"
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
    ("pl", "es", 64, "pair/condition"),  # provided it is not empty: as long as something is left
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


@cache
def text_in(code: str) -> str:
    return (TEXTS / f"auction.{code}.md").read_text(encoding="utf-8")


@cache
def found_in(source: str, code: str) -> tuple[Finding, ...]:
    return compared(side_by_side(document("there.md", text_in(source), source), document("here.md", text_in(code), code)))


@pytest.mark.parametrize(("source", "code", "line", "rule"), NATURAL)
def test_natural_wording_is_no_finding(source: str, code: str, line: int, rule: str) -> None:
    found = [finding for finding in found_in(source, code) if finding.line == line and finding.level != "note"]
    assert [finding.message for finding in found if finding.rule == rule] == []


def test_the_same_sentences_with_mistakes_are_reported() -> None:
    text = text_in("es")
    for was, now, _, _ in MISTAKES:
        assert was in text
        text = text.replace(was, now)
    found = compared(side_by_side(document("there.md", text_in("en"), "en"), document("here.md", text, "es")))
    reported = {(finding.line, finding.rule) for finding in found if finding.level != "note"}
    assert {(line, rule) for *_, line, rule in MISTAKES} <= reported
