"""Denials of a translation against those of its original: which verb is denied, and what may be done on the other side."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks.denials import by_part, is_idle
from rulewright.translation.pairs.equivalents import DENIALS
from rulewright.translation.pairs.reading import read_for_pairs

from .development import but_slow, found_in, text_in
from .planted import planted

MISTAKES = [
    # What is denied is said by an everyday verb, which no dictionary of two texts has to tell.
    ("ferry", "en", "es", "Si adelantas a otra", "Si no adelantas a otra", "pair/negation", "error"),
    # What one side forbids, the other allows.
    ("glass", "en", "es", "No está permitido", "Está permitido", "pair/negation", "error"),
    # Three of four words with a known partner are enough.
    ("glass", "en", "de", "kein anderer mehr", "jeder andere", "pair/negation", "error"),
    # A `free` that stands by other words does not say what is denied.
    ("ferry", "es", "de", "zeigt sie Eis", "zeigt sie kein Eis", "pair/negation", "error"),
    # Both sides deny, and one of them allows what the other forbids.
    ("auction", "en", "es", "ni puede ganar", "pero puede ganar", "pair/negation", "warning"),
    # Who cannot sell, and who need not: `must` is denied by a word of its own.
    ("glass", "en", "de", "Wer nichts mehr verkaufen kann", "Wer nichts mehr verkaufen muss", "pair/modality", "error"),
    ("glass", "en", "de", "muss man niemandem zeigen", "darf man niemandem zeigen", "pair/negation", "error"),
]
# In other texts there is a mistake of each kind besides.
SLOW = {("ferry", "en", "es"), ("glass", "en", "es")}
NATURAL = [
    ("abbey", "en", "pl", "ale nie pokazuj", "pair/negation"),  # do not show it: `hidden` has the verb in it
    pytest.param("abbey", "pl", "nl", "maar laat het niet aan", "pair/negation", marks=pytest.mark.slow),
    ("glass", "en", "de", "muss man niemandem zeigen", "pair/modality"),
    ("train", "en", "es", "se quedan sin ninguno", "pair/negation"),
]
# A denial behind a word for `until`, `before` or `while`, and whether it says only that.
IDLE = [
    ("it", "Giocano finché tutti non passano.", True), ("it", "Durante il giro non passano mai.", False),
    ("es", "Juegan hasta que todos no hayan pasado.", True), ("es", "Hasta el fin de la partida no juegan.", False),
    ("es", "Mientras estén en su campo no juegan.", False), ("es", "Mientras una regla no diga otra cosa.", True),
    ("pl", "Przed strażnikiem już nie.", False), ("cs", "Hrají, dokud všichni ostatní hráči neskončí.", True),
]


def line_of(words: str, text: str) -> int:
    line, = (number for number, line in enumerate(text.splitlines(), 1) if words in line)
    return line


@pytest.mark.parametrize(("name", "source", "code", "was", "now", "rule", "level"), but_slow(MISTAKES, SLOW))
def test_a_denial_that_has_come_or_gone_is_reported(name: str, source: str, code: str, was: str, now: str, rule: str,
                                                    level: str) -> None:
    beside = [(before, after) for *pair, before, after, _, _ in MISTAKES if pair == [name, source, code]]
    new = planted(text_in(name, code), beside, (was, now))
    assert level in [finding.level for finding in found_in(name, source, code, new)
                     if (finding.line, finding.rule) == (line_of(now, new), rule)]


@pytest.mark.parametrize(("name", "source", "code", "words", "rule"), NATURAL)
def test_free_but_right_denials_are_no_finding(name: str, source: str, code: str, words: str, rule: str) -> None:
    text = text_in(name, code)
    assert [finding.message for finding in found_in(name, source, code, text)
            if (finding.line, finding.rule) == (line_of(words, text), rule) and finding.level != "note"] == []


@pytest.mark.parametrize(("code", "text", "is_so"), IDLE)
def test_a_denial_behind_a_conjunction_says_only_until_and_one_behind_a_preposition_denies(
        code: str, text: str, is_so: bool) -> None:
    shown, = read_for_pairs(document("here.md", text, code))
    assert [is_idle(shown, places) for places in by_part(shown, DENIALS).values()] == [is_so]
