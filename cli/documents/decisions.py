"""Decisions on a document: the files that keep them, and what these say."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from attrs import define

from ...translation.decisions.paths import DocumentPaths, KnownDocument, document_paths, known_document, others, source_in
from ...translation.lock.lock import Lock, unreadable, written
from ...translation.lock.realign import realigned
from ...translation.pairs.saved_pairs import SavedPairs
from ...translation.pairs.saved_pairs import parsed as pairs_in
from ..shared.files.files import new_folder, write_whole
from ..shared.files.outputs import inside
from .rulebook import ComparedRulebook
from .text import RULES, DocumentOriginal, DocumentText

# A lock is ignored as that of another document if fewer than one of N of its sentences stand unchanged in this one.
SAME = 20


@define(slots=False, eq=False)
class DecisionFiles:
    """The files of the decisions on a document in a language; `own_lock` is the lock that a user names."""

    rulebook: ComparedRulebook
    code: str
    own_lock: Path | None = None
    source: DocumentOriginal | None = None

    @cached_property
    def places(self) -> DocumentPaths:
        """The paths of the lock, the reading and the accepted findings."""
        return document_paths(self.rulebook.files, self.code, self.own_lock)

    @property
    def pairs(self) -> Path:
        """The path of the pairs of sentences that a person has confirmed: beside the lock."""
        source = self.source or DocumentOriginal(RULES, self.code)
        name = f"rules.{source.code}" if source.name == RULES else source.code
        return self.places.lock.with_suffix(f".{name}.pairs")

    @cached_property
    def others(self) -> tuple[Lock, ...]:
        """The locks of other documents of the game: where one states a clause, another is likely to."""
        return others(self.places, self.rulebook.facts.name)

    def write_lock(self, lock: Lock) -> None:
        """Put a lock in its place."""
        self.put(self.places.lock, written(lock))

    def put(self, path: Path, text: str) -> None:
        """Write a file that belongs to the document. A usage error where a link leads out of the rulebook's folder."""
        if self.own_lock is None:
            inside(self.rulebook.folder, path)
        with new_folder(path.parent):
            write_whole(path, text)


@define(slots=False, eq=False)
class DocumentDecisions:
    """The decisions that the files of a document keep, read once."""

    files: DecisionFiles
    text: DocumentText

    @cached_property
    def known(self) -> KnownDocument:
        """The lock, the reading and the accepted findings."""
        if self.text.readable is not None:
            return KnownDocument(None, None, ())
        rulebook, places = self.files.rulebook, self.files.places
        clauses = list(rulebook.meanings) if places.reading.is_file() else []
        names = [playthrough.name for playthrough in rulebook.plays]
        known = known_document(places, clauses, rulebook.facts.name, self.files.code, names)
        # The lock in a language may be that of another document: with an original, none is needed.
        return KnownDocument(None, None, ()) if self.text.is_beside and self._fits_not(known.lock) else known

    def _fits_not(self, lock: Lock | None) -> bool:
        """Return whether most of the sentences that a lock knows are not in the document."""
        if lock is None:
            return False
        prints = self.text.document.prints
        known, present = [entry.print.whole for entry in lock.entries], {print.whole for print in prints}
        same = sum(whole in present for whole in known)
        # Sentences that stand unchanged decide the clear cases. To find sentences that were changed takes much longer.
        if 2 * same >= len(known) or SAME * same < len(known):
            return 2 * same < len(known)
        placed = realigned([entry.print for entry in lock.entries], prints)
        return 2 * sum(place.index is None for place in placed) > len(placed)

    @cached_property
    def saved(self) -> SavedPairs | None:
        """The pairs that a person has confirmed. Raises RulebookError for a file of other texts."""
        pairs, source = source_in(self.files.pairs), self.files.source
        own = None if pairs is None else pairs_in(pairs)
        if pairs is not None and own is not None and source is not None:
            whose = own.game, own.original, own.translation
            heading = self.files.rulebook.facts.name, source.code, self.files.code
            if whose != heading:
                raise unreadable(pairs, 1, f"this is an alignment of `{whose[0]}` from `{whose[1]}` to `{whose[2]}`, not of "
                                 f"`{heading[0]}` from `{heading[1]}` to `{heading[2]}`")
        return own
