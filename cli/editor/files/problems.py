"""A file as the editor shows it -> its diagnostics, by all passes that `check` has; random games are played on saving."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from attrs import evolve

from ....dsl.source import disk
from ....dsl.source.diagnostics import Diagnostic, Diagnostics
from ....dsl.source.search_path import NoSuchRulebook, head_of, rulebook_below
from ....dsl.source.span import Source, Span
from ...checking.file_checks import check_evaluation_file, check_look_file, check_playthrough
from ...checking.short_games import play_some
from .rulebooks import OpenRulebook, RulebookKey, Rulebooks, key_of


class Depth(Enum):
    """The depth of a check: the compiler alone, also texts and examples, also a few random games."""

    COMPILED = 0
    TEXTS = 1
    PLAYED = 2




def problems_of(path: Path, rulebooks: Rulebooks, depth: Depth) -> tuple[Diagnostic, ...]:
    """Return the diagnostics whose place is in a file. Where it belongs to no rulebook, it has none."""
    match path.suffix:
        case ".play":
            diagnostics = check_playthrough(str(path))
        case ".evaluation":
            diagnostics = check_evaluation_file(path)
        case ".look":
            diagnostics = check_look_file(path)
        case _:
            diagnostics = _of_rulebook(path, rulebooks, depth)
    resolved = disk.resolved(path)
    own = tuple(diagnostic for diagnostic in diagnostics if disk.resolved(Path(diagnostic.span.source.name)) == resolved)
    if path.suffix != ".rules" or head_of(path) is None or any(diagnostic.level == "error" for diagnostic in own):
        return own
    elsewhere = tuple(diagnostic for diagnostic in diagnostics if diagnostic not in own)
    return (*_brought_about(path, elsewhere, rulebooks, depth), *own)


def _brought_about(path: Path, diagnostics: tuple[Diagnostic, ...], rulebooks: Rulebooks, depth: Depth) -> Iterator[Diagnostic]:
    """Yield the diagnostics that a variant without errors of its own brings about in the files below it, at its first line.

    Those that the rulebook below has by itself are shown there.
    """
    if not diagnostics:
        return
    below = rulebook_below(path)
    known = set() if below is None else {
        (problem.code, problem.message, str(problem.span)) for problem in _of_rulebook(below, rulebooks, depth)}
    source = _source_of(path, rulebooks)
    head = next((number for number, line in enumerate(source.lines, 1) if line.startswith("variant")), 1)
    span = Span(source, head, 1, head, len(source.line(head)) + 1)
    for problem in diagnostics:
        if (problem.code, problem.message, str(problem.span)) not in known:
            place = f"{Path(problem.span.source.name).name}:{problem.span.line}"
            yield evolve(problem, message=f"{problem.message} (in {place})", span=span, fixes=(),
                         related=(("the place in the rulebook below", problem.span), *problem.related))


def _source_of(path: Path, rulebooks: Rulebooks) -> Source:
    """Return a file of a rulebook as it was read."""
    source = rulebooks.open(RulebookKey(path)).source(path)
    return Source(str(path), "") if source is None else source


def _of_rulebook(path: Path, rulebooks: Rulebooks, depth: Depth) -> tuple[Diagnostic, ...]:
    try:
        key = key_of(path)
        if key is None:
            return ()
        opened = rulebooks.open(key)
        of_texts = () if depth is Depth.COMPILED else rulebooks.of_texts(key)
    except NoSuchRulebook:
        return ()
    return opened.diagnostics + of_texts + (_played(opened) if depth is Depth.PLAYED and opened.compiles else ())


def _played(opened: OpenRulebook) -> tuple[Diagnostic, ...]:
    """Return the faults in a few random games."""
    diagnostics = Diagnostics()
    play_some(opened.files, opened.rulebooks, diagnostics, keep=True)
    return diagnostics.sorted()
