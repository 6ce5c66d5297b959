"""A playthrough that is written beside its rulebook goes with it: a copied folder plays."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

TUTORIAL = Path(__file__).parents[3] / "games" / "tutorial"


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    """A folder with a rulebook of one's own and a variant of it."""
    (tmp_path / "garden" / "plays").mkdir(parents=True)
    rules = (TUTORIAL / "tic_tac_toe.rules").read_text(encoding="utf-8").replace("rulebook tic_tac_toe", "rulebook garden")
    (tmp_path / "garden" / "garden.rules").write_text(rules, encoding="utf-8")
    variant = 'variant wide of garden\n\nreplace constants\n    width = 4 "The grid has {width} rows of {width} cells."\n'
    (tmp_path / "garden" / "wide.rules").write_text(variant, encoding="utf-8")
    return tmp_path / "garden"


def run(*arguments: object, typed: str = "") -> str:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def head_of(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("\n", 1)[0]


@pytest.mark.parametrize("place", ["game.play", "plays/game.play"])
@pytest.mark.parametrize("command", [("record", "--output"), ("play", "--auto", "--save")])
def test_what_is_written_beside_or_below_its_rulebook_names_it(garden: Path, place: str, command: tuple[str, ...]) -> None:
    run(command[0], garden / "garden.rules", *command[1:], garden / place)
    assert head_of(garden / place) == "game garden"
    copy = shutil.move(garden, garden.parent / "copy")
    assert "1 passed" in run("test", Path(copy) / place)


def test_what_is_written_elsewhere_says_the_whole_path(garden: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    run("record", garden / "garden.rules", "--output", tmp_path / "other" / "game.play")
    assert head_of(tmp_path / "other" / "game.play") == f"game {garden / 'garden.rules'}"
    assert "1 passed" in run("test", tmp_path / "other" / "game.play")


def test_what_is_written_above_says_the_way_down(garden: Path, tmp_path: Path) -> None:
    run("record", garden / "garden.rules", "--output", tmp_path / "game.play")
    assert head_of(tmp_path / "game.play") == "game garden/garden.rules"
    assert "1 passed" in run("test", tmp_path / "game.play")


def test_a_game_that_goes_on_elsewhere_finds_its_rulebook(garden: Path, tmp_path: Path) -> None:
    run("play", garden / "garden.rules", "--save", garden / "game.play", typed="b2\nquit\n")
    typed = f"a1\nsave {tmp_path}/copy.play\nundo\nquit\n"
    run("play", "--load", garden / "game.play", "--save", tmp_path / "on.play", typed=typed)
    assert head_of(tmp_path / "on.play") == head_of(tmp_path / "copy.play") == "game garden/garden.rules"
    run("play", "--load", tmp_path / "on.play", "--save", garden / "back.play", typed="quit\n")
    assert head_of(garden / "back.play") == "game garden"


def test_a_variant_beside_its_rulebook_is_named_too(garden: Path) -> None:
    run("record", garden / "garden.rules", "--variant", garden / "wide.rules", "--output", garden / "game.play")
    assert garden.as_posix() not in (garden / "game.play").read_text(encoding="utf-8")
    assert "1 passed" in run("test", garden / "game.play")


@pytest.mark.parametrize(("place", "named"), [("garden", "game plot"), (".", "game garden/plot.rules")])
def test_what_is_printed_names_its_rulebook_from_the_current_folder(garden: Path, place: str, named: str,
                                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    (garden / "garden.rules").rename(garden / "plot.rules")
    monkeypatch.chdir(garden.parent / place)
    assert run("record", garden / "plot.rules", "--seed", "1").startswith(f"{named}\n")
    printed = CliRunner().invoke(main, ["mutate", str(garden / "plot.rules"), "--games", "2", "--sample", "4"]).output
    assert f"    | {named}\n" in printed
