"""Directions, heights, parity and terms that stand for each other in the development text of the ferries, all at once."""

from __future__ import annotations

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks.bounded import turned_bounds
from rulewright.translation.pairs.side_by_side import side_by_side

from . import development

MISTAKES = {
    "de": [
        ("Waren flussaufwärts", "Waren flussabwärts", "pair/direction", "error"),
        ("unterhalb von Anleger", "oberhalb von Anleger", "pair/direction", "error"),
        ("die obersten zwei", "die untersten zwei", "pair/direction", "error"),
        ("einem zu hohen", "einem zu niedrigen", "pair/comparison", "error"),
        ("einem ungeraden Anleger", "einem geraden Anleger", "pair/comparison", "error"),
        ("steigt der Preis", "fällt der Preis", "pair/comparison", "error"),
        ("gewinnt der Jüngere", "gewinnt der Ältere", "pair/comparison", "error"),
    ],
    "es": [
        ("haya reunido más plata", "haya reunido menos plata", "pair/comparison", "error"),
        ("tirada demasiado alta", "tirada demasiado baja", "pair/comparison", "error"),
        ("con más de cuatro cajones", "con menos de cuatro cajones", "pair/comparison", "error"),
        ("de precio retrocede", "de precio avanza", "pair/direction", "error"),
        ("60 cajones de cinco", "60 cartas de cinco", "pair/term", "error"),
        ("esté más adelante", "esté más atrás", "pair/direction", "error"),
    ],
    "pl": [
        ("w górę rzeki, od", "w dół rzeki, od", "pair/direction", "error"),
        ("karty z wierzchu", "karty od spodu", "pair/direction", "error"),
        ("zbyt wysokim rzucie", "zbyt niskim rzucie", "pair/comparison", "error"),
        ("dowolną liczbę skrzyń", "dowolną liczbę kart", "pair/term", "warning"),
        ("cofa się o", "przesuwa się naprzód o", "pair/direction", "error"),
    ],
}
EACH = [(code, *mistake) for code, mistakes in MISTAKES.items() for mistake in mistakes]
# In the other languages there is a mistake of each kind besides, and the level of a warning in other texts.
SLOW = {("pl",)}


def text_in(code: str) -> str:
    return development.text_in("ferry", code)


def found_in(code: str, with_mistakes: bool) -> tuple[Finding, ...]:
    text = text_in(code)
    for was, now, _, _ in MISTAKES[code] if with_mistakes else ():
        text = text.replace(was, now)
    return development.found_in("ferry", "en", code, text)


@pytest.mark.parametrize(("code", "was", "now", "rule", "level"), development.but_slow(EACH, SLOW),
                         ids=[f"{code} {now}" for code, _, now, *_ in EACH])
def test_a_mistake_is_reported_on_its_line(code: str, was: str, now: str, rule: str, level: str) -> None:
    line = text_in(code).split(was)[0].count("\n") + 1
    assert (rule, level) in {(finding.rule, finding.level) for finding in found_in(code, True) if finding.line == line}


@pytest.mark.parametrize("code", list(MISTAKES))
def test_a_natural_translation_has_no_error_and_hardly_a_warning(code: str) -> None:
    levels = [finding.level for finding in found_in(code, False)]
    assert (levels.count("error"), levels.count("warning") <= 4) == (0, True)


def test_a_number_within_a_word_is_not_missed() -> None:
    levels = [finding.level for finding in found_in("de", False) if finding.rule == "pair/number-missing"]
    assert set(levels) <= {"note"}


@pytest.mark.parametrize(("code", "text", "turned"), [
    ("de", "Eine Fähre mit weniger als 4 Kisten fährt nicht weiter als 2 Felder.", [(4, "more", "fewer")]),
    ("es", "Una barcaza con más de 4 cajones no avanza más de 2 muelles.", []),
    ("pl", "Prom z 4 skrzyniami lub mniej nie płynie dalej niż o 2 pomosty.", [(4, "more", "at_most")]),
])
def test_bounds_are_compared_by_their_numbers(code: str, text: str, turned: list[tuple[int, str, str]]) -> None:
    original = document("there", "A ferry with more than 4 crates goes no farther than 2 quays.", "en")
    pair, = side_by_side(original, document("here", text, code)).pairs
    assert list(turned_bounds(pair)) == turned
