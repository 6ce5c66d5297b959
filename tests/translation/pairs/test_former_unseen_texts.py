"""Free but right wording in texts that were kept out at first: these lines had false findings; mistakes are still found."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

TEXTS = Path(__file__).parents[3] / "bench" / "pairs" / "texts"
NATURAL = [
    ("race", "es", 12, "pair/negation"),  # nothing else: nada más
    ("race", "es", 41, "pair/comparison"),  # exactly once: una sola vez
    ("race", "es", 42, "fluency/garbled"),  # a stress mark
    ("race", "es", 48, "pair/direction"),  # the right to: derecho a
    ("race", "es", 50, "pair/modality"),  # free wording without `must`
    ("race", "es", 54, "pair/negation"),  # without any: sin que ocurra nada
    ("race", "es", 55, "pair/negation"),  # it does not matter: es indiferente
    ("race", "es", 111, "fluency/garbled"),
    ("race", "pl", 60, "pair/negation"),  # neither: ani ..., ani ... nie
    ("race", "pl", 80, "pair/comparison"),  # no more and no less, with a comma
    ("race", "pl", 111, "pair/condition"),  # beyond: poza
    # To compare these two long texts takes as long as all others here.
    pytest.param("emperor_4", "fr", 110, "pair/negation", marks=pytest.mark.slow),  # the defence: la défense de
    pytest.param("emperor_4", "fr", 160, "pair/term", marks=pytest.mark.slow),  # home: château, the home castle
]
MISTAKES = [
    ("Un seis no da derecho", "Un seis da derecho", 48, "pair/negation"),
    ("gana quien antes consigue", "pierde quien antes consigue", 3, "pair/actor"),
    ("sin que ocurra nada", "y ocurre algo", 54, "pair/negation"),
    ("tantas casillas como indique", "tatnas caislals cmoo inidque", 42, "fluency/garbled"),
]


@cache
def text_in(name: str, code: str) -> str:
    return (TEXTS / f"{name}.{code}.md").read_text(encoding="utf-8")


@cache
def found_in(name: str, code: str, text: str = "") -> tuple[Finding, ...]:
    original = document("there.md", text_in(name, "en"), "en")
    return compared(side_by_side(original, document("here.md", text or text_in(name, code), code)))


@pytest.mark.parametrize(("name", "code", "line", "rule"), NATURAL)
def test_natural_wording_is_no_finding(name: str, code: str, line: int, rule: str) -> None:
    found = [finding for finding in found_in(name, code) if finding.line == line and finding.level != "note"]
    assert [finding.message for finding in found if finding.rule == rule] == []


def test_mistakes_in_such_sentences_are_found() -> None:
    text = text_in("race", "es")
    for was, now, _, _ in MISTAKES:
        assert text.count(was) == 1
        text = text.replace(was, now)
    found = {(finding.line, finding.rule) for finding in found_in("race", "es", text) if finding.level != "note"}
    assert {(line, rule) for _, _, line, rule in MISTAKES} <= found


MAY = """You may move a knight to the castle.

You may pay a coin.

You may leave the castle with a knight.

You may sell a horse for a coin.

The player buys a horse in the castle.

Then the player takes a horse in the castle and pays a coin.
"""
DARF = """Du darfst einen Ritter in die Burg ziehen.

Du darfst eine Münze zahlen.

Du darfst mit einem Ritter die Burg verlassen.

Du darfst ein Pferd für eine Münze verkaufen.

Der Spieler darf ein Pferd in der Burg kaufen.

Dann nimmt der Spieler ein Pferd in der Burg und zahlt eine Münze.
"""


def test_a_may_of_the_translation_is_a_warning_also_where_it_has_another() -> None:
    texts = side_by_side(document("a", MAY, "en"), document("b", DARF.replace("Dann nimmt der Spieler ein Pferd in der Burg",
                         "Dann darf der Spieler ein Pferd in der Burg nehmen"), "de"))
    assert texts.agreement.in_original("may") < 0.84
    assert ("may", 11, "warning") in [(finding.actual, finding.line, finding.level) for finding in compared(texts)]
