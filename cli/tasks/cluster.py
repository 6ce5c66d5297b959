"""Tasks to the workers of a Dask scheduler: results in the order of the tasks (extra `cluster`).

If a worker dies, the scheduler gives its task to another one. A task runs alone in its process, as several threads
cannot share rules that Python plays.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from threading import Lock
from types import TracebackType
from typing import Any, Protocol, TypeVar, cast

from attrs import frozen

from .subjects import OtherRules, RulesHashes

T = TypeVar("T")
R = TypeVar("R")
# Seconds to reach a scheduler, and to wait for its first worker.
REACH, FIRST_WORKER = 10, 60
# Tasks given out for each thread of the workers, so that none waits for the next; and at least this many.
AHEAD, LEAST = 3, 8
# The package of Dask's scheduler and workers, and of its loggers.
DASK = "distributed"
_alone = Lock()


class _Future(Protocol):
    """The part of Dask's future that is used."""

    def result(self) -> Any: ...


class _Client(Protocol):
    """The part of Dask's client that is used; Dask gives it no types."""

    def wait_for_workers(self, n_workers: int, timeout: float) -> object: ...

    def nthreads(self) -> dict[str, int]: ...

    def submit(self, function: Callable[..., object], *arguments: object, pure: bool) -> _Future: ...

    def close(self) -> object: ...


class NoCluster(Exception):
    """The error for an address without a scheduler or workers, or without Dask."""


@frozen
class _Job:
    """A task as a worker gets it, with the rules that the worker must have."""

    function: Callable[..., object]
    task: object
    rules: RulesHashes


def _carried_out(job: _Job) -> object:
    """Carry out a task on a worker. Raises OtherRules."""
    with _alone:
        job.rules.require()
        return job.function(job.task)


class Cluster:
    """A runner of tasks on the workers of a scheduler. An interrupt cancels all tasks that it gave out."""

    def __init__(self, address: str, rules: RulesHashes) -> None:
        if find_spec("distributed") is None:
            raise NoCluster("Dask is not installed: `pip install 'rulewright[cluster]'`")
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port

        _silence()
        self.rules, self.address = rules, address
        try:
            # A client that cannot read its address waits 20 seconds to close, and prints where it was.
            get_address_host_port(address)
            client = Client(address, timeout=REACH, set_as_default=False)  # type: ignore[no-untyped-call]  # Dask's
            self.client = cast("_Client", client)
        except (OSError, ValueError, TypeError) as error:
            raise NoCluster(f"there is no scheduler at {address} ({_first_line(error)})") from None

    def __enter__(self) -> Cluster:
        from distributed import TimeoutError

        try:
            self.client.wait_for_workers(1, timeout=FIRST_WORKER)
        except TimeoutError:
            self.client.close()
            raise NoCluster(f"the scheduler at {self.address} has no workers; start some with `dask worker`") from None
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.client.close()

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """Yield the result of a function for each task, in order. Raises OtherRules and NoCluster."""
        futures: deque[_Future] = deque()
        left = iter(tasks)
        while True:
            for task in left:
                futures.append(self._submitted(function, task))
                if len(futures) >= self._width():
                    break
            if not futures:
                return
            yield self._result(futures.popleft())

    def _width(self) -> int:
        """Return how many tasks are given out at a time; workers may come and go."""
        return max(LEAST, AHEAD * sum(self.client.nthreads().values()))

    def _submitted(self, function: Callable[[T], R], task: T) -> _Future:
        return self.client.submit(_carried_out, _Job(function, task, self.rules), pure=False)

    def _result(self, future: _Future) -> Any:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            return future.result()
        except OtherRules as error:
            raise OtherRules(f"a worker of {self.address} is refused: {error}") from None
        except KilledWorker:
            raise NoCluster(f"workers of {self.address} died again and again on one task; "
                            "perhaps there was too little memory") from None
        except FutureCancelledError:
            # Its message names a task by Dask's own key, which says nothing to a user.
            raise NoCluster(f"the scheduler at {self.address} is gone") from None
        except OSError as error:
            raise NoCluster(f"the scheduler at {self.address} is gone ({_first_line(error)})") from None


def _silence() -> None:
    """Silence the log of Dask: NoCluster reports a lost connection once, and not each part of Dask."""
    # Dask gives some of its loggers a level of their own, so that of `distributed` alone does not reach them.
    for name in (DASK, *logging.root.manager.loggerDict):
        if name.partition(".")[0] == DASK:
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
