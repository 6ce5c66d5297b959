"""Format a file, and compare the result with what was written before."""

from __future__ import annotations

from ...parse import parse
from ...source.diagnostics import Diagnostics, RulebookError
from ...source.span import Source, Span
from .blanks import blanks
from .breaking import broken
from .columns import columns
from .lines import CodeLine, entries
from .same import difference
from .spacing import INDENT, spaces


class Mismatch(Exception):
    """A layout that would say something else than the author wrote: a mistake of the formatter.

    `span` is the place in the text before.
    """

    def __init__(self, span: Span, what: str) -> None:
        super().__init__(f"{span}: {what}")
        self.span = span


def formatted(source: Source) -> str:
    """Return the text of a file in its layout. Formatting it once more gives the same text.

    Raises RulebookError when the file does not parse, and Mismatch rather than return a text that
    says something else, has lost a comment, or would be laid out differently the next time.
    """
    diagnostics = Diagnostics()
    parse(source, diagnostics)
    if diagnostics.failed:
        raise RulebookError(diagnostics.sorted())
    text = laid_out(source)
    if text != source.text:
        after = Source(source.name, text)
        place = difference(source, after)
        if place is not None:
            raise Mismatch(place, "the formatted text says something else here")
        # Checked at each run, and not only in tests: a layout that is not stable would change a file at every save.
        if laid_out(after) != text:
            raise Mismatch(Span(source, 1, 1, 1, 1), "the formatted text is not formatted")
    return text


def laid_out(source: Source) -> str:
    """Return the layout of a file that parses, unchecked."""
    all_entries = entries(source)
    tables = columns(all_entries)
    out: list[str] = []
    for index, (node, is_below_blank) in enumerate(zip(all_entries, blanks(all_entries), strict=True)):
        if is_below_blank:
            out.append("")
        if isinstance(node, CodeLine):
            out += broken(node, tables.get(index) or spaces(node.words))
        else:
            out.append(" " * INDENT * node.level + node.text)
    return "".join(f"{line}\n" for line in out)
