"""A layout that says something else, loses a comment, or does not stay is never given out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.dsl.source.span import Source
from rulewright.dsl.tools.format import Mismatch, formatted
from rulewright.dsl.tools.format.same import difference

TEXT = 'rulebook case  # its name\n    players 2\n\nplay\n    must 1 = 2 or 3 = 4 and 5 = 6\n    check ends\n'


@pytest.mark.parametrize(("old", "new", "line"), [
    ("1 = 2", "1 = 3", 5), ("= 4 and 5", "= 4 or 5", 5), ("3 = 4 and 5 = 6", "(3 = 4 and 5) = 6", 5),
    ("    check ends\n", "", 4), ("    check ends\n", "    check ends\n    check ends\n", 4), ("# its name", "", 1),
    ("# its name", "# another", 1), ("  # its name", "", 1), ("\n\nplay", "\n\nphase play", 4),
    ("check ends", "check check", 6), ("play\n", "play again\n", 4), ("players 2\n", "players 2\nenum clan: red\n", 4),
    ("    check ends\n", "    check ends\n# at the end\n", 7), ("case", "case", 0),
])
def test_a_difference_is_found_where_it_is(old: str, new: str, line: int) -> None:
    at = difference(Source("case", TEXT), Source("case", TEXT.replace(old, new, 1)))
    assert (at.line if at is not None else 0) == line


def test_places_and_line_breaks_are_no_difference() -> None:
    after = TEXT.replace("    players", " players").replace("1 = 2", "(1\n = 2)").replace("  # its", "# its")
    assert difference(Source("case", TEXT), Source("case", after)) is None


@pytest.mark.parametrize(("wrong", "what"), [
    (lambda text: text.replace("3 = 4", "3 = 5"), "says something else"),
    (lambda text: text.replace("  # its name", ""), "says something else"),
    (lambda text: text.replace("play", "play  # once more"), "says something else"),
    (lambda text: text + "\n", "is not formatted"),
])
def test_a_wrong_layout_is_never_given_out(wrong: Callable[[str], str], what: str,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.dsl.tools.format.text.laid_out", lambda source: wrong(source.text))
    with pytest.raises(Mismatch, match=what):
        formatted(Source("case", TEXT))
