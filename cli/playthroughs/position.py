"""A playthrough and a place in it -> where the play stands there; what fails on the way is reported."""

from __future__ import annotations

from pathlib import Path

import click

from ...interpreter.playthroughs.lines.syntax import Playthrough
from ...interpreter.playthroughs.running.results import PlaythroughState
from ...interpreter.playthroughs.running.runner import PlaythroughRunner
from .places import up_to
from .replay import reported
from .scripts import open_file, read_file


def played_to(path: str, place: str | None) -> tuple[Playthrough, PlaythroughState, bool]:
    """Play a file up to a name or line (None: to its end); the last value says whether an expectation failed.

    Exits with 1 where it is not known how the game stands there. A file that is not there is wrong usage.
    """
    file = Path(path)
    if not file.is_file():
        raise click.BadParameter(f"there is no file `{path}`", param_hint="FILE|GAME")
    playthrough, rules = open_file(file)
    result = PlaythroughRunner(rules, up_to(playthrough, place), read_file).run()
    reported(result.failures)
    if result.final is None:
        raise SystemExit(1)
    return playthrough, result.final, bool(result.failures)
