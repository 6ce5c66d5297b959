"""Brackets, quotation marks, doubled words and references of a translation against those of its original."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from ...decisions.findings import Finding
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .messages import in_original

_BRACKETS = (("(", ")"), ("[", "]"))
_QUOTES = re.compile(r"[\"“”„«»]")
# Numbers that refer to something.
REFERENCES = ("figure", "page", "section")
# A word of fewer letters may be doubled on purpose, as an article before another.
DOUBLED = 2
# How many words from its beginning a part of a sentence has a pronoun, as in `..., in der der Spieler ...`.
AT_BEGIN = 2
# How many words before its last one a phrase begins at most.
PHRASE = 4


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on signs and references."""
    for pair in texts.pairs:
        yield from _brackets(texts, pair)
        yield from _doubled(texts, pair)
        yield from _references(texts, pair)


def _brackets(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    own, other = (" ".join(features.sentence.text for features in pair.side(side)) for side in (0, 1))
    for opening, closing in _BRACKETS:
        if other.count(opening) != other.count(closing) and own.count(opening) == own.count(closing):
            counts = f"{other.count(opening)} `{opening}` and {other.count(closing)} `{closing}`"
            yield texts.finding("pair/marks", f"this sentence has {counts}", pair, None, opening + closing)
    if len(_QUOTES.findall(other)) % 2 and not len(_QUOTES.findall(own)) % 2:
        message = "this sentence has a quotation mark without its partner"
        yield texts.finding("pair/marks", message, pair, None, "quotation mark")


def _doubled(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    for features in pair.other:
        words, text = features.evidence.words, features.evidence.text
        for place, (word, behind) in enumerate(pairwise(words)):
            apart = text[word.end : behind.start]
            same = word.folded == behind.folded and apart.isspace() and len(word.folded) > DOUBLED and word.folded.isalpha()
            if same and not _may_stand_twice(features, place):
                message = f"this sentence says `{word.written}` twice in a row"
                yield texts.finding("pair/doubled-word", message, pair, None, word.folded, at=features)


def _may_stand_twice(features: Features, place: int) -> bool:
    """Return whether a small word at the beginning of a part may be a pronoun, and the same word behind it an article.

    Where nouns begin with a capital letter, `mit Würfeln würfeln` is a noun and a verb. A word may end a phrase, as in the
    Swedish `till och med med samma enhet`.
    """
    folded = [other.folded for other in features.evidence.words]
    if any(start + size == place + 1 for start in range(max(0, place - PHRASE), place)
           for _, size in features.language.signals.at(folded, start)):
        return True
    word, behind = features.evidence.words[place:place + 2]
    if place and features.language.capital_nouns and word.written[0].isupper() and behind.written[0].islower():
        return True
    begins = place < AT_BEGIN or features.parts[place] != features.parts[place - AT_BEGIN]
    return begins and features.evidence.words[place].folded in features.language.function_words


def _references(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    own, other = (Counter(_referred(pair.side(side))) for side in (0, 1))
    lost, come = sorted((own - other).elements()), sorted((other - own).elements())
    for (kind, value), (_, actual) in zip(lost, come, strict=False):
        message = f"the original refers to {kind} {value} {in_original(pair.line)}, and this sentence to {actual}"
        yield texts.finding("pair/reference", message, pair, f"{kind} {value}", f"{kind} {actual}")
    for kind, value in lost[len(come):]:
        message = f"the original refers to {kind} {value} {in_original(pair.line)}, and this sentence does not"
        yield texts.finding("pair/reference", message, pair, f"{kind} {value}", None, "warning")


def _referred(some: tuple[Features, ...]) -> Iterator[tuple[str, int]]:
    for features in some:
        for number in features.evidence.numbers:
            if number.match.kind in REFERENCES and features.sentence.kind != "caption":
                yield number.match.kind, number.value
