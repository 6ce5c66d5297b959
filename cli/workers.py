"""Tasks carried out in this process or in several, their results in the order of the tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Workers:
    """Carries out tasks in so many processes; with one, in this process."""

    def __init__(self, jobs: int) -> None:
        self.pool = ProcessPoolExecutor(jobs) if jobs > 1 else None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """What a function gives for each task, in their order."""
        return map(function, tasks) if self.pool is None else self.pool.map(function, tasks)
