"""A clause -> where printed rulebooks say it: the sections and sentences that locks record, without a word of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from ....dsl.source import disk
from ....dsl.source.diagnostics import RulebookError
from ....dsl.source.read_limited import text_in
from ....dsl.source.span import Source
from ....translation.lock.lock import Lock, parsed

FOLDER, ENDING = "documents", ".lock"
# Of a clause that is said again and again, these places are shown.
MOST_PLACES = 4


@frozen
class PrintedPlace:
    """A place in a printed rulebook: the language that it is in, the section and the sentence, counted from 1."""

    language: str
    section: int
    sentence: int


class PrintedRulebooks:
    """The printed rulebooks of a game that a person has compared with its rules."""

    def __init__(self, main: Path, name: str) -> None:
        folder = main.parent / FOLDER
        locks = [lock for path in disk.matching(folder, f"*{ENDING}") if (lock := _lock_in(path)) is not None]
        self._places: dict[str, list[PrintedPlace]] = {}
        for lock in locks:
            if lock.game == name:
                for clause, places in _places_in(lock).items():
                    self._places.setdefault(clause, []).extend(places)

    def places(self, clause: str) -> tuple[PrintedPlace, ...]:
        """The places of a clause, those of a rulebook in its order."""
        return tuple(self._places.get(clause, ())[:MOST_PLACES])


def _lock_in(path: Path) -> Lock | None:
    """The lock in a file; `document` reports the mistakes in it."""
    try:
        return parsed(Source(str(path), text_in(path)))
    except (OSError, UnicodeDecodeError, RulebookError):
        return None


def _places_in(lock: Lock) -> Mapping[str, list[PrintedPlace]]:
    """The places of each clause. A section begins with a heading; what stands before the first is section 1 too."""
    out: dict[str, list[PrintedPlace]] = {}
    section, sentence = 1, 0
    for entry in lock.entries:
        if entry.mark == "heading":
            # Headings that follow each other begin one section.
            section, sentence = section + (sentence > 0), 0
            continue
        sentence += 1
        for clause in entry.clauses:
            out.setdefault(clause, []).append(PrintedPlace(lock.language, section, sentence))
    return out
