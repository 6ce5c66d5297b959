"""Turns of phrase of the development text of the smugglers: right wording is no finding, and mistakes there are."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import contraries
from rulewright.translation.pairs.checks.times import things
from rulewright.translation.pairs.equivalents import differences
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import Sides

from . import development


def text_in(code: str) -> str:
    return development.text_in("smugglers", code)


def found_in(code: str, here: str, source: str = "en") -> tuple[Finding, ...]:
    return development.found_in("smugglers", source, code, here)


@pytest.mark.parametrize(("source", "code", "line"), [
    pytest.param("es", "nl", 57, marks=pytest.mark.slow),  # `suben ... bajan`, and `omhoog ... naar beneden`
    ("es", "fr", 64),  # `permanecen quietos`, and `ne bougent pas`
    ("es", "fr", 6),  # `más sacos`, and `au plus grand nombre`
])
def test_other_originals_give_no_error_there(source: str, code: str, line: int) -> None:
    found = found_in(code, text_in(code), source)
    assert [finding.message for finding in found if finding.line == line and finding.level == "error"] == []


def test_then_is_not_after_what_follows_it() -> None:
    (own,), (other,) = (read_for_pairs(document("here.md", sentence, "en")) for sentence in (
        "Roll the die and then pay a coin.", "After you pay a coin, roll the die."))
    assert (things(own), things(other)["~pay"]) == ({}, "after")


@pytest.mark.parametrize(("own", "other"), [
    (Counter(may=1, only=1), Counter(must=1, all=1)),
    (Counter({"not": 1, "below": 1}), Counter(at_least=1)),
    (Counter({"not": 1, "until": 1}), Counter(before=1)),
], ids=str)
def test_what_is_said_in_two_ways_is_no_difference(own: Counter[str], other: Counter[str]) -> None:
    found = differences(own, other)
    assert (found.lost, found.come) == (Counter(), Counter())


# The officer takes one sack, and not all; Spanish and French say `only one` then.
ONE_OF_ALL = [("de", "der Zöllner alle Säcke", "der Zöllner nur einen Sack"),
              ("es", "se queda con todos los sacos", "se queda con un solo saco"),
              ("fr", "le douanier prend tous les sacs", "le douanier prend un seul sac"),
              ("nl", "de douanier alle zakken", "de douanier één zak"),
              ("pl", "celnik zabiera wszystkie worki", "celnik zabiera jeden worek")]


@pytest.mark.parametrize(("lang", "was", "now"), ONE_OF_ALL)
def test_one_in_the_place_of_all_is_a_warning(lang: str, was: str, now: str) -> None:
    here = development.text_in("smugglers", lang)
    assert here.count(was) == 1

    def found(text: str) -> set[tuple[str, str, str | None, str | None]]:
        return {(row.level, row.rule, row.expected, row.actual)
                for row in development.found_in("smugglers", "en", lang, text)}

    said = "only" if lang in ("es", "fr") else "one"
    assert ("warning", "pair/quantifier", "all", said) in found(here.replace(was, now)) - found(here)


def test_one_that_the_original_has_as_an_article_is_no_other_quantity() -> None:
    # German says `um eine Stufe` without a word for one that is no article, and English `by one step` with one.
    own, other = (read_for_pairs(document("there.md", text, code)) for text, code in (
        ("Für alle Wolken steigt der Fluss um eine Stufe.", "de"), ("For a cloud the river rises by one step.", "en")))

    assert list(contraries._exchanges(Sides(own, other))) == []


def joined(one: str, other: str) -> list[tuple[str, str, str]]:
    own, translation = (read_for_pairs(document("there.md", text, code)) for text, code in ((one, "en"), (other, "de")))
    return list(contraries._exchanges(Sides(own, translation)))


@pytest.mark.parametrize(("own", "other", "found"), [
    ("Buy a card or a stone and roll.", "Kauft eine Karte oder einen Stein und würfelt.", []),
    ("Buy a card or a stone and roll.", "Kauft eine Karte und einen Stein und würfelt.", [("pair/quantifier", "or", "and")]),
    ("Buy a card and a stone and roll.", "Kauft eine Karte oder einen Stein und würfelt.", [("pair/quantifier", "and", "or")]),
    # Where something is denied or free, both say the same; an `and` more alone says nothing.
    ("Never buy a card or a stone.", "Kauft nie eine Karte und einen Stein.", []),
    ("Share them out to your court or to lands.", "Verteilt sie beliebig auf euren Hof und Länder.", []),
    ("Buy a card or a stone.", "Kauft eine Karte oder einen Stein, und würfelt.", []),
])
def test_and_for_or_is_seen_by_their_numbers(own: str, other: str, found: list[tuple[str, str, str]]) -> None:
    assert joined(own, other) == found


@pytest.mark.parametrize(("now", "said"), [("dreimal so viel", "thrice"), ("halb so viel", "half")])
def test_another_multiple_is_an_error(now: str, said: str) -> None:
    here = development.text_in("smugglers", "de")
    found = development.found_in("smugglers", "en", "de", here.replace("Kaffee doppelt so viel", f"Kaffee {now}"))

    assert ("error", "pair/comparison", "twice", said) in {(row.level, row.rule, row.expected, row.actual) for row in found}
