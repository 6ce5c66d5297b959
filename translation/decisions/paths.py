"""The files beside a rulebook for a document: its lock, its reading, the accepted findings, the questions to the publisher.

In the folder `documents` of the rulebook, each by the document's language: `ru.lock`, `ru.reading`, `ru.accepted`,
`ru.questions`. A rulebook that is not named as its folder may share it with others, and has its name before: `pig.ru.lock`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics, RulebookError
from ...dsl.source.read_limited import is_there
from ...dsl.source.span import Source
from ...dsl.statements.sources import source_of
from ..lock import lock
from . import baseline, inquiries, reading

FOLDER = "documents"


@frozen
class DocumentPaths:
    """The paths of the files of a document."""

    lock: Path
    reading: Path
    accepted: Path
    questions: Path


@frozen
class KnownDocument:
    """The lock, the reading, the accepted findings of a document, and the questions to its publisher."""

    lock: lock.Lock | None
    reading: reading.Reading | None
    accepted: tuple[baseline.AcceptedFinding, ...]
    inquiries: tuple[inquiries.Inquiry, ...] = ()


def document_paths(files: Files, language: str, own: Path | None = None) -> DocumentPaths:
    """The files of a document in a language; `own` is another place for its lock, by whose name the others go."""
    main = Path(files.path)
    path = own or main.parent / FOLDER / f"{files.prefix}{language}.lock"
    return DocumentPaths(path, path.with_suffix(".reading"), path.with_suffix(".accepted"), path.with_suffix(".questions"))


def others(places: DocumentPaths, game: str) -> tuple[lock.Lock, ...]:
    """The locks of the other documents of a game, which lie in the same folder. Raises RulebookError."""
    paths = [path for path in sorted(places.lock.parent.glob("*.lock")) if path.name != places.lock.name]
    sources = [source for path in paths if (source := source_in(path)) is not None]
    # Other tools have files with this ending too; those are left alone, and a broken lock is still reported.
    locks = (lock.parsed(source) for source in sources if source.line(1).startswith('{"lock"'))
    return tuple(other for other in locks if other.game == game)


def known_document(places: DocumentPaths, clauses: Sequence[str], game: str, language: str,
                   plays: Sequence[str] | None = None) -> KnownDocument:
    """Read them, for a rulebook with these clauses, in any edition, and these playthroughs.

    Raises RulebookError for a file that cannot be read or that is for another game or language.
    """
    lock_source, read, accepted, questions = map(source_in, (places.lock, places.reading, places.accepted, places.questions))
    own = None if lock_source is None else lock.parsed(lock_source)
    of_lock = (own.game, own.language) if own is not None else None
    of_reading = reading.whose(read) if read is not None else None
    for source, what, whose in ((lock_source, "lock", of_lock), (read, "reading", of_reading)):
        if source is not None and whose is not None and whose != (game, language):
            raise lock.unreadable(source, 1, f"this is a {what} of `{whose[0]}` in `{whose[1]}`, "
                                             f"not of `{game}` in `{language}`")
    other = None if read is None else reading.parsed(read, clauses, plays)
    return KnownDocument(own, other, () if accepted is None else baseline.parsed(accepted),
                         () if questions is None else inquiries.parsed(questions))


def source_in(path: Path) -> Source | None:
    """Read a file; None where there is none. Raises RulebookError: a text that is written back has to be read whole."""
    diagnostics = Diagnostics()
    source = source_of(path, diagnostics) if is_there(path) else None
    if diagnostics.failed:
        raise RulebookError(diagnostics.sorted())
    return source
