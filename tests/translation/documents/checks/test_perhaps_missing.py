"""Clauses that are perhaps missing from a document that has neither a lock nor an original."""

from __future__ import annotations

import pytest

from rulewright.translation.checks import clauses
from rulewright.translation.checks.perhaps_missing import LITTLE, check, left_for

from ..ferries import aligned, printed

LEFT_OUT = {"crates_on_shore": "Mettete le venti casse", "boat_each": "Ogni giocatore prende", "load": "Può caricare",
            "never_unloaded": "Una cassa che sta", "full_boat": "Un giocatore la cui barca"}


def without(words: str) -> str:
    """The Italian rulebook without the line that begins with some words."""
    lines = printed("it").splitlines(keepends=True)
    left = [line for line in lines if not line.startswith(words)]
    assert len(left) == len(lines) - 1
    return "".join(left)


@pytest.mark.parametrize(("clause", "words"), LEFT_OUT.items())
def test_a_clause_that_is_left_out_is_listed(clause: str, words: str) -> None:
    assert [finding.clause for finding in check(aligned(printed("it"), "it"))] == ["enough_on_shore"]
    assert clause in [finding.clause for finding in check(aligned(without(words), "it"))]


def test_the_clauses_with_the_least_left_come_first() -> None:
    found = aligned(without("Può caricare"), "it")
    left = left_for(found)
    listed = [left[finding.clause or ""] for finding in check(found)]
    assert len(listed) > 1
    assert listed == sorted(listed)


def test_a_clause_that_is_missing_by_its_numbers_is_not_listed_again() -> None:
    text = printed("en").replace("A player whose boat has 11 crates wins at once.\n\n", "").partition("# The game for 3")[0]
    found = aligned(text, "en")
    assert left_for(found)["full_boat"] < LITTLE
    rules = [finding.rule for finding in (*clauses.check(found), *check(found)) if finding.clause == "full_boat"]
    assert rules == ["accuracy/clause-missing"]
