"""Playthroughs that a command needs the end or the whole course of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from ..interpreter.playthroughs.runner import Result, Runner
from ..interpreter.rules import Rules
from .scripts import open_rules, read_file

F = TypeVar("F", bound=Callable[..., object])


def path_argument(command: F) -> F:
    """FILE: a playthrough."""
    return click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False))(command)


def played(file: str) -> tuple[Rules, Result]:
    """A playthrough played to its end, with every position kept.

    Ends the command with exit code 1 when the file has mistakes or one of its moves cannot be
    made. Expectations that fail are told, and do not stop it.
    """
    playthrough = read_file(Path(file))
    if playthrough.problems:
        first = playthrough.problems[0]
        raise click.ClickException(f"{file}:{first.line}: {first.message}" + (f" ({first.help})" if first.help else ""))
    rules = open_rules(playthrough)
    result = Runner(rules, playthrough, read_file, keep_states=True).run()
    for failure in result.failures:
        click.echo(f"{file}:{failure.line}: {failure.message}", err=True)
    if result.stopped:
        raise SystemExit(1)
    return rules, result
