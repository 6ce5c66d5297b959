"""Mistakes and free wording of the development text of the embassy, and what was mended with it."""

from __future__ import annotations

from rulewright.translation.document.document import document
from rulewright.translation.pairs.equivalents import AKIN
from rulewright.translation.pairs.homonyms import homonyms
from rulewright.translation.pairs.reading import read_for_pairs


def test_a_must_that_stands_for_may_everywhere_is_no_homonym() -> None:
    own, other = (read_for_pairs(document("text", text, code)) for text, code in (
        ("You may draw a card.\nYou may pay a coin.\nYou may build a house.\nYou may sell a field.\nThen pass.\n", "en"),
        ("Je moet een kaart trekken.\nJe moet een munt betalen.\nJe moet een huis bouwen.\nJe moet een akker verkopen.\n"
         "Dan pas je.\n", "nl")))
    pairs = [((one,), (two,)) for one, two in zip(own, other, strict=True)]
    assert tuple(map(set, homonyms(pairs, AKIN))) == (set(), set())
