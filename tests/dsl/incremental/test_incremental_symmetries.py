"""A symmetry with other rules outside of it is checked without the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from .edited import after
from .heap import AT, RULEBOOK

SYMMETRY = 'symmetry seats: seats rotated except in tidy_up\n    "All the same."\n\n'
# What is written of the rules outside of a symmetry: whether the rest of what was found holds.
OUTSIDE = {
    "one more": ("tidy_up", "tidy_up, turn_of", True), "none": (" except in tidy_up", "", True),
    "another": ("tidy_up", "turn_of", True), "one that is not there": ("tidy_up", "tidy_down", False),
    "another, in other words": ('tidy_up\n    "All', 'turn_of\n    "Quite', True),
    "a turn by one": ("rotated", "rotated by 1", False), "a condition": ("tidy_up", "tidy_up when player_count = 2", False),
}


@pytest.mark.parametrize("edit", OUTSIDE)
def test_other_rules_may_be_outside_of_a_symmetry(main: Path, edit: str) -> None:
    text = RULEBOOK.replace(AT, SYMMETRY + AT)
    main.write_text(text, encoding="utf-8")
    before, now, holds = OUTSIDE[edit]
    changed = SYMMETRY.replace(before, now)
    assert changed != SYMMETRY
    after(main, main, (SYMMETRY, changed, holds))
