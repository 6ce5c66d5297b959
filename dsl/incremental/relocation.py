"""Diagnostics of a rulebook and the texts of its files now -> the same diagnostics, at the places where their lines are now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve

from ..source.chunks import Chunk, cut
from ..source.diagnostics import Diagnostic, Diagnostics
from ..source.fixes import Fix
from ..source.span import Source, Span
from .changed import runs

# The lines of a file as it was, each with its number now.
_Lines = Mapping[int, int]
_NO_LINES: _Lines = {}


def moved(diagnostics: Iterable[Diagnostic], before: Mapping[str, str], current: Mapping[str, str]
          ) -> tuple[Diagnostic, ...] | None:
    """Return diagnostics with their places in files that have another text now; None where a line of one is not there any more.

    `before` are the texts of all files by their names, and `current` those that differ. A place in the text of now stays.
    """
    files = {name: (Source(name, text), _lines(Source(name, before[name]), Source(name, text)))
             for name, text in current.items()}
    out = Diagnostics()
    for diagnostic in diagnostics:
        related = [(message, _moved(span, files)) for message, span in diagnostic.related]
        fixes = [(fix, _moved(fix.span, files)) for fix in diagnostic.fixes]
        span = _moved(diagnostic.span, files)
        related_places = tuple((message, target) for message, target in related if target is not None)
        known = tuple(Fix(fix.title, target, fix.text) for fix, target in fixes if target is not None)
        if span is None or len(related_places) < len(related) or len(known) < len(fixes):
            return None
        out.extend((evolve(diagnostic, span=span, related=related_places, fixes=known),))
    return out.sorted()


def place_now(span: Span, before: Mapping[str, str], current: Mapping[str, str]) -> Span | None:
    """Return where a place is now; None where one of its lines is not there any more. The texts are those of `moved`."""
    name = span.source.name
    if name not in current or span.source.text == current[name]:
        return span
    source = Source(name, current[name])
    return _moved(span, {name: (source, _lines(Source(name, before[name]), source))})


def _moved(span: Span, files: Mapping[str, tuple[Source, _Lines]]) -> Span | None:
    """Return where a place is now; None where one of its lines is another, or stands apart from the others."""
    source, lines = files.get(span.source.name, (span.source, _NO_LINES))
    if span.source.text == source.text:
        return span
    line = lines.get(span.line)
    if line is None or any(lines.get(number) != number + line - span.line for number in range(span.line, span.end_line + 1)):
        return None
    return Span(source, line, span.column, line + span.end_line - span.line, span.end_column)


def _lines(old: Source, new: Source) -> _Lines:
    """Return the lines that a file still has; of declarations that differ those of which there is only one."""
    out: dict[int, int] = {}
    for differs, before, current in runs(cut(old, Diagnostics()), cut(new, Diagnostics())):
        was, is_ = _numbers(before), _numbers(current)
        if differs:
            only_new = _single(new, is_)
            out.update((number, only_new[text]) for text, number in _single(old, was).items() if text in only_new)
        else:
            out.update(zip(was, is_, strict=True))
    return out


def _numbers(chunks: Sequence[Chunk]) -> list[int]:
    """Return the numbers of the lines of declarations."""
    return [number for chunk in chunks for number in range(chunk.line, chunk.line + chunk.text.count("\n"))]


def _single(source: Source, numbers: Sequence[int]) -> dict[str, int]:
    """Return the lines among these of which there is only one, with their numbers."""
    counts = Counter(source.line(number) for number in numbers)
    return {text: number for number in numbers if counts[text := source.line(number)] == 1}
