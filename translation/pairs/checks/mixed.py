"""Terms of the original that a translation says in two ways, and terms that it says in one way: one finding for each.

Which of the words are terms, nobody says: they are those that are often linked with each other, and hardly with others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...decisions.findings import Finding
from ..lexicon import HALF
from ..side_by_side import Pair, SideBySide
from .messages import in_original
from .pair_words import everyday_of, word_of

# The fewest pairs in which each of the two words is linked with the third, and their share of all pairs with that word.
OFTEN, OWN = 2, 0.6
# The two together are what the third is linked with, as this share of all in which it is.
TOGETHER = 0.8
# The letters with which forms of one word begin alike; the fewest letters of a term.
SAME, LETTERS = 3, 3

Links = Mapping[str, Mapping[str, float]]


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on terms that are said in two ways, and on two terms that are said in one."""
    plain = (everyday_of(texts.own), everyday_of(texts.other))
    lexicon = texts.lexicon
    for term, (a, b) in _forks(lexicon.shares, lexicon.shares_back, lexicon.seen, plain):
        first, second = _pair(texts, term, a), _pair(texts, term, b)
        both = f"{word_of(first, 1, a)} (line {_line(first)}) and {word_of(second, 1, b)} (line {_line(second)})"
        yield texts.finding("pair/terms-mixed", f"the translation says {both} for {word_of(first, 0, term)}", second, term,
                            " ".join(sorted((a, b))))
    for term, (a, b) in _forks(lexicon.shares_back, lexicon.shares, lexicon.seen_there, plain[::-1]):
        first, second = _pair(texts, a, term), _pair(texts, b, term)
        both = f"{word_of(first, 0, a)} {in_original(first.line)} and for {word_of(second, 0, b)} {in_original(second.line)}"
        yield texts.finding("pair/terms-mixed", f"the translation says {word_of(second, 1, term)} for {both}", second,
                            " ".join(sorted((a, b))), term)


def _forks(to: Links, back: Links, seen: Mapping[str, int],
           plain: Sequence[frozenset[str]]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Words of one side that two words of the other are both linked with often, and with hardly any other."""
    for stem in sorted(to):
        # A share is kept as times / (seen + HALF): multiplied again it is the number of pairs.
        strong = sorted((other for other, share in to[stem].items() if round(share * (seen[stem] + HALF)) >= OFTEN
                         and back.get(other, {}).get(stem, 0.0) >= OWN and other not in plain[1] and len(other) >= LETTERS),
                        key=lambda other: (-to[stem][other], other))
        if len(strong) == 2 and stem not in plain[0] and len(stem) >= LETTERS and not _are_forms(*strong):
            a, b = strong
            if to[stem][a] + to[stem][b] >= TOGETHER:
                yield stem, (a, b)


def _are_forms(a: str, b: str) -> bool:
    """Return whether two stems are perhaps forms of one word, or one is a part of the other."""
    return a[:SAME] == b[:SAME] or a in b or b in a


def _pair(texts: SideBySide, own: str, other: str) -> Pair:
    """The last pair that has a word of each side."""
    return next(pair for pair in reversed(texts.pairs) if own in pair.stems(0) and other in pair.stems(1))


def _line(pair: Pair) -> int:
    return pair.other[0].sentence.line
