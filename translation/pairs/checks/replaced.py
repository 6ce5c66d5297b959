"""Pairs of sentences -> terms that stand in the place of others, by the words that nothing on the other side says."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from ...decisions.findings import Finding, Level
from ..side_by_side import Pair, SideBySide
from . import terms
from .messages import in_original, says, says_elsewhere
from .noun_tagger import NounTagger
from .pair_words import anywhere
from .unlinked import UnlinkedWord, UnlinkedWords
from .word_links import WordLinks, word_links

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


@frozen
class _Replacement:
    """A finding on a word of the original and one in its place, with the number of its pair."""

    number: int
    finding: Finding

    @property
    def stems(self) -> tuple[str | None, str | None]:
        """The word of the original and that of the translation; None where the finding names none."""
        return self.finding.expected, self.finding.actual


@frozen
class _Together:
    """The numbers of the other pairs that have the word of the original, that of the translation, and both."""

    own: int
    other: int
    both: int


@frozen
class _Leftovers:
    """Evidence by the words that are left in a pair: the two that are likeliest exchanged, with their score.

    `is_usual_length`: the translation is as long as the original lets one expect; `is_sure`: the two are surely exchanged.
    """

    score: float
    two: tuple[UnlinkedWord, UnlinkedWord] | None
    is_usual_length: bool
    is_sure: bool


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on terms in the place of others; a note where one of the two is no noun."""
    links = word_links(texts)
    tagger = NounTagger(links)
    replacements = [replacement for replacement in _replacements(texts, UnlinkedWords(links))
                    if not _go_together(_together(texts, replacement))]
    are_nouns = [all(stem is None or tagger.is_noun(side, stem, texts.pairs[replacement.number])
                     for side, stem in enumerate(replacement.stems)) for replacement in replacements]
    errors = sum(are_both and replacement.finding.level == "error"
                 for replacement, are_both in zip(replacements, are_nouns, strict=True))
    # Beyond this number the cause is free wording, and no mistakes.
    is_free = errors > max(FREELY, FREE * len(texts.pairs))
    for replacement, are_both in zip(replacements, are_nouns, strict=True):
        finding = replacement.finding
        # `The red ones` are those `of this colour` elsewhere.
        if not are_both or links.has_sense(1, finding.actual or "", COLOUR):
            yield evolve(finding, lowered="note")
        elif finding.level == "error" and (is_free or _is_weak(texts, replacement)):
            yield evolve(finding, lowered="warning")
        else:
            yield finding


def _together(texts: SideBySide, replacement: _Replacement) -> _Together:
    """Count the other pairs with the two words."""
    here, there = (occurrences.get(stem or "", frozenset[int]()) - {replacement.number}
                   for stem, occurrences in zip(replacement.stems, texts.occurrences, strict=True))
    return _Together(len(here), len(there), len(here & there))


def _go_together(times: _Together) -> bool:
    """Return whether most other pairs with a word of the original have that of the translation, and most with this the other.

    One of them then says the other in some way, though both have partners that they are linked with more often: the home
    box of a player is both a home and a box.
    """
    return times.both >= MET and times.both >= TOGETHER * max(times.own, times.other)


def _is_weak(texts: SideBySide, replacement: _Replacement) -> bool:
    """Return whether a term that is gone, and one that has come, perhaps have nothing to do with each other.

    That is so in a long sentence that says other words freely, and where the second stands in many other pairs with the first:
    a lamp is a tool, so that the translation may call it so.
    """
    pair, times = texts.pairs[replacement.number], _together(texts, replacement)
    stems = [stem for stem in replacement.stems if stem is not None]
    return (times.both >= TWO and times.both >= SHARED * times.own) or (
        max(pair.size(0), pair.size(1)) >= LONG and texts.close(pair, stems) < CLOSELY)


def _replacements(texts: SideBySide, words: UnlinkedWords) -> Iterator[_Replacement]:
    """Find terms in the place of others by what is said of them and by what is left on both sides.

    A heading is translated more freely than a rule: only what is sure is reported there.
    """
    by_sentence = dict[int, list[Finding]]()
    for finding in terms.check(texts):
        by_sentence.setdefault(finding.sentence or 0, []).append(finding)
    for number, pair in enumerate(texts.pairs):
        left = _leftovers(texts, words, number)
        known = [finding for features in pair.other for finding in by_sentence.pop(features.sentence.number, ())]
        is_free = not left.is_sure and any(features.sentence.kind == "heading" for features in pair.other)
        for finding in known:
            if not is_free or finding.level == "error":
                yield _Replacement(number, _weighed(words, pair, finding, left))
        if left.two is not None and not known and not is_free and left.score >= LIKELY:
            finding = _reported(words.links, pair, *left.two, left.is_sure and left.score >= SURELY_ALONE)
            yield _Replacement(number, finding)


def _leftovers(texts: SideBySide, words: UnlinkedWords, number: int) -> _Leftovers:
    """Weigh the words that are left in a pair."""
    pair = texts.pairs[number]
    before = words.links.words(texts.pairs[number - 1], 0) if number else frozenset[str]()
    score, two = words.likeliest(pair, before)
    is_usual_length = 1 / LONGER <= texts.length(pair) <= LONGER
    is_sure = (two is not None and score >= SURELY and two[1].partner not in before
               and all(word.whole and not word.tie for word in two) and two[0].met >= OFTEN
               and two[1].partner is not None and is_usual_length)
    return _Leftovers(score, two, is_usual_length, is_sure)


def _weighed(words: UnlinkedWords, pair: Pair, finding: Finding, left: _Leftovers) -> Finding:
    """A finding by what is said of terms, with the level that the words that are left give it."""
    is_likeliest = _are_these(words.links, finding, left.two)
    is_less_likely = finding.level == "warning" and not is_likeliest and left.score < LIKELY
    if words.is_linked(pair, finding) or (is_less_likely and _is_worded_freely(pair)):
        return evolve(finding, lowered="note")
    if left.is_sure and is_likeliest:
        return evolve(finding, lowered=None)
    # A sentence of another length says something else besides: its words come and go for that.
    if finding.level == "error" and not (is_likeliest and left.is_usual_length):
        return evolve(finding, lowered="warning")
    return finding


def _are_these(links: WordLinks, finding: Finding, two: tuple[UnlinkedWord, UnlinkedWord] | None) -> bool:
    """Return whether a finding is on two words: what is sure of them says nothing of others."""
    stems = [links.whole(side, stem or "") for side, stem in enumerate((finding.expected, finding.actual))]
    return two is not None and [word.stem for word in two] == stems


def _is_worded_freely(pair: Pair) -> bool:
    """Return whether a sentence is long, or differs in several turns of phrase, so that its words are often other ones."""
    differences = pair.differences
    return (max(pair.size(0), pair.size(1)) >= WORDY
            or differences.lost.total() + differences.come.total() >= TURNED)


def _reported(links: WordLinks, pair: Pair, gone: UnlinkedWord, come: UnlinkedWord, is_sure: bool) -> Finding:
    """A finding on two words that are left, by what is known of each."""
    texts, own, other = links.texts, links.written(pair, 0, gone.stem), links.written(pair, 1, come.stem)
    message = says(own, pair.line, f"perhaps {other}")
    if come.partner is not None:
        meant = anywhere(texts.pairs, 0, come.partner)
        new = f"{other}, which elsewhere stands for {meant}"
        message = f"this sentence says {new}; the original does not say that {in_original(pair.line)}"
        if gone.partner is not None:
            message = says(own, pair.line, new)
    elif gone.partner is not None:
        usual = anywhere(texts.pairs, 1, gone.partner)
        message = says_elsewhere(own, pair.line, usual, f"perhaps {other}")
    # Of what is gone nothing is known then: unless it is sure, that word is as often said freely.
    unsure: Level = "note" if come.partner is not None and gone.partner is None else "warning"
    return texts.finding("pair/term", message, pair, gone.stem, come.stem, None if is_sure else unsure)
