"""A diagnostic about a term -> the change that adds it to a glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ....dsl.source.diagnostics import Diagnostic
from ....dsl.source.span import Span
from ..files.rulebooks import Opened
from .edits import Edit
from .mentions import read

_NO_TERM = re.compile(r"the English glossary has no term for `([^`]+)`")
_MISSING = re.compile(r"no preferred term in `([^`]+)` for (.+)")


def added(opened: Opened, problem: Diagnostic) -> Iterator[tuple[str, Edit]]:
    """Yield the change that gives a glossary the terms that a diagnostic misses, with its title."""
    english, other = _NO_TERM.search(problem.message), _MISSING.search(problem.message)
    if english is not None:
        path = opened.asked.main.parent / "text" / "en.glossary.csv"
        yield from _rows(path, [english[1]])
    elif other is not None:
        yield from _rows(Path(problem.span.source.name), re.findall(r"`([^`]+)`", other[2]))


def _rows(path: Path, concepts: list[str]) -> Iterator[tuple[str, Edit]]:
    source = read(path)
    if source is None or not concepts:
        return
    last, line = len(source.lines), source.lines[-1]
    rows = "".join(f"{concept},{concept.replace('_', ' ')},preferred,,\n" for concept in concepts)
    span = Span(source, last, len(line) + 1, last, len(line) + 1)
    yield f"Add {', '.join(f'`{concept}`' for concept in concepts)} to the glossary", Edit(span, f"\n{rows}" if line else rows)
