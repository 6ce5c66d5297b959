"""A file of decisions -> the decisions, a line for each: a clause or a mark, and the numbers of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
from attrs import frozen

from ...dsl.source.read_limited import text_in

_PARTS = re.compile(r"[\s,;]+")
_PLAY = "play="


@frozen
class ListedDecision:
    """One line: a clause or a mark, the numbers of its sentences, and the playthrough of an example; `line` is its number."""

    what: str
    numbers: tuple[int, ...]
    play: str | None
    line: int


def decisions(path: Path) -> tuple[ListedDecision, ...]:
    """The decisions in a file; `#` begins a remark. A usage error names the line that cannot be read."""
    try:
        text = text_in(path)
    except UnicodeDecodeError:
        raise click.UsageError(f"`{path}` is not text in UTF-8") from None
    read_decisions = tuple(_decisions(path, text))
    if not read_decisions:
        raise click.UsageError(f"`{path}` has no line with a clause")
    return read_decisions


def _decisions(path: Path, text: str) -> Iterator[ListedDecision]:
    for line, whole in enumerate(text.splitlines(), 1):
        parts = [part for part in _PARTS.split(whole.partition("#")[0].strip()) if part]
        if not parts or (line == 1 and parts[0] == "clause"):  # the head of a table
            continue
        plays = [part.removeprefix(_PLAY) for part in parts[1:] if part.startswith(_PLAY)]
        numbers = [part for part in parts[1:] if not part.startswith(_PLAY)]
        if len(plays) > 1 or not all(number.isdecimal() and len(number) < 7 for number in numbers):
            raise click.UsageError(f"`{path}`, line {line}: write a clause or a mark, and the numbers of its sentences")
        yield ListedDecision(parts[0], tuple(map(int, numbers)), plays[0] if plays else None, line)
