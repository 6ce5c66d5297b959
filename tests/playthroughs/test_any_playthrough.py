"""What holds for every playthrough, whatever is in it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings

from rulewright.cli.main import main
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.checking import check
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.lines.syntax import Playthrough
from rulewright.interpreter.playthroughs.migration import migrate
from rulewright.interpreter.playthroughs.running.results import PlaythroughResult
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

from ..shipped import shipped
from ..strategies import drawn_playthroughs


def opened(text: str) -> tuple[Playthrough, Rules]:
    playthrough = read("x.play", text)
    return playthrough, shipped(playthrough.head.game or "").rules(2, ("Anna", "Boris"))


@settings(max_examples=100, deadline=None)
@given(drawn_playthroughs())
def test_it_is_checked_and_played_and_what_passes_has_no_mistakes(text: str) -> None:
    assert_checked(text)


@pytest.mark.slow
@settings(max_examples=2_000, deadline=None)
@given(drawn_playthroughs())
def test_many_are_checked_and_played_and_what_passes_has_no_mistakes(text: str) -> None:
    assert_checked(text)


def assert_checked(text: str) -> None:
    playthrough, rules = opened(text)
    diagnostics = Diagnostics()
    check(rules, playthrough, None, diagnostics)
    result = PlaythroughRunner(rules, playthrough).run()
    assert all(1 <= failure.line <= len(playthrough.source.lines) and failure.message for failure in result.failures)
    assert all(diagnostic.span.source.name == "x.play" for diagnostic in diagnostics.sorted())
    if result.passed and not playthrough.problems:
        assert [diagnostic for diagnostic in diagnostics.sorted() if diagnostic.level == "error"] == []


@settings(max_examples=50, deadline=None)
@given(drawn_playthroughs())
def test_what_is_migrated_holds_and_is_migrated_to_itself(text: str) -> None:
    assert_migrated(text)


@pytest.mark.slow
@settings(max_examples=5_000, deadline=None)
@given(drawn_playthroughs())
def test_what_is_migrated_holds_in_many(text: str) -> None:
    assert_migrated(text)


def assert_migrated(text: str) -> None:
    playthrough, rules = opened(text)
    if playthrough.problems:
        return
    for bless in (False, True):
        migration = migrate(rules, playthrough, None, bless)
        after, _ = opened(migration.text)
        assert after.problems == ()
        assert PlaythroughRunner(rules, after).run().passed == migration.holds
        if migration.holds:
            again = migrate(rules, after, None, bless)
            assert (again.text, again.changes) == (migration.text, ())
        kept = [line.strip().removeprefix("# ") for line in migration.text.split("\n")]
        changed = [change.old.removeprefix("Anna: ").removeprefix("Boris: ") for change in migration.changes]
        lost = [line for line in map(str.strip, text.split("\n")) if line.removeprefix("# ") not in kept]
        assert all(line.startswith("rules ") or any(old in line for old in changed) for line in lost)


def moves_of(result: PlaythroughResult) -> list[tuple[int, str]]:
    """What players did, without what chance decides after it."""
    assert result.final is not None
    return [(step.seat, step.notation) for step in result.final.steps if step.seat is not None]


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@settings(max_examples=20, deadline=None)
@given(drawn_playthroughs())
def test_whatever_is_taken_back_the_file_that_is_kept_ends_where_the_game_stands(text: str) -> None:
    assert_kept(text)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(drawn_playthroughs())
def test_whatever_is_taken_back_of_many_the_file_that_is_kept_ends_where_the_game_stands(text: str) -> None:
    assert_kept(text)


def assert_kept(text: str) -> None:
    playthrough, rules = opened(text)
    result = PlaythroughRunner(rules, playthrough).run()
    if playthrough.problems or not result.passed or result.final is None or result.final.state.is_over:
        return
    with folder() as home:
        (home / "before.play").write_text(text, encoding="utf-8")
        for undos in range(1, 4):
            kept = home / f"{undos}.play"
            done = CliRunner().invoke(main, ["play", "--load", str(home / "before.play"), "--save", str(kept)],
                                      input="undo!\n" * undos + "board\nquit\n")
            assert done.exit_code == 0, done.output
            after, _ = opened(kept.read_text(encoding="utf-8"))
            again = PlaythroughRunner(rules, after).run()
            assert again.passed
            taken = done.output.count("taken back:")
            before, now = moves_of(result), moves_of(again)
            assert now == before[: len(before) - taken]
