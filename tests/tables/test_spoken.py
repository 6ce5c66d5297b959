"""The things that moves speak of, which a click on a page chooses."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright.cli.tables.spoken import Speech

CASES = Path(__file__).parents[1] / "playthroughs" / "cases"


def test_a_payment_speaks_of_the_kinds_that_it_names() -> None:
    state = rulewright.load(str(CASES / "payments.rules")).rules(2).initial()
    point = state.rules.point(state)
    assert point is not None
    speech = Speech(state.rules, point, 0)
    assert speech.types() == ("metal",)
    codes = [choice.code for choice in state.rules.choices(state)]
    keys = {move.notation: move.keys for move in speech.moves(codes, list(state.slots))}
    assert keys["pays 6gold"] == ("metal|gold",)
    assert keys["pays 1gold+5copper"] == ("metal|gold", "metal|copper")
