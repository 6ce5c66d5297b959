"""Tokens -> places in boxes: in rows, as large as fits."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from attrs import frozen

from ..scene.model import Token
from .plan import Sign

# A sign leaves this much of its place free.
FILL = 0.9


@frozen
class Box:
    """A place for tokens: its centre and size."""

    x: float
    y: float
    width: float
    height: float


def packed(tokens: Sequence[Token], box: Box, most: float) -> list[Sign]:
    """The signs of tokens in a box, each at most so large."""
    count = len(tokens)
    if not count:
        return []
    # Of the divisions with the largest signs the one with the fewest rows.
    columns = max(range(1, count + 1), key=lambda columns: (_side(count, columns, box), columns))
    side = min(most / FILL, _side(count, columns, box))
    rows = ceil(count / columns)
    out = []
    for i, token in enumerate(tokens):
        row, column = divmod(i, columns)
        in_row = min(columns, count - row * columns)
        x = box.x + (column - (in_row - 1) / 2) * side
        y = box.y + (row - (rows - 1) / 2) * side
        out.append(Sign(token, x, y, side * FILL))
    return out


def _side(count: int, columns: int, box: Box) -> float:
    return min(box.width / columns, box.height / ceil(count / columns))


def spread(tokens: Sequence[Token], boxes: Sequence[Box], most: float) -> list[Sign]:
    """The signs of tokens in several boxes: as even as possible, in order."""
    out: list[Sign] = []
    left = list(tokens)
    for i, box in enumerate(boxes):
        share = ceil(len(left) / (len(boxes) - i))
        out += packed(left[:share], box, most)
        left = left[share:]
    return out
