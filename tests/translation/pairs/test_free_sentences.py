"""Free sentences that are put behind a text, and what they say is no finding."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from .development import text_in
from .planted import line_of

ADDED = [
    ("An order that has only just been turned over counts too.",
     "Auch ein Auftrag, der gerade erst aufgedeckt wurde, zählt schon.", "pair/quantifier"),
    # What need not be more is a bound from above.
    ("It is enough to have one lamp more than anyone else, no more than both together.",
     "Es genügt, eine Lampe mehr zu haben als jeder andere; mehr als beide zusammen braucht man nicht.", "pair/negation"),
]


@pytest.mark.parametrize(("own", "other", "rule"), ADDED)
def test_a_free_sentence_behind_a_text_is_no_finding(own: str, other: str, rule: str) -> None:
    there, here = (f"{text_in('glass', code)}\n{words}\n" for code, words in (("en", own), ("de", other)))
    texts = side_by_side(document("there.md", there, "en"), document("here.md", here, "de"))
    assert [finding for finding in compared(texts) if finding.line == line_of(here, other) and finding.rule == rule] == []
