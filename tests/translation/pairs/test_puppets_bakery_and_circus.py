"""What translators of three more invented rulebooks say otherwise is a note at most, and slips in such sentences are found."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.document.language import language
from rulewright.translation.document.words import Phrases, words
from rulewright.translation.pairs.reading import read_for_pairs


def test_a_star_may_stand_within_a_word() -> None:
    phrases = Phrases({"undone": ("nie*any",), "done": ("nie*",)}, whole_first=True)
    assert phrases.within([word.folded for word in words("niesprzedany nieany niech sprzedany")]) == {
        "undone": [0, 1], "done": [2]}
    assert "without" in read_for_pairs(document("here.md", "Niewykorzystane karty.\n", "pl"))[0].signals
    assert "any" in language("pl").signals.codes_at("nieograniczony")


@pytest.mark.parametrize(("code", "text", "turns"), [
    ("ru", "Фонари не стоят ничего, если не стоят на номере.", {"not", "if"}),
    ("en", "It has not gone as far as that.", {"fewer"}), ("sv", "Den har inte hunnit lika långt.", {"fewer"}),
    ("en", "Only if a lamp is left.", {"only", "if"}), ("en", "The dragon stands there.", set[str]()),
])
def test_turns_of_phrase_are_read(code: str, text: str, turns: set[str]) -> None:
    shown, = read_for_pairs(document("text.md", f"{text}\n", code))
    assert set(shown.turns) == turns
    assert "pull" not in shown.contraries
