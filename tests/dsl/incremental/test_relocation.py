"""What was reported stands where its line is now, or is looked for again."""

from __future__ import annotations

import pytest

from rulewright.dsl.incremental.relocation import moved
from rulewright.dsl.source.diagnostics import Diagnostic
from rulewright.dsl.source.fixes import Fix
from rulewright.dsl.source.span import Source, Span

NAME, OTHER = "heap.rules", "more.rules"
TEXT = """rulebook heap
    players 2

state
    left: 0..9
    right: 0..9

each player has
    left: 0..9
    much: max(1,
        2)

end over
    when left = 1
"""
LINE, LAST = 9, 14
# What a text says now, and on which line the ninth of before stands in it.
TEXTS = {
    "a line above": (TEXT.replace("state\n", "# What changes.\nstate\n"), LINE + 1),
    "a declaration above": (TEXT.replace("state\n", "note of_that\n\nstate\n"), LINE + 2),
    "a declaration less": (TEXT[:TEXT.index("state\n")] + TEXT[TEXT.index("each"):], LINE - 4),
    "another line of its declaration": (TEXT.replace("    much", "    more: flag\n    much"), LINE),
    "lines that changed places": (TEXT.replace("    left: 0..9\n    much: max(1,\n        2)\n",
                                               "    much: max(1,\n        2)\n    left: 0..9\n"), LINE + 2),
    "its line": (TEXT.replace("    left: 0..9\n    much", "    left: 0..8\n    much"), None),
    "its line, which stands elsewhere too": (
        TEXT.replace("    left: 0..9\n    much", "    left: 0..8\n    much").replace("state\n", "note of_that\n\nstate\n"),
        None),
    "both lines of its kind": (
        TEXT.replace("state\n", "note of_that\n\nstate\n    up: flag\n").replace(
            "player has\n", "player has\n    down: flag\n"), None),
    "its declaration": (TEXT[:TEXT.index("each")] + TEXT[TEXT.index("end"):], None),
}


def marked(line: int, end: int | None = None, name: str = NAME) -> Span:
    """A place in a file, to the end of a line."""
    return Span(Source(name, TEXT), line, 5, end or line, 9)


@pytest.mark.parametrize("edit", TEXTS)
def test_a_place_goes_with_its_line(edit: str) -> None:
    now, line = TEXTS[edit]
    there = moved([Diagnostic("W404", "nothing reads it", marked(LINE))], {NAME: TEXT}, {NAME: now})
    assert (None if there is None else there[0].span.line) == line
    assert there is None or (there[0].span.source.text == now and there[0].span.text == marked(LINE).text)


def test_a_place_of_several_lines_stays_together() -> None:
    there = moved([Diagnostic("W405", "too many", marked(10, 11))], {NAME: TEXT}, {NAME: "\n" + TEXT})
    assert there is not None
    assert (there[0].span.line, there[0].span.end_line) == (11, 12)
    apart = TEXT.replace("max(1,\n", "max(1,\n        # One.\n")
    assert moved([Diagnostic("W405", "too many", marked(10, 11))], {NAME: TEXT}, {NAME: apart}) is None


def test_all_places_of_what_was_reported_go_with_their_lines() -> None:
    diagnostic = Diagnostic("W404", "nothing reads it", marked(LINE), related=(("here", marked(LAST)),),
                            fixes=(Fix("leave it out", marked(5), ""),))
    there = moved([diagnostic], {NAME: TEXT}, {NAME: "\n" + TEXT})
    assert there is not None
    assert (there[0].span.line, there[0].related[0][1].line, there[0].fixes[0].span.line) == (LINE + 1, LAST + 1, 6)
    assert moved([diagnostic], {NAME: TEXT}, {NAME: TEXT.replace("left = 1", "left = 2")}) is None
    assert moved([diagnostic], {NAME: TEXT}, {NAME: TEXT.replace("state\n    left: 0..9", "state\n    left: 0..8")}) is None


def test_places_in_other_files_stay_and_all_are_in_order() -> None:
    swapped = TEXT.replace("    left: 0..9\n    right: 0..9\n", "    right: 0..9\n    left: 0..9\n")
    reported = [Diagnostic("W404", "nothing reads `left`", marked(5)), Diagnostic("W404", "nothing reads `right`", marked(6)),
                Diagnostic("W404", "nothing reads it", marked(LINE, name=OTHER))]
    there = moved(reported, {NAME: TEXT, OTHER: TEXT}, {NAME: swapped})
    assert there is not None
    assert [(diagnostic.message, diagnostic.span.line) for diagnostic in there] == [
        ("nothing reads `right`", 5), ("nothing reads `left`", 6), ("nothing reads it", LINE)]
