"""`--cluster`: workers of a Dask scheduler give the same bytes; a killed one loses nothing, one with other rules is refused."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.cli.shared.games.options import GameRequest
from rulewright.cli.tasks import cluster
from rulewright.cli.tasks.cluster import Cluster
from rulewright.cli.tasks.subjects import OtherRules, RulesHashes, TaskSubject, rules_of

from .cluster_of import ROOT, cluster_of
from .work import Square, slow_square, square

PIG = TaskSubject(GameRequest("pig", (), (), 2), 2)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler in this process with two workers."""
    with _cluster(2) as started:
        yield started.scheduler_address


def _cluster(workers: int) -> Any:
    from distributed import LocalCluster

    return LocalCluster(n_workers=workers, threads_per_worker=1, processes=False,  # type: ignore[no-untyped-call]  # Dask's
                        dashboard_address=":0", protocol="tcp", silence_logs=50)


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


@pytest.mark.parametrize("arguments", [
    ("simulate", "pig", "--games", "2500"),
    ("balance", "pig", "--games", "21", "--tries", "1"),
    ("ambiguities", "nim", "--only", "misere", "--games", "1"),
    ("laws", "nim", "--players", "2", "--games", "6"),
    ("mutate", "nim", "--sample", "2", "--games", "2"),
    ("diff", "nim", "nim:marienbad", "--plays", "2")], ids=lambda arguments: arguments[0])
def test_a_cluster_gives_the_same_bytes(arguments: tuple[str, ...], address: str) -> None:
    code = 1 if arguments[0] == "diff" else 0
    assert run(*arguments, "--cluster", address, code=code) == run(*arguments, code=code)


def test_results_come_in_the_order_of_the_tasks(address: str) -> None:
    with Cluster(address, rules_of([])) as workers:
        assert [found.value for found in workers.map(square, range(40))] == [number * number for number in range(40)]


def test_a_worker_with_other_rules_is_refused_by_their_hash(address: str) -> None:
    other = RulesHashes(version("rulewright"), ((PIG, "0" * 64),))
    said = r"rules of pig have the hash [0-9a-f]{12}, and not 0{12}"
    with Cluster(address, other) as workers, pytest.raises(OtherRules, match=said):
        list(workers.map(square, [1]))


@pytest.mark.parametrize(("rules", "said"), [
    (RulesHashes("0.0", ()), "and not 0.0"),
    (RulesHashes(version("rulewright"), ((TaskSubject(GameRequest("no_such_game", (), (), 2), 2), ""),)),
     "cannot open no_such_game")])
def test_another_version_and_a_missing_rulebook_are_refused(rules: RulesHashes, said: str) -> None:
    with pytest.raises(OtherRules, match=said):
        rules.require()


def test_a_scheduler_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "REACH", 0.2)
    said = run("simulate", "pig", "--cluster", "tcp://127.0.0.1:1", code=2)
    assert "Error: there is no scheduler at tcp://127.0.0.1:1" in said
    assert "Traceback" not in said
    assert "there is no scheduler at nonsense://x" in run("simulate", "pig", "--cluster", "nonsense://x", code=2)


@pytest.mark.parametrize("wrong", ["nonsense://x", "nonsense", "tcp://host:port"])
def test_no_client_is_begun_for_an_address_that_cannot_be_read(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Such a client waits for 20 seconds when it is closed, and prints a traceback.
    begun: list[str] = []
    monkeypatch.setattr("distributed.Client", lambda address, **_: begun.append(address))
    with pytest.raises(cluster.NoCluster, match=f"there is no scheduler at {wrong}"):
        Cluster(wrong, rules_of([]))
    assert begun == []


class _Cancelled:
    """A future of a scheduler that is gone, as Dask has it."""

    def result(self) -> object:
        from distributed.client import FutureCancelledError

        raise FutureCancelledError("_carried_out-1f2e", "scheduler-connection-lost")


def test_a_scheduler_that_is_lost_is_reported_once_and_says_how_to_go_on(
        address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logging.getLogger("distributed.client").setLevel(logging.WARNING)
    monkeypatch.setattr(Cluster, "_submitted", lambda *_: _Cancelled())
    said = run("simulate", "pig", "--cluster", address, "--resume", str(tmp_path / "kept"), code=2)
    assert f"is kept in {tmp_path / 'kept'}: the same command goes on from there" in said
    assert f"Error: the scheduler at {address} is gone\n" in said
    assert not logging.getLogger("distributed.client").isEnabledFor(logging.ERROR)


def test_commands_refuse_a_cluster_and_processes_together() -> None:
    assert "exclude each other" in run("simulate", "pig", "--cluster", "tcp://x:1", "--jobs", "2", code=2)


def test_a_scheduler_without_workers_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "FIRST_WORKER", 0.2)
    with _cluster(0) as empty:
        assert "has no workers" in run("simulate", "pig", "--cluster", empty.scheduler_address, code=2)


def test_dask_that_is_not_installed_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    assert "pip install 'rulewright[cluster]'" in run("simulate", "pig", "--cluster", "tcp://127.0.0.1:1", code=2)


@pytest.mark.slow
def test_a_worker_that_is_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    seen.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with cluster_of(3, tmp_path, environment) as started, Cluster(started.address, rules_of([])) as workers:
        results = iter(workers.map(slow_square, [(number, seen) for number in range(120)]))
        found: list[Square] = [next(results) for _ in range(20)]
        killed = started.workers[1]
        while not (seen / str(killed.pid)).exists():
            found.append(next(results))
            time.sleep(0.05)
        killed.kill()
        found += results
    assert [square.value for square in found] == [number * number for number in range(120)]
    assert killed.pid not in {square.by for square in found[-40:]}
    assert len({square.by for square in found[-40:]}) == 2
