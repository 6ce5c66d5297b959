"""Changes that an editor offers: a file laid out, a word corrected; texts with edits made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from ....dsl.source import disk
from ....dsl.source.diagnostics import Diagnostic, RulebookError
from ....dsl.source.span import Source, Span
from ....dsl.tools.format import Mismatch, formatted


@frozen
class Edit:
    """A text to put in place of another."""

    span: Span
    text: str


def laid_out(name: str, text: str) -> str | None:
    """Return a rulebook file laid out; None where it has mistakes."""
    try:
        return formatted(Source(name, text))
    except (RulebookError, Mismatch):
        return None


def fixes(diagnostic: Diagnostic) -> Iterator[tuple[str, Edit]]:
    """Yield the changes that a diagnostic proposes, each with its title."""
    for fix in diagnostic.fixes:
        yield fix.title[:1].upper() + fix.title[1:], Edit(fix.span, fix.text)


def changed_texts(edits: Iterable[Edit]) -> dict[Path, bytes]:
    """Return the texts of the files that edits change, by their resolved paths, with the edits made."""
    by_file: dict[Source, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.span.source, []).append(edit)
    return {disk.resolved(Path(source.name)): with_edits(source, edits_of_file).encode("utf-8", "surrogatepass")
            for source, edits_of_file in by_file.items()}


def with_edits(source: Source, edits: Iterable[Edit]) -> str:
    """Return the text of a file with edits made."""
    lines = source.text.split("\n")
    # From the end to the beginning, so that no edit moves the columns of one that is still to come.
    for edit in sorted(edits, key=lambda edit: (edit.span.line, edit.span.column), reverse=True):
        first, last = edit.span.line - 1, edit.span.end_line - 1
        # The last line of a file may be left out with the line end that it does not have.
        after = lines[last][edit.span.end_column - 1 :] if last < len(lines) else ""
        lines[first : last + 1] = [lines[first][: edit.span.column - 1] + edit.text + after]
    return "\n".join(lines)
