"""A text to evidence: its numbers with what they count, the concepts it speaks of, its stems and turns of phrase."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeVar

from attrs import define, frozen

from ...dsl.statements.glossary import Glossary, Term
from .bounds import Bound, bounds
from .language import MODAL, PLAIN, Language
from .naming import Naming, as_names, namings
from .numbers import NumberMatch, numbers_in
from .words import Word, folded_words, stem, unique, words

T = TypeVar("T")

# At most how many words behind a number, or before it, its noun stands.
BEHIND = 4
BEFORE = 3
_PARTS = re.compile(r"[.;!?,。；！？、]")
_STOP = re.compile(r"[.:;!?()。：；！？（）]")
# Readers that are kept, each with the evidence of the last texts that it has read.
READERS_KEPT = 16
TEXTS_KEPT = 10_000
# The concept of who plays.
PLAYER = "player"
# Where a condition ends and the rest of the sentence begins.
_CLAUSE_END = re.compile(r"[,;:](?=\s)|、")


@frozen
class NumberMention:
    """A number in a text, and the concepts that the noun by it may mean; none where no known noun stands by it."""

    match: NumberMatch
    concepts: tuple[str, ...]

    @property
    def value(self) -> int:
        """The number."""
        return self.match.value


@frozen
class TermMention:
    """A term in a text, at its `place`-th word. A term that two concepts share is a mention of both."""

    terms: tuple[Term, ...]
    place: int
    size: int

    @property
    def concepts(self) -> tuple[str, ...]:
        """The concepts it may mean."""
        return unique(term.concept for term in self.terms)


@define(eq=False, slots=False)
class Evidence:
    """The features of a text.

    `stems` are those of words that are no terms, no numbers and no small words, and `=concept` for each term; `namings` are the
    lists of numbers that name something; `bounds` are the turns of phrase that stand by a number, as `at most 4`.
    """

    text: str
    words: tuple[Word, ...]
    stems: frozenset[str]
    numbers: tuple[NumberMention, ...]
    mentions: tuple[TermMention, ...]
    turns: frozenset[str]
    namings: tuple[Naming, ...] = ()
    bounds: frozenset[Bound] = frozenset()

    @cached_property
    def concepts(self) -> tuple[str, ...]:
        """All concepts that are mentioned, each once."""
        named = unique(concept for mention in self.mentions for concept in mention.concepts)
        return unique((*named, PLAYER)) if f"={PLAYER}" in self.stems else named

    @cached_property
    def distinct(self) -> tuple[TermMention, ...]:
        """A mention of each concept, or group of concepts, that is mentioned."""
        return tuple({mention.concepts: mention for mention in self.mentions}.values())

    @cached_property
    def signs(self) -> frozenset[str]:
        """The stems, and the turns of phrase: all by which a text is known, whatever its order.

        A plain `not` is left out: where one is too many, or lacks, the sentence still states the same clause.
        """
        return self.stems | {f"!{turn}" for turn in self.turns - PLAIN}

    @cached_property
    def codes(self) -> frozenset[str]:
        """Those of its signs that are the same in every language: concepts, senses and turns."""
        return frozenset(sign for sign in self.signs if sign[0] in "=~!")

    @cached_property
    def named(self) -> frozenset[str]:
        """All names in it: concepts, turns and numbers."""
        return frozenset((*self.concepts, *self.turns, *map(str, self.values)))

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The numbers that are not those of figures and pages, and are surely numbers."""
        return tuple(
            number.value for number in self.numbers if number.match.kind not in ("figure", "page") and not number.match.weak
        )


class EvidenceReader:
    """Reads evidence from texts of one language, with the glossary of a game where there is one.

    `numbered` are the concepts of what is called by numbers. With `keeps`, a text that is read again is not analysed again.
    """

    def __init__(self, language: Language, glossary: Glossary | None = None, numbered: Collection[str] = (),
                 keeps: bool = False) -> None:
        self._cache: dict[str, Evidence] | None = {} if keeps else None
        self.language, self.numbered = language, frozenset(numbered)
        self._has_player = glossary is not None and PLAYER in glossary.concepts
        self._terms: dict[str, list[tuple[tuple[str, ...], Term]]] = {}
        for term in glossary.terms if glossary is not None else ():
            for parts in unique_parts(term, language):
                self._terms.setdefault(parts[0], []).append((parts, term))

    def read(self, text: str) -> Evidence:
        """The evidence in a text."""
        if self._cache is None:
            return self._evidence(text)
        if text not in self._cache:
            if len(self._cache) >= TEXTS_KEPT:
                # All at once, so that nothing has to be counted for each text.
                self._cache.clear()
            self._cache[text] = self._evidence(text)
        return self._cache[text]

    def _evidence(self, text: str) -> Evidence:
        tokens = words(text)
        rooted = [stem(word.folded, self.language.stemmer) for word in tokens]
        mentions = tuple(self._mentions(rooted, [word.folded for word in tokens]))
        bare = numbers_in(text, tokens, self.language)
        names = namings(text, tokens, mentions, bare, self.language, self.numbered) if self.numbered else ()
        called = {number.first: (naming.concept,) for naming in names for number in naming.numbers}
        numbers = as_names(bare, names) if names else bare
        counted = tuple(NumberMention(number, called.get(number.first) or self._noun(
            _whole_of(number, numbers, tokens, self.language), text, tokens, mentions, numbers)) for number in numbers)
        turned = self._turns(text, tokens, numbers)
        taken = {place for mention in mentions for place in range(mention.place, mention.place + mention.size)}
        # Words of a turn of phrase count by its code, and not once more by their stems.
        taken |= {place for code, places in turned.items() if code not in PLAIN for place in places}
        playing = [number for number in numbers if number.of_players] if self._has_player else []
        taken |= {place for number in playing for place in range(number.first, number.first + number.size)}
        content = {root for place, roots in enumerate(self._content(rooted, [word.folded for word in tokens]))
                   if place not in taken for root in roots}
        content |= {f"={concept}" for mention in mentions for concept in mention.concepts}
        content |= {f"={PLAYER}"} if playing else set()
        return Evidence(text, tokens, frozenset(content), counted, mentions, frozenset(turned), names,
                        bounds(text, tokens, turned, numbers, self.language))

    def _noun(self, number: NumberMatch, text: str, tokens: Sequence[Word], mentions: Sequence[TermMention],
              numbers: Sequence[NumberMatch]) -> tuple[str, ...]:
        """Return the noun of a number: the first term behind it, or else the last before it, if nothing comes between.

        Small words may come between a number and a term before it, but no word that may be what is counted itself. Where
        several terms stand side by side, as in `3 black cubes`, it may count either.
        """
        if number.of_players:
            return (PLAYER,)
        end = number.first + number.size
        if _is_of_score(text[: tokens[number.first].start][-2:], text[tokens[end - 1].end :][:2]):
            return ()
        for mention in _placed_within(mentions, end, end + BEHIND, _place):
            if not _placed_within(numbers, end, mention.place, _first):
                if not _STOP.search(text, tokens[number.first].end, tokens[mention.place].start):
                    if self._is_of_each(tokens[end : mention.place]):
                        return self._of_each(mention, number, text, tokens, mentions)
                    return _side_by_side(mention, text, tokens, mentions)
                break
        for mention in reversed(_placed_within(mentions, number.first - BEFORE, number.first + 1, _behind)):
            between = tokens[_behind(mention) : number.first]
            if not _placed_within(numbers, _behind(mention), number.first, _first):
                small = all(word.folded in self.language.function_words for word in between)
                joined = small and (number.kind != "ordinal" or not between)
                parted = _PARTS.search(text, tokens[_behind(mention) - 1].end, tokens[number.first].start)
                return mention.concepts if joined and parted is None else ()
        return ()

    def _is_of_each(self, between: Sequence[Word]) -> bool:
        """Return whether small words between a number and a term say that the number is of each, as in `44 of each colour`."""
        codes = self.language.naming.codes_at
        return (any("each" in codes(word.folded) for word in between)
                and all(word.folded in self.language.function_words or codes(word.folded) for word in between))

    def _of_each(self, mention: TermMention, number: NumberMatch, text: str, tokens: Sequence[Word],
                 mentions: Sequence[TermMention]) -> tuple[str, ...]:
        """Return the nouns of a number of each: the last thing that is named before it, or one named in the plural."""
        before = [other for other in mentions if _behind(other) <= number.first
                  and not _STOP.search(text, tokens[other.place].start, tokens[number.first].start)]
        if not before:
            return ()
        return unique((*before[-1].concepts, *(concept for concept in mention.concepts if concept != PLAYER)))

    def _turns(self, text: str, tokens: Sequence[Word], numbers: Sequence[NumberMatch]) -> dict[str, list[int]]:
        """Return where each turn of phrase begins; a modality under a condition is no rule (`if they cannot ...,`).

        The sign for a number, as in `no. 3`, denies nothing.
        """
        turned = self.language.polarity.within([word.folded for word in tokens])
        signs = {number.first - 1 for number in numbers}
        denied = [place for place in turned.pop("not", ())
                  if not (place in signs and "number" in self.language.naming.codes_at(tokens[place].folded))]
        turned |= {"not": denied} if denied else {}
        conditional = self._conditional(text, tokens) if MODAL & turned.keys() else frozenset()
        ruling = {code: [place for place in places if code not in MODAL or place not in conditional]
                  for code, places in turned.items()}
        return {code: places for code, places in ruling.items() if places}

    def _conditional(self, text: str, tokens: Sequence[Word]) -> frozenset[int]:
        """The words of conditions, up to the next comma or stop; none of a condition that goes on to the end."""
        out: set[int] = set()
        for place, word in enumerate(tokens):
            end = _CLAUSE_END.search(text, word.end) if word.folded in self.language.conditions else None
            out |= {i for i in range(place, len(tokens)) if end is not None and tokens[i].end <= end.start()}
        return frozenset(out)

    def _content(self, rooted: Sequence[str], folded: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Return the stems of each word: its senses, or else its stem; nothing for a small word or a number in digits."""
        for place, (root, word) in enumerate(zip(rooted, folded, strict=True)):
            senses = self.language.senses.at(folded, place)
            small = word in self.language.function_words or word.isdigit()
            yield tuple(f"~{sense}" for sense, _ in senses) if senses else () if small else (root,)

    def _mentions(self, rooted: Sequence[str], folded: Sequence[str]) -> Iterable[TermMention]:
        """The terms at each place: the longest, and of those the words whose very form stands there, if there are any."""
        place = 0
        while place < len(rooted):
            fitting = [(len(parts), term) for parts, term in self._terms.get(rooted[place], ())
                       if tuple(rooted[place : place + len(parts)]) == parts]
            longest = max([size for size, _ in fitting]) if fitting else 0
            if longest:
                window = tuple(folded[place : place + longest])
                terms = [term for size, term in fitting if size == longest]
                exact = {term.text for term in terms if any(tuple(folded_words(form)) == window for form in term.written)}
                yield TermMention(unique_terms(term for term in terms if not exact or term.text in exact), place, longest)
            # Terms do not overlap: the next one begins behind the longest that fits here.
            place += max(1, longest)


@lru_cache(maxsize=READERS_KEPT)
def reader_of(language: Language, glossary: Glossary | None, numbered: frozenset[str]) -> EvidenceReader:
    """The reader that all documents with these words share: a sentence that is read again is analysed once."""
    return EvidenceReader(language, glossary, numbered, keeps=True)


def unique_parts(term: Term, language: Language) -> tuple[tuple[str, ...], ...]:
    """The stems of each form of a term, each once."""
    forms = (tuple(stem(word, language.stemmer) for word in folded_words(text)) for text in term.written)
    return tuple(dict.fromkeys(parts for parts in forms if parts))


def unique_terms(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Each term once, though several of its forms may have been met."""
    by_place: Mapping[int, Term] = {id(term): term for term in terms}
    return tuple(by_place.values())


def _whole_of(number: NumberMatch, numbers: Sequence[NumberMatch], tokens: Sequence[Word], language: Language) -> NumberMatch:
    """The number of the whole, where one is that of a part of it, as in `three of your seven cards`; both count the same."""
    end = number.first + number.size
    behind = next(iter(_placed_within(numbers, end + 1, end + BEFORE + 1, _first)), None)
    parted = behind is not None and tokens[end].folded in language.out_of
    return behind if behind is not None and parted else number


def _is_of_score(before: str, behind: str) -> bool:
    """Return whether a number between two texts is one side of a score, as `5:3`, which counts nothing."""
    return (before[:1].isdigit() and before[1:] == ":") or (behind[:1] == ":" and behind[1:].isdigit())


def _side_by_side(first: TermMention, text: str, tokens: Sequence[Word], mentions: Sequence[TermMention]) -> tuple[str, ...]:
    """The concepts of a term and of those right behind it, with only blanks or hyphens between."""
    out, end = list(first.concepts), _behind(first)
    for mention in _placed_within(mentions, end, end + BEHIND, _place):
        gap = text[tokens[end - 1].end : tokens[mention.place].start]
        if mention.place != end or gap.strip(" -"):
            break
        out += mention.concepts
        end = _behind(mention)
    return unique(out)


# ---- Near by -------------------------------------------------------------------------------------


def _placed_within(all: Sequence[T], begin: int, end: int, place: Callable[[T], int]) -> Sequence[T]:
    """Those of some, which come in the order of their places, that stand from one place up to another."""
    return all[bisect_left(all, begin, key=place) : bisect_left(all, end, key=place)]


def _first(number: NumberMatch) -> int:
    return number.first


def _place(mention: TermMention) -> int:
    return mention.place


def _behind(mention: TermMention) -> int:
    return mention.place + mention.size
