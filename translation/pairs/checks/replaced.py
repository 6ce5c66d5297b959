"""Pairs of sentences -> terms that stand in the place of others, by the words that nothing on the other side says."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...decisions.findings import Finding, Level
from ..side_by_side import Pair, SideBySide
from . import terms
from .messages import in_original, says, says_elsewhere
from .noun_tagger import NounTagger
from .unlinked import UnlinkedWord, UnlinkedWords

# The scores from which on two words that stand in each other's places are a warning and an error. They come from the texts
# that were left out when the weights were fitted (see `unlinked`).
LIKELY, SURELY = 1.0, 3.2
# The same for an error that only this weighing reports, and how much longer than usual a side with an error is at most.
SURELY_ALONE, LONGER = 4.0, 1.6
# From this number of words on, and from this number of turns of phrase that differ, a sentence is worded freely.
WORDY, TURNED = 16, 2
# The fewest other pairs with a word that is gone for an error.
OFTEN = 3
# A text is worded freely from more than this number of errors on, and more than this share of its pairs.
FREELY, FREE = 8, 0.025
# The fewest other pairs with two words, and their share of those with either, from which on the two go together.
MET, TOGETHER = 4, 0.6
# The same for the pairs with the first word, from which on the second may well stand for it as a wider word; from how many
# words on a sentence is long, and what share of them has partners where nothing else is said freely.
TWO, SHARED, LONG, CLOSELY = 2, 0.4, 25, 0.9
# The sense of the word for what colours are: it stands for each of them.
COLOUR = "colour"


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on terms in the place of others; a note where one of the two is no noun."""
    words = UnlinkedWords(texts)
    tagger = NounTagger(texts, words.forms, words.links)
    numbers = {features.sentence.number: number for number, pair in enumerate(texts.pairs) for features in pair.other}
    findings = [finding for finding in _replaced(texts, words)
                if not _go_together(texts, finding, numbers[finding.sentence or 0])]
    are_terms = [all(stem is None or tagger.is_noun(side, stem, texts.pairs[numbers[finding.sentence or 0]])
                     for side, stem in enumerate((finding.expected, finding.actual))) for finding in findings]
    errors = sum(is_term and finding.level == "error" for finding, is_term in zip(findings, are_terms, strict=True))
    # Beyond this number the cause is free wording, and no mistakes.
    is_free = errors > max(FREELY, FREE * len(texts.pairs))
    for finding, is_term in zip(findings, are_terms, strict=True):
        # `The red ones` are those `of this colour` elsewhere.
        is_term = is_term and not words.has_sense(1, finding.actual, COLOUR)
        is_lowered = finding.level == "error" and (is_free or _is_weak(texts, finding, numbers[finding.sentence or 0]))
        yield evolve(finding, lowered="note") if not is_term else evolve(finding, lowered="warning") if is_lowered else finding


def _go_together(texts: SideBySide, finding: Finding, number: int) -> bool:
    """Return whether most other pairs with a word of the original have that of the translation, and most with this the other.

    One of them then says the other in some way, though both have partners that they are linked with more often: the home
    box of a player is both a home and a box. `number` is that of the pair that the finding is on.
    """
    here, there = (occurrences.get(stem or "", frozenset[int]()) - {number}
                   for stem, occurrences in zip((finding.expected, finding.actual), texts.occurrences, strict=True))
    both = len(here & there)
    return both >= MET and both >= TOGETHER * max(len(here), len(there))


def _is_weak(texts: SideBySide, finding: Finding, number: int) -> bool:
    """Return whether a term that is gone, and one that has come, perhaps have nothing to do with each other.

    That is so in a long sentence that says other words freely, and where the second stands in many other pairs with the first:
    a lamp is a tool, so that the translation may call it so.
    """
    pair = texts.pairs[number]
    here, there = (occurrences.get(stem or "", frozenset[int]()) - {number}
                   for stem, occurrences in zip((finding.expected, finding.actual), texts.occurrences, strict=True))
    both = len(here & there)
    stems = [stem for stem in (finding.expected, finding.actual) if stem is not None]
    return (both >= TWO and both >= SHARED * len(here)) or (
        max(pair.size(0), pair.size(1)) >= LONG and texts.close(pair, stems) < CLOSELY)


def _replaced(texts: SideBySide, words: UnlinkedWords) -> Iterator[Finding]:
    """Find terms in the place of others by what is said of them and by what is left on both sides.

    A heading is translated more freely than a rule: only what is sure is reported there.
    """
    by_sentence = dict[int, list[Finding]]()
    for finding in terms.check(texts):
        by_sentence.setdefault(finding.sentence or 0, []).append(finding)
    for place, pair in enumerate(texts.pairs):
        known = [finding for features in pair.other for finding in by_sentence.pop(features.sentence.number, ())]
        before = words.words(texts.pairs[place - 1], 0) if place else frozenset[str]()
        score, two = words.likeliest(pair, before)
        is_long_enough = 1 / LONGER <= texts.length(pair) <= LONGER
        surely = (two is not None and score >= SURELY and two[1].partner not in before
                  and all(word.whole and not word.tie for word in two) and two[0].met >= OFTEN
                  and two[1].partner is not None and is_long_enough)
        free = not surely and any(features.sentence.kind == "heading" for features in pair.other)
        for finding in known:
            if not free or finding.level == "error":
                is_likeliest = words.are_these(finding, two)
                is_less_likely = finding.level == "warning" and not is_likeliest and score < LIKELY
                if words.is_linked(pair, finding) or (is_less_likely and _is_worded_freely(pair)):
                    yield evolve(finding, lowered="note")
                    continue
                # A sentence of another length says something else besides: its words come and go for that.
                is_less = finding.level == "error" and not (is_likeliest and is_long_enough)
                yield (evolve(finding, lowered=None) if surely and is_likeliest else
                       evolve(finding, lowered="warning") if is_less else finding)
        if two is not None and not known and not free and score >= LIKELY:
            yield _reported(words, pair, *two, surely and score >= SURELY_ALONE)


def _is_worded_freely(pair: Pair) -> bool:
    """Return whether a sentence is long, or differs in several turns of phrase, so that its words are often other ones."""
    differences = pair.differences
    return (max(pair.size(0), pair.size(1)) >= WORDY
            or differences.lost.total() + differences.come.total() >= TURNED)


def _reported(words: UnlinkedWords, pair: Pair, gone: UnlinkedWord, come: UnlinkedWord, surely: bool) -> Finding:
    texts, own, other = words.texts, words.written(pair, 0, gone.stem), words.written(pair, 1, come.stem)
    message = says(own, pair.line, f"perhaps {other}")
    if come.partner is not None:
        meant = terms.anywhere(texts.pairs, 0, come.partner)
        new = f"{other}, which elsewhere stands for {meant}"
        message = f"this sentence says {new}; the original does not say that {in_original(pair.line)}"
        if gone.partner is not None:
            message = says(own, pair.line, new)
    elif gone.partner is not None:
        usual = terms.anywhere(texts.pairs, 1, gone.partner)
        message = says_elsewhere(own, pair.line, usual, f"perhaps {other}")
    # Of what is gone nothing is known then: unless it is sure, that word is as often said freely.
    unsure: Level = "note" if come.partner is not None and gone.partner is None else "warning"
    return texts.finding("pair/term", message, pair, gone.stem, come.stem, None if surely else unsure)
