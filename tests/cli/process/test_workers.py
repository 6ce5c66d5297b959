"""A user who breaks off work in several processes does not wait for it, and sees no traceback."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.commands import test as test_command
from rulewright.cli.main import main
from rulewright.cli.shared.process.progress import Progress
from rulewright.cli.shared.process.workers import Workers, at_once

ROOT = Path(__file__).parents[3]
LONG = 30


def long_task(path: Path) -> None:
    path.touch()
    time.sleep(LONG)


def break_off(begun: list[Path]) -> None:
    with Workers(2) as workers:
        workers.map(long_task, begun)
        while not any(path.exists() for path in begun):
            time.sleep(0.01)
        raise KeyboardInterrupt


def handler_of(_: int) -> bool:
    return signal.getsignal(signal.SIGINT) is signal.SIG_DFL


def falls(_: str) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_nobody_waits_for_tasks_that_were_handed_out(tmp_path: Path) -> None:
    begun = [tmp_path / str(number) for number in range(12)]
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        break_off(begun)
    assert time.monotonic() - start < LONG / 2


def test_an_interrupt_ends_a_worker_without_a_word() -> None:
    with Workers(2) as workers:
        assert list(workers.map(handler_of, [1, 2])) == [True, True]


@pytest.mark.parametrize("words", [("balance", "pig", "--tries", "0"), ("laws", "pig"), ("simulate", "pig"),
                                   ("ambiguities", "nim"), ("mutate", "nim")], ids=lambda words: words[0])
def test_ctrl_c_ends_every_long_command_with_the_same_code(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    def entered(_bar: Progress) -> Progress:
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "__enter__", entered)
    result = CliRunner().invoke(main, words)
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "Aborted!\n")


def test_everything_in_several_processes_is_done_by_workers() -> None:
    pools = {path.name for path in (ROOT / "cli").rglob("*.py") if "ProcessPoolExecutor" in path.read_text(encoding="utf-8")}
    assert pools == {"workers.py"}


def test_a_worker_that_is_ended_from_outside_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_command, "run_file", falls)
    for name in ("a.play", "b.play"):
        (tmp_path / name).write_text("game nim\n")
    result = CliRunner().invoke(main, ["test", "--jobs", "2", str(tmp_path)])
    assert (result.exit_code, "something outside stopped a process" in result.output) == (1, True), result.output


def test_there_are_no_more_processes_than_processors_can_use() -> None:
    assert (at_once(1), at_once(2)) == (1, 2)
    assert at_once(5_000) == at_once(10**20) <= max(2, os.cpu_count() or 1)


@pytest.mark.parametrize("arguments", [
    ("test", *(f"games/tutorial/playthroughs/nim_{name}.play" for name in ("one_heap", "three_heaps"))),
    ("diff", "nim", "nim:marienbad", "--plays", "1")])
def test_any_number_of_processes_can_be_asked_for(arguments: tuple[str, ...]) -> None:
    paths = [str(ROOT / argument) if "/" in argument else argument for argument in arguments]
    result = CliRunner().invoke(main, [*paths, "--jobs", str(10**20)])
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code == (1 if arguments[0] == "diff" else 0), result.output


@pytest.mark.parametrize("arguments", [
    ("diff", "nim", "nim:marienbad", "--plays"), ("simulate", "nim", "--games"), ("laws", "nim", "--games"),
    ("mutate", "nim", "--games")])
def test_more_games_than_can_be_listed_are_wrong_usage(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*arguments, str(10**20)])
    assert (result.exit_code, "is not in the range" in result.output) == (2, True), result.output
