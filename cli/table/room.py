"""How many lines of a terminal there are for what is shown."""

from __future__ import annotations

import shutil
import sys


def lines_of_terminal() -> int | None:
    """The lines of the terminal; None where nothing scrolls away."""
    return shutil.get_terminal_size().lines if sys.stdout.isatty() else None


def lines_for_choices() -> int | None:
    """How many lines a list of choices may have."""
    lines = lines_of_terminal()
    return None if lines is None else max(4, lines // 5)


def lines_for_picture(above: int, below: int) -> int | None:
    """How many lines a picture may have between what stands above and below it.

    It has no less than three fifths of all, as far as what stands below it leaves them: that is on the screen with it.
    """
    lines = lines_of_terminal()
    return None if lines is None else max(lines - above - below, min(lines - below, lines * 3 // 5))
