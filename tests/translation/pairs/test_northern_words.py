"""Small words of Swedish, Danish and Norwegian that say several things: they name no thing, and add no `may`."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.document.language import language
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side


@pytest.mark.parametrize(("code", "word", "thing"), [
    ("sv", "får", "sheep"), ("da", "får", "sheep"), ("sv", "vara", "goods"), ("sv", "hamnar", "harbour"),
    ("nb", "tre", "wood"),
])
def test_a_small_word_is_no_thing_of_a_game(code: str, word: str, thing: str) -> None:
    assert thing not in language(code).things.codes_at(word)


def test_a_word_that_says_gets_adds_no_may() -> None:
    own = ["The blue hen is fed.", "Each hen that has grain receives an egg.", "The red hen may be fed too."]
    other = ["Den blå hönan matas.", "Varje höna som har säd får ett ägg.", "Även den röda hönan får matas."]
    texts = side_by_side(document("there.md", "\n\n".join(own), "en"), document("here.md", "\n\n".join(other), "sv"))
    assert not [finding.message for finding in compared(texts) if finding.level in ("error", "warning")]
