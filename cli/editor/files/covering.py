"""A file of a rulebook -> the lines of the file that declare clauses, and the name of the game."""

from __future__ import annotations

from pathlib import Path

from ....dsl import syntax as ast
from .rulebooks import OpenRulebook


def game_of(opened: OpenRulebook) -> str | None:
    """Return the name of the game that a rulebook declares."""
    heads = (declaration.name for declaration in opened.files.declarations if isinstance(declaration, ast.Rulebook))
    return next(heads, None)


def clause_lines(opened: OpenRulebook, path: Path) -> dict[str, int]:
    """Return the clauses that a file declares, rows of tables among them, each with its line from 1."""
    source = opened.source(path)
    ids = {clause.id for compiled in opened.rulebooks if compiled.program is not None for clause in compiled.program.clauses}
    return {} if source is None else {
        declared.id: declared.span.line for declared in opened.names.declared.values()
        if declared.id in ids and declared.span is not None and declared.span.source.name == source.name}
