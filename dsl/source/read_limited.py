"""Read files up to a size limit."""

from __future__ import annotations

from pathlib import Path

from . import disk
from .chunks import MAX_FILE


def is_there(path: Path) -> bool:
    """Return whether a path names a file or folder. Raises OSError where the system does not answer."""
    return disk.exists(path) or disk.is_lost(path)


def bytes_in(path: Path, most: int = MAX_FILE) -> bytes:
    """Return the bytes in a file. Raises OSError, also for a file that is too large, of which no more is read, and for a pipe.

    What a shell puts in the place of a file is no such pipe.
    """
    return disk.content(path, most)


def exact_text_in(path: Path, errors: str = "strict") -> str:
    """Return the text in a file, in UTF-8 with or without a mark at its beginning. Raises OSError and UnicodeDecodeError."""
    return bytes_in(path).decode("utf-8", errors).removeprefix("\ufeff")


def text_in(path: Path, errors: str = "strict") -> str:
    """Return the text in a file with `\\n` for every end of a line. Raises OSError and UnicodeDecodeError."""
    text = exact_text_in(path, errors)
    return text.replace("\r\n", "\n").replace("\r", "\n")
