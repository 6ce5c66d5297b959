"""An end more or less is checked without the rest, where its place among the others is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.incremental.again import check_again

from .edited import all_names, cached, compared
from .heap import AT, NEW, RULEBOOK
from .test_incremental_passes import OPEN

# Ends that are new, each before another, and those that are gone.
ENDS = {
    "first": ({"empty": "end at_once"}, ()), "between": ({"stuck": "end at_once"}, ()), "last": ({"": "end at_once"}, ()),
    "two": ({"nobody_wins": "end at_once", "": "end in_time"}, ()), "one for another": ({"": "end at_once"}, ("stuck",)),
}


@pytest.mark.parametrize("edit", ENDS)
def test_ends_come_in_their_order(main: Path, edit: str) -> None:
    new, gone = ENDS[edit]
    now = RULEBOOK
    for before, head in new.items():
        end = f'{head}\n    "Then."\n    when left < 15\n    winners p in players where p.stones > 2\n\n'
        behind = f"end {before}\n" if before else "invariant few"
        now = now.replace(behind, end + behind)
    for name in gone:
        at = now.index(f"end {name}\n")
        now = now[:at] + now[now.index("\n\n", at) + 2:]
    both = compared(cached(main, (), all_names(main)), main, main, now)
    assert both is not None
    recheck, (_, whole) = both
    assert recheck.is_played
    assert [[end.id for end in rechecked.program.ends] for rechecked in recheck.programs] == [
        [end.id for end in program.ends] for program in whole]


@pytest.mark.parametrize(("checked", "play", "code"), [
    ("check empty, nobody_wins, stuck", "check empty", "E401"), ("check ends", "check empty", ""),
    ("check empty, nobody_wins, stuck", "check ends", "")])
def test_an_end_that_nothing_checks_is_reported(main: Path, checked: str, play: str, code: str) -> None:
    text = RULEBOOK.replace("            check ends\n", f"            {checked}\n").replace(
        "            check empty\n", f"            {play}\n")
    main.write_text(text, encoding="utf-8")
    both = compared(cached(main, (), all_names(main)), main, main, text.replace(AT, "# Ends.\n" + NEW["end"] + AT))
    assert both is not None
    mistakes, (whole, _) = both[0].mistakes, both[1]
    assert [diagnostic.code for diagnostic in mistakes] == ([code] if code else [])
    assert [[(fix.span.line, fix.text) for fix in diagnostic.fixes] for diagnostic in mistakes] == [
        [(fix.span.line, fix.text) for fix in diagnostic.fixes] for diagnostic in whole]


def test_the_last_end_may_not_be_gone(tmp_path: Path) -> None:
    main = tmp_path / "passes.rules"
    text = OPEN.replace("check empty, full", "check ends").replace('"The heap is empty."', '"Nothing is left."')
    begin, end = text.index("end empty\n"), text.index("end full\n")
    with_one_end = text[:end] + 'invariant in_time: rounds <= 99 and left >= 0\n    "All is in time."\n'
    for before, now, holds in ((text, with_one_end, True), (with_one_end, with_one_end[:begin] + with_one_end[end:], False)):
        main.write_text(before, encoding="utf-8")
        assert (check_again(cached(main), {str(main): now}) is not None) == holds


def test_the_order_of_ends_in_two_files_is_known_where_neither_uses_the_other(main: Path) -> None:
    end = NEW["end"]
    (main.parent / "more.rules").write_text(end, encoding="utf-8")
    text = RULEBOOK.replace(AT, 'use "more.rules"\n\n' + AT)
    main.write_text(text, encoding="utf-8")
    rulebook, again = cached(main, (), all_names(main)), end.replace("too_soon", "sooner")
    assert check_again(rulebook, {str(main): text.replace("end stuck", again + "end stuck")}) is None
    both = compared(rulebook, main, main.parent / "more.rules", end + again)
    assert both is not None
    assert [end.id for end in both[0].programs[0].program.ends] == [end.id for end in both[1][1][0].ends]
