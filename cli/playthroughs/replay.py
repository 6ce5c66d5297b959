"""Play a playthrough file to its end: its positions and failures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import click
from attrs import frozen

from ...interpreter.game.rules import Rules
from ...interpreter.game.state import State
from ...interpreter.game.viewing.observation import Observer, Viewer
from ...interpreter.playthroughs.running.results import Failure, PlaythroughState
from ...interpreter.playthroughs.running.runner import PlaythroughRunner
from ..shared.games.options import PLAYTHROUGH
from .scripts import open_file, read_file

F = TypeVar("F", bound=Callable[..., object])


@frozen
class Replay:
    """A playthrough played to its end: the rules, the last position, and the failed expectations."""

    rules: Rules
    end: PlaythroughState
    failures: tuple[Failure, ...]


def path_argument(command: F) -> F:
    """Add FILE: a playthrough."""
    return click.argument("file", metavar="FILE", type=PLAYTHROUGH)(command)


def played(file: str) -> Replay:
    """Play a playthrough to its end; without the last line if that is incomplete.

    Report failed expectations and go on. If a failure leaves no last position, exit with 1.
    Raises WrongPlaythrough and RulebookError.
    """
    playthrough, rules = open_file(Path(file))
    result = PlaythroughRunner(rules, playthrough, read_file).run()
    reported(result.failures)
    if result.final is None:
        raise SystemExit(1)
    return Replay(rules, result.final, tuple(result.failures))


def reported(failures: Iterable[Failure]) -> None:
    """Print failed expectations, each in one line."""
    for failure in failures:
        actual = f"; {failure.actual}" if failure.actual else ""
        click.echo(f"{failure.file}:{failure.line}: {failure.message}{actual}", err=True)


def values_of(observer: Observer, state: State, viewer: Viewer | None = None) -> dict[str, str]:
    """Return the values of all fields by name, in the rulebook's words; with a viewer, what the viewer sees."""
    if viewer is not None:
        return observer.observe(state, viewer)
    return {name: observer.cells.written(state, cell) for name, cell in observer.cells.existing(state).items()}
