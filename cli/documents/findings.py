"""An aligned document -> its findings. A document of another game is refused, and not checked."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import click
from attrs import define

from ...translation.alignment.aligned import AlignedDocument
from ...translation.checks import everything, once_for_each_cause
from ...translation.decisions.findings import Finding, ordered
from ...translation.decisions.reading import read_with
from ...translation.pairs.checks import compared
from ...translation.pairs.glossaries import known_words
from ...translation.pairs.judge import GUESSED, judged
from ...translation.pairs.side_by_side import side_by_side
from ...translation.pairs.strangers import of_another_game
from .alignment import ClauseAlignment
from .text import RULES, DocumentText
from .vocabulary import DocumentVocabulary

# From this many errors and warnings on, a document without an original is perhaps that of another game.
MANY = 12
# A text that names a smaller share of the concepts of a glossary is perhaps of another game.
FEW_CONCEPTS = 0.5


@define(slots=False, eq=False)
class Findings:
    """The findings of a document, and those of its original if it has one."""

    alignment: ClauseAlignment
    original: Findings | None = None

    def of(self, aligned: AlignedDocument) -> tuple[Finding, ...]:
        """Check a document: all findings, those of its reading and the accepted ones included."""
        rulebook, reading = self.alignment.rulebook, self.alignment.decisions.known.reading
        findings = everything(aligned, rulebook.plays)
        texts = self.alignment.comparison.texts_of(aligned.document)
        if texts is not None and self.original is not None:
            readable = self.original.alignment.text.readable
            own = self.original.of_document if readable is None else self._in_copies_too
            if readable is not None:
                findings = tuple(finding for finding in findings if finding.rule != "accuracy/clause-missing"
                                 or finding.clause in readable.stated
                                 or (finding.clause is not None and aligned.is_gone(finding.clause)))
            findings = judged(findings, own, compared(texts), texts, aligned)
        if reading is not None:
            variants = [variant.name for variant in rulebook.files.variants]
            edition = reading.edition is not None and reading.edition in variants
            findings = read_with(findings, reading, aligned, edition)
        # INVARIANT: the last step. Each check reports by itself; only here,
        # where all findings are there, it shows which have one cause.
        return ordered(once_for_each_cause(findings, aligned))

    @property
    def _in_copies_too(self) -> tuple[Finding, ...]:
        """Findings on a readable rulebook itself, such as on words for two concepts: its copy has them too."""
        if self.original is None or self.original.alignment.text.code != self.alignment.text.code:
            return ()
        return tuple(finding for finding in self.original.of_document if finding.rule not in GUESSED)

    @cached_property
    def of_document(self) -> tuple[Finding, ...]:
        """The findings of this document. A usage error if it is that of another game, as many findings or few concepts show."""
        if self.original is not None and self.original.alignment.text.readable is None:
            alignments = self.original.alignment, self.alignment
            named = next((alignment for alignment in alignments if alignment.text.vocabulary.glossary is not None), None)
            if named is not None and _names_few(named.text):
                _refuse_another_game(named)
        findings = self.of(self.alignment.aligned)
        if not self.alignment.text.is_beside and sum(finding.level != "note" for finding in findings) >= MANY:
            _refuse_another_game(self.alignment)
        return findings


def _names_few(text: DocumentText) -> bool:
    """Return whether a document names few of the concepts of its glossary."""
    glossary = text.vocabulary.glossary
    if glossary is None:
        return False
    named = {concept for shown in text.document.evidence for mention in shown.mentions for concept in mention.concepts}
    return len(named) < FEW_CONCEPTS * len(glossary.concepts)


def _refuse_another_game(alignment: ClauseAlignment) -> None:
    """Compare a document with the readable rulebook, in its language or else in English, if the game has one."""
    if alignment.aligned.lock is not None and not alignment.is_strange:
        return
    text = alignment.text
    for code in dict.fromkeys((text.code, "en")):
        own = DocumentText(Path(RULES), DocumentVocabulary(alignment.rulebook, code), translation=text)
        try:
            rules = own.read
        except click.UsageError:
            continue
        known = known_words(own.vocabulary.glossary, text.vocabulary.glossary, rules, text.document)
        if of_another_game(side_by_side(rules, text.document, (), known)) is not None:
            raise click.UsageError(f"the sentences of `{text.document.name}` have hardly a word in common with the booklet of "
                                   f"`{alignment.rulebook.facts.name}` in `{code}`: they seem to be texts of two games")
        return
