"""Mistakes in words that every rulebook has, which forbid, deny and compare, and natural wording that is none."""

from __future__ import annotations

import pytest

from .development import but_slow, found_in, text_in
from .planted import line_of, planted

MISTAKES = [
    ("wells", "it", "Chi non può pagare", "Chi non deve pagare", "pair/modality"),
    ("wells", "fr", "Personne ne peut terminer", "Personne ne doit terminer", "pair/modality"),
    ("wells", "de", "kann niemand ein Zelt", "muss niemand ein Zelt", "pair/modality"),
    ("auction", "es", "Nunca se puede pujar", "Nunca es obligatorio pujar", "pair/modality"),
    ("wells", "pl", "gdzie zostają, aż", "gdzie nie zostają, aż", "pair/negation"),
    ("ferry", "pl", "Jeśli dotrzesz", "Jeśli nie dotrzesz", "pair/negation"),
    ("auction", "pl", "zabiera przedmiot", "nie zabiera przedmiotu", "pair/negation"),
    ("glass", "es", "no vale nada", "vale algo", "pair/negation"),  # the original says that it is worthless
    ("auction", "fr", "c'est le doyen", "c'est le benjamin", "pair/comparison"),
]
# In other texts there is a mistake of each kind besides.
SLOW = {("wells", "it"), ("wells", "fr"), ("auction", "es"), ("wells", "pl"), ("auction", "pl")}
NATURAL = [
    ("auction", "en", "es", 65, "pair/actor"),  # you receive from the bank: the bank gives you
    ("lighthouse", "en", "pt", 46, "pair/comparison"),  # who has fewer than two takes one more
]


@pytest.mark.parametrize(("text", "code", "was", "now", "rule"), but_slow(MISTAKES, SLOW), ids=[now for *_, now, _ in MISTAKES])
def test_a_word_that_is_another_of_its_class_is_reported(text: str, code: str, was: str, now: str, rule: str) -> None:
    here = text_in(text, code)
    beside = [(before, after) for *pair, before, after, _ in MISTAKES if pair == [text, code]]
    line, there = line_of(here, was), planted(here, beside, (was, now))
    assert rule in {finding.rule for finding in found_in(text, "en", code, there) if finding.line == line}
    assert rule not in {finding.rule for finding in found_in(text, "en", code, here) if finding.line == line}


@pytest.mark.parametrize(("text", "source", "code", "line", "rule"), NATURAL)
def test_natural_wording_is_no_warning(text: str, source: str, code: str, line: int, rule: str) -> None:
    found = found_in(text, source, code, text_in(text, code))
    assert [finding for finding in found if finding.line == line and finding.rule == rule and finding.level != "note"] == []
