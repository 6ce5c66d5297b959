"""Declarations that are gone and that others still name: what else has to be so that only these are checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from .edited import all_names, compared, kept
from .test_incremental_besides import RULEBOOK

TIDY = """rule tidy_up(p: player)
    "{p} tidies up."
    p.marks[3] becomes 0
"""
EXCEPT = """    exception already: p.marks[3] = 0
        "It is tidy."
        p.marks[3] becomes 0

"""
MORE = """function more_of(n: 0..9): 0..20
    "One more."
    assumed "nobody says so"
    let more = n + 1
    gives more

"""
EXTRA = '    extra = room - 1 "Some stones."\n'


def _changed(*edits: tuple[str, str]) -> str:
    text = RULEBOOK
    for before, now in edits:
        assert text.count(before) == 1
        text = text.replace(before, now)
    return text


# A rulebook, what is gone from it, what is written in place of what besides, and the mistakes; None if it is checked whole.
GONE: dict[str, tuple[str, str, tuple[str, str], tuple[str, ...] | None]] = {
    "a rule with a clause that an invariant names": (
        _changed((f"\n{TIDY}", ""), ("rule turn_of", f"{TIDY}{EXCEPT}rule turn_of"),
                 ("few: left <= 99", "few of each step: not applied(already) or left <= 99")),
        TIDY + EXCEPT, ("", ""), ("unknown rule `tidy_up`", "there is no clause `already`")),
    "a constant in the type of a field": (
        _changed(("    marks: 0..3", "    far: 0..extra = 0\n    marks: 0..3"), ("left > 98", "next(P1).far > 7 or left > 98"),
                 ("p.held becomes 3", "p.far becomes 1\n            p.held becomes 3")), EXTRA, ("", ""), None),
    "a function, while a rule that names it differs": (
        RULEBOOK, MORE, ("p.stones gains 1\n", "p.stones gains 1 + 0\n"), None),
    "a function, while nothing else differs": (RULEBOOK, MORE, ("", ""), ("unknown function `more_of`",)),
}


@pytest.mark.parametrize("case", GONE)
def test_all_that_names_what_is_gone_is_reported(tmp_path: Path, case: str) -> None:
    main = tmp_path / "heap.rules"
    text, gone, (before, now), mistakes = GONE[case]
    main.write_text(text, encoding="utf-8")
    assert text.count(gone) == 1
    both = compared(kept(main, (), all_names(main)), main, main, text.replace(gone, "").replace(before or now, now))
    assert (None if both is None else tuple(mistake.message for mistake in both[0].mistakes)) == mistakes
