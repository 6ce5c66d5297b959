"""One of two players in the place of the other: `Blue moves` for `Yellow moves`.

Examples call players by colours or by names of their own. A translation may say one of them by a pronoun, or one more by name.
But where it names as many as the original, and one of them once more and another once less, it has one for the other. Of two
roles such as attacker and defender, a sentence that names each once has them in the order of the original.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ...decisions.findings import Finding, Rule
from ..reading import Features
from ..side_by_side import SideBySide
from .messages import called, says, says_in_order

# What many games call players by.
COLOURS = ("white", "black", "red", "blue", "green", "yellow", "brown", "grey", "purple")
# Two roles of which each does to the other what the other does not.
ROLES = (("attacker", "defender"), ("guest", "host"))
# From this number of capital letters within sentences on a word is a name, and the share of its pairs with that of its partner.
OFTEN, SHARE = 2, 0.5


@frozen(eq=False)
class _Names:
    """The names of people of two texts: the partner of each stem of the original, and the stem of each partner."""

    to: Mapping[str, str]
    back: Mapping[str, str]


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on players that are named in the place of others, and on colours of other things."""
    names = _names(texts)
    for pair in texts.pairs:
        own = [*_colours(pair.own), *_named(pair.own, {stem: stem for stem in names.to})]
        other = [*_colours(pair.other), *_named(pair.other, names.back)]
        lost, come = _more(own, other), _more(other, own)
        if lost is not None and come is not None and len(own) == len(other):
            # A red card is no player: only names have capital letters.
            rule: Rule = "pair/actor" if lost[:1].isupper() else "pair/term"
            yield texts.finding(rule, says(f"`{lost}`", pair.line, f"`{come}`"), pair, lost, come, "warning")
        for role, opposite in ROLES:
            here, there = (_order(pair.side(side), role, opposite) for side in (0, 1))
            if here and there and here != there:
                message = says_in_order(_listed(here), pair.line, _listed(there))
                yield texts.finding("pair/actor", message, pair, " ".join(here), " ".join(there), "warning")


def _listed(codes: Sequence[str]) -> str:
    return ", ".join(map(called, codes))


def _order(some: Sequence[Features], role: str, opposite: str) -> Sequence[str]:
    """Two roles in the order of a sentence that names each once; none for several sentences, and for any others."""
    places = [features.contraries.get(code, ()) for features in some for code in (role, opposite)]
    if len(some) != 1 or [len(some_places) for some_places in places] != [1, 1]:
        return ()
    return (role, opposite) if places[0][0] < places[1][0] else (opposite, role)


def _more(some: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]) -> str | None:
    """The word, as it is written, of the one name that stands more often among some; None for no name, and for several."""
    left = Counter(name for name, _ in some) - Counter(name for name, _ in others)
    return next((written for name, written in some if name in left), None) if left.total() == 1 else None


def _colours(some: Sequence[Features]) -> Iterator[tuple[str, str]]:
    """The colours of some sentences by code, each as it is written."""
    return ((code, features.evidence.words[place].written) for features in some for place in features.stems
            for code in sorted(features.language.things.codes_at(features.evidence.words[place].folded)) if code in COLOURS)


def _named(some: Sequence[Features], names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The names of some sentences by what they are in the original, each as it is written."""
    return ((names[stem], features.evidence.words[place].written)
            for features in some for place, stem in features.stems.items() if stem in names)


def _names(texts: SideBySide) -> _Names:
    """The words of both sides with capital letters that usually stand for each other; none where both write nouns so."""
    if texts.original.language.capital_nouns and texts.translation.language.capital_nouns:
        return _Names({}, {})
    own, other = _capital(texts.own), _capital(texts.other)
    to = dict[str, str]()
    for stem in sorted(own):
        shares = texts.lexicon.shares.get(stem, {})
        partner = stem if stem in other else max(shares, key=lambda word: (shares[word], word), default="")
        if partner in other and (partner == stem or shares[partner] >= SHARE):
            to[stem] = partner
    return _Names(to, {partner: stem for stem, partner in to.items()})


def _capital(some: Sequence[Features]) -> frozenset[str]:
    """The stems that have a capital letter wherever they stand, and also within sentences."""
    within, small = Counter[str](), set[str]()
    for features in some:
        for place, stem in features.stems.items():
            word = features.evidence.words[place]
            if not word.written[:1].isupper():
                small.add(stem)
            elif place and features.sentence.kind != "heading" and _goes_on(features, place):
                within[stem] += 1
    return frozenset(stem for stem, times in within.items() if times >= OFTEN and stem not in small)


def _goes_on(features: Features, place: int) -> bool:
    """Return whether a word stands behind another, and not behind a sign with which something begins."""
    before = features.evidence.text[features.evidence.words[place - 1].end:features.evidence.words[place].start]
    return not before.strip()
