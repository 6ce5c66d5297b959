"""The options `--jobs`, `--cluster` and `--resume` to tasks: where they run, and which results exist already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import wraps
from pathlib import Path
from typing import Protocol, TypeVar, cast

import click
from attrs import frozen

from ..shared.files.outputs import OUTPUT_FILE
from ..shared.process.workers import Workers
from .cluster import Cluster, NoCluster
from .results import Results, digest_of, results_in
from .subjects import RulesHashes, TaskSubject, rules_of

T = TypeVar("T")
R = TypeVar("R")


class TaskRunner(Protocol):
    """A place that runs tasks."""

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """Yield the result of a function for each task, in order."""
        ...


@frozen
class Work:
    """The place where tasks run (this process, `jobs` processes, or a `cluster`), and the file that keeps their results."""

    jobs: int = 1
    cluster: str | None = None
    resume: Path | None = None

    @contextmanager
    def tasks(self, subjects: Iterable[TaskSubject],
              local: Callable[[], AbstractContextManager[TaskRunner]] | None = None) -> Iterator[Tasks]:
        """Open the place where tasks on these subjects run; `local` opens one to use instead of processes.

        Raises NoCluster, OSError, and what opening a game raises.
        """
        # The hashes are only needed where results come from elsewhere.
        apart = self.cluster is not None or self.resume is not None
        rules = rules_of(subjects) if apart else RulesHashes("", ())
        command = click.get_current_context(silent=True)
        results = results_in(self.resume, rules, "" if command is None else command.info_name or "")
        with ExitStack() as open:
            runner = self._runner(open, rules, local)
            try:
                yield Tasks(runner, results, rules)
            except (KeyboardInterrupt, NoCluster, BrokenProcessPool):
                if self.resume is not None:
                    click.echo(f"\nwhat is finished is kept in {self.resume}: the same command goes on from there", err=True)
                raise

    def _runner(self, open: ExitStack, rules: RulesHashes,
                local: Callable[[], AbstractContextManager[TaskRunner]] | None) -> TaskRunner:
        if self.cluster is None:
            return open.enter_context(Workers(self.jobs) if local is None else local())
        return open.enter_context(Cluster(self.cluster, rules))


class Tasks:
    """Tasks on some rules. Those with a known result do not run again."""

    def __init__(self, runner: TaskRunner, results: Results, rules: RulesHashes) -> None:
        self._runner, self._results, self._rules = runner, results, rules

    def map(self, function: Callable[[T], R], tasks: Sequence[T],
            named: Callable[[T], str] | None = repr,
            is_whole: Callable[[T, R], bool] = lambda task, result: True) -> Iterator[R]:
        """Yield the result of a module's function for each task, in order.

        `named` gives all that a task depends on; without it, results are not kept. Incomplete results, as of an interrupted
        task, are not kept either.
        """
        if self._results.path is None or named is None:
            return self._runner.map(function, tasks)
        return self._resumed(function, tasks, [digest_of(function, named(task), self._rules) for task in tasks],
                             is_whole)

    def _resumed(self, function: Callable[[T], R], tasks: Sequence[T], digests: Sequence[str],
                 is_whole: Callable[[T, R], bool]) -> Iterator[R]:
        known = [self._results.of(digest) for digest in digests]
        # Results come in the order of their tasks, so that the next new one is that of the next task without a known one.
        new = self._runner.map(function, [task for task, result in zip(tasks, known, strict=True) if result is None])
        for task, digest, result in zip(tasks, digests, known, strict=True):
            if result is not None:
                # The digest names the function, whose results are of this type.
                yield cast(R, result[0])
            else:
                new_result = next(new)
                if is_whole(task, new_result):
                    self._results.keep(digest, new_result)
                yield new_result


def work_options(command: Callable[..., object]) -> Callable[..., object]:
    """Add --jobs, --cluster and --resume, as one `Work`."""
    @wraps(command)
    def packed(*arguments: object, jobs: int, cluster: str | None, resume: Path | None, **others: object) -> object:
        return command(*arguments, work=_work(jobs, cluster, resume), **others)

    resumed = click.option("--resume", type=OUTPUT_FILE, metavar="FILE",
                           help="Keep finished parts in this file, and go on from there.")
    return _where(resumed(packed))


def where_options(command: Callable[..., object]) -> Callable[..., object]:
    """Add --jobs and --cluster, as one `Work`, to a command that keeps its results in its own way."""
    @wraps(command)
    def packed(*arguments: object, jobs: int, cluster: str | None, **others: object) -> object:
        return command(*arguments, work=_work(jobs, cluster, None), **others)

    return _where(packed)


def _work(jobs: int, cluster: str | None, resume: Path | None) -> Work:
    if cluster is not None and jobs > 1:
        raise click.UsageError("--jobs and --cluster exclude each other: the workers of a cluster are started with it")
    return Work(jobs, cluster, resume)


def _where(command: Callable[..., object]) -> Callable[..., object]:
    clustered = click.option("--cluster", metavar="ADDRESS",
                             help="Run on the workers of this Dask scheduler, as in tcp://host:8786 (extra `cluster`).")
    jobs = click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
                        help="Use N processes.")
    return jobs(clustered(command))
