"""Read the sources of glossaries and texts; report one that cannot be read, and go on without it."""

from __future__ import annotations

from pathlib import Path

from ..source.diagnostics import Diagnostics
from ..source.read_limited import text_in
from ..source.span import Source, Span


def source_of(path: Path, diagnostics: Diagnostics) -> Source:
    """Read a file to a source."""
    try:
        return Source(str(path), text_in(path))
    except (OSError, UnicodeDecodeError) as error:
        empty = Source(str(path), "")
        reason = (error.strerror or str(error)).lower() if isinstance(error, OSError) else "it is not text in UTF-8"
        diagnostics.add("E103", f"`{path}` cannot be read: {reason}", Span(empty, 1, 1, 1, 1))
        return empty
