"""Free but right wording that the first hours of 2026-11-23 showed is no finding; mistakes in the same sentences are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.checks.noun_tagger import NounTagger
from rulewright.translation.pairs.checks.word_links import WordLinks
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import side_by_side

TEXTS = Path(__file__).parents[3] / "bench" / "pairs" / "development"
# An English sentence, a right translation, and one with a mistake; the rule of that.
SENTENCES = [
    ("fr", "What it brings must be taken if it can be.", "Si ce qu'elle apporte peut être pris, il faut le prendre.",
     "Si ce qu'elle apporte doit être pris, on peut le prendre.", "pair/modality"),
    ("fr", "An ally gets no gold, no bids, no lots, and no coins.", "Un allié ne reçoit ni or, ni mises, ni lots, ni pièces.",
     "Un allié reçoit l'or, les mises, les lots et les pièces.", "pair/negation"),
    ("fr", "A bidder keeps the coin, except that they lose it when they pass.",
     "L'enchérisseur garde sa pièce, sauf s'il passe : alors il la perd.",
     "L'enchérisseur garde sa pièce, même s'il passe : alors il la perd.", "pair/condition"),
]


@cache
def text_in(code: str) -> str:
    return (TEXTS / f"auction.{code}.md").read_text(encoding="utf-8")


@cache
def found_in(code: str, are_right: bool) -> list[list[Finding]]:
    """The errors and warnings on each sentence of a language; all stand behind the text of the auction."""
    rows = [(own, right if are_right else wrong) for of, own, right, wrong, _ in SENTENCES if of == code]
    there, here = (document("text.md", "\n\n".join((text_in(lang), *(row[side] for row in rows))), lang)
                   for side, lang in enumerate(("en", code)))
    found = [finding for finding in compared(side_by_side(there, here)) if finding.level != "note"]
    lines = [here.text[:here.text.index(other)].count("\n") + 1 for _, other in rows]
    return [[finding for finding in found if finding.line == line] for line in lines]


@pytest.mark.parametrize(("code", "own", "right", "wrong", "rule"), SENTENCES)
def test_right_wording_is_no_finding_and_a_mistake_is(code: str, own: str, right: str, wrong: str, rule: str) -> None:
    place = [row for row in SENTENCES if row[0] == code].index((code, own, right, wrong, rule))
    assert [finding.message for finding in found_in(code, True)[place] if finding.rule == rule] == []
    assert rule in {finding.rule for finding in found_in(code, False)[place]}


def test_forms_of_a_word_with_different_stems_are_one_word_where_the_text_has_both() -> None:
    both, one = (read_for_pairs(document("text.md", text, "fr")) for text in ("Les écuyers restent. Un écuyer part.",
                                                                             "Les écuyers restent."))
    assert {stem for shown in both for stem in shown.stems.values()} == {"écui", "restent", "part"}
    assert {stem for shown in one for stem in shown.stems.values()} == {"écuyer", "restent"}


def test_a_word_for_a_number_that_is_another_word_besides_is_weak() -> None:
    shown, = read_for_pairs(document("text.md", "Începe o nouă rundă cu opt castele.", "ro"))
    assert [number.value for number in shown.counting] == [8]


def test_labels_do_not_tell_whether_a_word_is_a_noun() -> None:
    rows = "| Anna, supply | 10 | 9 |\n\n" * 6
    text = document("text.md", f"{rows}The supply is empty.\n", "en")
    texts = side_by_side(text, text)
    assert NounTagger(WordLinks(texts, ({}, {}), ({}, {}))).is_noun(0, "suppli", texts.pairs[-1])
