"""Read the sources of glossaries and texts; report one that cannot be read, and go on without it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from ..source.diagnostics import Diagnostics
from ..source.read_limited import text_in
from ..source.span import Source, Span

FILES_KEPT = 64


def source_of(path: Path, diagnostics: Diagnostics) -> Source:
    """Read a file to a source."""
    try:
        return _source(str(path), text_in(path))
    except (OSError, UnicodeDecodeError) as error:
        empty = Source(str(path), "")
        reason = (error.strerror or str(error)).lower() if isinstance(error, OSError) else "it is not text in UTF-8"
        diagnostics.add("E103", f"`{path}` cannot be read: {reason}", Span(empty, 1, 1, 1, 1))
        return empty


@lru_cache(maxsize=FILES_KEPT)
def _source(name: str, text: str) -> Source:
    """Return the same source for the same text, so that what is made from it can be remembered."""
    return Source(name, text)
