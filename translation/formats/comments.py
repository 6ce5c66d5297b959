"""Comments in a text -> the text without them, and the clauses that `<!-- clause: id -->` says are stated there.

A comment stands before the sentence that states the clause, on a line of its own, or behind it on the same line.
"""

from __future__ import annotations

import re

from attrs import frozen

_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_CLAUSES = re.compile(r"\s*clauses?:\s*([\w.]+(?:[\s,]+[\w.]+)*)\s*")
_NOT_BREAKS = re.compile(r"[^\r\n]")


@frozen
class ClauseComment:
    """The clauses that a comment names, the place of the comment in the text, and whether text stands before it on its line."""

    clauses: tuple[str, ...]
    offset: int
    behind: bool


def without_comments(text: str) -> tuple[str, tuple[ClauseComment, ...]]:
    """The text with blanks in the place of comments, so that all else stays where it is; and what the comments say."""
    comments = []
    for hit in _COMMENT.finditer(text):
        named = _CLAUSES.fullmatch(hit[1])
        if named is not None:
            before = text[text.rfind("\n", 0, hit.start()) + 1 : hit.start()]
            bare = _COMMENT.sub("", before).strip(" \t-*#>")
            comments.append(ClauseComment(tuple(re.split(r"[\s,]+", named[1])), hit.start(), bool(bare)))
    return _COMMENT.sub(lambda hit: _NOT_BREAKS.sub(" ", hit[0]), text), tuple(comments)
