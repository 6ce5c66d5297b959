"""Set the standard streams to UTF-8, so that pipes and files get the same bytes on every system."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TextIO


def speak_utf8() -> None:
    """Read and write UTF-8; on a terminal, its own encoding.

    Letters that the terminal cannot show become escapes (`\\u0414`); bytes that are not text become `?`.
    """
    _stand_in_for_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        _encode(stream, "backslashreplace")
    _encode(sys.stdin, "replace")


def discard_unwritten() -> None:
    """Discard the rest of the output if it cannot be written; else Python reports it again as it ends, with exit code 120."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


class _Closed(io.RawIOBase):
    """A stream that nothing can be written to."""

    name = "<stdout>"

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        raise OSError(errno.EBADF, "it is closed")


def _stand_in_for_closed_streams() -> None:
    """Put a stream in place of each standard stream that is closed, as programs without a terminal may start others.

    There is nothing to read. What should be printed is an error: it would be lost. Messages are lost without one.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # it stays open to the end
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(_Closed(), "utf-8", write_through=True)
    if sys.stderr is None:
        sys.stderr = io.StringIO()


def _encode(stream: TextIO | None, errors: str) -> None:
    # A program that uses these modules may have put something else in place of a stream, or there may be none.
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding=stream.encoding if stream.isatty() else "utf-8", errors=errors)
