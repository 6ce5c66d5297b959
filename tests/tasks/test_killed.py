"""A process that is killed loses nothing but time."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from rulewright.cli.shared.process.workers import Workers

from ..cli.process.test_workers import falls
from .work import falls_once


def test_tasks_of_a_killed_process_are_done_again(tmp_path: Path) -> None:
    with Workers(2) as workers:
        tasks = [(number, tmp_path / "mark") for number in range(8)]
        assert list(workers.map(falls_once, tasks)) == list(range(8))


def test_processes_that_are_killed_again_and_again_are_reported() -> None:
    with Workers(2) as workers, pytest.raises(BrokenProcessPool):
        list(workers.map(falls, ["a", "b"]))
