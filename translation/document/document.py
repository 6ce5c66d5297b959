"""A text to a document: its sentences, the evidence in each, and their fingerprints."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from attrs import define

from ...dsl.statements.glossary import Glossary
from .blocks import blocks
from .features import Evidence, Reader
from .fingerprints import Fingerprint, digest, fingerprint
from .foreign import foreign
from .language import Language, language
from .places import Extent, extents
from .sentences import Sentence, sentences


@define(eq=False, slots=False)
class Document:
    """A printed rulebook as text. Nothing of it is stored."""

    name: str
    text: str
    language: Language
    reader: Reader
    sentences: tuple[Sentence, ...]
    evidence: tuple[Evidence, ...]

    @property
    def digest(self) -> str:
        """The hash by which a lock knows the document."""
        return digest(self.text)

    @cached_property
    def prints(self) -> tuple[Fingerprint, ...]:
        """The fingerprint of each sentence."""
        return tuple(fingerprint(sentence.text) for sentence in self.sentences)

    @cached_property
    def extents(self) -> tuple[Extent, ...]:
        """Where each sentence begins and ends in the text."""
        return extents(self.text, self.sentences)

    @cached_property
    def examples(self) -> frozenset[int]:
        """The sentences of blocks that begin as an example or speak of a figure, by index."""
        blocks_of = {sentence.block for sentence, shown in zip(self.sentences, self.evidence, strict=True)
                     if any(number.found.kind == "figure" for number in shown.numbers) and sentence.kind != "caption"}
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
        return {found.sentence.number - 1: found.language for found in foreign(self.sentences, self.language)}


def document(name: str, text: str, code: str, glossary: Glossary | None = None, numbered: Collection[str] = ()) -> Document:
    """The document in a text; `numbered` are the concepts of what is called by numbers. Raises NoSuchLanguage."""
    known = language(code)
    reader = Reader(known, glossary, numbered)
    found = sentences(blocks(text, known), known)
    return Document(name, text, known, reader, found, tuple(reader.read(sentence.text) for sentence in found))
