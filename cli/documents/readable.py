"""A rulebook -> its readable rulebook as the text of an original, with the clauses that each line states."""

from __future__ import annotations

import re
from collections.abc import Mapping

import click
from attrs import frozen

from ...dsl.load.loader import Files
from ...translation.booklet.booklet import NotWorded, Press
from ...translation.facts.facts import RulebookFacts
from ..booklet.markdown import as_markdown

# The ids behind what clauses say.
_IDS = re.compile(r" `([\w.]+(?:, [\w.]+)*)`")


@frozen
class Readable:
    """The text of a readable rulebook, and the clauses that each of its lines states, by the line's number."""

    text: str
    clauses: Mapping[int, tuple[str, ...]]


def readable(files: Files, facts: RulebookFacts, code: str, players: int, settings: Mapping[str, str]) -> Readable:
    """The readable rulebook of a game for one number of players. A usage error if there is none in the language."""
    try:
        booklet = Press(files, code, players, dict(settings), facts).booklet()
    except NotWorded as error:
        raise click.UsageError(f"--source rules: {error}") from None
    lines, clauses = list[str](), dict[int, tuple[str, ...]]()
    for number, line in enumerate(as_markdown(booklet, {}, ids=True).splitlines(), 1):
        found = tuple(id for hit in _IDS.findall(line) for id in hit.split(", "))
        if found:
            clauses[number] = found
        lines.append(_IDS.sub("", line))
    return Readable("\n".join(lines), clauses)
