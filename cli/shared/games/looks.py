"""Find, read and check look files (`.look`): how a game wants to be drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from attrs import evolve

from ....dsl import ir
from ....dsl.source import disk
from ....dsl.source.diagnostics import Diagnostics
from ....dsl.source.read_limited import text_in
from ....dsl.source.span import Source
from ....dsl.statements.glossary import glossary_beside
from ....dsl.statements.sources import source_if_read
from ....pictures.look.checking import check_names, unknown
from ....pictures.look.names import names_in
from ....pictures.look.reader import read_look
from ....pictures.look.syntax import NO_LOOK, Look
from ....pictures.scene.wording import DEFAULT
from ..files.places import file_called

ENDING = ".look"
FOLDER = "look"


def look_beside(main: Path, language: str = DEFAULT) -> Look:
    """Return the look of the rulebook with this main file: that of the file of its name in the folder `look`.

    What it does not name in the language has its term of the game's glossary.
    """
    path = main.parent / FOLDER / f"{main.stem}{ENDING}"
    return _with_terms(_look_in(path) if disk.is_file(path) else NO_LOOK, main, language)


def _with_terms(look: Look, main: Path, language: str) -> Look:
    """Return a look with the terms of a language as captions. Names of rulebooks are English, and need none."""
    glossary = None if language == DEFAULT else glossary_beside(main, language)
    if glossary is None:
        return look
    terms = {(language, concept): term.text for concept in glossary.concepts if (term := glossary.preferred(concept))}
    return evolve(look, captions=terms | look.captions)


def _look_in(path: Path) -> Look:
    """Return the look in a file; `check` reports the mistakes in it."""
    try:
        return _look(str(path), text_in(path))
    except (OSError, UnicodeDecodeError):
        return NO_LOOK


@lru_cache(maxsize=32)
def _look(name: str, text: str) -> Look:
    return read_look(Source(name, text), Diagnostics())


def look_called(main: Path, name: str | None, language: str = DEFAULT) -> Look:
    """Return the look file of this name beside a rulebook, or at this path; without a name, its own. Else it is wrong usage."""
    if name is None:
        return look_beside(main, language)
    return _with_terms(_look_in(file_called(name, main.parent / FOLDER, ENDING, "--look")), main, language)


def check_look(path: Path, programs: Iterable[ir.Program], more: Callable[[], Iterable[ir.Program]],
               diagnostics: Diagnostics) -> None:
    """Report the mistakes in a look file of a rulebook with these programs; `more` compiles those of its variants."""
    source = source_if_read(path, diagnostics)
    if source is None:
        return
    look = read_look(source, diagnostics)
    known = list(programs)
    if unknown(look, names_in(known)):
        known += more()
    check_names(look, names_in(known), diagnostics)
