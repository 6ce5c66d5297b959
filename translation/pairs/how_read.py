"""A text in a language -> how its data reads each sentence: what the checks of pairs see, in the words of the sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from attrs import frozen

from ..document.document import Document, document
from ..document.language import WAY_FROM, WAY_TO
from ..document.words import Word
from .reading import COUNTING, Features, read_for_pairs
from .signals import MEANINGLESS, PhraseInText, phrases_in


@frozen
class ReadWord:
    """A word of a sentence: as it is written, its stem or lemma, what the data says that it means or names.

    The stem is None for a small word, and for one that belongs to a number or a turn of phrase.
    """

    written: str
    stem: str | None
    meanings: tuple[str, ...]


@frozen
class ReadNumber:
    """A number of a sentence: its words, its value, its kind, and whether it may be no number at all."""

    written: str
    value: int
    kind: str
    weak: bool


@frozen
class ReadCode:
    """The words of a sentence for a code of the language's data."""

    code: str
    written: str


@frozen
class ReadSentence:
    """A sentence as the data of a language reads it.

    `idle` are the phrases that the data lists as without a meaning of their own, under `range` and `form_words`. `ways` are
    the two ends of a way. `parts` are those between commas and the like.
    """

    text: str
    words: tuple[ReadWord, ...]
    numbers: tuple[ReadNumber, ...]
    turns: tuple[ReadCode, ...]
    idle: tuple[ReadCode, ...]
    contraries: tuple[ReadCode, ...]
    ways: tuple[ReadCode, ...]
    parts: tuple[str, ...]


def how_read(text: str, code: str) -> tuple[ReadSentence, ...]:
    """Return how each sentence of a text is read, as that of a document. Raises NoSuchLanguage."""
    whole = document("", text, code)
    return tuple(_sentence(whole, features) for features in read_for_pairs(whole))


def _sentence(whole: Document, features: Features) -> ReadSentence:
    phrases = list(phrases_in(whole, features.evidence))
    contraries = {code: places for code, places in features.contraries.items() if code not in (WAY_FROM, WAY_TO)}
    return ReadSentence(
        features.evidence.text, tuple(_words(features)), tuple(_numbers(features)),
        tuple(_turns(features, phrases)), tuple(_in_order(_idle(features, phrases))),
        tuple(_in_order(_coded(features, contraries))), tuple(_in_order(_coded(features, features.ways))),
        tuple(_written(features, [word for _, word in part])
              for _, part in groupby(enumerate(features.evidence.words), key=lambda row: features.parts[row[0]])))


def _coded(features: Features, places_of: Mapping[str, Sequence[int]]) -> Iterator[tuple[int, ReadCode]]:
    """The phrases of some codes of [contraries]; of an end of a way that is the ending of a noun, the noun."""
    folded = [word.folded for word in features.evidence.words]
    for code, places in places_of.items():
        for place in places:
            sizes = [size for other, size in features.language.contraries.at(folded, place) if other == code]
            yield place, ReadCode(code, _written(features, features.evidence.words[place:place + max(sizes, default=1)]))


def _written(features: Features, words: Sequence[Word]) -> str:
    """The text from the first of some words to the last."""
    return features.evidence.text[words[0].start:words[-1].end]


def _in_order(rows: Iterator[tuple[int, ReadCode]]) -> Iterator[ReadCode]:
    """The codes of some words in the order of these, and of one word by name."""
    yield from (row for _, row in sorted(rows, key=lambda row: (row[0], row[1].code)))


def _words(features: Features) -> Iterator[ReadWord]:
    language = features.language
    for place, word in enumerate(features.evidence.words):
        known = language.senses.codes_at(word.folded) | language.things.codes_at(word.folded)
        stem = features.stems.get(place)
        yield ReadWord(word.written, stem, tuple(sorted(known)) if stem is not None else ())


def _numbers(features: Features) -> Iterator[ReadNumber]:
    for number in features.evidence.numbers:
        words = features.evidence.words[number.match.first:number.match.first + number.match.size]
        # Words such as `twice` state no number of things: the checks of pairs treat them as weak numbers.
        yield ReadNumber(_written(features, words), number.value, number.match.kind,
                         number.match.kind in COUNTING and number not in features.counting)


def _idle(features: Features, phrases: Sequence[PhraseInText]) -> Iterator[tuple[int, ReadCode]]:
    for phrase in phrases:
        words = features.evidence.words[phrase.place:phrase.place + phrase.size]
        yield from ((phrase.place, ReadCode(code, _written(features, words)))
                    for code in phrase.codes if code in MEANINGLESS)


def _turns(features: Features, phrases: Sequence[PhraseInText]) -> Iterator[ReadCode]:
    """The turns of phrase with their words; one that several phrases say together, as `may ... not`, with those of all."""
    by_place = {phrase.place: phrase for phrase in phrases}
    stated = {(code, place) for code, places in features.signals.items() for place in places}
    # Phrases that have become a part of another turn of phrase.
    joined = [phrase for phrase in phrases for code in phrase.codes
              if code not in MEANINGLESS and (code, phrase.place) not in stated]
    rows = list[tuple[int, ReadCode]]()
    for code, place in stated:
        phrase = by_place.get(place, PhraseInText(place, 1, frozenset()))
        together = [phrase]
        if code not in phrase.codes:
            together = sorted({phrase, *(other for other in joined if features.parts[other.place] == features.parts[place])},
                              key=lambda other: other.place)
        words = (_written(features, features.evidence.words[part.place:part.place + part.size]) for part in together)
        rows.append((place, ReadCode(code, " ... ".join(words))))
    yield from _in_order(iter(rows))
