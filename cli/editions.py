"""A document's edition against the rules, in play: the playthroughs that hold by the one and not by the other."""

from __future__ import annotations

from pathlib import Path

import click
from attrs import evolve, frozen

from ..interpreter.playthroughs.runner import Runner
from .documents import Job
from .scripts import playthrough_files, read_file


@frozen
class Parted:
    """A playthrough that the rules play as it says and the edition does not: where it first fails, and why."""

    playthrough: str
    line: int
    message: str


def partings(job: Job) -> list[Parted]:
    """Where the edition of a document's reading parts from the rules, by the playthroughs of the game."""
    reading = job.known.reading
    if reading is None or reading.edition is None:
        raise click.UsageError(f"--plays needs a reading that names an edition; there is none in `{job.places.reading}`")
    games = job.asked.game(), evolve(job.asked, variants=(*job.asked.variants, reading.edition)).game()
    folder = Path(job.files.path).parent / "playthroughs"
    out = []
    for path in playthrough_files([str(folder)]) if folder.is_dir() else ():
        playthrough = read_file(path)
        head = playthrough.head
        if playthrough.problems or head.variants or head.settings or head.game != games[0].name:
            continue
        ours, theirs = (Runner(game.rules(head.players, head.seats), playthrough, read_file).run() for game in games)
        if not ours.failures and theirs.failures:
            first = theirs.failures[0]
            out.append(Parted(str(path), first.line, first.message))
    return out
