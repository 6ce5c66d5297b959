"""How much of a position a picture tells: as much as there is room for."""

from __future__ import annotations

import shutil
import sys
from enum import Enum


class Detail(Enum):
    """All of it; what rows say cut to one line each; only names of the rows that nothing is asked about."""

    FULL = 0
    SHORT = 1
    BRIEF = 2


# How many lines of a terminal are kept for what is asked, and for its answer.
KEPT = 10


def room() -> int:
    """How many lines a picture may have; where nothing scrolls away, as many as it needs."""
    return shutil.get_terminal_size().lines - KEPT if sys.stdout.isatty() else sys.maxsize


def fits(asked: list[str]) -> bool:
    """Whether what is asked has room below a picture."""
    return len(asked) <= KEPT or not sys.stdout.isatty()
