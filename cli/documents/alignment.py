"""A document and the decisions on it -> the document aligned with its original, and with the clauses of the rulebook.

Each of the two helps the other: sentences of the original that state clauses are places to begin with beside it, and what the
original states its translation states too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import click
from attrs import define

from ...translation.alignment.aligned import NO_MEANINGS, AlignedDocument, CarriedSentences, align_document
from ...translation.alignment.targets import Target, targets
from ...translation.decisions.findings import Finding
from ...translation.document.document import Document
from ...translation.document.positions import TextPosition
from ...translation.facts.facts import RulebookFacts
from ...translation.pairs.glossaries import known_words
from ...translation.pairs.judge import carried
from ...translation.pairs.saved_pairs import given_links, links_of
from ...translation.pairs.side_by_side import SideBySide, side_by_side
from ...translation.pairs.strangers import unrelated
from ..shared.games.names import unknown_clause
from .decisions import DocumentDecisions
from .rulebook import ComparedRulebook
from .text import DocumentText


@define(slots=False, eq=False)
class OriginalComparison:
    """A document beside its original, if it has one."""

    text: DocumentText
    decisions: DocumentDecisions
    original: ClauseAlignment | None
    _texts: SideBySide | None = None

    def texts_of(self, document: Document) -> SideBySide | None:
        """This document, or one that was made from it, beside its original. A usage error if they are no such pair."""
        if self.original is None:
            return None
        if self._texts is None or self._texts.translation is not document:
            own, saved = self.original, self.decisions.saved
            original, glossary = own.text.document, own.text.vocabulary.glossary
            links, _ = (links_of(saved, original, document)) if saved is not None else ((), 0)
            links = links or (given_links(original, document) if own.text.bilingual_part is not None else ())
            known = known_words(glossary, self.text.vocabulary.glossary, original, document)
            texts = side_by_side(original, document, links, known, own.aligned.believed, own.text.bilingual_part is not None)
            message = unrelated(texts, own.text.readable is not None)
            if message is not None:
                raise click.UsageError(message)
            self._texts = texts
        return self._texts

    @property
    def texts(self) -> SideBySide | None:
        """This document beside its original. A usage error if they are no such pair."""
        return self.texts_of(self.text.document)

    def required(self) -> SideBySide:
        """This document beside its original. A usage error where none is named."""
        texts = self.texts
        if texts is None:
            raise click.UsageError("name the original with --source and --source-lang")
        return texts


@define(slots=False, eq=False)
class ClauseAlignment:
    """A document aligned with the clauses of its rulebook.

    `also` are clauses that it states on their own, besides those that the lock gives a sentence.
    """

    text: DocumentText
    decisions: DocumentDecisions
    comparison: OriginalComparison
    also: tuple[str, ...] = ()

    @property
    def rulebook(self) -> ComparedRulebook:
        """The rulebook that the document is compared with."""
        return self.text.vocabulary.rulebook

    @cached_property
    def editions(self) -> tuple[RulebookFacts, ...]:
        """Return the facts of its clauses in other editions; none beside an original without a lock.

        What the rules alone suggest for an unconfirmed sentence is only a note where its original is at hand.
        """
        return () if self.text.is_beside and self.decisions.known.lock is None else self.rulebook.other_editions

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """Return the targets: the evidence that the document has to show for each clause."""
        lock = self.decisions.known.lock
        clauses = () if lock is None else (id for entry in lock.in_order for id in entry.clauses)
        also = {*self.also, *clauses, *self.text.document.anchored}
        return targets(self.rulebook.facts, self.text.document.reader, self.text.vocabulary.wording,
                       self.rulebook.request.players, self.decisions.files.others, also)

    def align(self, document: Document) -> AlignedDocument:
        """Align this document, or one that was made from it, with the clauses of this game."""
        lock = self.decisions.known.lock
        meanings_of = NO_MEANINGS if lock is None else self.rulebook.meanings
        return align_document(document, self.rulebook.facts, self.targets, lock, meanings_of, lambda: self.editions,
                              self._carried(document))

    def _carried(self, document: Document) -> dict[str, CarriedSentences]:
        """The sentences that state clauses by what the readable rulebook, or the original, has of them."""
        clauses = [aim.id for aim in self.targets]
        if self.text.readable is not None:
            return _certain(self.text.readable.sentences(document, clauses))
        texts, original = self.comparison.texts_of(document), self.comparison.original
        if texts is None or original is None:
            return {}
        # Its translation does not state what a readable rulebook is known not to state.
        readable = original.text.readable
        return ({} if readable is None else _certain(readable.unstated(clauses))) | carried(texts, original.aligned)

    @cached_property
    def aligned(self) -> AlignedDocument:
        """This document, aligned with them."""
        return self.align(self.text.document)

    @property
    def lost(self) -> int:
        """The number of sentences that the lock knows and that are not in the document."""
        return sum(not entry.gone for entry in self.aligned.lost)

    @property
    def is_strange(self) -> bool:
        """Whether most of the sentences that the lock knows are not in the document."""
        return self.aligned.lock is not None and 2 * self.lost > len(self.aligned.lock.entries)

    def place(self, finding: Finding) -> TextPosition | None:
        """Return the place of a finding in the document."""
        original = self.comparison.original
        in_one_file = original is not None and original.text.bilingual_part is not None
        return self.aligned.place(finding.sentence, None if in_one_file else finding.behind, finding.line)

    def clause(self, id: str) -> str:
        """Return the id of a clause of the targets. Raise a usage error if there is none."""
        known_ids = [aim.id for aim in self.aligned.targets]
        if id not in known_ids:
            raise click.UsageError(unknown_clause(id, known_ids))
        return id


def _certain(sentences: Mapping[str, tuple[int, ...]]) -> dict[str, CarriedSentences]:
    """The sentences of a text that is made from the rules: there is no doubt about them."""
    return {clause: CarriedSentences(indices) for clause, indices in sentences.items()}
