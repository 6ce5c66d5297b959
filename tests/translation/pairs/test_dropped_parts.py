"""A part between semicolons that a translation lacks, and `one` in words in the place of `two`."""

from __future__ import annotations

import pytest

from rulewright.translation.decisions.findings import Finding

from . import development
from .planted import line_of, planted

# A development text, the language of its translation, and the part of a sentence that is left out there.
DROPPED = [
    ("wells", "de", "; bei Gleichstand bekommt sie keiner"),
    ("bees", "de", "; es darf auch zweimal dieselbe sein"),
    ("bees", "es", "; con eso termina el verano"),
    ("abbey", "es", "; allí trabaja hasta que acabe el año"),
]
# The same for words with two of something, and what stands there instead: one of it.
ONE_FOR_TWO = [
    ("wells", "de", "kostet zwei Silbermünzen", "kostet eine Silbermünze"),
    ("wells", "de", "zählt zwei Punkte", "zählt einen Punkt"),
    ("wells", "es", "cuesta dos monedas", "cuesta una moneda"),
    ("abbey", "de", "Stelle zwei Mönche", "Stelle einen Mönch"),
]


# The same for a part that a translation joins to the one before it.
JOINED = [
    ("wells", "de", "; beides zugleich geht nicht", ", und beides zugleich geht nicht"),
    ("bees", "de", "; danach ist der Sommer vorbei", ", und danach ist der Sommer vorbei"),
]


def _new(text: str, code: str, was: str, now: str) -> list[Finding]:
    """What is found on the line of some words once others stand there, and not before."""
    own = development.text_in(text, code)
    beside = [(there, instead) for *pair, there, instead in (*((*row, "") for row in DROPPED), *ONE_FOR_TWO, *JOINED)
              if pair == [text, code]]
    before, after = (
        [finding for finding in development.found_in(text, "en", code, here) if finding.line == line_of(own, was)]
        for here in (own, planted(own, beside, (was, now))))
    known = {(finding.rule, finding.expected, finding.actual) for finding in before}
    return [finding for finding in after if (finding.rule, finding.expected, finding.actual) not in known]


@pytest.mark.parametrize(("text", "code", "part"), DROPPED)
def test_a_part_of_a_sentence_that_is_missing_is_named(text: str, code: str, part: str) -> None:
    """The finding says in words of the original which part the translation lacks."""
    places = [line for line, words in enumerate(development.text_in(text, code).splitlines(), 1) if part in words]
    there = development.text_in(text, "en").splitlines()[places[0] - 1]
    found = [finding for finding in _new(text, code, part, "") if finding.rule == "pair/sentence-short" and finding.expected]
    assert [finding.expected for finding in found] == [there.split("; ")[1].rstrip(".")]


@pytest.mark.parametrize(("text", "code", "was", "now"), ONE_FOR_TWO)
def test_one_in_words_for_two_of_the_same_thing_is_another_number(text: str, code: str, was: str, now: str) -> None:
    """An article before a thing of which the original has two is a number."""
    found = [(finding.rule, finding.level) for finding in _new(text, code, was, now) if finding.expected == "2"]
    assert found == [("pair/number", "error")]


@pytest.mark.parametrize(("text", "code", "was", "now"), JOINED)
def test_a_part_behind_a_comma_is_not_missing(text: str, code: str, was: str, now: str) -> None:
    """A translation may join what its original parts by a semicolon."""
    assert not [finding for finding in _new(text, code, was, now) if finding.rule == "pair/sentence-short"]
