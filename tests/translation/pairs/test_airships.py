"""The development text of the airships: its translations line by line, and its mistakes by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from .by_hand import mistakes_in, places_of, shape_of, terms_of
from .development import levels_of

CODES = ("de", "es", "fr", "it", "nl")


@pytest.mark.parametrize("code", CODES)
def test_a_translation_has_the_lines_and_tables_of_its_original(code: str) -> None:
    assert shape_of("airships", code) == shape_of("airships", "en")


@pytest.mark.parametrize("code", CODES)
def test_a_mistake_by_hand_has_one_place(code: str) -> None:
    mistakes = mistakes_in("airships", code)
    assert [was for _, was, now in mistakes if places_of("airships", code, was) != 1 or was == now] == []
    assert len({(was, now) for _, was, now in mistakes}) == len(mistakes)


@pytest.mark.parametrize("code", CODES)
def test_there_are_mistakes_of_each_kind(code: str) -> None:
    kinds = Counter(kind for kind, *_ in mistakes_in("airships", code))
    assert kinds.keys() == {"compared", "negated", "hedged", "other"}
    assert min(kinds.values()) >= 8


@pytest.mark.parametrize("code", CODES)
def test_each_term_stands_in_the_translation(code: str) -> None:
    assert [word for word in terms_of("airships", code) if not places_of("airships", code, word)] == []


# A source, a language, words of a line, a rule: what is said freely there is no finding of it.
NATURAL = [
    ("en", "fr", "Le charbon ne doit jamais", "pair/order"), ("en", "de", "nebeneinanderliegen", "pair/order"),  # right next to
    ("en", "nl", "direct naast thee", "pair/order"),
    ("en", "fr", "se remplit de bas en haut", "pair/direction"), ("fr", "nl", "van onder naar boven", "pair/comparison"),
    ("en", "de", "Lade so viele Kisten aus", "pair/direction"),
    ("en", "fr", "est petit, plus vous volez tôt", "pair/comparison"),  # the lower, the earlier
    ("de", "es", "no puede moverse hasta", "pair/negation"), ("de", "fr", "ne peut plus être déplacée", "pair/negation"),
    ("nl", "es", "suelto no cambia nada", "pair/negation"),  # makes no difference
    ("en", "it", "né superiore a 7", "pair/direction"), ("nl", "de", "nie unter 0 und nie über 7", "pair/negation"),
    ("en", "fr", "mais pas nécessairement", "pair/modality"),
    ("es", "fr", "mais pas plus d'une", "pair/comparison"), ("es", "fr", "mais pas plus d'une", "pair/condition"),
    ("it", "fr", "ne vole plus de deux fois", "pair/negation"),
    ("fr", "es", "la altura máxima", "pair/comparison"), ("it", "es", "baja a 0", "pair/comparison"),
    ("en", "es", "lo mismo varias veces", "pair/comparison"),  # more than once
    ("it", "de", "in beliebiger Reihenfolge", "pair/order"),
    ("nl", "de", "Haben zwei Spieler die gleiche Zahl", "pair/comparison"),
    ("en", "es", "sin gastar por ello ninguna", "pair/negation"), ("en", "fr", "n'appartient à personne", "pair/negation"),
    # A player with fewer than three cannot win: to win, one must have at least three.
    ("es", "de", "weniger als drei Aufträge", "pair/modality"), ("es", "de", "weniger als drei Aufträge", "pair/negation"),
    ("es", "de", "weniger als drei Aufträge", "pair/comparison"),
]
# A source, a language, words, the words with a mistake, a rule: such a mistake in free wording is still found.
FREE_MISTAKES = [
    ("es", "de", "hat, kann nicht gewinnen", "hat, kann gewinnen", "pair/comparison"),
    ("en", "de", "von unten nach oben", "von oben nach unten", "pair/direction"),
    ("en", "fr", "de bas en haut", "de haut en bas", "pair/direction"),
    ("en", "fr", "est petit, plus vous", "est grand, plus vous", "pair/comparison"),
    ("en", "de", "Lade so viele Kisten aus", "Lade so viele Kisten ein", "pair/direction"),
]


@pytest.mark.parametrize(("source", "code", "words", "rule"), NATURAL)
def test_free_wording_is_no_finding(source: str, code: str, words: str, rule: str) -> None:
    assert {*levels_of(rule, "airships", source, code, words)} <= {"note"}


@pytest.mark.parametrize(("source", "code", "was", "now", "rule"), FREE_MISTAKES)
def test_a_mistake_in_free_wording_is_found(source: str, code: str, was: str, now: str, rule: str) -> None:
    assert {*levels_of(rule, "airships", source, code, was, now)} & {"error", "warning"}


def test_the_end_of_the_previous_stage_is_where_the_next_begins() -> None:
    assert {*levels_of("pair/order", "embassy", "fr", "de", "Erst wenn alle mit einer Phase fertig")} <= {"note"}
    assert "error" in levels_of("pair/order", "embassy", "fr", "de", "Phase fertig sind, beginnt die nächste",
                                "Phase beginnen, beginnt die vorige")


def test_a_must_not_for_a_may_not_is_no_error() -> None:
    levels = {*levels_of("pair/modality", "abbey", "en", "it", "Due mulini non possono", "Due mulini non devono")}
    assert levels == {"warning"}
