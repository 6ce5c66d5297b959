"""Declarations more are checked without the rest also with a variant, where that is sure."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.incremental.again import check_again

from .edited import after, cached
from .heap import AT, NEW, RULEBOOK, write_variant

VARIANT = """variant more of heap

because "More."
    replace invariant few: left <= 98
        "Fewer."
    add after take
        p.stones loses min(p.stones, 1)

function unsure(p: player): flag
    "Whether {p} is unsure."
    gives p.stones = 2

invariant some_are_sure: (some p in players: not unsure(p)) or left >= 0
    "Some are sure."
"""


@pytest.mark.parametrize(("more", "holds"), [
    (NEW["note"], True), (NEW["note"].replace("who_ends", "unsure"), False),
    (NEW["invariant"].replace("marks_suffice", "some_are_sure"), False)])
def test_a_name_of_a_variant_is_not_free(main: Path, more: str, holds: bool) -> None:
    (main.parent / "variants").mkdir()
    (main.parent / "variants" / "more.rules").write_text(VARIANT, encoding="utf-8")
    after(main, main, (AT, more + AT, holds), ("more",))


# A variant of each kind, what is written before the first end, and whether the rest of what was found holds with the variant.
WITH_VARIANT = {
    "an end, where it replaces another": ("""    replace end stuck
        "Nobody wins where all have stones."
        when every p in players: p.stones > 16
        draw
""", NEW["end"], True),
    "an end, where it changes what checks ends": (
        "    add after take\n        p.stones loses min(p.stones, 1)\n", NEW["end"], True),
    "an end, where it takes one away": ("    remove stuck\n", NEW["end"], False),
    "an enum": ("    remove stuck\n", NEW["enum"], True),
}


@pytest.mark.parametrize("edit", WITH_VARIANT)
def test_an_end_more_is_checked_with_a_variant(main: Path, edit: str) -> None:
    changes, more, holds = WITH_VARIANT[edit]
    write_variant(main, f'because "More."\n{changes}')
    after(main, main, (AT, more + AT, holds), ("more",))


def test_a_variant_that_changes_the_first_rule_says_where_to_check_an_end(main: Path) -> None:
    text = RULEBOOK.replace("            check ends\n", "            check empty, nobody_wins, stuck\n")
    main.write_text(text, encoding="utf-8")
    write_variant(main, 'because "More."\n    replace play\n        "Players take turns."\n        repeat\n'
                  "            for each p in players\n                turn_of(p)\n                tidy_up(p)\n"
                  "                check empty\n")
    now = {str(main): text.replace(AT, NEW["end"] + AT)}
    assert (check_again(cached(main), now) is None, check_again(cached(main, ("more",)), now) is None) == (False, True)


@pytest.mark.parametrize(("changes", "holds"), [
    ("    set tool.axe.cost = 8\n", True), ("    replace columns of tool\n        cost: 0..8\n", False)])
def test_a_column_more_comes_last_with_a_variant(main: Path, changes: str, holds: bool) -> None:
    write_variant(main, f'because "More."\n{changes}')
    after(main, main, ("    weight: 0..9\n", "    weight: 0..9\n    shine: 0..9 = 2\n", holds), ("more",))
