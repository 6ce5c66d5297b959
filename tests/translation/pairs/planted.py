"""A text and mistakes in it -> texts with some of the mistakes each, on lines of their own.

To align two texts takes a hundred times as long as to look at one sentence, so mistakes are not planted one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# The words as they are, and the words with the mistake.
Mistake = tuple[str, str]


def planted(text: str, mistakes: Sequence[Mistake], mistake: Mistake, most: int = 10) -> str:
    """The text with a mistake and others, at most so many: the same text for all of them."""
    group = next(group for group in _groups(text, mistakes, most) if mistake in group)
    for was, now in group:
        text = text.replace(was, now)
    return text


def _groups(text: str, mistakes: Sequence[Mistake], most: int) -> Iterator[list[Mistake]]:
    """The mistakes in groups, no two of a group on one line."""
    left = list(dict.fromkeys(mistakes))
    while left:
        group, lines = list[Mistake](), set[int]()
        for was, now in left:
            assert text.count(was) == 1, f"{was} stands {text.count(was)} times"
            line = line_of(text, was)
            if len(group) < most and line not in lines:
                group.append((was, now))
                lines.add(line)
        yield group
        left = [mistake for mistake in left if mistake not in group]


def line_of(text: str, words: str) -> int:
    """The line on which words begin."""
    return text[: text.index(words)].count("\n") + 1
