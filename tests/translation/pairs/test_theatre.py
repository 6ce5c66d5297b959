"""Mistakes and free wording of the development text of the theatre, and what was mended with it."""

from __future__ import annotations

import pytest

from .development import levels_of

NATURAL = [
    ("de", "sogar nach der dritten", "pair/negation"),
    ("de", "ist deine Wahl endgültig", "pair/negation"),  # cannot be changed
    ("nl", "staat je keuze vast", "pair/negation"),
    ("fr", "se passent d'emplacement", "pair/negation"),  # need none
    ("es", "suman por lo menos su dificultad", "pair/comparison"),  # add up to, and not up to
]
MISTAKES = [
    ("de", "die lauteste Stimme", "die leiseste Stimme", "pair/comparison"),
    ("nl", "de luidste stem", "de zachtste stem", "pair/comparison"),
    ("pl", "o najdonośniejszym głosie", "o najcichszym głosie", "pair/comparison"),
    ("de", "zwei schwieriger macht", "zwei leichter macht", "pair/comparison"),
    ("de", "zwei Felder zurück", "zwei Felder vor", "pair/direction"),
    ("pl", "cofa się o dwa", "posuwa się o dwa", "pair/direction"),
    ("nl", "het verst achterligt", "het verst voorligt", "pair/direction"),
    # The finding stands by the sentence that leaves the denial out, and not by the first that is paired with the original.
    ("fr", "chaque affiche non utilisée", "chaque affiche utilisée", "pair/negation"),
]


@pytest.mark.parametrize(("code", "words", "rule"), NATURAL)
def test_free_wording_is_no_finding(code: str, words: str, rule: str) -> None:
    assert {*levels_of(rule, "theatre", "en", code, words)} <= {"note"}


@pytest.mark.parametrize(("code", "was", "now", "rule"), MISTAKES)
def test_mistakes_are_found(code: str, was: str, now: str, rule: str) -> None:
    assert {*levels_of(rule, "theatre", "en", code, was, now)} & {"error", "warning"}


def test_a_marker_that_goes_back_is_a_note_where_the_other_text_says_before() -> None:
    assert {*levels_of("pair/direction", "theatre", "en", "es", "antes tienes que despedir")} == {"note"}
