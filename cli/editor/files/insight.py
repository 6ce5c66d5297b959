"""A clause -> the playthroughs that exercise it, its share of random games, and its places in printed rulebooks.

Other processes play the playthroughs and games, from the saved files, so that an editor never waits for them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from attrs import define, field, frozen

from ....dsl.source import disk
from .playthrough_files import folder_of, playthroughs_of

GAMES = 1000
# A first answer, which is there much sooner.
FIRST = 100
# Rulebooks that were looked at last.
MOST_CACHED = 4
NAMED = 6
# Choices and rolls of one game: some games of a rulebook that is being written never end.
LONG = 2000
LONGEST = 20_000_000
NONE = "exercised by no playthrough"


@frozen
class ClauseQuery:
    """A clause of a game, by the names of both, and whether play can exercise it."""

    game: str
    id: str
    can_be_exercised: bool


@define(eq=False)
class ProcessTask:
    """A command in another process, whose output is JSON."""

    process: subprocess.Popen[bytes]
    output: IO[bytes]
    _record: Any = None

    @classmethod
    def start(cls, *words: str) -> ProcessTask:
        """Start a command of this program."""
        output = tempfile.TemporaryFile()  # noqa: SIM115  # it is closed when the result is read, or with the task
        command = [sys.executable, "-m", "rulewright", *words]
        return cls(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL), output)

    def result(self) -> Any:
        """Return the output of the command; None while it runs, and an empty record if the output is no JSON."""
        if self._record is None and self.process.poll() is not None and not self.output.closed:
            self.output.seek(0)
            try:
                self._record = json.loads(self.output.read())
            except ValueError:
                self._record = {}
            self.output.close()
        return self._record

    def stop(self) -> None:
        """End the process, if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.output.close()


@frozen(eq=False)
class Insight:
    """The tasks of a rulebook in one saved version; without playthroughs there is no task for them."""

    playthroughs: ProcessTask | None
    first: ProcessTask
    games: ProcessTask

    @property
    def tasks(self) -> tuple[ProcessTask, ...]:
        """All tasks."""
        playthroughs = () if self.playthroughs is None else (self.playthroughs,)
        return *playthroughs, self.first, self.games


@define
class Insights:
    """The counts of the rulebooks asked for last."""

    _insights: dict[tuple[Path, tuple[float, ...]], Insight] = field(factory=dict)

    def lines(self, main: Path, files: tuple[str, ...], query: ClauseQuery) -> Iterator[str]:
        """Yield the counts of a clause that are there so far. The first question about a rulebook starts the counting."""
        if not main.is_file():
            # Other processes can only count in what is saved.
            return
        insight = self._of(main, files)
        if insight.playthroughs is not None:
            yield from exercised_by(insight.playthroughs.result(), query)
        elif query.can_be_exercised:
            yield NONE
        yield from applied(insight.first.result(), insight.games.result(), query.id)
        yield from printed(main, query)

    def _of(self, main: Path, files: tuple[str, ...]) -> Insight:
        key = main, tuple(Path(file).stat().st_mtime if Path(file).is_file() else 0 for file in files)
        if key not in self._insights:
            played = [str(path) for path in playthroughs_of(main)]
            test = ProcessTask.start("test", *played, "--coverage", "--json") if played else None
            self._insights[key] = Insight(test, _games(main, FIRST), _games(main, GAMES))
            while len(self._insights) > MOST_CACHED:
                self._stop(next(iter(self._insights)))
        return self._insights[key]

    def _stop(self, key: tuple[Path, tuple[float, ...]]) -> None:
        for task in self._insights.pop(key).tasks:
            task.stop()

    def close(self) -> None:
        """End all processes."""
        for key in list(self._insights):
            self._stop(key)


def _games(main: Path, count: int) -> ProcessTask:
    """Start random games of a rulebook."""
    return ProcessTask.start("balance", str(main), "--games", str(count), "--tries", "0", "--limit", str(LONG), "--json")


def exercised_by(report: Mapping[str, Any] | None, query: ClauseQuery) -> Iterator[str]:
    """Yield the playthroughs of its game that exercise a clause. Another game in the folder may have a clause of this name."""
    if report is None:
        yield "*playthroughs are being run ...*"
        return
    game = ((report.get("coverage") or {}).get("games") or {}).get(query.game, {})
    files = [Path(file).name for file in game.get("covered", {}).get(query.id, ())]
    if files:
        more = f" and {len(files) - NAMED} more" if len(files) > NAMED else ""
        yield f"exercised by {', '.join(files[:NAMED])}{more}"
    elif query.id in game.get("missing", ()):
        yield NONE


def applied(first: Mapping[str, Any] | None, report: Mapping[str, Any] | None, clause: str) -> Iterator[str]:
    """Yield the share of games in which a clause is applied: of all games, or of the first while the others are played."""
    known = first if report is None else report
    for row in (known or {}).get("clauses") or ():
        if known is not None and row.get("clause") == clause:
            yield f"applied in {row.get('games')} of {known.get('games')} random games"
    games = (known or {}).get("games", 0)
    endless = games - (known or {}).get("ended", games)
    if endless:
        yield f"{endless} of {games} random games did not end within {LONG:,} choices and rolls"
    if report is None:
        yield f"*{GAMES} random games are being played ...*"


def printed(main: Path, query: ClauseQuery) -> Iterator[str]:
    """Yield the places of a clause in printed rulebooks, by lock and number of the sentence; their text is not shown."""
    for path in disk.matching(folder_of(main) / "documents", "*.lock"):
        try:
            lines = disk.content(path, LONGEST).decode("utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            continue
        head = _entry(lines[0]) if lines else None
        if head is not None and head.get("game", query.game) != query.game:
            continue
        places = [str(entry["n"]) for line in lines if f'"{query.id}"' in line and (entry := _entry(line)) is not None
                  and query.id in (entry.get("clauses") or ()) and "n" in entry]
        if places:
            yield f"printed: sentence{'s' if len(places) > 1 else ''} {', '.join(places)} of {path.name}"


def _entry(line: str) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None
