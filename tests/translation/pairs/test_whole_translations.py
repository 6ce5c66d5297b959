"""Whole translations of booklets, as a translator writes them: free wording is a note at most, a slip in its place is found."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.lexicon import learnt
from rulewright.translation.pairs.side_by_side import side_by_side

from .development import levels_of
from .planted import line_of

TEXTS = Path(__file__).parents[3] / "bench" / "pairs"
# The English original of each translation in `first_hour`.
ORIGINALS = {"carolus_magnus.fresh.de": "first_hour/carolus_magnus.fresh.en", "emperor_4.fresh.fr": "texts/emperor_4.en"}

# A translation, the rule, its words, and what stands in their place with a slip.
SLIPS = [
    # A turn of phrase that is worded freely, as `some` here, hides no other.
    ("carolus_magnus.fresh.de", "pair/order", "Prüft das vor jedem Wurf", "Prüft das nach jedem Wurf"),
    # An item of a list.
    ("emperor_4.fresh.fr", "pair/sentence-short", "archers, trolls, dragons et", "archers, dragons et"),
    ("emperor_4.fresh.fr", "pair/modality", "vous pouvez accomplir", "vous devez accomplir"),
    # A direction that is gone, where nothing else differs, and one of three equal numbers.
    ("carolus_magnus.fresh.de", "pair/direction", "immer im Uhrzeigersinn unterwegs", "immer unterwegs"),
    ("carolus_magnus.fresh.de", "pair/number-missing", "10 schwarze, 10 weiße und 10 graue", "10 schwarze und 10 weiße"),
]
NATURAL = [
    # Whoever chooses a thing may choose it.
    ("carolus_magnus.fresh.de", "pair/modality", "Bei einer Krone darfst du"),
    # `Always forbidden` is `never`, and `allows` is `may`.
    ("emperor_4.fresh.fr", "pair/negation", "Il est toujours interdit"),
    ("carolus_magnus.fresh.de", "pair/modality", "deine Scheibe ihm erlaubt"),
    # What a denial denies stands in its own part of the sentence: `the homes stay empty`.
    ("emperor_4.fresh.fr", "pair/negation", "rien ne va sur les fiefs"),
    ("emperor_4.fresh.fr", "pair/quantifier", "seulement une partie"),
]


@cache
def _text(name: str) -> str:
    return (TEXTS / f"{name}.md").read_text(encoding="utf-8")


@cache
def _found(name: str, text: str) -> tuple[Finding, ...]:
    original = document("there.md", _text(ORIGINALS[name]), "en")
    return compared(side_by_side(original, document("here.md", text, name.split(".")[-1])))


def _levels(name: str, rule: str, words: str, instead: str) -> set[str]:
    """The levels of what a rule finds on the line of some words, with others in their place."""
    text = _text(f"first_hour/{name}")
    assert text.count(words) == 1
    line = line_of(text, words)
    found = _found(name, text.replace(words, instead))
    return {finding.level for finding in found if (finding.line, finding.rule) == (line, rule)}


@pytest.mark.parametrize(("name", "rule", "words", "instead"), SLIPS)
def test_a_slip_is_found(name: str, rule: str, words: str, instead: str) -> None:
    assert _levels(name, rule, words, instead) & {"error", "warning"}
    assert _levels(name, rule, words, words) <= {"note"}


@pytest.mark.parametrize(("name", "rule", "words"), NATURAL)
def test_free_wording_is_a_note_at_most(name: str, rule: str, words: str) -> None:
    assert _levels(name, rule, words, words) <= {"note"}


def test_colours_are_told_apart_though_they_always_stand_together() -> None:
    words, turned = "28 rouges et 20 blanches", "28 blanches et 20 rouges"
    assert {*levels_of("pair/number-order", "vineyard", "en", "fr", words)} <= {"note"}
    assert levels_of("pair/number-order", "vineyard", "en", "fr", words, turned)


def test_words_for_one_thing_are_tied_before_others() -> None:
    pairs = [({"white", "red"}, {"blanc", "rouge"})] * 3
    things = ({"white": {"white"}, "red": {"red"}}, {"blanc": {"white"}, "rouge": {"red"}})
    assert learnt(pairs, things=things).links == {("white", "blanc"): 3, ("red", "rouge"): 3}
    turned = ({"white": {"white"}, "red": {"red"}}, {"blanc": {"red"}, "rouge": {"white"}})
    assert learnt(pairs, things=turned).links == {("white", "rouge"): 3, ("red", "blanc"): 3}
