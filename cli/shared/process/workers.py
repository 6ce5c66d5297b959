"""Run tasks in this process, in several, or in threads: yield the results in the order of the tasks."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor

T = TypeVar("T")
R = TypeVar("R")
# Windows waits for no more processes than this.
MOST_AT_ONCE = 61
# Processes may be killed from outside this often, less one, before one more task is done.
LIVES = 3


def at_once(jobs: int) -> int:
    """Return the number of processes or threads to use: no more than processors, though two where two are asked for."""
    return min(jobs, max(2, os.cpu_count() or 1), MOST_AT_ONCE)


class Workers:
    """Runs tasks in `jobs` processes; one job runs in this process. An interrupt does not wait for them."""

    def __init__(self, jobs: int) -> None:
        self.pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            # The modules of processes take long to import, and most commands need only this process.
            from multiprocessing import active_children

            self.others = active_children()
            self.jobs = at_once(jobs)
            self.pool = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(self.jobs, initializer=_dies_when_broken_off)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.pool is None:
            return
        from multiprocessing import active_children

        # A pool hands out more tasks than there are processes, and waits for all that it has handed out.
        for child in active_children() if kind is not None else ():
            if child not in self.others:
                child.terminate()
        self.pool.shutdown(cancel_futures=True)

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """Yield the result of a function for each task, in order.

        Tasks of a process that is killed from outside are done again. Raises BrokenProcessPool if that happens again and again.
        """
        if self.pool is None:
            return map(function, tasks)
        return self._results(function, deque(tasks), deque(self._submitted(function, task) for task in tasks))

    def _submitted(self, function: Callable[[T], R], task: T) -> Future[R]:
        from concurrent.futures.process import BrokenProcessPool

        assert self.pool is not None, "there are several processes"
        try:
            return self.pool.submit(function, task)
        except BrokenProcessPool:
            self.pool = self._pool()
            return self.pool.submit(function, task)

    def _results(self, function: Callable[[T], R], tasks: deque[T], futures: deque[Future[R]]) -> Iterator[R]:
        """Yield the results of tasks that were given to the pool, which is replaced where a process was killed."""
        from concurrent.futures.process import BrokenProcessPool

        lives = LIVES
        while futures:
            try:
                result = futures[0].result()
            except BrokenProcessPool:
                lives -= 1
                if not lives:
                    raise
                self.pool = self._pool()
                # One killed process breaks the whole pool. Results that are there are kept; all else is given to the new pool.
                done = [future.done() and future.exception() is None for future in futures]
                futures = deque(future if is_done else self._submitted(function, task)
                                for future, task, is_done in zip(futures, tasks, done, strict=True))
                continue
            lives = LIVES
            futures.popleft()
            tasks.popleft()
            yield result


def _dies_when_broken_off() -> None:
    """Let an interrupt end this process silently; the parent process reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Threads:
    """Runs tasks in N threads of this process; `stop` ends them when their work is interrupted."""

    def __init__(self, jobs: int, stop: Callable[[], None]) -> None:
        from concurrent.futures import ThreadPoolExecutor

        self.pool: ThreadPoolExecutor = ThreadPoolExecutor(at_once(jobs))
        self.stop = stop

    def __enter__(self) -> Threads:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is not None:
            self.stop()
        self.pool.shutdown(cancel_futures=True)

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """Yield the result of a function for each task, in their order.

        When the wait for one is interrupted, the results of those that are under way come as far as they got.
        """
        waiting: deque[Future[R]] = deque()
        try:
            waiting.extend(self.pool.submit(function, task) for task in tasks)
            while waiting:
                yield waiting[0].result()
                waiting.popleft()
        except KeyboardInterrupt:
            self.stop()
            begun = [future for future in waiting if not future.cancel()]
            yield from (future.result() for future in begun)
            raise
