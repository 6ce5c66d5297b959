"""A file as the editor shows it -> its diagnostics, by all passes that `check` has; random games are played on saving."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from ....dsl.source import disk
from ....dsl.source.diagnostics import Diagnostic, Diagnostics
from ....dsl.source.search_path import NoSuchRulebook
from ...checking.checked import check_evaluation_file, check_look_file, check_playthrough
from ...checking.trial_games import play_some
from .rulebooks import Opened, Rulebooks, asked_by


class Depth(Enum):
    """The depth of a check: the compiler alone, also texts and examples, also a few random games."""

    COMPILED = 0
    TEXTS = 1
    PLAYED = 2




def problems_of(path: Path, rulebooks: Rulebooks, depth: Depth) -> tuple[Diagnostic, ...]:
    """Return the diagnostics whose place is in a file. Where it belongs to no rulebook, it has none."""
    match path.suffix:
        case ".play":
            found = check_playthrough(str(path))
        case ".worth":
            found = check_evaluation_file(path)
        case ".look":
            found = check_look_file(path)
        case _:
            found = _of_rulebook(path, rulebooks, depth)
    here = disk.resolved(path)
    return tuple(diagnostic for diagnostic in found if disk.resolved(Path(diagnostic.span.source.name)) == here)


def _of_rulebook(path: Path, rulebooks: Rulebooks, depth: Depth) -> tuple[Diagnostic, ...]:
    try:
        asked = asked_by(path)
        if asked is None:
            return ()
        opened = rulebooks.open(asked)
        beside = () if depth is Depth.COMPILED else rulebooks.beside(asked)
    except NoSuchRulebook:
        return ()
    return opened.diagnostics + beside + (_played(opened) if depth is Depth.PLAYED and opened.compiles else ())


def _played(opened: Opened) -> tuple[Diagnostic, ...]:
    """Return the faults in a few random games."""
    diagnostics = Diagnostics()
    play_some(opened.files, opened.rulebooks, diagnostics, keep=True)
    return diagnostics.sorted()
