"""Read the sources of glossaries and texts; report one that cannot be read, and go on without it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from ..source.diagnostics import Diagnostics
from ..source.read_limited import text_in
from ..source.span import Source, Span

FILES_KEPT = 64


def source_of(path: Path, diagnostics: Diagnostics) -> Source:
    """Read a file to a source; one that cannot be read is reported, and has no text."""
    return source_if_read(path, diagnostics) or Source(str(path), "")


def source_if_read(path: Path, diagnostics: Diagnostics) -> Source | None:
    """Read a file to a source; report one that cannot be read, and return None."""
    try:
        return _source(str(path), text_in(path))
    except OSError as error:
        problem = f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}"
    except UnicodeDecodeError as error:
        problem = f"`{path}` is not text in UTF-8 (byte {error.start})"
    diagnostics.add("E103", problem, Span(Source(str(path), ""), 1, 1, 1, 1))
    return None


@lru_cache(maxsize=FILES_KEPT)
def _source(name: str, text: str) -> Source:
    """Return the same source for the same text, so that what is made from it can be remembered."""
    return Source(name, text)
