"""Set the standard streams to UTF-8, so that pipes and files get the same bytes on every system."""

from __future__ import annotations

import io
import sys
from typing import TextIO


def speak_utf8() -> None:
    """Read and write UTF-8; on a terminal, its own encoding.

    Letters that the terminal cannot show become escapes (`\\u0414`); bytes that are not text become `?`.
    """
    for stream in (sys.stdout, sys.stderr):
        _encode(stream, "backslashreplace")
    _encode(sys.stdin, "replace")


def _encode(stream: TextIO | None, errors: str) -> None:
    # A program that uses these modules may have put something else in place of a stream, or there may be none.
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding=stream.encoding if stream.isatty() else "utf-8", errors=errors)
