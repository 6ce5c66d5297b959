"""Two texts that are no original and translation: exchanged, of two games, or one text twice -> what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from ..document.document import Document
from ..document.foreign import spoken
from .side_by_side import Pair, SideBySide

# Two texts of one game have this share of their sentences in clear pairs, and a pair as much alike is clear.
FEWEST, CLEAR = 0.3, 0.55
# Pairs of an original and its translation are this much alike on the average, or their words are known from other pairs to
# this share. Rulebooks of two games share numbers and turns of phrase, and so a third or more of their sentences make clear
# pairs. But a word has no lasting partner, so that what other pairs teach does not hold. On texts that were written to develop
# the checks: at most 0.72 and 0.66 for two games, at least 0.83 and 0.80 for one.
# (Japanese has no words here, and so the first alone.)
LEAST_ALIKE, LEAST_KNOWN = 0.77, 0.73
# Fewer sentences say nothing of the whole.
ENOUGH = 6


def exchanged(original: Document, translation: Document) -> str | None:
    """Return a message if the texts are in each other's languages."""
    own, other = spoken(original.sentences, original.language), spoken(translation.sentences, translation.language)
    if own == translation.language.code and other == original.language.code and own != other:
        return (f"`{original.name}` seems to be in `{own}` and `{translation.name}` in `{other}`: are the original and the "
                "translation exchanged?")
    return None


def unrelated(texts: SideBySide, readable: bool = False) -> str | None:
    """Return a message if two texts share hardly a sentence, or hardly a word; a `readable` original has words of its own."""
    fewest = min(len(texts.own), len(texts.other))
    if fewest < ENOUGH:
        return None
    clear = [pair for pair in texts.pairs
             if pair.alike >= CLEAR and _has_content(texts, pair.link.original, pair.link.translation)]
    if len(clear) < FEWEST * fewest:
        return (f"only {len(clear)} of {len(texts.other)} sentences of `{texts.translation.name}` belong to one of "
                f"`{texts.original.name}`: they seem to be texts of two games")
    if not readable and _strange(texts, texts.pairs):
        return (f"the sentences of `{texts.translation.name}` have hardly a word in common with those of "
                f"`{texts.original.name}` at the same place: they seem to be texts of two games")
    return None


def _strange(texts: SideBySide, pairs: Sequence[Pair]) -> bool:
    return (mean(pair.alike for pair in pairs) < LEAST_ALIKE
            and mean(texts.close(pair) for pair in pairs) < LEAST_KNOWN)


def _has_content(texts: SideBySide, original: tuple[int, ...], translation: tuple[int, ...]) -> bool:
    """Return whether two groups share numbers, turns of phrase or names, and not only a length."""
    own, other = (frozenset().union(*(some[index].neutral for index in indices))
                  for some, indices in ((texts.own, original), (texts.other, translation)))
    return len(own & other) >= 2
