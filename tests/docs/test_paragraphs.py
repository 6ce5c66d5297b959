"""Paragraphs and lists of the documents are such on the site, too: there a list begins only behind a blank line."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from .hooks import written

FENCED = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
ITEM = re.compile(r"[-*] \S")
# A sentence behind two blanks has lost the end of the paragraph before it.
LOST = re.compile(r"[\w`)*]\.  [A-Z`]")


def paragraphs(text: str) -> Iterator[list[str]]:
    """The lines that stand together, without code and tables."""
    for part in re.split(r"\n\s*\n", FENCED.sub("", text)):
        lines = [line for line in part.split("\n") if line.strip()]
        if lines and not lines[0].startswith("|"):
            yield lines


@pytest.mark.parametrize("page", sorted(written()))
def test_lists_and_paragraphs_begin_behind_a_blank_line(page: str) -> None:
    for lines in paragraphs(written()[page]):
        assert LOST.search("\n".join(lines)) is None, lines[0]
        is_list = re.match(r" *([-*]|\d+\.) ", lines[0]) is not None
        assert is_list or lines[0].startswith((" ", "#")) or not any(map(ITEM.match, lines[1:])), lines[0]
