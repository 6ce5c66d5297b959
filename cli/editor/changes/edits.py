"""Changes that an editor offers: a file laid out, a word corrected."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

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
