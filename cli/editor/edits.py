"""Changes that an editor offers: a file laid out, a name changed everywhere, a word put right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from ...dsl.source import disk
from ...dsl.source.diagnostics import Diagnostic, RulebookError
from ...dsl.source.span import Source, Span
from ...dsl.tools.format import Mismatch, formatted
from .names import Declared
from .rulebooks import Opened, Rulebooks, variants_beside

_NAME = re.compile(r"[^\W\d]\w*")
_MEANT = re.compile(r"did you mean `([^`]+)`\?")


class CannotRename(Exception):
    """A change of a name that would change the rules, or that makes none."""


@frozen
class Edit:
    """A text to put in place of another."""

    span: Span
    text: str


def laid_out(name: str, text: str) -> str | None:
    """Return a rulebook file laid out; None where it has mistakes."""
    try:
        return formatted(Source(name, text))
    except (RulebookError, Mismatch):
        return None


def renamed(opened: Opened, thing: Declared, name: str, rulebooks: Rulebooks) -> tuple[Edit, ...]:
    """Return the edits that change a name everywhere in a rulebook and its variants.

    Raises CannotRename where the rulebook would not compile with them, or means something else.
    """
    if _NAME.fullmatch(name) is None:
        raise CannotRename(f"`{name}` is no name")
    if thing.span is None:
        raise CannotRename(f"`{thing.name}` is a name of the language")
    if not opened.compiles:
        raise CannotRename("the rulebook has mistakes; put them right first")
    spans = {use.span for use in opened.names.uses_of(thing)}
    for asked in variants_beside(opened.asked.main):
        spans |= {use.span for use in rulebooks.open(asked).names.uses if use.of.span == thing.span}
    edits = tuple(Edit(span, name) for span in sorted(spans, key=lambda span: (span.source.name, span.line, span.column)))
    _require_same(opened, edits)
    return edits


def _require_same(opened: Opened, edits: tuple[Edit, ...]) -> None:
    """Compile the rulebook with edits; it must have no new mistake."""
    texts = {disk.resolved(Path(source.name)): _with(source, edits).encode() for source in opened.files.sources}
    with disk.looking_at(disk.Overlay(texts)):
        after = Rulebooks().open(opened.asked)
    if not after.compiles:
        first = next(diagnostic for diagnostic in after.diagnostics if diagnostic.level == "error")
        raise CannotRename(f"{first.message} ({first.span})")
    if [_shape(program) for program in opened.rulebooks] != [_shape(program) for program in after.rulebooks]:
        raise CannotRename("the name means something else somewhere; the rules would change")


def _shape(compiled: object) -> tuple[object, ...]:
    """Return the parts of a program that must stay the same when a name changes: the sizes of all its parts."""
    program = getattr(compiled, "program", None)
    if program is None:
        return ()
    return tuple((key, len(getattr(program, key))) for key in ("blocks", "fields", "points", "sites", "clauses", "start")
                 if hasattr(program, key))


def _with(source: Source, edits: tuple[Edit, ...]) -> str:
    lines = source.text.split("\n")
    for edit in sorted(edits, key=lambda edit: (edit.span.line, edit.span.column), reverse=True):
        if edit.span.source.name == source.name:
            line = lines[edit.span.line - 1]
            lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    return "\n".join(lines)


def fixes(diagnostic: Diagnostic) -> Iterator[tuple[str, Edit]]:
    """Yield the changes that a diagnostic proposes, each with its title."""
    for meant in _MEANT.findall(diagnostic.help or ""):
        yield f"Write `{meant}`", Edit(diagnostic.span, meant)


