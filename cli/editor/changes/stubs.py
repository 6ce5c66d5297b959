"""A diagnostic about clauses or moves without a text -> the change that adds them, as `texts --write` does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ....dsl.source import disk
from ....dsl.source.diagnostics import Diagnostic
from ....dsl.source.span import Span
from ..files.rulebooks import OpenRulebook
from .edits import Edit
from .glossaries import language_of


def to_word(opened: OpenRulebook, problem: Diagnostic) -> Iterator[tuple[str, Edit]]:
    """Yield the change that adds what has no text, as remarks for a translator to word, with its title."""
    if problem.code != "W502" or not opened.compiles:
        return
    # Imported here: few rulebooks have texts, and what is known of their clauses takes long to load.
    from ....translation.facts.facts import facts_of
    from ....translation.wording.update import stubs, text_path

    source = problem.span.source
    language = language_of(source)
    if disk.resolved(text_path(opened.files, language)) != disk.resolved(Path(source.name)):
        return
    more = stubs(opened.files, facts_of(opened.files), language)
    last = len(source.lines)
    end = len(source.line(last)) + 1
    if more:
        yield "Add what has no text, to be worded", Edit(
            Span(source, last, end, last, end), "".join(more) if end == 1 else "\n" + "".join(more))
