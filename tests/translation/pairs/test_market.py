"""A German text that is far from the words of its English original: mistakes in it, and natural wording that is none."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from .planted import line_of, planted

TEXTS = Path(__file__).parent / "texts"
ENGLISH, GERMAN = ((TEXTS / f"market.{code}.md").read_text(encoding="utf-8") for code in ("en", "de"))


@cache
def found_in(german: str, english: str = ENGLISH) -> tuple[Finding, ...]:
    return compared(side_by_side(document("market.en.md", english, "en"), document("market.de.md", german, "de")))


def level_of(was: str, now: str, rule: str) -> str | None:
    """The level of what is found in the line of a mistake and not in the text as it is."""
    line, text = line_of(GERMAN, was), planted(GERMAN, [(before, after) for before, after, *_ in MISTAKES], (was, now))
    known = {(finding.rule, finding.expected, finding.actual) for finding in found_in(GERMAN) if finding.line == line}
    return next((finding.level for finding in found_in(text) if finding.line == line
                 and finding.rule == rule and (finding.rule, finding.expected, finding.actual) not in known), None)


MISTAKES = [
    ("niedrigsten Zahl beginnt, und der Händler mit der höchsten", "höchsten Zahl beginnt, und der Händler mit der niedrigsten",
     "pair/comparison", "error"),
    ("die meisten Maultiere hat, zahlt zwei Münzen an die Bank; wer die wenigsten",
     "die wenigsten Maultiere hat, zahlt zwei Münzen an die Bank; wer die meisten", "pair/comparison", "error"),
    ("früher schon Salz", "später Salz", "pair/order", "error"),
    ("das letzte überbieten", "das letzte unterbieten", "pair/comparison", "error"),
    ("die offen liegt", "die verdeckt liegt", "pair/openness", "error"),
    ("muss dieselbe", "muss nicht dieselbe", "pair/modality", "error"),
    ("dieselbe Anzahl", "höchstens dieselbe Anzahl", "pair/comparison", "warning"),
    ("dürfen untereinander", "dürfen nicht untereinander", "pair/negation", "error"),
    ("12 Maultiere", "12 Münzen", "pair/term", "error"),
    ("5 Säcke Salz", "5 Säcke Karten", "pair/term", "error"),
    ("neben den Nachziehstapel", "neben die Bank", "pair/term", "error"),
    ("eine Münze weniger", "eine Karte weniger", "pair/term", "warning"),
    ("Es gewinnt der Händler mit den meisten Münzen", "Es gewint der Hädler mit den meisten Münen", "fluency/garbled",
     "warning"),
    ("Jedes Maultier muss dieselbe Anzahl Säcke", "Jeds Maulier muss dielbe Anzahl Säke", "fluency/garbled", "warning"),
]


@pytest.mark.parametrize(("was", "now", "rule", "level"), MISTAKES, ids=[now[:30] for _, now, _, _ in MISTAKES])
def test_a_mistake_is_reported_on_its_line(was: str, now: str, rule: str, level: str) -> None:
    assert level_of(was, now, rule) == level


def test_a_reference_to_another_figure_is_an_error_and_a_lost_one_a_warning() -> None:
    line, original = GERMAN.splitlines()[22], "a card that lies open."
    english = ENGLISH.replace(original, "a card that lies open (see figure 3).")
    for said, expected in ((" (siehe Abbildung 3).", None), (" (siehe Abbildung 4).", "error"), (".", "warning")):
        found = found_in(GERMAN.replace(line, line.removesuffix(".") + said), english)
        levels = {finding.rule: finding.level for finding in found if finding.line == 23}
        assert levels.get("pair/reference") == expected, said


def test_natural_wording_has_no_error_and_hardly_a_warning() -> None:
    assert [finding.message for finding in found_in(GERMAN) if finding.level == "error"] == []
    assert len([finding for finding in found_in(GERMAN) if finding.level == "warning"]) <= 2


def mixed(german: str) -> list[str]:
    return [finding.message for finding in found_in(german) if finding.rule == "pair/terms-mixed"]


def test_a_term_in_two_ways_is_reported_once() -> None:
    place = GERMAN.index("## Salz")
    german = GERMAN[:place] + GERMAN[place:].replace("Münze", "Taler")
    (message,) = mixed(german)
    assert message.startswith("the translation says `Münze")
    assert "`Taler" in message
    assert message.endswith("for `coins`")


def test_two_terms_in_one_way_are_reported_once() -> None:
    (message,) = mixed(GERMAN.replace("Säcke", "Karten").replace("jeder Sack", "jede Karte"))
    assert "`cards`" in message
    assert "`sack" in message


def test_terms_that_are_not_mixed_are_not_reported() -> None:
    assert mixed(GERMAN) == []


def test_rules_that_are_alike_in_the_original_too_are_not_repeated() -> None:
    own, other = "Salt can be bought only from the bank", "Salz gibt es nur bei der Bank zu kaufen"
    twice = "At the end of a game a trader with three mules or more gets two coins from the bank."
    zweimal = "Am Ende einer Partie bekommt ein Händler mit drei oder mehr Maultieren zwei Münzen von der Bank."
    english = ENGLISH.replace(own, f"{twice}\n\n{twice}\n\n{own}")
    german = GERMAN.replace(other, f"{zweimal}\n\n{zweimal}\n\n{zweimal}\n\n{other}")
    assert [finding for finding in found_in(german, english) if finding.rule == "pair/sentence-repeated"] == []
    english = ENGLISH.replace(own, f"{twice}\n\n{own}")
    assert "pair/sentence-repeated" in {finding.rule for finding in found_in(german, english)}
