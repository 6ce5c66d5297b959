"""Markdown to its headings, and the anchors that the site gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

HEADING = re.compile(r"(#{1,4}) +(.+?) *#*")


@frozen
class Section:
    """A part of a page below a heading: how deep the heading is, its text, its anchor, and the lines down to the next one."""

    depth: int
    title: str
    anchor: str
    lines: tuple[str, ...]


def sections(text: str) -> Iterator[Section]:
    """Yield the sections of a page, outside of fenced blocks, in order."""
    title, depth, anchor, lines = "", 0, "", list[str]()
    anchors: dict[str, int] = {}
    fenced = False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        heading = None if fenced else HEADING.fullmatch(line)
        if heading is None:
            lines += [] if fenced or line.startswith("```") else [line]
            continue
        if depth:
            yield Section(depth, title, anchor, tuple(lines))
        depth, title, lines = len(heading[1]), heading[2], []
        anchor = _unique(slug(title), anchors)
    if depth:
        yield Section(depth, title, anchor, tuple(lines))


def slug(title: str) -> str:
    """Return the anchor of a heading, as MkDocs makes it.

    >>> slug("What `ray` gives, and why")
    'what-ray-gives-and-why'
    """
    plain = re.sub(r"[^\w\s-]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title)).strip().lower()
    return re.sub(r"[-\s]+", "-", plain)


def _unique(anchor: str, used: dict[str, int]) -> str:
    used[anchor] = used.get(anchor, -1) + 1
    return f"{anchor}_{used[anchor]}" if used[anchor] else anchor
