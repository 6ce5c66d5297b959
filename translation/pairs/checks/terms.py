"""The terms of a translation against those of its original, by the dictionary that the two texts give, and by glossaries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ...decisions.findings import Finding, Level
from ..lexicon import HALF
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .forms import begin_alike
from .messages import says, says_elsewhere
from .pair_words import anywhere, everyday_of, listed_of, players_of, times_of, units_of, word_of

# The fewest pairs with a term, and how surely it is said in one way.
MET, SURE = 3, 0.4
# How many of the other words of a pair must have their partners for an error, and for a warning.
CLOSE, NEAR = 0.85, 0.72
# The same for an error where one of two terms stands elsewhere in the pair.
CLOSEST, SUREST = 0.9, 0.6
# How sure two terms are together for a warning, and for an error, and the fewest pairs with each.
BOTH, CERTAIN, OFTEN = 0.33, 0.42, 4
# The fewest letters of a part of a compound word.
PART = 4
# From when on a term that is always said in one way is missed, and the fewest pairs with it; when a word is explained.
ALWAYS, MANY, EXPLAINED, FEW = 0.8, 5, 0.25, 2
# The nouns after a number that it may count, the words among which they stand, and how sure a term is there.
BEHIND, FURTHER, FIRM = 2, 6, 0.5
# Both of two terms are as sure as this to be exchanged whatever else the sentence says, and sentences as alike for an error.
KNOWN, ALIKE = 0.55, 0.75
# From this share on a word is one of those that say a term.
SOME = 0.12


@frozen
class LostTerm:
    """A term of one side that the other does not say: its stem, how sure it is, in how many pairs it is.

    `whole`: the other side does not say it at all, and not only less often.
    """

    stem: str
    partner: str
    sure: float
    met: int
    whole: bool


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on terms that have those of other concepts in their places."""
    lexicon, players = texts.lexicon, (players_of(texts.own), players_of(texts.other))
    for place, pair in enumerate(texts.pairs):
        own, other = (times_of(pair.side(side)) for side in (0, 1))
        plain = [listed_of(pair.side(side)) | players[side] | units_of(pair, side) for side in (0, 1)]
        lost = [term for term in _gone(own, other, lexicon.shares, lexicon.seen) if term.stem not in plain[0]]
        come = [term for term in _gone(other, own, lexicon.shares_back, lexicon.seen_there) if term.stem not in plain[1]]
        if lost and not come:
            yield from _strangers(texts, pair, lost)
        stems_before = {stem for near in texts.pairs[max(0, place - 1) : place] for stem in near.stems(0)}
        counted = dict.fromkeys(_counted(texts, pair))
        for term, new in zip(lost, come, strict=False):
            if begin_alike(term.stem, new.partner) or begin_alike(new.stem, term.partner):
                continue
            level = _level(texts, pair, term, new, new.partner in stems_before)
            level = "warning" if level == "error" and (len(lost), len(come)) != (1, 1) else level
            if level is not None and (term.stem, new.stem, new.partner) not in counted:
                yield _finding(texts, pair, (term.stem, new.stem, new.partner), level)
        for three in counted:
            yield _finding(texts, pair, three, None)


def _finding(texts: SideBySide, pair: Pair, three: tuple[str, str, str], level: Level | None) -> Finding:
    """A finding on a term of the original, that of the translation, and what this one stands for elsewhere."""
    term, new, meant = three
    description = f"{word_of(pair, 1, new)}, which elsewhere stands for {anywhere(texts.pairs, 0, meant)}"
    return texts.finding("pair/term", says(word_of(pair, 0, term), pair.line, description), pair, term, new, level)


# ---- By their numbers --------------------------------------------------------------------------------


def _counted(texts: SideBySide, pair: Pair) -> Iterator[tuple[str, str, str]]:
    """Terms that stand right behind the same number and are not each other's: both stems, and what the second means."""
    own, other = _behind_numbers(pair.own), _behind_numbers(pair.other)
    lexicon, plain = texts.lexicon, (everyday_of(pair.own), everyday_of(pair.other))
    for value in sorted(own.keys() & other.keys()):
        here, there = own[value], other[value]
        lost = [stem for stem in here[:BEHIND] if stem not in plain[0]
                and _is_strange(stem, there, lexicon.shares, lexicon.seen)]
        come = [stem for stem in there[:BEHIND] if stem not in plain[1]
                and _is_strange(stem, here, lexicon.shares_back, lexicon.seen_there)]
        for term, new in zip(lost, come, strict=False):
            meant = max(lexicon.shares_back[new], key=lambda stem: (lexicon.shares_back[new][stem], stem))
            if not begin_alike(term, meant):
                yield term, new, meant


def _behind_numbers(some: Sequence[Features]) -> dict[int, tuple[str, ...]]:
    """For each number that stands once, the stems right behind it, up to a sign or the next number."""
    out: dict[int, list[tuple[str, ...]]] = {}
    for features in some:
        firsts = {number.match.first for number in features.evidence.numbers}
        for number in (number for number in features.counting if number.value > 1):
            begin = number.match.first + number.match.size
            end = next((place for place in range(begin, begin + FURTHER) if place in firsts), begin + FURTHER)
            stems = tuple(features.stems[place] for place in range(begin, min(end, len(features.parts)))
                          if place in features.stems and features.parts[place] == features.parts[number.match.first])
            out.setdefault(number.value, []).append(stems)
    return {value: lists[0] for value, lists in out.items() if len(lists) == 1}


def _is_strange(stem: str, there: Sequence[str], to: Mapping[str, Mapping[str, float]], seen: Mapping[str, int]) -> bool:
    """Return whether a stem is a well-known term, and nothing that says it stands there."""
    partners, once = to.get(stem, {}), 1 / (seen.get(stem, 0) + HALF)
    best = max(partners.values(), default=0.0)
    if seen.get(stem, 0) < OFTEN or best < FIRM:
        return False
    return not any(partners.get(other, 0.0) - once >= SOME or partners.get(other, 0.0) == best
                   or any(_in_compound(partner, other) for partner, sure in partners.items() if sure >= SOME)
                   for other in there)


def _in_compound(partner: str, other: str) -> bool:
    return len(partner) >= PART and partner in other


def _level(texts: SideBySide, pair: Pair, term: LostTerm, new: LostTerm, is_beside: bool) -> Level | None:
    """Return how bad it is that one term is gone and another has come; None where the whole sentence says it in other words."""
    close, sure = texts.close(pair, (term.stem, new.stem)), term.sure * new.sure
    if _are_known(term, new) and not is_beside:
        return "error" if close >= NEAR or pair.alike >= ALIKE else "warning"
    if term.whole and new.whole and not is_beside and min(term.met, new.met) >= OFTEN and min(term.sure, new.sure) >= SURE:
        return "error" if sure >= CERTAIN and close >= CLOSE else "warning"
    # The sentence before names what is new here: the original perhaps says it by a pronoun or not at all.
    if close < NEAR or sure < BOTH or is_beside:
        return None
    if min(term.met, new.met) < OFTEN and sure < SUREST:
        return None
    often, whole = min(term.met, new.met) >= OFTEN, term.whole and new.whole
    certain = often and whole and sure >= CERTAIN and close >= CLOSE
    surest = often and term.whole and sure >= SUREST and close >= CLOSEST
    return "error" if certain or surest else "warning"


def _are_known(term: LostTerm, new: LostTerm) -> bool:
    """Return whether both are terms that hardly ever are said otherwise, so that the rest of the sentence matters little."""
    return term.whole and new.whole and min(term.met, new.met) >= MANY and min(term.sure, new.sure) >= KNOWN


def _strangers(texts: SideBySide, pair: Pair, lost: Sequence[LostTerm]) -> Iterator[Finding]:
    """Terms that are not said, where words stand that are for nothing in the original."""
    certain = [term for term in lost if term.whole and term.sure >= ALWAYS and term.met >= MANY]
    strange = _unexplained(texts, pair, frozenset(term.stem for term in lost)) if certain else []
    few = len(lost) == 1 and len(strange) <= FEW
    for term, other in zip(certain, strange, strict=False):
        if few and not begin_alike(term.partner, other) and texts.close(pair, (term.stem, other)) >= CLOSE:
            message = says_elsewhere(word_of(pair, 0, term.stem), pair.line, anywhere(texts.pairs, 1, term.partner),
                                     word_of(pair, 1, other))
            yield texts.finding("pair/term", message, pair, term.stem, other, "warning")


def _unexplained(texts: SideBySide, pair: Pair, but: frozenset[str]) -> list[str]:
    """The words of the translation that no other word of the original than some is known to be said by."""
    there = pair.stems(0) - but
    return sorted(stem for stem in pair.stems(1) - everyday_of(pair.other) if not any(
        partner in there for partner, sure in texts.lexicon.shares_back.get(stem, {}).items() if sure >= EXPLAINED))


def _gone(own: Mapping[str, int], other: Mapping[str, int], to: Mapping[str, Mapping[str, float]],
          seen: Mapping[str, int]) -> list[LostTerm]:
    """The terms of a side that the other says less often, by all the words that say them elsewhere, the surest first."""
    out = []
    for stem, times in own.items():
        partners = to.get(stem, {})
        best = max(partners, key=lambda partner: (partners[partner], partner), default=None)
        once = 1 / (seen[stem] + HALF)
        there = sum(other.get(partner, 0) for partner, sure in partners.items() if sure - once >= SOME or partner == best)
        there = there or sum(count for word, count in other.items() if best is not None and len(best) >= PART and best in word)
        if best is not None and seen[stem] >= MET and partners[best] >= SURE and there < times:
            out.append(LostTerm(stem, best, partners[best], seen[stem], not there))
    return sorted(out, key=lambda gone: (not gone.whole, -gone.sure * gone.met, gone.stem))
