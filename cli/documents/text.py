"""A file, a side of pairs or a readable rulebook -> the text of a document, and the text that it translates."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import click
from attrs import define, evolve, frozen

from ...dsl.source.read_limited import bytes_in
from ...translation.document.document import Document, document
from ...translation.document.foreign import spoken
from ...translation.document.language import NoSuchLanguage, language, languages
from ...translation.formats.read_document import ReadDocument, UnreadableDocument
from ...translation.formats.recognise import MOST_BYTES, read
from ...translation.lock.lock import MOST_SENTENCES
from ...translation.pairs.strangers import exchanged
from .readable import ReadableRulebook, readable
from .vocabulary import DocumentVocabulary

MOST_CHARACTERS = 500_000
# What `--source` calls the readable rulebook.
RULES = "rules"
# How a source is called that stands in the file of its translation; a file name cannot contain this character.
PAIRS = "\0pairs"
TOGETHER = "--source and --source-lang go together: a text, and its language"


@frozen
class DocumentOriginal:
    """The original of a document: a file, or `rules`, and its language."""

    name: str
    code: str


@define(slots=False, eq=False)
class DocumentText:
    """The text of a document in the language of its vocabulary, read once.

    `source` says what it translates; `translation` is the text whose original it is itself. `given` is its content where the
    file of its translation has it beside.
    """

    path: Path
    vocabulary: DocumentVocabulary
    source: DocumentOriginal | None = None
    translation: DocumentText | None = None
    bilingual_part: ReadDocument | None = None
    _original: DocumentText | None = None

    @property
    def code(self) -> str:
        """The language that it is said to be in."""
        return self.vocabulary.code

    @property
    def is_beside(self) -> bool:
        """Whether it is compared with another text, and not with the rules alone."""
        return self.translation is not None or self.source is not None

    @cached_property
    def data(self) -> bytes:
        """The bytes of the document's file."""
        return bytes_in(self.path, MOST_BYTES)

    @cached_property
    def content(self) -> ReadDocument:
        """The document's text, and its pairs where its format gives them. A usage error if it cannot be read."""
        if self.bilingual_part is not None:
            return self.bilingual_part
        try:
            content = read(self.data, self.code, language(self.code).letters if self.code in languages() else ())
        except UnreadableDocument as error:
            raise click.UsageError(f"`{self.path}` {error}") from None
        if len(content.text) > MOST_CHARACTERS:
            raise click.UsageError(f"`{self.path}` is longer than {MOST_CHARACTERS:,} characters")
        return content

    @cached_property
    def readable(self) -> ReadableRulebook | None:
        """The readable rulebook, if that is the original."""
        if self.translation is None or str(self.path) != RULES:
            return None
        rulebook, request = self.vocabulary.rulebook, self.vocabulary.rulebook.request
        players = request.players or min(rulebook.facts.players)
        return readable(rulebook.files, rulebook.facts, self.code, players, dict(request.parameters), request.game,
                        len(self.translation.read.sentences))

    @cached_property
    def read(self) -> Document:
        """The document, whatever is in it."""
        numbered, glossary = self.vocabulary.rulebook.facts.numbered, self.vocabulary.glossary
        try:
            language(self.code)
            if self.readable is not None:
                return document(str(self.path), self.readable.text, self.code, glossary, numbered)
            return document(str(self.path), self.content.text, self.code, glossary, numbered, self.content.lines)
        except NoSuchLanguage as error:
            raise click.UsageError(str(error)) from None

    @cached_property
    def document(self) -> Document:
        """The document, read. A usage error if it is not in its language, or is the original of its original."""
        if self.original is not None:
            message = exchanged(self.original.read, self.read)
            if message is not None:
                raise click.UsageError(message)
        _require_text(self.read)
        return self.read

    @cached_property
    def original(self) -> DocumentText | None:
        """The text that the document translates."""
        if self._original is not None or self.source is None:
            return self._original
        path, vocabulary = Path(self.source.name), DocumentVocabulary(self.vocabulary.rulebook, self.source.code)
        if self.source.name != PAIRS:
            return DocumentText(path, vocabulary, translation=self)
        if not self.content.pairs:
            raise click.UsageError(f"{TOGETHER}; only XLIFF, PO, TMX and tables hold their originals")
        return DocumentText(self.path, vocabulary, translation=self, bilingual_part=self.content.original)

    def again(self) -> DocumentText:
        """This text, read again if its file has changed; the original stays as it is."""
        return self if bytes_in(self.path, MOST_BYTES) == self.data else evolve(self, original=self.original)

    def sentence(self, number: int) -> int:
        """The index of a sentence. A usage error if there is none of this number."""
        if not 1 <= number <= len(self.document.sentences):
            raise click.UsageError(f"there is no sentence {number}; the document has {len(self.document.sentences)}")
        return number - 1


def _require_text(document: Document) -> None:
    """Raise a usage error if a document has no text in its language."""
    if "\0" in document.text:
        raise click.UsageError(f"`{document.name}` is not text: it has zero bytes")
    if not document.sentences:
        raise click.UsageError(f"`{document.name}` has no sentence")
    if len(document.sentences) > MOST_SENTENCES:
        raise click.UsageError(f"`{document.name}` has more than {MOST_SENTENCES:,} sentences")
    code = spoken(document.sentences, document.language)
    if code != document.language.code:
        raise click.UsageError(f"`{document.name}` seems to be in `{code}`, and not in `{document.language.code}`")
