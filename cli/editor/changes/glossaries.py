"""A diagnostic about a term -> the change that adds a line for it to a glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ....dsl.source.diagnostics import Diagnostic
from ....dsl.source.span import Source, Span
from ....dsl.statements.glossary import glossary_file
from ..files.rulebooks import OpenRulebook
from .edits import Edit
from .mentions import read

# What the English glossary lacks, or that of the language of a text, or that with the place of the diagnostic.
_NOT_ENGLISH = re.compile(r"the English glossary has no term for `([^`]+)`|"
                          r"`([^`]+)` is (?:not a|no) concept of the English glossary")
_NOT_IN_TEXT = re.compile(r"`(\w+)` is (?:not a|neither a number of the rulebook nor a) concept of the glossary")
_MISSING = re.compile(r"no preferred term in `([^`]+)` for (.+)")


def added(opened: OpenRulebook, problem: Diagnostic) -> Iterator[tuple[str, Edit]]:
    """Yield the change that gives a glossary the lines that a diagnostic misses, with its title.

    Concepts are words of English, so a line of the English glossary gets its term. A line of another glossary gets none:
    `check` reports it until a translator has filled it in.
    """
    main, message = Path(opened.files.path), problem.message
    if (english := _NOT_ENGLISH.search(message)) is not None:
        yield from _added(glossary_file(main, "en"), [english[1] or english[2]], is_english=True)
    elif (concept := _NOT_IN_TEXT.search(message)) is not None:
        language = language_of(problem.span.source)
        yield from _added(glossary_file(main, language), [concept[1]], is_english=language == "en")
    elif (other := _MISSING.search(message)) is not None:
        yield from _added(Path(problem.span.source.name), re.findall(r"`([^`]+)`", other[2]), is_english=False)


def _added(path: Path, concepts: list[str], is_english: bool) -> Iterator[tuple[str, Edit]]:
    """Yield the change that adds a line for each concept to a glossary."""
    terms = [concept.replace("_", " ") if is_english else "" for concept in concepts]
    lines = "\n".join(f"{concept},{term},preferred,," for concept, term in zip(concepts, terms, strict=True))
    yield from _lines(path, concepts, lines, "to the English glossary" if is_english else "to the glossary, to be filled in")


def language_of(texts: Source) -> str:
    """Return the language that the header of a file of texts names."""
    match = re.search(r"^texts\s+of\s+\S+\s+in\s+(\w+)", texts.text, re.MULTILINE)
    return "en" if match is None else match[1]


def _lines(path: Path, concepts: list[str], lines: str, where: str) -> Iterator[tuple[str, Edit]]:
    source = read(path)
    if source is None or not concepts:
        return
    last, line = len(source.lines), source.lines[-1]
    span = Span(source, last, len(line) + 1, last, len(line) + 1)
    title = f"Add {', '.join(f'`{concept}`' for concept in concepts)} {where}"
    yield title, Edit(span, f"\n{lines}\n" if line else f"{lines}\n")
