"""Documents on the command line: the arguments that the commands on them share, and what they read."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from pathlib import Path

import click
from attrs import define

from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import RulebookError
from ...dsl.source.read_limited import text_in
from ...dsl.statements.glossary import Glossary, glossary_of
from ...dsl.syntax import Enum
from ...translation.alignment.aligned import NO_MEANINGS, AlignedDocument, align_document
from ...translation.alignment.targets import Target, Wording, targets
from ...translation.alignment.wording import wording_in
from ...translation.booklet.booklet import Press
from ...translation.checks import Play, everything, once_for_each_cause
from ...translation.checks.examples import play
from ...translation.decisions.findings import Finding, ordered
from ...translation.decisions.paths import DocumentPaths, KnownDocument, document_paths, known_document, others
from ...translation.decisions.reading import read_with
from ...translation.document.document import Document, document
from ...translation.document.foreign import spoken
from ...translation.document.language import NoSuchLanguage, languages
from ...translation.facts.facts import ClauseFacts, RulebookFacts, facts_of
from ...translation.lock.editions import Meanings, facts_of_others, meanings
from ...translation.lock.lock import MOST_SENTENCES, Lock, written
from ...translation.wording.unread import unread
from ..shared.files import made, write_whole
from ..shared.options import Asked, game_options_all_players
from ..shared.outputs import OUTPUT_FILE, inside

MOST_CHARACTERS = 500_000
NEEDED = ("snowballstemmer", "unicode_rbnf")


@define(slots=False)
class Job:
    """A document to compare with a game: the arguments of the command, and what follows from them, each worked out once.

    `also` are clauses that it states on their own, besides those that the lock gives a sentence.
    """

    asked: Asked
    path: Path
    code: str
    own_lock: Path | None
    also: tuple[str, ...] = ()

    @cached_property
    def files(self) -> Files:
        """The rulebook, read. Raises RulebookError if it cannot be."""
        files = self.asked.files()
        if files.diagnostics.failed:
            raise RulebookError(files.diagnostics.sorted())
        return files

    @cached_property
    def facts(self) -> RulebookFacts:
        """Return the facts of its clauses. A usage error if the game is not for the number of players that was asked for."""
        facts, players = facts_of(self.files, dict(self.asked.parameters)), self.asked.players
        if players is not None and players not in facts.players:
            raise click.UsageError(f"{facts.name} is for {', '.join(map(str, facts.players))} players, not {players}")
        return facts

    @cached_property
    def presses(self) -> dict[int, Press]:
        """The writers of sentences for clauses, by numbers of players."""
        return {}

    def statement(self, clause: ClauseFacts) -> str:
        """Return the English statement of a clause, as a booklet for the fewest players who have it says it."""
        players = min(clause.players)
        if players not in self.presses:
            self.presses[players] = Press(self.files, "en", players, dict(self.asked.parameters), self.facts)
        return self.presses[players].item(clause).text or clause.statement

    @cached_property
    def glossary(self) -> Glossary | None:
        """Its terms in the document's language."""
        return glossary_of(self.files, self.code)

    @cached_property
    def places(self) -> DocumentPaths:
        """The paths of the lock, the reading and the accepted findings."""
        return document_paths(self.files, self.code, self.own_lock)

    @cached_property
    def known(self) -> KnownDocument:
        """Their content."""
        clauses = list(self.meanings) if self.places.reading.is_file() else []
        names = [playthrough.name for playthrough in self.plays]
        return known_document(self.places, clauses, self.facts.name, self.code, names)

    @cached_property
    def meanings(self) -> Meanings:
        """Return the meanings of its clauses in any edition."""
        return meanings(self.files)

    @cached_property
    def editions(self) -> tuple[RulebookFacts, ...]:
        """Return the facts of its clauses in other editions."""
        return facts_of_others(self.files)

    @cached_property
    def others(self) -> tuple[Lock, ...]:
        """The locks of other documents of the game: where one states a clause, another is likely to."""
        return others(self.places, self.facts.name)

    @cached_property
    def document(self) -> Document:
        """The document, read."""
        try:
            text = text_in(self.path)
            if len(text) > MOST_CHARACTERS:
                raise click.UsageError(f"`{self.path}` is longer than {MOST_CHARACTERS:,} characters")
            return _of_text(document(str(self.path), text, self.code, self.glossary, self.facts.numbered))
        except UnicodeDecodeError as error:
            raise click.UsageError(f"`{self.path}` is not text in UTF-8 (byte {error.start})") from None
        except NoSuchLanguage as error:
            raise click.UsageError(str(error)) from None

    @cached_property
    def wording(self) -> Wording:
        """Our own wording of each clause in the document's language."""
        return wording_in(self.files, self.facts, self.glossary, self.code)

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """Return the targets: the evidence that the document has to show for each clause."""
        lock = self.known.lock
        given = () if lock is None else (id for entry in lock.in_order for id in entry.clauses)
        return targets(self.facts, self.document.reader, self.wording, self.asked.players, self.others, {*self.also, *given})

    def align(self, found: Document) -> AlignedDocument:
        """Align this document, or one that was made from it, with the clauses of this game."""
        lock = self.known.lock
        meanings_of = NO_MEANINGS if lock is None else self.meanings
        return align_document(found, self.facts, self.targets, lock, meanings_of, lambda: self.editions)

    @cached_property
    def aligned(self) -> AlignedDocument:
        """This document, aligned with them."""
        return self.align(self.document)

    @cached_property
    def cautions(self) -> tuple[str, ...]:
        """Warnings about the whole run: files that cannot be read, a missing glossary, a lock of another document."""
        out = list(unread(self.files, self.code))
        if self.glossary is None:
            worded = any(aim.wording is not None for aim in self.targets)
            out.append(f"the game has no glossary in `{self.code}` (`text/{self.code}.glossary.csv` beside the rulebook)"
                       + (", so that concepts are not known by their words" if worded else
                          " and no texts, so that hardly anything of a sentence can be compared: begin with a glossary"))
        elif self.facts.english is None:
            out.append("the game has no glossary in `en` (`text/en.glossary.csv` beside the rulebook), which says what "
                       "concepts there are: without it no term of a document is known")
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

    def caution(self) -> None:
        """Print the warnings about the whole run."""
        for text in self.cautions:
            click.echo(f"warning: {text}", err=True)

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """The playthroughs of the game, as numbers."""
        folder = Path(self.files.path).parent / "playthroughs"
        names = [value.name for node in self.files.declarations if isinstance(node, Enum) for value in node.members]
        return tuple(play(path.stem, text_in(path, "replace"), names) for path in sorted(folder.glob("*.play")))

    def findings(self, aligned: AlignedDocument) -> tuple[Finding, ...]:
        """Check a document: all findings, those of its reading and the accepted ones included."""
        found, reading = everything(aligned, self.plays), self.known.reading
        if reading is not None:
            edition = reading.edition is not None and reading.edition in [variant.name for variant in self.files.variants]
            found = read_with(found, reading, aligned, edition)
        return ordered(once_for_each_cause(found, aligned))

    def write_lock(self, lock: Lock) -> None:
        """Put a lock in its place."""
        self.put(self.places.lock, written(lock))

    def put(self, path: Path, text: str) -> None:
        """Write a file that belongs to the document. A usage error where a link leads out of the rulebook's folder."""
        if self.own_lock is None:
            inside(Path(self.files.path).parent, path)
        with made(path.parent):
            write_whole(path, text)

    def clause(self, id: str) -> str:
        """Return the id of a clause of the targets. Raise a usage error if there is none."""
        known_ids = [aim.id for aim in self.aligned.targets]
        if id not in known_ids:
            from ..shared.names import unknown_clause

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


def document_options(command: Callable[..., object]) -> Callable[..., object]:
    """GAME with its options, --document, --lang and --lock, as one `Job`; a lock that is named has to be there."""
    return _with_options(command, new_lock=False)


def locking_options(command: Callable[..., object]) -> Callable[..., object]:
    """The same, for a command that makes the lock if it is not there."""
    return _with_options(command, new_lock=True)


def _with_options(command: Callable[..., object], new_lock: bool) -> Callable[..., object]:
    @wraps(command)
    def packed(asked: Asked, path: Path, code: str, own_lock: Path | None, **others: object) -> object:
        if own_lock is not None and not own_lock.is_file() and not new_lock:
            raise click.UsageError(f"there is no lock `{own_lock}`; make one with `rulewright document confirm` "
                                   "or `document assign`")
        job = Job(asked, path, code, own_lock)
        try:
            job.caution()
            return command(job, **others)
        except ModuleNotFoundError as error:
            if error.name not in NEEDED:
                raise
            raise click.ClickException("documents need two more packages: pip install 'rulewright[texts]'") from None

    lock = click.option("own_lock", "--lock", type=OUTPUT_FILE, metavar="FILE",
                        help="The lock of this document (by default in `documents` beside the rulebook). Its reading and its "
                             "accepted findings are beside it.")
    lang = click.option("code", "--lang", required=True, metavar="LANG", help=f"Its language: {', '.join(languages())}.")
    text = click.option("path", "--document", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=True,
                        metavar="FILE", help="The printed rulebook, as text or Markdown.")
    return game_options_all_players(text(lang(lock(packed))))
