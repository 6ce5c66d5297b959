"""A text beside an edited copy of it in the same language: what differs in a few words differs for certain."""

from __future__ import annotations

import pytest

from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from .ferries import beside, levels, read_as, text_in

# Words of the English rulebook, and what a copy has for them; the rules of what is found, with their levels.
EDITED = [
    ("cannot sink", "can sink", {"pair/negation": "error"}),
    ("Crates never change", "Crates change", {"pair/negation": "error"}),
    ("A boat without crates", "A boat with crates", {"pair/negation": "error"}),
    ("at least one.", "at most one.", {"pair/comparison": "error"}),
    ("exactly one crate", "up to one crate", {"pair/comparison": "error"}),
    ("If fewer than three", "If more than three", {"pair/comparison": "error"}),
    ("You may throw them", "You must throw them", {"pair/modality": "error"}),
    ("player on your left", "player on your right", {"pair/direction": "error"}),
    ("who began last", "who began first", {"pair/order": "error"}),
    ("in the first round", "in the last round", {"pair/order": "error"}),
    ("7 crates wins, not 11", "7 crates wins, not 12", {"pair/number": "error"}),
    ("only two crates", "two crates", {"pair/quantifier": "error"}),
    ("unless a player", "if a player", {"pair/condition": "error"}),
    (", unless a player has no crate left.", ".", {"pair/words": "error"}),
    ("boats and bad weather", "boats or bad weather", {"pair/quantifier": "error"}),
    ("onto your boat.", "onto your table.", {"pair/term": "warning"}),
    ("Anna has 9 crates on her boat.", "Anna on her boat has 9 crates.", {"pair/words": "warning"}),
    ("two crates from the shore and", "two crates from the shore, far away in the mist, and", {"pair/words": "warning"}),
    ("Put all twenty", "Put all 20", {"pair/words": "note"}),
]


@pytest.mark.parametrize(("was", "now", "found"), EDITED, ids=[now[:25] for _, now, _ in EDITED])
def test_one_difference_in_a_copy_is_one_finding(was: str, now: str, found: dict[str, str]) -> None:
    assert levels("en", was, now, "en") == found

def test_a_text_in_words_of_its_own_is_no_copy() -> None:
    """Compare a text whose sentences all begin in other words: then nothing is known word by word."""
    own = "\n".join(f"Well, {line[0].lower()}{line[1:]}" if line and line[0].isalpha() else line
                    for line in text_in("en").splitlines())
    assert "pair/words" not in {finding.rule for finding in compared(beside(own, "en"))}


def test_a_finding_names_the_sentence_in_which_the_words_stand() -> None:
    """Part a sentence in two lines; the second of them has another direction."""
    was = "When you have loaded your crates, pass the dice to the player on your left."
    parted = "When you have loaded your crates,\n\npass the dice to the player on your right."
    text = text_in("en").replace(was, parted.replace("crates,", "crates."))
    [finding] = [one for one in compared(beside(text, "en")) if one.rule == "pair/direction"]
    assert finding.line == text[:text.index("your right")].count("\n") + 1


def test_cells_that_have_changed_places_are_an_error() -> None:
    rows = [f"| law {place} | {first} | {second} |" for place, (first, second) in enumerate(
        (("red wool", "blue silk"), ("green jade", "white salt"), ("black tea", "old wine"), ("gold", "iron"), ("oak", "ash")))]
    swapped = [rows[0], "| law 1 | white salt | green jade |", *rows[2:]]
    own, other = (read_as("# Laws\n\n" + "\n".join(some) + "\n", "en") for some in (rows, swapped))
    found = {(finding.rule, finding.level, finding.line) for finding in compared(side_by_side(own, other))}
    assert ("pair/words", "error", 4) in found
    assert {line for _, _, line in found} == {4}


def test_what_both_sides_deny_besides_explains_no_denial_that_is_gone() -> None:
    """Put a denial beside an `only` and a `without`, which say it too in other sentences."""
    was = "A boat without crates cannot sink, even if two sixes are thrown."
    text = text_in("en").replace(was, f"{was} Crates go without a boat only if it is weaker (dice do not count for it).")
    changed = text.replace("do not count", "do count")
    found = compared(side_by_side(read_as(text, "en"), read_as(changed, "en")))
    assert [(finding.rule, finding.level) for finding in found] == [("pair/negation", "error")]
