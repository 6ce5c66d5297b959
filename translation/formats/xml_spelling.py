"""A file of XML and its tree written again with other notes -> the file as it was spelled, with these notes.

A tree knows neither how its file quotes, orders and escapes, nor whether an element without content has one tag or two. So all
that both texts have is taken from the file; only what stands between two tags where there are notes of Rulewright is taken from
the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

_MARKUP = re.compile(rb"""<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<(?:[^<>"']|"[^"]*"|'[^']*')*>""", re.DOTALL)
_CDATA = b"<![CDATA["
# A note of Rulewright, and the element around notes with what stands in it.
_NOTE = re.compile(rb"""<(?:[\w.-]+:)?note\s(?=[^<>]*\b(?:category|from)\s*=\s*["']rulewright["'])[^<>]*"""
                   rb"""(?:(?<=/)>|(?<!/)>[^<]*</(?:[\w.-]+:)?note\s*>)""")
_CONTAINER = re.compile(rb"<(?:[\w.-]+:)?notes\b[^<>]*(?:(?<=/)>|(?<!/)>(?P<inside>.*?)</(?:[\w.-]+:)?notes\s*>)", re.DOTALL)
_NAME = re.compile(rb"[^\s<>/]+")


@frozen
class _Tag:
    """A tag, a comment or an instruction as it is spelled, with what stands before it.

    `noted`: before it there are notes of Rulewright. `is_whole`: it is an element in one tag; its end follows with no letter.
    """

    before: bytes
    noted: bool
    spelled: bytes
    is_whole: bool = False

    @property
    def name(self) -> bytes:
        """The name of its element; that of an end that has no letter is empty."""
        match = _NAME.search(self.spelled)
        return match[0] if match is not None else b""


def spelled_as(old: bytes, new: bytes) -> bytes:
    """Return the new text of a root element as the old one is spelled.

    Args:
        old: the root element in the file, in an encoding whose signs are those of ASCII.
        new: the same element written from its tree, which differs by notes of Rulewright alone.

    Returns:
        The old text with the notes of the new one; the new text if the two differ in other elements too, or if an
        element without content has got some.
    """
    was, written = [*_tags(old)], [*_tags(new)]
    if len(was) != len(written):
        return new
    out: list[bytes] = []
    for place, (before, after) in enumerate(zip(was, written, strict=True)):
        is_other = before.name and after.name and before.name != after.name
        if is_other or (before.is_whole and written[place + 1].before):
            return new
        out += (after.before if before.noted or after.noted else before.before, before.spelled)
    return b"".join(out)


def _tags(text: bytes) -> Iterator[_Tag]:
    """The tags of a text but for those of Rulewright's notes; an element in one tag has two, the second without a letter."""
    begin = place = 0
    noted = False
    while (match := _MARKUP.search(text, place)) is not None:
        own = _own_notes(text, match.start())
        place = own[0] if own is not None else match.end()
        noted = noted or (own is not None and own[1])
        if own is None and not match[0].startswith(_CDATA):
            is_whole = match[0].endswith(b"/>")
            yield _Tag(text[begin : match.start()], noted, match[0], is_whole)
            if is_whole:
                yield _Tag(b"", noted=False, spelled=b"")
            begin, noted = place, False


def _own_notes(text: bytes, place: int) -> tuple[int, bool] | None:
    """Return the end of a note of Rulewright, or of an element around notes with no others, at a place; None for other tags.

    The second value says whether there is such a note: an element around notes may be empty.
    """
    note = _NOTE.match(text, place)
    if note is not None:
        return note.end(), True
    container = _CONTAINER.match(text, place)
    if container is None:
        return None
    others, notes = _NOTE.subn(b"", container["inside"] or b"")
    return None if others.strip() else (container.end(), notes > 0)
