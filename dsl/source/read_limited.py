"""Read files up to a size limit."""

from __future__ import annotations

import errno
from pathlib import Path

from .chunks import MAX_FILE


def is_there(path: Path) -> bool:
    """Return whether a path names a file or folder. Raises OSError where the system does not answer."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def bytes_in(path: Path, most: int = MAX_FILE) -> bytes:
    """Return the bytes in a file. Raises OSError, also for a file that is too large, of which no more is read, and for a pipe.

    What a shell puts in the place of a file is no such pipe.
    """
    # Of a pipe that lies in a folder nobody knows whether anything ever comes.
    if path.is_fifo() and path.parts[:2] not in (("/", "dev"), ("/", "proc")):
        raise OSError(errno.EINVAL, "it is a pipe", str(path))
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"larger than {most} bytes", str(path))
    return data


def text_in(path: Path, errors: str = "strict") -> str:
    """Return the text in a file, in UTF-8 with or without a mark at its beginning. Raises OSError and UnicodeDecodeError."""
    text = bytes_in(path).decode("utf-8", errors).removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")
