"""A diagnostic about a term -> the change that adds a line for it to a glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ....dsl.source.diagnostics import Diagnostic
from ....dsl.source.span import Span
from ....dsl.statements.glossary import glossary_file
from ..files.rulebooks import Opened
from .edits import Edit
from .mentions import read

_NO_TERM = re.compile(r"the English glossary has no term for `([^`]+)`")
_MISSING = re.compile(r"no preferred term in `([^`]+)` for (.+)")


def added(opened: Opened, problem: Diagnostic) -> Iterator[tuple[str, Edit]]:
    """Yield the change that gives a glossary the lines that a diagnostic misses, with its title.

    Concepts are words of English, so a line of the English glossary gets its term. A line of another glossary gets none:
    `check` reports it until a translator has filled it in.
    """
    english, other = _NO_TERM.search(problem.message), _MISSING.search(problem.message)
    if english is not None:
        name = english[1]
        yield from _lines(glossary_file(Path(opened.files.path), "en"), [name], f"{name},{name.replace('_', ' ')},preferred,,",
                          "to the glossary")
    elif other is not None:
        concepts = re.findall(r"`([^`]+)`", other[2])
        lines = "\n".join(f"{concept},,preferred,," for concept in concepts)
        yield from _lines(Path(problem.span.source.name), concepts, lines, "to the glossary, to be filled in")


def _lines(path: Path, concepts: list[str], lines: str, where: str) -> Iterator[tuple[str, Edit]]:
    source = read(path)
    if source is None or not concepts:
        return
    last, line = len(source.lines), source.lines[-1]
    span = Span(source, last, len(line) + 1, last, len(line) + 1)
    title = f"Add {', '.join(f'`{concept}`' for concept in concepts)} {where}"
    yield title, Edit(span, f"\n{lines}\n" if line else f"{lines}\n")
