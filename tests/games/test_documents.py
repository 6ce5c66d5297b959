"""The printed rulebooks of the games against their locks and readings. The rulebooks themselves are not in the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.commands.validate import DocumentReport, reported
from rulewright.cli.documents.document import Job
from rulewright.cli.documents.editions import play_divergences
from rulewright.cli.playthroughs.own import own_playthroughs
from rulewright.cli.shared.games.options import GameRequest
from rulewright.dsl.load.loader import find, read
from rulewright.dsl.source.span import Source
from rulewright.translation.decisions import reading as readings
from rulewright.translation.lock import lock as locks
from rulewright.translation.lock.editions import meanings

ROOT = Path(__file__).parents[2]
PRINTED = ROOT.parent / "shared" / "rulebooks"
LOCKS = sorted((ROOT / "games").glob("*/documents/*.lock"))
# What is wrong with each document, and nobody has accepted.
ERRORS = {
    ("carolus_magnus", "it"): set(),
    ("carolus_magnus", "ru"): {("reading/unreadable", "three_goal"), ("reading/contradicts", None)},
    ("emperor_4", "ru"): {("reading/unreadable", "kind"), ("reading/unreadable", "building")},
    ("lancaster", "ru"): set(),
}


def report_on(path: Path) -> DocumentReport:
    return reported(job_of(path))


def job_of(path: Path) -> Job:
    """The document of a lock; a test that needs it is skipped where it is not."""
    game, code = path.parent.parent.name, path.stem
    printed = PRINTED / f"{game}.{code}.txt"
    if not printed.is_file():
        pytest.skip(f"the printed rulebook is not here: shared/rulebooks/{printed.name} beside the checkout")
    return Job.of(GameRequest(game, (), (), None), printed, code)


def named(path: Path) -> str:
    return f"{path.parent.parent.name}.{path.stem}"


@pytest.mark.parametrize("path", LOCKS, ids=named)
def test_a_lock_and_its_reading_speak_of_clauses_that_are_there(path: Path) -> None:
    meant = meanings(read(find(path.parent.parent.name)))
    lock = locks.parsed(Source(str(path), path.read_text(encoding="utf-8")))
    assert {id for entry in lock.entries for id in entry.clauses} | set(lock.silent) <= set(meant)
    reading = path.with_suffix(".reading")
    says = readings.parsed(Source(str(reading), reading.read_text(encoding="utf-8")), list(meant)).remarks
    played = {entry.play for entry in lock.entries if entry.play is not None}
    assert says
    assert {say.play for say in says if say.play is not None} <= played
    assert played <= {file.stem for file in (path.parents[1] / "playthroughs").glob("*.play")}


@pytest.mark.slow
@pytest.mark.parametrize("path", LOCKS, ids=named)
def test_the_clauses_of_a_lock_are_as_they_were_when_their_sentences_were_confirmed(path: Path) -> None:
    meant = meanings(read(find(path.parent.parent.name)))
    lock = locks.parsed(Source(str(path), path.read_text(encoding="utf-8")))
    assert {id for entry in lock.entries for id, meaning in entry.clauses.items() if meaning not in meant.get(id, ())} == set()


@pytest.mark.slow
@pytest.mark.parametrize("path", LOCKS, ids=named)
def test_every_sentence_is_accounted_for_and_every_clause_is_stated_or_known_to_be_silent(path: Path) -> None:
    report = report_on(path)
    assert report.coverage.open == 0
    assert report.coverage.confirmed + report.coverage.silent == report.coverage.clauses
    assert report.stale == ()


@pytest.mark.slow
@pytest.mark.parametrize("path", LOCKS, ids=named)
def test_the_errors_are_those_that_are_known(path: Path) -> None:
    errors = {(finding.rule, finding.clause) for finding in report_on(path).findings if finding.level == "error"}
    assert errors == ERRORS[path.parent.parent.name, path.stem]


# The playthroughs of the game that show the differences. The slow run plays all.
SHOWING = ("emperor_steps", "setup_two_players")


@pytest.mark.parametrize("names", [SHOWING, pytest.param(None, marks=pytest.mark.slow)], ids=["showing", "all"])
def test_a_difference_in_words_is_shown_as_a_difference_in_play(
        names: tuple[str, ...] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    job = job_of(ROOT / "games" / "carolus_magnus" / "documents" / "ru.lock")
    if names is not None:
        monkeypatch.setattr("rulewright.cli.diff.side_by_side.own_playthroughs", lambda files, numbers: [
            found for found in own_playthroughs(files, numbers) if found[0].stem in names])
    shown = {parting.departs: parting.playthroughs for parting in play_divergences(job)}
    assert set(shown) == {("emperor_up_to_disc",), ("first_chooser_by_lot",)}
    assert "emperor_steps" in shown["emperor_up_to_disc",]
