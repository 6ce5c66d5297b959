"""Outlines by name -> paths in a box of 100 by 100, and how large letters may be in them."""

from __future__ import annotations

from ..layout.text import width_of
from ..look.syntax import Outline

# The path, and the middle and the width of the room for letters.
OUTLINES: dict[Outline, tuple[str, int, int]] = {
    "circle": ("M50 4a46 46 0 1 1 0 92a46 46 0 1 1 0-92z", 50, 74),
    "square": ("M14 8h72a6 6 0 0 1 6 6v72a6 6 0 0 1-6 6h-72a6 6 0 0 1-6-6v-72a6 6 0 0 1 6-6z", 50, 78),
    "diamond": ("M50 1L99 50L50 99L1 50z", 50, 58),
    "hexagon": ("M50 2L94 26V74L50 98L6 74V26z", 50, 76),
    "octagon": ("M31 4H69L96 31V69L69 96H31L4 69V31z", 50, 80),
    "shield": ("M8 8H92V48C92 72 74 90 50 98C26 90 8 72 8 48z", 44, 74),
    "star": ("M50 1L62 22L85 15L78 38L99 50L78 62L85 85L62 78L50 99L38 78L15 85L22 62L1 50L22 38L15 15L38 22z", 50, 60),
    "drop": ("M50 2C62 24 88 40 88 62A38 36 0 0 1 12 62C12 40 38 24 50 2z", 60, 66),
    "card": ("M10 14H90A6 6 0 0 1 96 20V80A6 6 0 0 1 90 86H10A6 6 0 0 1 4 80V20A6 6 0 0 1 10 14z", 50, 82),
    "house": ("M50 4L96 44H84V94H16V44H4z", 64, 62),
    "tower": ("M14 6H30V20H42V6H58V20H70V6H86V40L78 46V94H22V46L14 40z", 64, 52),
    "triangle": ("M50 4L98 92H2z", 68, 52),
}


def font_size(letters: str, room: int) -> int:
    """The size of letters that fit into the room of an outline."""
    return min(52, int(room / width_of(letters, 1.08, is_bold=True))) if letters else 0
