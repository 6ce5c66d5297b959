"""A rulebook file -> hints beside its lines: the value of each constant and parameter, by numbers of players."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....dsl import syntax as ast
from ....dsl.source.span import Source
from ..files.rulebooks import OpenRulebook
from .hovers import values_of


def hints(opened: OpenRulebook, source: Source, first: int, last: int) -> Iterator[tuple[int, int, str]]:
    """Yield the line, the column and the text of each hint between two lines; a value that stands there already has none."""
    for declared in opened.names.declared.values():
        span = declared.span
        if span is None or span.source.name != source.name or not first <= span.line <= last:
            continue
        if not isinstance(declared.node, ast.Constant | ast.Parameter):
            continue
        values = values_of(opened, declared)
        if values and not _stand_there(source.line(span.line), [value for _, value in values]):
            yield span.line, span.end_column, f" = {by_players(values)}"


def _stand_there(line: str, values: list[str]) -> bool:
    """Return whether a line writes the values themselves: one for all numbers of players, or one for each in a table."""
    same, by_players = f"= {re.escape(values[0])}", r"\s" + r"\s+".join(map(re.escape, values))
    return re.search(rf"(?:{same}|{by_players})\s*(?:[\"#]|assumed\b|$)", line) is not None


def by_players(values: list[tuple[str, str]]) -> str:
    """Return values by numbers of players in one line: one where all are the same."""
    if len({value for _, value in values}) == 1:
        return values[0][1]
    return ", ".join(f"{value} ({players})" for players, value in values)
