"""Documents on the command line: the arguments that the commands on them share, and what they read."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import click
from attrs import define, evolve, frozen

from ...dsl.source.read_limited import bytes_in
from ...dsl.statements.glossary import Glossary, glossary_of
from ...translation.alignment.aligned import NO_MEANINGS, AlignedDocument, align_document
from ...translation.alignment.targets import Target, Wording, targets
from ...translation.alignment.wording import wording_in
from ...translation.checks import everything, once_for_each_cause
from ...translation.decisions.findings import Finding, ordered
from ...translation.decisions.paths import DocumentPaths, KnownDocument, document_paths, known_document, others, source_in
from ...translation.decisions.reading import read_with
from ...translation.document.document import Document, document
from ...translation.document.foreign import spoken
from ...translation.document.language import NoSuchLanguage, language, languages
from ...translation.document.places import Place
from ...translation.facts.facts import RulebookFacts
from ...translation.formats.read_document import ReadDocument, UnreadableDocument
from ...translation.formats.recognise import MOST_BYTES, read
from ...translation.lock.lock import MOST_SENTENCES, Lock, unreadable, written
from ...translation.lock.realign import realigned
from ...translation.pairs.checks import compared
from ...translation.pairs.glossaries import known_words
from ...translation.pairs.judge import GUESSED, carried, judged
from ...translation.pairs.saved_pairs import SavedPairs, given_links, links_of
from ...translation.pairs.saved_pairs import parsed as pairs_in
from ...translation.pairs.side_by_side import SideBySide, side_by_side
from ...translation.pairs.strangers import exchanged, of_another_game, unrelated
from ...translation.wording.unread import unread
from ..shared.files.files import made, write_whole
from ..shared.files.outputs import inside
from ..shared.games.options import Asked
from .readable import Readable, readable
from .rulebook import ComparedRulebook

MOST_CHARACTERS = 500_000
# A lock is ignored as that of another document if fewer than one of N of its sentences stand unchanged in this one.
SAME = 20
# From this many errors and warnings on, a document without an original is perhaps that of another game.
MANY = 12
# A text that names a smaller share of the concepts of a glossary is perhaps of another game.
FEW_CONCEPTS = 0.5
# What `--source` calls the readable rulebook.
RULES = "rules"
# How a source is called that stands in the file of its translation; a file name cannot contain this character.
PAIRS = "\0pairs"
TOGETHER = "--source and --source-lang go together: a text, and its language"


# What a job works out of the rulebook and the original alone, and of the bytes of the document.
_OF_RULEBOOK = ("rulebook", "glossary", "places", "editions", "wording", "others", "original")
_OF_DOCUMENT = ("data", "content", "read", "document")


@frozen
class Source:
    """The original of a document: a file, or `rules`, and its language."""

    name: str
    code: str


@define(slots=False)
class Job:
    """A document to compare with a game: the arguments of the command, and what follows from them, each worked out once.

    `also` are clauses that it states on their own, besides those that the lock gives a sentence; `source` says what it
    translates, and `of` is the job whose original it is itself; `given` is its content where the file of its translation
    has it beside.
    """

    asked: Asked
    path: Path
    code: str
    own_lock: Path | None
    also: tuple[str, ...] = ()
    source: Source | None = None
    of: Job | None = None
    given: ReadDocument | None = None
    _texts: SideBySide | None = None

    @cached_property
    def rulebook(self) -> ComparedRulebook:
        """The rulebook that it is compared with; an original shares that of its translation."""
        return ComparedRulebook(self.asked) if self.of is None else self.of.rulebook

    @cached_property
    def glossary(self) -> Glossary | None:
        """Its terms in the document's language."""
        return glossary_of(self.rulebook.files, self.code)

    @cached_property
    def places(self) -> DocumentPaths:
        """The paths of the lock, the reading and the accepted findings."""
        return document_paths(self.rulebook.files, self.code, self.own_lock)

    @cached_property
    def known(self) -> KnownDocument:
        """Their content."""
        if self.readable is not None:
            return KnownDocument(None, None, ())
        clauses = list(self.rulebook.meanings) if self.places.reading.is_file() else []
        names = [playthrough.name for playthrough in self.rulebook.plays]
        known = known_document(self.places, clauses, self.rulebook.facts.name, self.code, names)
        # The lock in a language may be that of another document: with an original, none is needed.
        beside = self.of is not None or self.source is not None
        return KnownDocument(None, None, ()) if beside and self._fits_not(known.lock) else known

    def _fits_not(self, lock: Lock | None) -> bool:
        """Return whether most of the sentences that a lock knows are not in the document."""
        if lock is None:
            return False
        known, here = [entry.print.whole for entry in lock.entries], {print.whole for print in self.document.prints}
        same = sum(whole in here for whole in known)
        # Sentences that stand unchanged decide the clear cases. To find sentences that were changed takes much longer.
        if 2 * same >= len(known) or SAME * same < len(known):
            return 2 * same < len(known)
        placed = realigned([entry.print for entry in lock.entries], self.document.prints)
        return 2 * sum(place.index is None for place in placed) > len(placed)

    @cached_property
    def editions(self) -> tuple[RulebookFacts, ...]:
        """Return the facts of its clauses in other editions; none beside an original without a lock.

        What the rules alone suggest for an unconfirmed sentence is only a note where its original is at hand.
        """
        is_beside = self.of is not None or self.source is not None
        return () if is_beside and self.known.lock is None else self.rulebook.other_editions

    @cached_property
    def others(self) -> tuple[Lock, ...]:
        """The locks of other documents of the game: where one states a clause, another is likely to."""
        return others(self.places, self.rulebook.facts.name)

    @cached_property
    def data(self) -> bytes:
        """The bytes of the document's file."""
        return bytes_in(self.path, MOST_BYTES)

    @cached_property
    def content(self) -> ReadDocument:
        """The document's text, and its pairs where its format gives them. A usage error if it cannot be read."""
        if self.given is not None:
            return self.given
        try:
            found = read(self.data, self.code, language(self.code).letters if self.code in languages() else ())
        except UnreadableDocument as error:
            raise click.UsageError(f"`{self.path}` {error}") from None
        if len(found.text) > MOST_CHARACTERS:
            raise click.UsageError(f"`{self.path}` is longer than {MOST_CHARACTERS:,} characters")
        return found

    @cached_property
    def document(self) -> Document:
        """The document, read."""
        if self.original is not None:
            message = exchanged(self.original.read, self.read)
            if message is not None:
                raise click.UsageError(message)
        return _of_text(self.read)

    @cached_property
    def read(self) -> Document:
        """The document, whatever is in it."""
        try:
            language(self.code)
            if self.readable is not None:
                return document(str(self.path), self.readable.text, self.code, self.glossary, self.rulebook.facts.numbered)
            content = self.content
            return document(str(self.path), content.text, self.code, self.glossary, self.rulebook.facts.numbered, content.lines)
        except NoSuchLanguage as error:
            raise click.UsageError(str(error)) from None

    @cached_property
    def readable(self) -> Readable | None:
        """The readable rulebook, if that is the original."""
        if self.of is None or str(self.path) != RULES:
            return None
        players = self.asked.players or min(self.rulebook.facts.players)
        return readable(self.rulebook.files, self.rulebook.facts, self.code, players, dict(self.asked.parameters),
                        self.asked.game, len(self.of.read.sentences))

    @cached_property
    def original(self) -> Job | None:
        """The text that the document translates, as a job of its own."""
        if self.source is None:
            return None
        path = Path(self.source.name)
        if self.source.name != PAIRS:
            return Job(self.asked, path, self.source.code, None, of=self)
        if not self.content.pairs:
            raise click.UsageError(f"{TOGETHER}; only XLIFF, PO, TMX and tables hold their originals")
        return Job(self.asked, self.path, self.source.code, None, of=self, given=self.content.original)

    def beside(self, found: Document) -> SideBySide | None:
        """This document, or one that was made from it, beside its original. A usage error if they are no such pair."""
        if self.original is None:
            return None
        if self._texts is None or self._texts.translation is not found:
            own = self.original
            links, _ = (links_of(self.saved, own.document, found)) if self.saved is not None else ((), 0)
            links = links or (given_links(own.document, found) if own.given is not None else ())
            texts = side_by_side(own.document, found, links, known_words(own.glossary, self.glossary, own.document, found),
                                 own.aligned.believed, own.given is not None)
            message = unrelated(texts, own.readable is not None)
            if message is not None:
                raise click.UsageError(message)
            self._texts = texts
        return self._texts

    @property
    def pairs_path(self) -> Path:
        """The path of the pairs of sentences that a person has confirmed: beside the lock."""
        source = self.source or Source(RULES, self.code)
        name = f"rules.{source.code}" if source.name == RULES else source.code
        return self.places.lock.with_suffix(f".{name}.pairs")

    @cached_property
    def saved(self) -> SavedPairs | None:
        """The pairs that a person has confirmed. Raises RulebookError for a file of other texts."""
        found = source_in(self.pairs_path)
        own = None if found is None else pairs_in(found)
        if found is not None and own is not None and self.source is not None:
            whose, wanted = (own.game, own.original, own.translation), (self.rulebook.facts.name, self.source.code, self.code)
            if whose != wanted:
                raise unreadable(found, 1, f"this is an alignment of `{whose[0]}` from `{whose[1]}` to `{whose[2]}`, not of "
                                           f"`{wanted[0]}` from `{wanted[1]}` to `{wanted[2]}`")
        return own

    @cached_property
    def wording(self) -> Wording:
        """Our own wording of each clause in the document's language."""
        return wording_in(self.rulebook.files, self.rulebook.facts, self.glossary, self.code)

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """Return the targets: the evidence that the document has to show for each clause."""
        lock = self.known.lock
        given = () if lock is None else (id for entry in lock.in_order for id in entry.clauses)
        also = {*self.also, *given, *self.document.anchored}
        return targets(self.rulebook.facts, self.document.reader, self.wording, self.asked.players, self.others, also)

    def align(self, found: Document) -> AlignedDocument:
        """Align this document, or one that was made from it, with the clauses of this game."""
        lock = self.known.lock
        meanings_of = NO_MEANINGS if lock is None else self.rulebook.meanings
        return align_document(found, self.rulebook.facts, self.targets, lock, meanings_of, lambda: self.editions,
                              self._carried(found))

    def _carried(self, found: Document) -> dict[str, tuple[int, ...]]:
        """The sentences that state clauses by what the readable rulebook, or the original, has of them."""
        asked = [aim.id for aim in self.targets]
        if self.readable is not None:
            return self.readable.sentences(found, asked)
        texts = self.beside(found)
        if texts is None or self.original is None:
            return {}
        # Its translation does not state what a readable rulebook is known not to state.
        readable = self.original.readable
        return ({} if readable is None else readable.unstated(asked)) | carried(texts, self.original.aligned)

    @cached_property
    def aligned(self) -> AlignedDocument:
        """This document, aligned with them."""
        return self.align(self.document)

    @cached_property
    def cautions(self) -> tuple[str, ...]:
        """Warnings about the whole run: files that cannot be read, a missing glossary, a lock of another document."""
        out = list(unread(self.rulebook.files, self.code))
        if self.glossary is None:
            worded = any(aim.wording is not None for aim in self.targets)
            out.append(f"the game has no glossary in `{self.code}` (`text/{self.code}.glossary.csv` beside the rulebook)"
                       + (", so that concepts are not known by their words" if worded else
                          " and no texts, so that sentences are compared with the original, and hardly with the clauses"
                          if self.original is not None else
                          " and no texts, so that hardly anything of a sentence can be compared: begin with a glossary"))
        elif self.rulebook.facts.english is None:
            out.append("the game has no glossary in `en` (`text/en.glossary.csv` beside the rulebook), which says what "
                       "concepts there are: without it no term of a document is known")
        unknown = [clause for clause in self.document.anchored
                   if not self.aligned.has(clause) and clause not in self.rulebook.meanings]
        out += [f"a comment in the document names the clause `{clause}`, which is not there" for clause in unknown]
        if self.saved is not None and self.original is not None:
            lost = links_of(self.saved, self.original.document, self.document)[1]
            if lost:
                out.append(f"{lost} of the {len(self.saved.pairs)} pairs of sentences that `{self.pairs_path}` knows are not "
                           "there; perhaps it is the alignment of other texts")
        lock = self.aligned.lock
        if lock is not None and self.is_strange:
            out.append(f"{self._lost} of the {len(lock.entries)} sentences that `{self.places.lock}` knows are not there; "
                       "perhaps it is the lock of another document")
        if lock is None and self.own_lock is None and any(other.language == self.code for other in self.others):
            out.append(f"there is a lock of this game in `{self.code}` in `{self.places.lock.parent}`, but under another name "
                       f"than `{self.places.lock.name}`; `--lock FILE` names it")
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
        # What the document and the decisions on it lead to is worked out again.
        # What only the rulebook and the original lead to is handed on.
        fresh = evolve(self, texts=None)
        for name in (*_OF_RULEBOOK, *(_OF_DOCUMENT if bytes_in(self.path, MOST_BYTES) == self.data else ())):
            if name in self.__dict__:
                fresh.__dict__[name] = self.__dict__[name]
        return fresh

    def caution(self) -> None:
        """Print the warnings about the whole run."""
        for text in self.cautions:
            click.echo(f"warning: {text}", err=True)

    def findings(self, aligned: AlignedDocument) -> tuple[Finding, ...]:
        """Check a document: all findings, those of its reading and the accepted ones included."""
        found, reading = everything(aligned, self.rulebook.plays), self.known.reading
        texts = self.beside(aligned.document)
        if texts is not None and self.original is not None:
            readable = self.original.readable
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
        if self.original is None or self.original.code != self.code:
            return ()
        return tuple(finding for finding in self.original.found if finding.rule not in GUESSED)

    @cached_property
    def found(self) -> tuple[Finding, ...]:
        """The findings of this document. A usage error if it is that of another game, as many findings or few concepts show."""
        if self.original is not None and self.original.readable is None:
            named = next((job for job in (self.original, self) if job.glossary is not None), None)
            if named is not None and named._names_few(named.glossary):
                named._refuse_another_game()
        found = self.findings(self.aligned)
        if self.source is None and self.of is None and sum(finding.level != "note" for finding in found) >= MANY:
            self._refuse_another_game()
        return found

    def _names_few(self, glossary: Glossary | None) -> bool:
        """Return whether the document names few of the concepts of its glossary."""
        if glossary is None:
            return False
        named = {concept for shown in self.document.evidence for mention in shown.mentions for concept in mention.concepts}
        return len(named) < FEW_CONCEPTS * len(glossary.concepts)

    def _refuse_another_game(self) -> None:
        """Compare it with the readable rulebook, in its language or else in English, if the game has one."""
        if self.aligned.lock is not None and not self.is_strange:
            return
        for code in dict.fromkeys((self.code, "en")):
            own = Job(self.asked, Path(RULES), code, None, of=self)
            try:
                rules = own.read
            except click.UsageError:
                continue
            message = of_another_game(side_by_side(rules, self.document, (),
                                                   known_words(own.glossary, self.glossary, rules, self.document)))
            if message is not None:
                raise click.UsageError(message)
            return

    def place(self, finding: Finding) -> Place | None:
        """Return the place of a finding in the document."""
        in_one_file = self.original is not None and self.original.given is not None
        return self.aligned.place(finding.sentence, None if in_one_file else finding.behind, finding.line)

    def write_lock(self, lock: Lock) -> None:
        """Put a lock in its place."""
        self.put(self.places.lock, written(lock))

    def put(self, path: Path, text: str) -> None:
        """Write a file that belongs to the document. A usage error where a link leads out of the rulebook's folder."""
        if self.own_lock is None:
            inside(self.rulebook.folder, path)
        with made(path.parent):
            write_whole(path, text)

    def clause(self, id: str) -> str:
        """Return the id of a clause of the targets. Raise a usage error if there is none."""
        known_ids = [aim.id for aim in self.aligned.targets]
        if id not in known_ids:
            from ..shared.games.names import unknown_clause

            raise click.UsageError(unknown_clause(id, known_ids))
        return id

    def sentence(self, number: int) -> int:
        """The index of a sentence. A usage error if there is none of this number."""
        if not 1 <= number <= len(self.document.sentences):
            raise click.UsageError(f"there is no sentence {number}; the document has {len(self.document.sentences)}")
        return number - 1


def _of_text(found: Document) -> Document:
    """A document that has text in its language. A usage error if it has none."""
    if "\0" in found.text:
        raise click.UsageError(f"`{found.name}` is not text: it has zero bytes")
    if not found.sentences:
        raise click.UsageError(f"`{found.name}` has no sentence")
    if len(found.sentences) > MOST_SENTENCES:
        raise click.UsageError(f"`{found.name}` has more than {MOST_SENTENCES:,} sentences")
    code = spoken(found.sentences, found.language)
    if code != found.language.code:
        raise click.UsageError(f"`{found.name}` seems to be in `{code}`, and not in `{found.language.code}`")
    return found


def needs_source(job: Job) -> SideBySide:
    """The document beside its original. A usage error where none is named."""
    texts = job.beside(job.document)
    if texts is None:
        raise click.UsageError("name the original with --source and --source-lang")
    return texts
