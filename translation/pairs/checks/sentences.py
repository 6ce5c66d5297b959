"""Sentences that a translation lacks, adds, repeats, shortens, leaves as they were, or has in another place."""

from __future__ import annotations

from collections.abc import Iterator

from ...decisions.findings import Finding, Level
from ...document.fingerprints import similarity
from ...document.words import fold, is_unspaced
from ..link import Link
from ..side_by_side import Pair, SideBySide
from . import dropped as dropped_parts
from . import left_out
from .dropped import Lengths
from .messages import in_original

# A translation of less than this of the length that its original lets one expect is shortened, if so little of it is there.
SHORT, LITTLE = 0.58, 0.75
# Sentences that are less alike than this say other things.
OTHER = 0.34
# The fewest letters of an original that can be shortened; the fewest words of one without a number that is an error when
# it is missing.
LONG, WORDS = 60, 3
# Sentences of one text that are as alike as this are one, repeated.
REPEATED = 0.9
# Sentences of the original that are as alike as this may well be alike in the translation.
TWOFOLD = 0.8
# A sentence is joined to one beside it if so much of it stands there and is for nothing else; a word says another so often.
MOSTLY, SURE, ENOUGH = 0.6, 0.25, 2
# The number of sentences between the old and the new place from which on a sentence has moved.
FAR = 2
# The fewest words of a sentence that is reported as untranslated.
LEFT = 3


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on whole sentences."""
    for link in texts.links:
        if not link.translation:
            yield from _missing(texts, link)
        elif not link.original:
            yield from _added(texts, link)
    yield from _moved(texts)
    lengths = Lengths([pair for pair in texts.pairs if pair.own[0].sentence.kind != "row"])
    dropped = {finding.sentence: finding for check_parts in (left_out.check, dropped_parts.check)
               for finding in check_parts(texts, lengths)}
    yield from dropped.values()
    for pair in texts.pairs:
        # What is missing says more than that something is.
        yield from (finding for finding in _shortened(texts, pair)
                    if finding.rule != "pair/sentence-short" or finding.sentence not in dropped)
        yield from _left(texts, pair)


def _missing(texts: SideBySide, link: Link) -> Iterator[Finding]:
    index = link.original[0]
    sentence = texts.original.sentences[index]
    if sentence.kind == "caption":
        return
    features = texts.own[index]
    small = sentence.kind == "heading" or (len(features.evidence.words) < WORDS and not features.counting)
    level: Level | None = ("note" if _is_joined(texts, index) else
                           "warning" if small or _is_perhaps_joined(texts, index) else None)
    message = f"no sentence says what the original says in line {sentence.line}"
    line, behind = texts.line_behind(index), texts.behind(index)
    if texts.in_one_file:
        # The translation should stand beside its original.
        line = sentence.line
    else:
        message += f"; it should stand behind line {line}" if line is not None else "; it should come first"
    yield Finding("pair/sentence-missing", message, next(iter(texts.clauses_of(link.original)), None), None, line or 1,
                  f"line {sentence.line}", None, texts.original.wholes[index], lowered=level,
                  behind=None if behind is None else behind + 1, rank=index)


def _added(texts: SideBySide, link: Link) -> Iterator[Finding]:
    index = link.translation[0]
    sentence, own = texts.translation.sentences[index], texts.translation.prints[index]
    if sentence.kind == "caption":
        return
    twin = next((other for other in texts.translation.sentences if other.number != sentence.number
                 and similarity(texts.translation.prints[other.number - 1], own) >= REPEATED), None)
    if twin is not None and _is_twofold(texts, twin.number - 1):
        return
    if twin is not None:
        yield Finding("pair/sentence-repeated", f"this sentence stands in line {twin.line} too, and the original has it "
                      "only once", None, sentence.number, sentence.line, None, f"line {twin.line}", own.whole)
    elif len(texts.other[index].evidence.words) >= WORDS:
        yield Finding("pair/sentence-added", "the original has no such sentence", None, sentence.number, sentence.line,
                      place=own.whole, lowered="note" if _is_parted(texts, index) else None)


def _is_parted(texts: SideBySide, index: int) -> bool:
    """Return whether a sentence beside one of the translation is so short that this one may well be the rest of it.

    With it the two are nearer to the length that the original lets one expect.
    """
    size = texts.other[index].size
    for neighbour in (index - 1, index + 1):
        link = texts.partners_back.get(neighbour)
        if link is not None and link.original:
            expected = sum(texts.own[place].size for place in link.original) * texts.ratio
            if sum(texts.other[place].size for place in link.translation) + size / 2 < expected:
                return True
    return False


def _is_twofold(texts: SideBySide, index: int) -> bool:
    """Return whether the original of a sentence stands twice, or nearly."""
    link, prints = texts.partners_back.get(index), texts.original.prints
    return link is not None and any(place not in link.original and similarity(prints[place], prints[own]) >= TWOFOLD
                                    for own in link.original for place in range(len(prints)))


def _is_joined(texts: SideBySide, index: int) -> bool:
    """Return whether what a sentence of the original says stands in the translation of the sentence before or behind it."""
    to, stems = texts.lexicon.shares, set(texts.own[index].stems.values())
    known = {stem: {word for word, sure in to.get(stem, {}).items() if sure >= SURE} for stem in stems}
    known = {stem: words for stem, words in known.items() if words}
    for neighbour in (index - 1, index + 1):
        link = texts.partners.get(neighbour)
        if link is None or len(known) < ENOUGH:
            continue
        free = {stem for place in link.translation for stem in texts.other[place].stems.values()}
        free -= {word for place in link.original for stem in texts.own[place].stems.values() for word in to.get(stem, {})}
        if sum(bool(words & free) for words in known.values()) >= MOSTLY * len(known):
            return True
    return False


def _is_perhaps_joined(texts: SideBySide, index: int) -> bool:
    """Return whether the translation of a sentence beside this one is so long that it may well say this one too.

    It is nearer to the length that both let one expect than to that of the one alone.
    """
    size = texts.own[index].size * texts.ratio
    for neighbour in (index - 1, index + 1):
        link = texts.partners.get(neighbour)
        if link is not None and link.translation:
            expected = sum(texts.own[place].size for place in link.original) * texts.ratio
            if sum(texts.other[place].size for place in link.translation) > expected + size / 2:
                return True
    return False


def _moved(texts: SideBySide) -> Iterator[Finding]:
    """Sentences that stand elsewhere than in the original."""
    steady = sorted((link.original[0], link.translation[0]) for link in texts.links
                    if link.original and link.translation and not link.moved)
    for pair in texts.pairs:
        if not pair.link.moved:
            continue
        before = [there for here, there in steady if here < pair.link.original[0]]
        between = abs((before[-1] if before else -1) + 1 - pair.link.translation[0])
        if between >= FAR:
            line = texts.line_behind(pair.link.original[0])
            where = f"behind line {line}" if line is not None else "at the beginning"
            message = f"by the order of the original {in_original(pair.line)}, this sentence belongs {where}"
            yield texts.finding("pair/sentence-moved", message, pair, f"line {line or 1}")


def _shortened(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    if pair.alike < OTHER and pair.own[0].sentence.kind != "heading":
        message = f"this sentence says hardly anything of line {pair.line} of the original"
        yield texts.finding("pair/sentence-missing", message, pair, f"line {pair.line}")
    own = sum(features.size for features in pair.own) * texts.ratio
    other = sum(features.size for features in pair.other)
    if own >= LONG and other < SHORT * own and pair.alike < LITTLE:
        yield texts.finding("pair/sentence-short", f"this sentence is much shorter than the original "
                            f"{in_original(pair.line)}: it has {other} letters, and about {own:.0f} are usual", pair)


def _left(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """Sentences that stand as in the original."""
    if texts.original.language.code == texts.translation.language.code:
        return
    for features in pair.other:
        same = any(fold(own.sentence.text) == fold(features.sentence.text) for own in pair.own)
        # The codes of a drawn map, as `b9 L d9 F`, are the same in every language.
        words = [word.folded for word in features.evidence.words
                 if word.folded.isalpha() and (len(word.folded) > 1 or is_unspaced(word.folded))]
        if same and len(words) >= LEFT and features.sentence.kind != "row":
            yield texts.finding("accuracy/untranslated", "this sentence is the same as in the original", pair,
                                texts.translation.language.code, texts.original.language.code, at=features)
