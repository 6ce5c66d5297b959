"""Two texts that are no original and translation: exchanged, of two games, or one text twice -> what is wrong."""

from __future__ import annotations

from ..document.document import Document
from ..document.foreign import spoken
from .side_by_side import SideBySide

# Two texts of one game have this share of their sentences in clear pairs, and a pair is clear that is so much alike.
FEWEST, CLEAR = 0.3, 0.55
# Fewer sentences say nothing of the whole.
ENOUGH = 6


def exchanged(original: Document, translation: Document) -> str | None:
    """Return a message if the texts are in each other's languages."""
    own, other = spoken(original.sentences, original.language), spoken(translation.sentences, translation.language)
    if own == translation.language.code and other == original.language.code and own != other:
        return (f"`{original.name}` seems to be in `{own}` and `{translation.name}` in `{other}`: are the original and the "
                "translation exchanged?")
    return None


def unrelated(texts: SideBySide) -> str | None:
    """Return a message if hardly a sentence of two texts belongs to one of the other."""
    fewest = min(len(texts.own), len(texts.other))
    if fewest < ENOUGH:
        return None
    clear = sum(pair.alike >= CLEAR and _has_content(texts, pair.link.original, pair.link.translation) for pair in texts.pairs)
    if clear >= FEWEST * fewest:
        return None
    return (f"only {clear} of {len(texts.other)} sentences of `{texts.translation.name}` belong to one of "
            f"`{texts.original.name}`: they seem to be texts of two games")


def _has_content(texts: SideBySide, original: tuple[int, ...], translation: tuple[int, ...]) -> bool:
    """Return whether two groups share numbers, turns of phrase or names, and not only a length."""
    own, other = (frozenset().union(*(some[index].neutral for index in indices))
                  for some, indices in ((texts.own, original), (texts.other, translation)))
    return len(own & other) >= 2
