"""Compute the number of lines for each part of the screen."""

from __future__ import annotations

import shutil
import sys


def lines_of_terminal() -> int | None:
    """The lines of the terminal; None where nothing scrolls away."""
    return shutil.get_terminal_size().lines if sys.stdout.isatty() else None


def lines_for_choices() -> int | None:
    """The maximum number of lines of a list of choices."""
    lines = lines_of_terminal()
    return None if lines is None else max(4, lines // 5)


def lines_for_picture(above: int, below: int) -> int | None:
    """The maximum number of lines of a picture between the lines above and below it.

    It gets at least three fifths of the screen, as far as the lines below leave room; they share the screen with it.
    """
    lines = lines_of_terminal()
    # The lines above may scroll away: the player has read them.
    return None if lines is None else max(lines - above - below, min(lines - below, lines * 3 // 5))
