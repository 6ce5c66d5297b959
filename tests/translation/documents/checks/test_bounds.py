"""Turns of phrase: those by a number, plain negation, and those of the rules' English statements, in six languages."""

from __future__ import annotations

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.decisions.relock import confirmed, current
from rulewright.translation.document.features import EvidenceReader
from rulewright.translation.document.language import language

from ..alignment.test_locks import lock_of
from ..ferries import LANGUAGES, aligned, findings, glossary, printed


def read(code: str, text: str) -> frozenset[tuple[str, int]]:
    return EvidenceReader(language(code), glossary(code)).read(text).bounds


@pytest.mark.parametrize(("code", "text", "found"), [
    ("en", "He loads at most four crates.", {("at_most", 4)}), ("en", "Four or more crates win.", {("at_least", 4)}),
    ("en", "He loads exactly 3 crates and at least 1 die.", {("exactly", 3), ("at_least", 1)}),
    ("en", "A boat cannot hold more than 3 crates.", {("at_most", 3)}), ("en", "At most: 3 crates.", set()),
    ("de", "Höchstens vier Kisten, mindestens 2 Boote.", {("at_most", 4), ("at_least", 2)}),
    ("fr", "Au plus quatre caisses.", {("at_most", 4)}), ("es", "Tiene más de 3 cajas.", {("more", 3)}),
    ("it", "Esattamente tre casse.", {("exactly", 3)}), ("ru", "Не более четырёх ящиков.", {("at_most", 4)}),
    ("ru", "Больше 2 ящиков за ход не поставить.", set()),
])
def test_a_turn_of_phrase_bounds_the_number_that_stands_by_it(code: str, text: str, found: set[tuple[str, int]]) -> None:
    assert read(code, text) == found


def turned(code: str, old: str, new: str, locked: bool = False) -> list[tuple[str | None, str | None, str | None, str]]:
    text = printed(code)
    assert old in text
    return [(each.clause, each.expected, each.actual, each.level)
            for each in findings(text.replace(old, new, 1), code, lock_of(code) if locked else None)
            if each.rule == "accuracy/contradiction" and each.level != "note"]


@pytest.mark.parametrize("locked", [False, True])
@pytest.mark.parametrize(("code", "old", "new"), [
    ("en", "at most four", "exactly four"), ("de", "höchstens vier", "genau vier"),
    ("it", "al massimo quattro", "esattamente quattro"),
    ("fr", "au plus quatre", "exactement quatre"), ("es", "como máximo cuatro", "exactamente cuatro"),
    ("ru", "не более четырёх", "ровно четыре")])
def test_exactly_is_not_at_most(code: str, old: str, new: str, locked: bool) -> None:
    assert ("load", "at_most") in {(clause, (expected or "").replace(" 4", "").replace(" ", "_"))
                                   for clause, expected, _, _ in turned(code, old, new, locked)}


def test_a_bound_is_compared_with_its_number_where_the_sentence_has_both_turns() -> None:
    two = printed("en").replace("He may load at most four crates", "He may load at least four crates and at most 9")
    found = [(each.clause, each.expected, each.actual) for each in findings(two, "en") if each.rule == "accuracy/contradiction"]
    assert found == [("load", "at most 4", "at least 4")]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_direction_of_the_english_statement_is_compared_in_a_language_without_a_wording(code: str) -> None:
    item = aligned(printed(code), code)
    assert {"clockwise", "by_lot"} <= item.target("begin").turns
    assert "at_most" in item.target("load").turns
    assert ("first" in item.target("begin").turns) is False
    assert ("at_most", 4) in item.target("load").bounds


def changed(old: str, new: str, code: str = "en") -> list[Finding]:
    text = printed(code)
    assert old in text
    return [each for each in findings(text.replace(old, new, 1), code, lock_of(code)) if each.level != "note"]


@pytest.mark.parametrize(("code", "old", "new"), [
    ("en", "Put the", "Do not put the"), ("de", "ist seine Wahl", "ist nicht seine Wahl"),
    ("it", "vince subito", "non vince subito"),
    ("fr", "gagne", "ne gagne pas"), ("es", "gana", "no gana"), ("ru", "побеждает", "не побеждает")])
def test_a_not_that_has_come_since_the_sentence_was_confirmed_is_an_error(code: str, old: str, new: str) -> None:
    (found,) = changed(old, new, code)
    assert (found.rule, found.level, found.actual) == ("accuracy/contradiction", "error", "not")


def test_a_not_that_is_gone_is_an_error_and_a_sign_for_a_number_is_none() -> None:
    text = printed("en").replace("How many crates he loads is his own choice.", "It does not matter how many crates he loads.")
    item = aligned(text, "en")
    lock = confirmed(item, current(item, "ferry"), {"loading": [8]})
    found = findings(text.replace("does not matter", "does matter"), "en", lock)
    assert ("accuracy/contradiction", "not", None) in {(each.rule, each.expected, each.actual) for each in found}
    assert EvidenceReader(language("en")).read("This is box no. 4.").turns == frozenset()
    assert EvidenceReader(language("en")).read("This is no box.").turns == {"not"}


def test_a_turn_of_a_bound_that_has_changed_since_it_was_confirmed_is_an_error() -> None:
    text = printed("en").replace("The storm", "At least 3 storms", 1).replace(
        "How many crates he loads is his own choice.", "He loads exactly 3 crates, or at most 5 of his own choice.")
    item = aligned(text, "en")
    lock = confirmed(item, current(item, "ferry"), {"loading": [8]})
    found = findings(text.replace("exactly 3", "at most 3").replace("at most 5", "exactly 5"), "en", lock)
    assert {("exactly 3", "at most 3"), ("at most 5", "exactly 5")} <= {
        (each.expected, each.actual) for each in found if each.rule == "accuracy/contradiction" and each.level == "error"}


@pytest.mark.parametrize(("code", "old", "new"), [
    ("en", "clockwise", "counterclockwise"), ("de", "im Uhrzeigersinn", "gegen den Uhrzeigersinn"),
    ("it", "in senso orario", "in senso antiorario"), ("fr", "sens horaire", "sens antihoraire"),
    ("es", "sentido horario", "sentido antihorario"), ("ru", "по часовой", "против часовой")])
def test_without_a_lock_a_direction_that_is_turned_round_is_found(code: str, old: str, new: str) -> None:
    assert ("begin", "clockwise", "counterclockwise", "warning") in turned(code, old, new)
