"""Files that say what positions are worth, as `check` reads them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

DICE = '''
rulebook dice
    "Dice"
    players 2

each player has
    gold: 0..6

play
    roll n from 1..6
    P1.gold becomes n
    check over

end over
    "It is over when the first player has gold."
    when P1.gold > 0
    draw
'''


def check(*paths: Path) -> Result:
    return CliRunner().invoke(main, ["check", "--format", "json", *map(str, paths)])


def found(result: Result) -> list[tuple[str, str, int, int]]:
    return [(record["code"], Path(record["file"]).name, record["line"], record["column"])
            for record in json.loads(result.output)["diagnostics"]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "evaluations").mkdir()
    (tmp_path / "dice.rules").write_text(DICE)
    (tmp_path / "evaluations" / "good.evaluation").write_text("# Gold.\n2 * me.gold\n    - P2.gold\n")
    (tmp_path / "evaluations" / "bad.evaluation").write_text("me.gold\n    + me.silver\nme = P1\n")
    (tmp_path / "evaluations" / "empty.evaluation").write_text("# nothing\n")
    return tmp_path


def test_check_of_a_folder_reads_its_evaluation_files(folder: Path) -> None:
    result = check(folder)
    assert result.exit_code == 1
    assert found(result) == [
        ("E201", "bad.evaluation", 2, 7), ("E301", "bad.evaluation", 3, 1), ("E607", "empty.evaluation", 1, 1)]


def test_check_reads_one_evaluation_file(folder: Path) -> None:
    assert check(folder / "evaluations" / "good.evaluation").exit_code == 0
    assert found(check(folder / "evaluations" / "empty.evaluation")) == [("E607", "empty.evaluation", 1, 1)]


def test_an_evaluation_file_is_not_checked_against_a_rulebook_with_mistakes(folder: Path) -> None:
    (folder / "dice.rules").write_text(DICE.replace("becomes n", "becomes m"))
    assert found(check(folder / "evaluations" / "good.evaluation")) == [("E602", "good.evaluation", 1, 1)]


def test_an_evaluation_file_with_several_rulebooks_above_it_is_reported(folder: Path) -> None:
    (folder / "more.rules").write_text(DICE.replace("rulebook dice", "rulebook more"))
    result = check(folder)
    assert found(result) == [("E602", f"{name}.evaluation", 1, 1) for name in ("bad", "empty", "good")]
    assert "there are dice.rules, more.rules" in result.output


@pytest.mark.parametrize("line", ["1) + (2", "(1) + 2)", "1)\n    + (2"])
def test_a_bracket_too_many_is_a_mistake(folder: Path, line: str) -> None:
    (folder / "evaluations" / "good.evaluation").write_text(f"me.gold\n{line}\n")
    told = found(check(folder / "evaluations" / "good.evaluation"))
    assert [(code, line) for code, _, line, _ in told] == [("E101", 2)]


def test_shipped_evaluation_files_fit_their_rulebooks() -> None:
    shipped = sorted(Path(str(files("rulewright") / "games")).glob("**/*.evaluation"))
    assert shipped
    assert check(*shipped).exit_code == 0, check(*shipped).output
