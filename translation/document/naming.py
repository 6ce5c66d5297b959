"""Numbers in a text that name something, as in `spaces 9 and 20` or `the 12th space`, and how much each list of them covers.

A number that stands right behind the noun of a domain whose values are called by numbers is the name of one, and so are
those that are listed with it; so is an ordinal in digits right before that noun.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from attrs import evolve, frozen

from .language import Language
from .numbers import NumberMatch, is_ordinal_ending
from .words import Word

# What may stand between a noun and its number, and between the numbers of a list.
_BY_NOUN = re.compile(r"[\s.°№#'’]*")
_IN_LIST = re.compile(r"[\s,;/&–—-]*")
# Letters that are part of a sign for `number`, as in `n.º`.
_SIGNS, _NUMBER = "ºª", frozenset({"number"})
_DASH = re.compile(r"[–—-]")


class Noun(Protocol):
    """A term in a text: from word `place` on, `size` words long, with the concepts it may mean."""

    @property
    def place(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def concepts(self) -> tuple[str, ...]: ...


@frozen(eq=False)
class Naming:
    """Numbers that name values of one domain in one list; `covered` are those and all inside its ranges."""

    concept: str
    numbers: tuple[NumberMatch, ...]
    covered: frozenset[int]


def namings(text: str, tokens: Sequence[Word], mentions: Sequence[Noun], numbers: Sequence[NumberMatch], language: Language,
            numbered: Collection[str]) -> tuple[Naming, ...]:
    """The names among the numbers of a text; `numbered` are the concepts of domains that are called by numbers."""
    reader = _NameReader(text, tokens, language, numbers, frozenset(mention.place for mention in mentions))
    about = ((next((concept for concept in mention.concepts if concept in numbered), None), mention) for mention in mentions)
    return tuple(naming for concept, mention in about if concept is not None
                 for naming in reader.naming(concept, mention.place, mention.place + mention.size))


@frozen(eq=False)
class _NameReader:
    """Reads names by the nouns of a text; `begun` are the words with which nouns begin."""

    text: str
    words: Sequence[Word]
    language: Language
    numbers: Sequence[NumberMatch]
    begun: frozenset[int]

    def naming(self, concept: str, begin: int, end: int) -> Iterator[Naming]:
        """The names by a noun that stands from one word up to another."""
        first = next((place for place, number in enumerate(self.numbers) if number.first >= end), None)
        listed = [] if first is None or self.is_each(begin - 1) else self.listed(end, first)
        if listed:
            yield Naming(concept, tuple(number for number, _ in listed), _covered(listed))
            return
        yield from (
            Naming(concept, (number,), frozenset((number.value,))) for number in self.numbers if self.is_ordinal(number, begin)
        )

    def is_ordinal(self, number: NumberMatch, begin: int) -> bool:
        """Return whether a number is an ordinal in digits right before a word; its ending may stand behind a hyphen."""
        end, digits = number.first + number.size, self.words[number.first].folded[0].isdigit()
        if end + 1 == begin and number.kind == "cardinal":
            hyphen = self.text[self.words[end - 1].end : self.words[end].start] == "-"
            return digits and hyphen and is_ordinal_ending(self.words[end].folded)
        return digits and end == begin and number.kind == "ordinal"

    def is_each(self, place: int) -> bool:
        """Return whether a word says that what follows is meant one by one, so that a number behind it counts for each."""
        return place >= 0 and "each" in self.codes(place)

    def codes(self, place: int) -> frozenset[str]:
        if self.words[place].written in _SIGNS:
            return _NUMBER
        return self.language.naming.codes_at(self.words[place].folded)

    def listed(self, end: int, place: int) -> list[tuple[NumberMatch, bool]]:
        """The numbers of the list that begins behind a noun, each with whether it ends a range."""
        number = self.numbers[place]
        between = [self.codes(i) for i in range(end, number.first)]
        if not (
            _is_name(number)
            and all(codes & {"number", "from"} for codes in between)
            and self.gaps(end, number, _BY_NOUN)
        ):
            return []
        out = [(number, False)]
        for other in self.numbers[place + 1 :]:
            link = self.link(out[-1][0], other)
            if link is None:
                break
            out.append((other, link == "to"))
        while out and self.counts(out[-1][0]):
            out.pop()
        needs_range = any("from" in codes for codes in between)
        return [] if needs_range and not any(is_end for _, is_end in out) else out

    def counts(self, number: NumberMatch) -> bool:
        """Return whether a noun stands right behind a number, so that it is counted."""
        end = number.first + number.size
        return end in self.begun and self.text[self.words[end - 1].end : self.words[end].start].isspace()

    def link(self, number: NumberMatch, other: NumberMatch) -> str | None:
        """Return how a number of a list is followed by another: by `and`, or, in a range, by `to`; None if the list ends."""
        end = number.first + number.size
        between = [self.codes(i) for i in range(end, other.first)]
        gap = self.text[self.words[end - 1].end : self.words[other.first].start]
        bare = not between and not gap.strip()
        if bare or not _is_name(other) or not all(codes & {"and", "to"} for codes in between):
            return None
        if not self.gaps(end, other, _IN_LIST):
            return None
        return "to" if any("to" in codes for codes in between) or _DASH.search(gap) else "and"

    def gaps(self, end: int, number: NumberMatch, allowed: re.Pattern[str]) -> bool:
        """Return whether nothing but what is allowed stands between the words up to a number."""
        pairs = ((self.words[i - 1].end, self.words[i].start) for i in range(end, number.first + 1))
        return all(allowed.fullmatch(self.text, start, stop) for start, stop in pairs)


def _is_name(number: NumberMatch) -> bool:
    return number.kind == "cardinal" and not number.weak


def _covered(listed: Sequence[tuple[NumberMatch, bool]]) -> frozenset[int]:
    out: set[int] = set()
    last = 0
    for number, is_end in listed:
        out |= set(range(last, number.value + 1)) if is_end else {number.value}
        last = number.value
    return frozenset((*out, *(number.value for number, _ in listed)))


def as_names(numbers: Sequence[NumberMatch], namings: Sequence[Naming]) -> tuple[NumberMatch, ...]:
    """The numbers of a text, those that are names marked as such."""
    names = {number.first for naming in namings for number in naming.numbers}
    return tuple(evolve(number, kind="name") if number.first in names else number for number in numbers)
