"""The standard streams to streams in UTF-8: what is piped or kept in files is the same on every system."""

from __future__ import annotations

import io
import sys
from typing import TextIO


def speak_utf8() -> None:
    """Read and write UTF-8, but what a terminal understands where one is there.

    Letters that a terminal does not have are written as escapes (`\\u0414`); bytes that are no text are read as `?` signs.
    """
    for stream in (sys.stdout, sys.stderr):
        _encode(stream, "backslashreplace")
    _encode(sys.stdin, "replace")


def _encode(stream: TextIO | None, errors: str) -> None:
    # A program that uses these modules may have put something else in place of a stream, or there may be none.
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding=stream.encoding if stream.isatty() else "utf-8", errors=errors)
