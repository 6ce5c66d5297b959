"""A run of things to as few of them as still show the same: moves, facts, changes.

Runs of them are left out, long ones first, as in delta debugging (Zeller and Hildebrandt,
"Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

MAX_TRIES = 400


def shortest(items: tuple[T, ...], attempt: Callable[[tuple[T, ...]], tuple[T, ...] | None],
             most: int = MAX_TRIES) -> tuple[T, ...]:
    """The shortest run that was found within `most` tries.

    `attempt` gives what is left of a run that still shows the same, which may be less than it was
    given; None when it does not, or when that is not shorter.
    """
    size, start, has_shrunk = max(1, len(items) // 2), 0, False
    for _ in range(most):
        if start >= len(items):
            if size == 1 and not has_shrunk:
                break
            size, start, has_shrunk = max(1, size // 2), 0, False
        if not items:
            break
        shorter = attempt(items[:start] + items[start + size :])
        if shorter is None:
            start += size
        else:
            # `start` stays: what came behind the run that is left out stands there now.
            items, has_shrunk = shorter, True
    return items
