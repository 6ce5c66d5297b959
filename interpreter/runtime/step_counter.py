"""The loop budget of one transition: how many passes of loops it may make, and how many are left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from .faults import TooLong

T = TypeVar("T")

# A bound for all loops of a step together: nested loops that are each allowed could otherwise take hours.
MAX_PASSES = 200_000


class StepCounter:
    """Counts passes of loops down from `MAX_PASSES`; generated code calls it for loops that may be long."""

    def __init__(self) -> None:
        self.left = MAX_PASSES

    def begin(self) -> None:
        """Begin a transition with the whole budget."""
        self.left = MAX_PASSES

    def once_more(self) -> None:
        """Count one pass. Raises TooLong."""
        self.left -= 1
        if self.left < 0:
            raise TooLong

    def counting(self, values: Iterable[T]) -> Iterator[T]:
        """Give the values, and count each as a pass. Raises TooLong."""
        for value in values:
            self.left -= 1
            if self.left < 0:
                raise TooLong
            yield value
