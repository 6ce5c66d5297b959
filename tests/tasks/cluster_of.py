"""A Dask scheduler and workers of our own, each a process that can be killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]
DASK = (sys.executable, "-m", "distributed.cli.dask_scheduler"), (sys.executable, "-m", "distributed.cli.dask_worker")


@frozen
class Started:
    """A scheduler at an address, and its workers."""

    address: str
    workers: tuple[subprocess.Popen[bytes], ...]


@contextmanager
def cluster_of(workers: int, folder: Path, environment: Mapping[str, str]) -> Iterator[Started]:
    """Start a scheduler and workers without watchers that start them again; end them afterwards."""
    file = folder / "scheduler.json"

    def begun(*command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([*command, "--scheduler-file", str(file), "--no-dashboard"], stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, cwd=folder, env=dict(environment))

    scheduler = begun(*DASK[0], "--host", "127.0.0.1", "--port", "0")
    given = tuple(begun(*DASK[1], "--nthreads", "1", "--no-nanny", "--local-directory", str(folder)) for _ in range(workers))
    try:
        yield Started(_address(file), given)
    finally:
        for process in (*given, scheduler):
            process.kill()
            process.wait()


def _address(file: Path) -> str:
    for _ in range(1200):
        try:
            return str(json.loads(file.read_text(encoding="utf-8"))["address"])
        except (OSError, ValueError):
            time.sleep(0.05)
    raise AssertionError("the scheduler started")
