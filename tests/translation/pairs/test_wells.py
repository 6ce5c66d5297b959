"""Single mistakes in the development texts that were missed once, and natural wording that was reported."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import Document, document
from rulewright.translation.pairs.equivalents import differences
from rulewright.translation.pairs.in_order import _path_of
from rulewright.translation.pairs.link import Link
from rulewright.translation.pairs.side_by_side import SideBySide, side_by_side
from rulewright.translation.pairs.strangers import of_another_game, unrelated

from . import development


def text_in(code: str) -> str:
    return development.text_in("wells", code)


def original(code: str) -> Document:
    return development.original("wells", code)


def found_in(source: str, code: str, text: str) -> tuple[Finding, ...]:
    return development.found_in("wells", source, code, text)


def new(source: str, code: str, text: str) -> list[Finding]:
    """The errors and warnings of a text that are none of the text as it is."""
    usual = {(finding.rule, finding.line) for finding in found_in(source, code, text_in(code))}
    return [finding for finding in found_in(source, code, text)
            if finding.level != "note" and (finding.rule, finding.line) not in usual]


def test_a_number_in_the_place_of_a_word_for_it_is_an_error() -> None:
    was, now = "ook als je haar twee keer inhaalt", "ook als je haar drie keer inhaalt"
    found = new("en", "nl", text_in("nl").replace(was, now))
    assert [(finding.rule, finding.level) for finding in found] == [("pair/number", "error")]


def test_a_short_item_with_a_number_is_no_small_loss() -> None:
    found = new("en", "de", text_in("de").replace("- 3 Würfel\n", ""))
    assert [finding.rule for finding in found if finding.level == "error"] == ["pair/sentence-missing"]


def test_a_new_condition_stands_for_a_denial_before_until() -> None:
    left = differences(Counter(("not", "until")), Counter(("until", "only", "if")))
    assert left.explained == (1, 0)


def test_a_word_for_who_is_no_condition_that_stands_for_a_denial() -> None:
    left = differences(Counter(("not", "until")), Counter(("until", "if")))
    assert left.explained == (0, 0)


def test_a_path_that_goes_back_is_followed_all_the_same() -> None:
    links = [Link((row,), (column,), 0.9) for row, column in ((0, 30), (1, 31), (2, 0), (3, 1), (4, 32))]
    path = _path_of(links, range(5), range(33))
    assert path is not None
    assert all(low <= before[1] and high >= before[0] for before, (low, high) in pairwise(path))


def lighthouse(code: str) -> Document:
    return development.original("lighthouse", code)


@cache
def beside(own: Document, other: Document) -> SideBySide:
    """Two texts side by side: several tests ask for the same two."""
    return side_by_side(own, other)


def test_rulebooks_of_two_games_are_no_pair_although_they_share_numbers_and_turns_of_phrase() -> None:
    message = unrelated(beside(original("en"), lighthouse("pt")))
    assert message is not None
    assert "have hardly a word in common" in message
    assert unrelated(beside(original("en"), lighthouse("ja"))) is not None
    assert unrelated(beside(original("es"), original("fr"))) is None
    assert unrelated(beside(lighthouse("ja"), lighthouse("cs"))) is None  # no dictionary is learnt from Japanese


def test_the_words_decide_beside_a_readable_rulebook_unless_a_comment_names_a_clause() -> None:
    assert of_another_game(beside(original("es"), original("fr"))) is None
    assert of_another_game(beside(original("en"), lighthouse("ja"))) is not None
    named = document("other.md", f"<!-- clause: goal -->\n\n{lighthouse('ja').text}", "ja")
    assert of_another_game(beside(original("en"), named)) is None
