"""What a number counts where the noun is left out or stands among others, and how many play in a word of its own."""

from __future__ import annotations

import pytest

from rulewright.translation.decisions.relock import confirmed, current
from rulewright.translation.document.blocks import blocks
from rulewright.translation.document.features import EvidenceReader
from rulewright.translation.document.language import language
from rulewright.translation.document.sentences import sentences

from ..alignment.test_locks import lock_of
from ..ferries import aligned, findings, glossary, printed


def counts(code: str, text: str) -> list[tuple[int, tuple[str, ...]]]:
    return [(number.value, number.concepts) for number in EvidenceReader(language(code), glossary(code)).read(text).numbers
            if not number.match.weak]


@pytest.mark.parametrize(("code", "text", "found"), [
    ("de", "Es gibt 220 Kisten, 44 von jeder Farbe.", [(220, ("crate",)), (44, ("crate", "colour"))]),
    ("de", "44 von jeder Farbe.", [(44, ())]),
    ("en", "There are 20 crates, 4 for each player.", [(20, ("crate",)), (4, ("crate",))]),
    ("ru", "Есть 20 ящиков, по 4 каждого цвета.", [(20, ("crate",)), (4, ("crate", "colour"))]),
    ("en", "4 storm crates", [(4, ("storm", "crate"))]), ("en", "4 crates, boats", [(4, ("crate",))]),
    ("de", "Zu dritt gewinnt man.", [(3, ("player",))]), ("fr", "À trois, on gagne.", [(3, ("player",))]),
    ("ru", "Втроём играют так.", [(3, ("player",))]), ("it", "In quattro si gioca così.", [(4, ("player",))]),
    ("es", "Entre dos se juega así.", [(2, ("player",))]),
])
def test_what_a_number_counts(code: str, text: str, found: list[tuple[int, tuple[str, ...]]]) -> None:
    assert counts(code, text) == found


def test_a_heading_that_says_how_many_play_in_a_word_is_for_so_many() -> None:
    own = language("de")
    found = sentences(blocks("# Zu dritt\n\nEin Boot gewinnt.\n\n# Das Ende\n\nAlle gehen.\n", own), own)
    assert [sentence.players for sentence in found] == [(3,), (3,), (3,), (3,)]


def test_a_larger_glossary_finds_no_less() -> None:
    """A wrong number of each colour is found, although the glossary has the word for colour."""
    text = printed("de").replace(
        "Ein Spieler, dessen Boot 11 Kisten hat, gewinnt sofort.",
        "Ein Spieler, dessen Boot Kisten hat, 12 von jeder Farbe, gewinnt sofort.")
    errors = [each.actual for each in findings(text, "de")
              if each.rule == "accuracy/number-substituted" and each.level == "error"]
    assert errors == ["12 crate"]


def test_a_sentence_that_is_locked_is_compared_with_what_the_rules_have_as_any_other() -> None:
    """A lock that was made before the document was checked hides no number."""
    text = printed("en") + "\n\nPut 16 crates aside.\n"
    bare = {(each.rule, each.actual, each.level) for each in findings(text, "en") if "number-unknown" in each.rule}
    assert bare == {("accuracy/number-unknown", "16 crate", "warning")}
    item = aligned(text, "en")
    lock = confirmed(item, current(item, "ferry"), {"crates_on_shore": [2, len(item.document.sentences) - 1]})
    locked = {(each.rule, each.actual) for each in findings(text, "en", lock) if each.level != "note"}
    assert ("accuracy/number-substituted", "16 crate") in locked
    assert [each for each in findings(printed("en"), "en", lock_of("en")) if each.level != "note"] == []
