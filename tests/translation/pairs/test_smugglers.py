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
from .planted import line_of, planted

# A mistake and the finding that an original in English gives.
MISTAKES = [
    ("de", "doppelt so viel wert", "halb so viel wert", "pair/comparison", "error"),
    ("es", "vale el doble", "vale la mitad", "pair/comparison", "error"),
    ("pl", "dwa razy tyle", "o połowę mniej", "pair/comparison", "error"),
    ("de", "Ab der vierten Nacht", "Bis zur vierten Nacht", "pair/order", "warning"),
    ("fr", "À compter de la quatrième", "Jusqu'à la quatrième", "pair/order", "warning"),
    ("es", "valle de abajo", "valle de arriba", "pair/direction", "error"),
    ("es", "como mucho", "como poco", "pair/comparison", "error"),
    ("es", "Si no llegan a ocho", "Si pasan de ocho", "pair/comparison", "error"),
    ("es", "se acorta en", "se alarga en", "pair/comparison", "error"),
    ("es", "La nieve no se derrite", "La nieve se derrite", "pair/negation", "error"),
    ("de", "Weg nicht in voller", "Weg in voller", "pair/negation", "error"),  # what cannot move stays
    ("es", "que no pueda recorrer", "que pueda recorrer", "pair/negation", "error"),
    ("es", "dos salen del", "dos no salen del", "pair/negation", "error"),
    ("de", "mit Tabak sogar", "ohne Tabak sogar", "pair/negation", "warning"),
    ("nl", "Vóór de worp", "Na de worp", "pair/order", "error"),  # each text says `then` besides, or does not
    ("pl", "Przed rzutem", "Po rzucie", "pair/order", "error"),
    ("nl", "eindigt meteen", "eindigt aan het eind van de ronde", "pair/order", "error"),
    ("nl", "alle zakken in beslag", "enkele zakken in beslag", "pair/quantifier", "warning"),
    ("nl", "dichter bij de lantaarn", "verder van de lantaarn", "pair/direction", "error"),
]
# In other languages there is a mistake of each kind besides.
SLOW = {("fr",), ("pl",)}
# A line of a translation on which a rule reports nothing.
NATURAL = [
    ("de", 39, "pair/modality"),  # only those of one kind may lie there: all must be of one kind
    ("de", 82, "pair/direction"),  # in the lower valley
    ("de", 110, "pair/negation"),  # lets only those pass who: lets nobody pass who has not
    ("es", 110, "pair/negation"),
    ("nl", 110, "pair/negation"),
    ("de", 70, "pair/doubled-word"),  # a noun and a verb
    ("pl", 78, "pair/direction"),  # `before` of a place
    ("fr", 95, "pair/comparison"),
    ("fr", 83, "pair/negation"),
    ("es", 97, "pair/negation"),
    ("nl", 26, "pair/number-missing"),  # `met zijn tweeën`
    ("pl", 64, "pair/negation"),  # they stand still: they do not move
    ("es", 26, "pair/negation"),  # do without: leave out
]


def text_in(code: str) -> str:
    return development.text_in("smugglers", code)


def found_in(code: str, here: str, source: str = "en") -> tuple[Finding, ...]:
    return development.found_in("smugglers", source, code, here)


@pytest.mark.parametrize(("code", "was", "now", "rule", "level"), development.but_slow(MISTAKES, SLOW),
                         ids=[mistake[2] for mistake in MISTAKES])
def test_a_mistake_is_reported(code: str, was: str, now: str, rule: str, level: str) -> None:
    here = text_in(code)
    beside = [(before, after) for of, before, after, _, _ in MISTAKES if of == code]
    line, there = line_of(here, was), planted(here, beside, (was, now))
    assert level in {finding.level for finding in found_in(code, there) if (finding.line, finding.rule) == (line, rule)}
    assert [finding for finding in found_in(code, here) if (finding.line, finding.rule) == (line, rule)] == []


@pytest.mark.parametrize(("code", "line", "rule"), NATURAL)
def test_right_wording_is_no_finding(code: str, line: int, rule: str) -> None:
    found = found_in(code, text_in(code))
    assert [finding.message for finding in found if (finding.line, finding.rule) == (line, rule)] == []


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
