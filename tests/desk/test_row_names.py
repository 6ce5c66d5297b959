"""Names of sentences, which those that stay keep when others are put in, taken out or rewritten."""

from __future__ import annotations

import pytest

from rulewright.cli.desk.row_names import renamed


@pytest.mark.parametrize(("after", "names"), [
    ("abcd", (1, 2, 3, 4)), ("abXcd", (1, 2, 5, 3, 4)), ("acd", (1, 3, 4)), ("aXcd", (1, 2, 3, 4)), ("aXYcd", (1, 2, 5, 3, 4)),
    ("", ()), ("WXYZ", (1, 2, 3, 4)), ("aacd", (1, 2, 3, 4)), ("abcdd", (1, 2, 3, 4, 5))])
def test_sentences_that_stay_keep_their_names(after: str, names: tuple[int, ...]) -> None:
    assert renamed("abcd", (1, 2, 3, 4), after) == names


def test_no_name_is_given_twice_while_it_is_in_use() -> None:
    names: tuple[int, ...] = (1, 2, 3)
    text = "abc"
    for after in ("aXbc", "aXYbc", "Ybc", "YZbcc", "c"):
        names, text = renamed(text, names, after), after
        assert len(set(names)) == len(names) == len(after)
