"""Find, read and check evaluation files (`.evaluation`): expressions that say what a position is worth to a player."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from ....dsl.driver.compilation import number_of
from ....dsl.driver.compile import Compiled
from ....dsl.source import disk
from ....dsl.source.diagnostics import Diagnostics, RulebookError
from ....dsl.source.read_limited import text_in
from ....dsl.source.search_path import rulebook_below
from ....dsl.source.span import Source, Span
from ....dsl.statements.sources import source_if_read
from ....interpreter.analysis.players.advice import Adviser, adviser_for
from ....interpreter.analysis.playouts.search import Evaluator, WrongEvaluation, evaluator_of, numbers_in
from ....interpreter.game.rules import Rules
from ..files.places import file_called
from .options import GameRequest

ENDING = ".evaluation"
FOLDER = "evaluations"


def evaluation_file(request: GameRequest, name: str) -> Path:
    """Return the file of this name in the folder `evaluations` beside the rulebook, or at this path; else it is wrong usage."""
    return file_called(name, Path(request.files().path).parent / FOLDER, ENDING, "--evaluate")


def adviser_beside(rules: Rules, main: Path) -> Adviser:
    """Return the adviser for a table: tree search, and the first evaluation file beside the main file that fits."""
    evaluator, name = evaluator_beside(rules, main) or (None, "")
    return adviser_for(rules, evaluator, name)


def evaluator_beside(rules: Rules, main: Path, name: str | None = None) -> tuple[Evaluator, str] | None:
    """Return the first evaluation file beside the main file that fits, or the one of this name, with its name."""
    folder = (rulebook_below(main) or main).parent / FOLDER
    for path in disk.matching(folder, f"*{ENDING}") if name is None else (folder / f"{name}{ENDING}",):
        try:
            return evaluator_of(rules, evaluation_in(path)), f"{FOLDER}/{path.name}"
        except (WrongEvaluation, RulebookError, click.BadParameter):
            # `check` reports the mistakes in it; or it may be meant for other parameters.
            continue
    return None


def evaluation_in(path: Path) -> Source:
    """Read an evaluation file. It is wrong usage if it cannot be read."""
    try:
        return Source(str(path), text_in(path))
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{path} cannot be read: {error}", param_hint="--evaluate") from error


def check_evaluation(path: Path, rulebooks: Iterable[Compiled], diagnostics: Diagnostics) -> None:
    """Report the mistakes in an evaluation file, for each number of players of its compiled rulebook."""
    source = source_if_read(path, diagnostics)
    if source is None:
        return
    span = Span(Source(str(path), ""), 1, 1, 1, 1)
    try:
        numbers = tuple(numbers_in(source))
    except WrongEvaluation as error:
        diagnostics.add("E607", error.why, span, help=error.help)
        return
    for compiled in (rulebook for rulebook in rulebooks if rulebook.program is not None):
        for line, text in numbers:
            _check_number(compiled, text, source, line, diagnostics)


def _check_number(compiled: Compiled, text: str, source: Source, line: int, diagnostics: Diagnostics) -> None:
    assert compiled.symbols is not None
    try:
        number_of(compiled, text, compiled.symbols.seating.player.members, source, line, me=0)
    except RulebookError as error:
        diagnostics.extend(error.diagnostics)
