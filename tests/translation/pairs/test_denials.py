"""A denial behind a word for `until`, `before` or `while`: whether it denies anything."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks.denials import by_part, is_idle
from rulewright.translation.pairs.equivalents import DENIALS
from rulewright.translation.pairs.reading import read_for_pairs

# A denial behind a word for `until`, `before` or `while`, and whether it says only that.
IDLE = [
    ("it", "Giocano finché tutti non passano.", True), ("it", "Durante il giro non passano mai.", False),
    ("es", "Juegan hasta que todos no hayan pasado.", True), ("es", "Hasta el fin de la partida no juegan.", False),
    ("es", "Mientras estén en su campo no juegan.", False), ("es", "Mientras una regla no diga otra cosa.", True),
    # One conjunction with two verbs.
    ("it", "Giocano finché tutti i mercanti non passano o il re non vince.", True),
    ("pl", "Przed strażnikiem już nie.", False), ("cs", "Hrají, dokud všichni ostatní hráči neskončí.", True),
]


@pytest.mark.parametrize(("code", "text", "is_so"), IDLE)
def test_a_denial_behind_a_conjunction_says_only_until_and_one_behind_a_preposition_denies(
        code: str, text: str, is_so: bool) -> None:
    shown, = read_for_pairs(document("here.md", text, code))
    assert [is_idle(shown, places) for places in by_part(shown, DENIALS).values()] == [is_so]
