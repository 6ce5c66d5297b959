"""Painters draw positions: a stage above gives one, and positions ask it."""

from __future__ import annotations

from typing import Protocol

from ..table.values import Position
from .observation import Viewer


class NoPainter(Exception):
    """Nothing is there that draws positions."""


class Painter(Protocol):
    """Draws positions as SVG."""

    def __call__(self, state: Position, viewer: Viewer | None, before: Position | None, language: str) -> str:
        """Draw a position as a viewer sees it; what differs from the position before is marked."""
        ...
