"""Questions that a person asks the publisher, each about a clause or a finding: a text file of JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable

from attrs import frozen

from ...dsl.source.span import Source
from ..lock.lock import unreadable


@frozen
class Inquiry:
    """A question to the publisher: the id of the clause or finding that it is about, and its words."""

    about: str
    text: str


def parsed(source: Source) -> tuple[Inquiry, ...]:
    """The questions in a text. Raises RulebookError, with the line that cannot be read."""
    out = []
    for number, line in enumerate(source.lines, 1):
        if line.strip():
            try:
                row = json.loads(line)
                out.append(Inquiry(str(row["about"]), str(row["question"])))
            except (ValueError, RecursionError, KeyError, TypeError):
                raise unreadable(source, number, "this is not a question to the publisher") from None
    return tuple(out)


def written(inquiries: Iterable[Inquiry]) -> str:
    """Questions as the text of their file."""
    rows = ({"about": inquiry.about, "question": inquiry.text} for inquiry in inquiries)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
