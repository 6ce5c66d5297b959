"""A text to a document: its sentences, the evidence in each, and their fingerprints."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from attrs import define, evolve

from ...dsl.statements.glossary import Glossary
from ..formats.comments import ClauseComment, without_comments
from .blocks import blocks
from .features import Evidence, EvidenceReader, reader_of
from .fingerprints import Fingerprint, digest, fingerprint, whole
from .foreign import foreign
from .language import Language, language
from .positions import Extent, TextPosition, extents
from .sentences import Sentence, sentences
from .words import stem

# The fewest letters of a stem without its fleeting vowel: shorter ones are other words.
SHORTEST = 3


@define(eq=False, slots=False)
class Document:
    """A printed rulebook as text. Nothing of it is stored.

    `rows` are the lines of the text on which its sentences begin, where `line` of a sentence is another: that of its file.
    `comments` are those that name clauses, and `known_evidence` is the evidence where it was found before.
    """

    name: str
    text: str
    language: Language
    reader: EvidenceReader
    sentences: tuple[Sentence, ...]
    rows: tuple[int, ...] | None = None
    comments: tuple[ClauseComment, ...] = ()
    known_evidence: tuple[Evidence, ...] | None = None

    @property
    def digest(self) -> str:
        """The hash by which a lock knows the document."""
        return digest(self.text)

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """The evidence in each sentence. It takes longest to find, so not before it is known that the document can be used."""
        return self.known_evidence or tuple(self.reader.read(sentence.text) for sentence in self.sentences)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every folded word that stands in it."""
        return frozenset(word.folded for shown in self.evidence for word in shown.words)

    @cached_property
    def shortened(self) -> dict[str, str]:
        """The stem of each word whose forms lack the vowel before its last consonant, as Russian `замки` does of `замок`.

        Only words whose text also has such a form: else their stem is the usual one.
        """
        fleeting, stemmer = self.language.fleeting, self.language.stemmer
        usual = {word: stem(word, stemmer) for word in self.vocabulary} if fleeting else {}
        known = frozenset(usual.values())
        return {word: short for word, whole in usual.items() if len(whole) > SHORTEST and whole[-2] in fleeting
                for short in [whole[:-2] + whole[-1]] if short in known}

    @cached_property
    def prints(self) -> tuple[Fingerprint, ...]:
        """The fingerprint of each sentence."""
        return tuple(fingerprint(sentence.text) for sentence in self.sentences)

    @cached_property
    def wholes(self) -> tuple[str, ...]:
        """The hash of the whole in the fingerprint of each sentence."""
        return tuple(whole(sentence.text) for sentence in self.sentences)

    @cached_property
    def extents(self) -> tuple[Extent, ...]:
        """The beginning and end of each sentence in its file; only its line, where the text is not the file's own."""
        if self.rows is not None:
            return tuple(Extent(TextPosition(sentence.line, 1), TextPosition(sentence.line, 1)) for sentence in self.sentences)
        return self._in_text

    @cached_property
    def _in_text(self) -> tuple[Extent, ...]:
        rows = self.rows or [sentence.line for sentence in self.sentences]
        return extents(self.text, [(sentence.text, row) for sentence, row in zip(self.sentences, rows, strict=True)])

    @cached_property
    def anchored(self) -> dict[str, list[int]]:
        """The sentences that state each clause, by index, as comments in the document say."""
        out: dict[str, list[int]] = {}
        for comment in self.comments:
            place = TextPosition(self.text.count("\n", 0, comment.offset) + 1,
                                 comment.offset - self.text.rfind("\n", 0, comment.offset))
            begun = [index for index, extent in enumerate(self._in_text) if extent.begin < place]
            index = (begun[-1] if begun else 0) if comment.behind else len(begun)
            for clause in comment.clauses if index < len(self.sentences) else ():
                out.setdefault(clause, []).append(index)
        return out

    @cached_property
    def examples(self) -> frozenset[int]:
        """The sentences of blocks that begin as an example or speak of a figure, by index."""
        blocks_of = {sentence.block for sentence, shown in zip(self.sentences, self.evidence, strict=True)
                     if any(number.match.kind == "figure" for number in shown.numbers) and sentence.kind != "caption"}
        begun: set[int] = set()
        for sentence, shown in zip(self.sentences, self.evidence, strict=True):
            if sentence.block not in begun:
                begun.add(sentence.block)
                if any(code == "examples" for code, _ in self._labels(shown, 0)):
                    blocks_of.add(sentence.block)
        return frozenset(index for index, sentence in enumerate(self.sentences) if sentence.block in blocks_of)

    def _labels(self, shown: Evidence, place: int) -> list[tuple[str, int]]:
        return self.language.labels.at([word.folded for word in shown.words], place) if len(shown.words) > place else []

    @cached_property
    def strange(self) -> dict[int, str]:
        """The sentences that are in another language, by index, and in which."""
        return {passage.sentence.number - 1: passage.language for passage in foreign(self.sentences, self.language)}


def document(name: str, text: str, code: str, glossary: Glossary | None = None, numbered: Collection[str] = (),
             lines: Sequence[int] | None = None) -> Document:
    """The document in a text; `numbered` are the concepts of what is called by numbers. Raises NoSuchLanguage.

    `lines` gives the line of the file for each line of the text, where it is another.
    """
    known = language(code)
    reader = reader_of(known, glossary, frozenset(numbered))
    bare, comments = without_comments(text)
    in_order = sentences(blocks(bare, known), known)
    rows = None if lines is None else tuple(sentence.line for sentence in in_order)
    if lines is not None:
        in_order = tuple(evolve(sentence, line=lines[sentence.line - 1]) for sentence in in_order)
    return Document(name, bare, known, reader, in_order, rows, comments)
