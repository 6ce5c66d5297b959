"""Documents on the command line: the arguments that the commands on them share, and what they read."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import click
from attrs import define, evolve

from ...dsl.statements.glossary import Glossary
from ...translation.alignment.aligned import NO_MEANINGS, AlignedDocument, align_document
from ...translation.alignment.targets import Target, targets
from ...translation.checks import everything, once_for_each_cause
from ...translation.decisions.findings import Finding, ordered
from ...translation.decisions.reading import read_with
from ...translation.document.document import Document
from ...translation.document.places import Place
from ...translation.facts.facts import RulebookFacts
from ...translation.pairs.checks import compared
from ...translation.pairs.glossaries import known_words
from ...translation.pairs.judge import GUESSED, carried, judged
from ...translation.pairs.saved_pairs import given_links, links_of
from ...translation.pairs.side_by_side import SideBySide, side_by_side
from ...translation.pairs.strangers import of_another_game, unrelated
from ...translation.wording.unread import unread
from ..shared.games.options import Asked
from .decisions import DecisionFiles, Decisions
from .rulebook import ComparedRulebook
from .text import RULES, DocumentText, Source
from .vocabulary import Vocabulary

# From this many errors and warnings on, a document without an original is perhaps that of another game.
MANY = 12
# A text that names a smaller share of the concepts of a glossary is perhaps of another game.
FEW_CONCEPTS = 0.5


@define(slots=False, eq=False)
class Job:
    """A document to compare with a game, and what follows from the text and the decisions on it, each worked out once.

    `also` are clauses that it states on their own, besides those that the lock gives a sentence.
    """

    text: DocumentText
    files: DecisionFiles
    also: tuple[str, ...] = ()
    _original: Job | None = None
    _texts: SideBySide | None = None

    @classmethod
    def of(cls, asked: Asked, path: Path, code: str, own_lock: Path | None = None, source: Source | None = None) -> Job:
        """Return the job that the arguments of a command ask for."""
        rulebook = ComparedRulebook(asked)
        text = DocumentText(path, Vocabulary(rulebook, code), source)
        return cls(text, DecisionFiles(rulebook, code, own_lock, source))

    @property
    def rulebook(self) -> ComparedRulebook:
        """The rulebook that it is compared with; an original shares that of its translation."""
        return self.files.rulebook

    @cached_property
    def decisions(self) -> Decisions:
        """The decisions on it."""
        return Decisions(self.files, self.text)

    @cached_property
    def original(self) -> Job | None:
        """The text that the document translates, as a job of its own."""
        if self._original is not None or self.text.original is None:
            return self._original
        return Job(self.text.original, DecisionFiles(self.rulebook, self.text.original.code))

    @cached_property
    def editions(self) -> tuple[RulebookFacts, ...]:
        """Return the facts of its clauses in other editions; none beside an original without a lock.

        What the rules alone suggest for an unconfirmed sentence is only a note where its original is at hand.
        """
        return () if self.text.is_beside and self.decisions.known.lock is None else self.rulebook.other_editions

    def beside(self, found: Document) -> SideBySide | None:
        """This document, or one that was made from it, beside its original. A usage error if they are no such pair."""
        if self.original is None:
            return None
        if self._texts is None or self._texts.translation is not found:
            own, saved = self.original, self.decisions.saved
            original, glossary = own.text.document, own.text.vocabulary.glossary
            links, _ = (links_of(saved, original, found)) if saved is not None else ((), 0)
            links = links or (given_links(original, found) if own.text.given is not None else ())
            texts = side_by_side(original, found, links, known_words(glossary, self.text.vocabulary.glossary, original, found),
                                 own.aligned.claimed)
            message = unrelated(texts, own.text.readable is not None)
            if message is not None:
                raise click.UsageError(message)
            self._texts = texts
        return self._texts

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """Return the targets: the evidence that the document has to show for each clause."""
        lock = self.decisions.known.lock
        given = () if lock is None else (id for entry in lock.in_order for id in entry.clauses)
        also = {*self.also, *given, *self.text.document.anchored}
        return targets(self.rulebook.facts, self.text.document.reader, self.text.vocabulary.wording,
                       self.rulebook.asked.players, self.files.others, also)

    def align(self, found: Document) -> AlignedDocument:
        """Align this document, or one that was made from it, with the clauses of this game."""
        lock = self.decisions.known.lock
        meanings_of = NO_MEANINGS if lock is None else self.rulebook.meanings
        return align_document(found, self.rulebook.facts, self.targets, lock, meanings_of, lambda: self.editions,
                              self._carried(found))

    def _carried(self, found: Document) -> dict[str, tuple[int, ...]]:
        """The sentences that state clauses by what the readable rulebook, or the original, has of them."""
        asked = [aim.id for aim in self.targets]
        if self.text.readable is not None:
            return self.text.readable.sentences(found, asked)
        texts = self.beside(found)
        if texts is None or self.original is None:
            return {}
        # Its translation does not state what a readable rulebook is known not to state.
        readable = self.original.text.readable
        return ({} if readable is None else readable.unstated(asked)) | carried(texts, self.original.aligned)

    @cached_property
    def aligned(self) -> AlignedDocument:
        """This document, aligned with them."""
        return self.align(self.text.document)

    @cached_property
    def cautions(self) -> tuple[str, ...]:
        """Warnings about the whole run: files that cannot be read, a missing glossary, a lock of another document."""
        code, saved, places = self.text.code, self.decisions.saved, self.files.places
        out = list(unread(self.rulebook.files, code))
        if self.text.vocabulary.glossary is None:
            worded = any(aim.wording is not None for aim in self.targets)
            out.append(f"the game has no glossary in `{code}` (`text/{code}.glossary.csv` beside the rulebook)"
                       + (", so that concepts are not known by their words" if worded else
                          " and no texts, so that sentences are compared with the original, and hardly with the clauses"
                          if self.original is not None else
                          " and no texts, so that hardly anything of a sentence can be compared: begin with a glossary"))
        elif self.rulebook.facts.english is None:
            out.append("the game has no glossary in `en` (`text/en.glossary.csv` beside the rulebook), which says what "
                       "concepts there are: without it no term of a document is known")
        unknown = [clause for clause in self.text.document.anchored
                   if not self.aligned.has(clause) and clause not in self.rulebook.meanings]
        out += [f"a comment in the document names the clause `{clause}`, which is not there" for clause in unknown]
        if saved is not None and self.original is not None:
            lost = links_of(saved, self.original.text.document, self.text.document)[1]
            if lost:
                out.append(f"{lost} of the {len(saved.pairs)} pairs of sentences that `{self.files.pairs}` knows are not "
                           "there; perhaps it is the alignment of other texts")
        lock = self.aligned.lock
        if lock is not None and self.is_strange:
            out.append(f"{self._lost} of the {len(lock.entries)} sentences that `{places.lock}` knows are not there; "
                       "perhaps it is the lock of another document")
        if lock is None and self.files.own_lock is None and any(other.language == code for other in self.files.others):
            out.append(f"there is a lock of this game in `{code}` in `{places.lock.parent}`, but under another name "
                       f"than `{places.lock.name}`; `--lock FILE` names it")
        return tuple(out)

    @property
    def _lost(self) -> int:
        return sum(not entry.gone for entry in self.aligned.lost)

    @property
    def is_strange(self) -> bool:
        """Whether most of the sentences that the lock knows are not in the document."""
        return self.aligned.lock is not None and 2 * self._lost > len(self.aligned.lock.entries)

    def again(self) -> Job:
        """This job with the document and the decisions on it read again; the rulebook, and the original, stay as they are."""
        return evolve(self, text=self.text.again(), original=self.original, texts=None)

    def caution(self) -> None:
        """Print the warnings about the whole run."""
        for text in self.cautions:
            click.echo(f"warning: {text}", err=True)

    def findings(self, aligned: AlignedDocument) -> tuple[Finding, ...]:
        """Check a document: all findings, those of its reading and the accepted ones included."""
        found, reading = everything(aligned, self.rulebook.plays), self.decisions.known.reading
        texts = self.beside(aligned.document)
        if texts is not None and self.original is not None:
            readable = self.original.text.readable
            own = self.original.found if readable is None else self._in_copies_too
            if readable is not None:
                found = tuple(one for one in found if one.rule != "accuracy/clause-missing" or one.clause in readable.stated
                              or (one.clause is not None and aligned.is_gone(one.clause)))
            found = judged(found, own, compared(texts), texts, aligned)
        if reading is not None:
            variants = [variant.name for variant in self.rulebook.files.variants]
            edition = reading.edition is not None and reading.edition in variants
            found = read_with(found, reading, aligned, edition)
        # INVARIANT: the last step. Each check reports by itself; only here,
        # where all findings are there, it shows which have one cause.
        return ordered(once_for_each_cause(found, aligned))

    @property
    def _in_copies_too(self) -> tuple[Finding, ...]:
        """Findings on a readable rulebook itself, such as on words for two concepts: its copy has them too."""
        if self.original is None or self.original.text.code != self.text.code:
            return ()
        return tuple(finding for finding in self.original.found if finding.rule not in GUESSED)

    @cached_property
    def found(self) -> tuple[Finding, ...]:
        """The findings of this document. A usage error if it is that of another game, as many findings or few concepts show."""
        if self.original is not None and self.original.text.readable is None:
            named = next((job for job in (self.original, self) if job.text.vocabulary.glossary is not None), None)
            if named is not None and named._names_few(named.text.vocabulary.glossary):
                named._refuse_another_game()
        found = self.findings(self.aligned)
        if not self.text.is_beside and sum(finding.level != "note" for finding in found) >= MANY:
            self._refuse_another_game()
        return found

    def _names_few(self, glossary: Glossary | None) -> bool:
        """Return whether the document names few of the concepts of its glossary."""
        if glossary is None:
            return False
        named = {concept for shown in self.text.document.evidence for mention in shown.mentions for concept in mention.concepts}
        return len(named) < FEW_CONCEPTS * len(glossary.concepts)

    def _refuse_another_game(self) -> None:
        """Compare it with the readable rulebook, in its language or else in English, if the game has one."""
        if self.aligned.lock is not None and not self.is_strange:
            return
        for code in dict.fromkeys((self.text.code, "en")):
            own = DocumentText(Path(RULES), Vocabulary(self.rulebook, code), translation=self.text)
            try:
                rules = own.read
            except click.UsageError:
                continue
            known = known_words(own.vocabulary.glossary, self.text.vocabulary.glossary, rules, self.text.document)
            message = of_another_game(side_by_side(rules, self.text.document, (), known))
            if message is not None:
                raise click.UsageError(message)
            return

    def place(self, finding: Finding) -> Place | None:
        """Return the place of a finding in the document."""
        return self.aligned.place(finding.sentence, finding.behind, finding.line)

    def clause(self, id: str) -> str:
        """Return the id of a clause of the targets. Raise a usage error if there is none."""
        known_ids = [aim.id for aim in self.aligned.targets]
        if id not in known_ids:
            from ..shared.games.names import unknown_clause

            raise click.UsageError(unknown_clause(id, known_ids))
        return id


def needs_source(job: Job) -> SideBySide:
    """The document beside its original. A usage error where none is named."""
    texts = job.beside(job.text.document)
    if texts is None:
        raise click.UsageError("name the original with --source and --source-lang")
    return texts
