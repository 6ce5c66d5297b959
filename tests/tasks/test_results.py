"""`--resume FILE`: a run that was broken off goes on where it stopped, and files of other work are refused."""

from __future__ import annotations

import base64
import json
import os
import pickle
import zlib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.commands import simulate
from rulewright.cli.main import main
from rulewright.cli.tasks.results import Results, results_in
from rulewright.cli.tasks.subjects import RulesHashes
from rulewright.cli.tasks.work import Work

from .work import counted

HERE = RulesHashes("1", ())


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


def lines_of(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines(keepends=True)


def test_tasks_with_a_result_are_not_done_again(tmp_path: Path) -> None:
    done = tmp_path / "done"
    tasks = [(number, done) for number in range(6)]
    work = Work(resume=tmp_path / "results")
    with work.tasks([]) as given:
        first = given.map(counted, tasks)
        assert [next(first) for _ in range(3)] == [0, 1, 2]
    with work.tasks([]) as given:
        assert list(given.map(counted, tasks)) == list(range(6))
    assert sorted(map(int, done.read_text(encoding="utf-8").split())) == list(range(6))


def test_what_was_broken_off_is_not_kept(tmp_path: Path) -> None:
    work = Work(resume=tmp_path / "results")
    with work.tasks([]) as given:
        tasks = [(1, tmp_path / "a"), (2, tmp_path / "a")]
        assert list(given.map(counted, tasks, is_whole=lambda _, found: found == 1)) == [1, 2]
    assert len(lines_of(tmp_path / "results")) == 2


COMMANDS = [
    ("simulate", "pig", "--games", "2500"),
    ("simulate", "nim", "--games", "120", "--machine", "python", "--count", "takes {} from ..."),
    ("balance", "pig", "--games", "25", "--tries", "1", "--restrict", "hold"),
    ("balance", "pig", "--games", "60", "--tries", "0", "--against-set", "goal=20"),
    ("ambiguities", "nim", "--only", "misere", "--only", "heaps", "--games", "1"),
    ("laws", "nim", "--players", "2", "--games", "6"),
    ("diff", "nim", "nim:marienbad", "--plays", "26"),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: f"{arguments[0]}-{arguments[-2]}")
def test_what_was_kept_is_read_again_and_gives_the_same(arguments: tuple[str, ...], tmp_path: Path,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    file, code = tmp_path / "results", 1 if arguments[0] == "diff" else 0
    plain = run(*arguments, code=code)
    assert run(*arguments, "--resume", str(file), code=code) == plain
    whole = lines_of(file)
    assert len(whole) > 2
    kept = list[object]()
    monkeypatch.setattr(Results, "keep", lambda _results, _digest, result: kept.append(result))
    assert run(*arguments, "--resume", str(file), code=code) == plain
    assert kept == []
    # The last line was being written when the computer was switched off.
    file.write_text("".join(whole[:-1]) + whole[-1][:20], encoding="utf-8")
    assert run(*arguments, "--resume", str(file), code=code) == plain
    assert len(kept) == 1


def test_more_games_go_on_from_those_that_are_there(tmp_path: Path) -> None:
    file = str(tmp_path / "results")
    run("simulate", "pig", "--games", "2000", "--resume", file)
    before = len(lines_of(Path(file)))
    run("simulate", "pig", "--games", "4000", "--resume", file)
    assert len(lines_of(Path(file))) == before + 2


def test_a_file_of_other_rules_or_of_another_command_is_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "results")
    run("simulate", "pig", "--games", "10", "--resume", file)
    for other in (("simulate", "pig", "--set", "goal=30"), ("laws", "pig", "--players", "2"), ("simulate", "nim")):
        assert "is not from this command with these rules" in run(*other, "--resume", file, code=2)
    (tmp_path / "mine").write_text("dear diary", encoding="utf-8")
    assert "is not from this command" in run("simulate", "pig", "--resume", str(tmp_path / "mine"), code=2)
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "dear diary"
    assert "No such file" in run("simulate", "pig", "--resume", str(tmp_path / "none" / "results"), code=2)


class Runs:
    """A value whose pickle runs a command when it is read."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> Any:
        return os.system, (f"touch {self.mark}",)


def test_a_file_from_somewhere_else_cannot_run_code(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    packed = base64.b64encode(zlib.compress(pickle.dumps(Runs(mark)))).decode()
    assert Results(None, {"a": packed}).of("a") is None
    assert not mark.exists()
    assert Results(None, {"a": "no base64"}).of("a") is None


def test_lines_that_are_no_results_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "results"
    results_in(file, HERE, "test").keep("a", 1)
    file.write_text(file.read_text(encoding="utf-8") + '[1]\n{"a": 2}\nnonsense\n["b", 3]\n["c", "de', encoding="utf-8")
    found = results_in(file, HERE, "test")
    assert list(found.by_digest) == ["a"]
    assert found.of("a") == (1,)
    found.keep("d", 4)
    assert results_in(file, HERE, "test").of("d") == (4,)
    assert json.loads(lines_of(file)[0])["command"] == "test"


def test_a_changed_evaluation_is_other_work(tmp_path: Path) -> None:
    file = tmp_path / "x.evaluation"
    digests = []
    for text in ("me.score", "2 * me.score"):
        file.write_text(text, encoding="utf-8")
        task = simulate._SeriesTask(None, 2, 0, 1, False, (), (), file, "kinds", None, None)  # type: ignore[arg-type]  # unused
        digests.append(task.text)
    assert digests[0] != digests[1]
