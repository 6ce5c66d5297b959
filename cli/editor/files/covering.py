"""A file of a rulebook -> the playthroughs of the rulebook, and the lines of the file that declare clauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ....dsl import syntax as ast
from ....dsl.source import disk
from ....dsl.source.search_path import rulebook_below, variants_of
from ...shared.files.places import play_files_in
from .rulebooks import Opened, asked_by


def playthroughs_of(path: Path) -> Iterator[Path]:
    """Yield the playthroughs of the rulebook that a file belongs to; of a variant, those that play it."""
    asked = asked_by(path)
    main = None if asked is None else rulebook_below(asked.main)
    if asked is None or main is None:
        return
    here, rulebook = disk.resolved(asked.main), disk.resolved(main)
    variants = {name for name, file in variants_of(main).items() if disk.resolved(file) == here}
    for file in play_files_in(main.parent):
        played = asked_by(file)
        if played is not None and disk.resolved(played.main) == rulebook and (
                here == rulebook or variants & set(played.variants)):
            yield file


def game_of(opened: Opened) -> str | None:
    """Return the name of the game that a rulebook declares."""
    heads = (declaration.name for declaration in opened.files.declarations if isinstance(declaration, ast.Rulebook))
    return next(heads, None)


def clause_lines(opened: Opened, path: Path) -> dict[str, int]:
    """Return the clauses that a file declares, rows of tables among them, each with its line from 1."""
    source = opened.source(path)
    ids = {clause.id for compiled in opened.rulebooks if compiled.program is not None for clause in compiled.program.clauses}
    return {} if source is None else {
        thing.id: thing.span.line for thing in opened.names.declared.values()
        if thing.id in ids and thing.span is not None and thing.span.source.name == source.name}
