"""Cells of a table's row that stand in each other's places, in another language than that of the original."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

ENGLISH = (("boat", "before", "behind it"), ("red crates", "0", "1"), ("marker", "T9", "T10"),
           ("first place", "harbour", "island"), ("second place", "island", "harbour"), ("third place", "island", "harbour"),
           ("last place", "harbour", "island"))
GERMAN = (("Boot", "vorher", "nachher"), ("rote Kisten", "0", "1"), ("Marker", "T9", "T10"), ("erster Ort", "Hafen", "Insel"),
          ("zweiter Ort", "Insel", "Hafen"), ("dritter Ort", "Insel", "Hafen"), ("letzter Ort", "Hafen", "Insel"))


def found_in(rows: tuple[tuple[str, ...], ...]) -> list[tuple[str, str, int | None]]:
    """The errors and warnings on a German table beside the English one."""
    own, other = (document("table.md", "# Table\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in some) + "\n", code)
                  for some, code in ((ENGLISH, "en"), (rows, "de")))
    return [(finding.rule, finding.level, finding.line) for finding in compared(side_by_side(own, other))
            if finding.level != "note"]


def test_a_table_in_its_order_has_no_findings() -> None:
    assert found_in(GERMAN) == []


@pytest.mark.parametrize(("place", "swapped", "rule"), [
    (1, ("rote Kisten", "1", "0"), "pair/number-order"), (1, ("0", "rote Kisten", "1"), "pair/number-order"),
    (2, ("Marker", "T10", "T9"), "pair/number-order"), (4, ("zweiter Ort", "Hafen", "Insel"), "pair/order")])
def test_two_cells_that_have_changed_places_are_an_error(place: int, swapped: tuple[str, ...], rule: str) -> None:
    assert found_in((*GERMAN[:place], swapped, *GERMAN[place + 1:])) == [(rule, "error", place + 3)]


def test_words_that_stand_in_both_cells_show_no_exchange() -> None:
    """Put what both cells say into another order: then each still has a known word of its own."""
    assert not {rule for rule, _, _ in found_in((*GERMAN[:4], ("zweiter Ort", "Insel, Hafen", "Hafen, Insel"), *GERMAN[5:]))
                } & {"pair/order"}
