"""Two texts that are no original and translation: exchanged, of two games, or two texts on one game -> what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import mean

from ..document.document import Document
from ..document.foreign import spoken
from ..document.words import is_unspaced
from .lexicon import learnt
from .reading import Features
from .side_by_side import Pair, SideBySide

# Two texts of one game have this share of their sentences in clear pairs, and a pair as much alike is clear.
FEWEST, CLEAR = 0.3, 0.55
# Pairs of an original and its translation are this much alike on the average, or their words are known from other pairs to
# this share. Rulebooks of two games share numbers and turns of phrase, and so a third or more of their sentences make clear
# pairs. But a word has no lasting partner, so that what other pairs teach does not hold. On texts that were written to develop
# the checks: at most 0.72 and 0.66 for two games, at least 0.83 and 0.80 for one.
# (Japanese has no words here, and so the first alone.)
LEAST_ALIKE, LEAST_KNOWN = 0.77, 0.73
# Of the sentences of a translation, no more than this share belong to none of the original. Of the development texts it is at
# most 0.05, and 0.08 where only half of the original is translated. Another text on the same game has far more of its own:
# 0.19 to 0.30 of printed rulebooks beside the readable one.
MOST_OF_ITS_OWN = 0.125
# Fewer sentences say nothing of the whole.
ENOUGH = 6
# A readable rulebook is no text that the document translates: sentences are longer, in another order or missing. So pairs are
# less alike there, and only words tell. Each eighth of the pairs is compared with the dictionary of the others; there a word
# counts with a partner that it has in two pairs and in this share of them. Of the chance that is left, two texts of one game
# gain at least the share LASTING. Of the texts of `bench/pairs` one game gains at least 0.26 beside its own readable rulebook,
# and the invented ones beside those of other games mostly less than 0.2, though a few more than LASTING.
FOLDS, MET, PARTNER, LASTING = 8, 2, 0.3, 0.25
# Fewer words that have a partner say nothing, and more pairs say nothing new.
ENOUGH_WORDS, MOST_PAIRS = 40, 200


def exchanged(original: Document, translation: Document) -> str | None:
    """Return a message if the texts are in each other's languages."""
    own, other = spoken(original.sentences, original.language), spoken(translation.sentences, translation.language)
    if own == translation.language.code and other == original.language.code and own != other:
        if original.name == translation.name:
            return (f"the originals in `{original.name}` seem to be in `{own}` and the translations in `{other}`: exchange "
                    "--source-lang and --lang")
        return (f"`{original.name}` seems to be in `{own}` and `{translation.name}` in `{other}`: are the original and the "
                "translation exchanged?")
    return None


def unrelated(texts: SideBySide, readable: bool = False) -> str | None:
    """Return a message if two texts share hardly a sentence, or a word; `readable`: the original is a readable rulebook."""
    fewest = min(len(texts.own), len(texts.other))
    if fewest < ENOUGH or (readable and texts.translation.anchored):
        return None
    clear = [pair for pair in texts.pairs
             if pair.alike >= CLEAR and _has_content(texts, pair.link.original, pair.link.translation)]
    # A short text full of mistakes, in a language of little data, has few clear pairs too, but they are alike.
    if len(clear) < FEWEST * fewest and (readable or not texts.pairs or _are_unalike(texts.pairs)):
        return (f"only {len(clear)} of {len(texts.other)} sentences of `{texts.translation.name}` belong to one of "
                f"`{texts.original.name}`: they seem to be texts of two games")
    return _of_two_games(texts) if (_fleeting(texts) if readable else _strange(texts, texts.pairs)) else None


def independent(texts: SideBySide) -> str | None:
    """Return a message if a text is hardly a translation: many of its sentences belong to none of the original."""
    without = len(texts.other) - sum(len(pair.link.translation) for pair in texts.pairs)
    if len(texts.other) < ENOUGH or without <= MOST_OF_ITS_OWN * len(texts.other):
        return None
    return (f"{without} of {len(texts.other)} sentences of `{texts.translation.name}` belong to none of "
            f"`{texts.original.name}`: it is perhaps no translation of it, but another text on the same game; without --source "
            "it is compared with the rules alone")


def of_another_game(texts: SideBySide) -> str | None:
    """Return a message if the words of a document are not those of a readable rulebook, whatever else it leaves out or adds."""
    return _of_two_games(texts) if _fleeting(texts) else None


def _of_two_games(texts: SideBySide) -> str:
    return (f"the sentences of `{texts.translation.name}` have hardly a word in common with those of "
            f"`{texts.original.name}` at the same place: they seem to be texts of two games")


def _strange(texts: SideBySide, pairs: Sequence[Pair]) -> bool:
    return _are_unalike(pairs) and mean(texts.close(pair) for pair in pairs) < LEAST_KNOWN


def _are_unalike(pairs: Sequence[Pair]) -> bool:
    return mean(pair.alike for pair in pairs) < LEAST_ALIKE


def _fleeting(texts: SideBySide) -> bool:
    """Return whether what some pairs teach of the partners of words hardly holds in the others.

    Where comments in the document name clauses, its author says that it is of this game.
    """
    if texts.translation.anchored:
        return False
    some = texts.pairs[::1 + len(texts.pairs) // MOST_PAIRS]
    tests = [*_partner_tests([(_words(pair.own), _words(pair.other)) for pair in some])]
    by_chance = sum(chance for _, chance in tests)
    lasting = sum(is_there for is_there, _ in tests)
    return len(tests) >= ENOUGH_WORDS and lasting - by_chance < LASTING * (len(tests) - by_chance)


def _words(some: Sequence[Features]) -> frozenset[str]:
    """The stems of some sentences; two characters that follow each other, where there are no spaces between words."""
    out = {stem for features in some for stem in features.stems.values()}
    for features in some:
        out |= {first.folded + second.folded for first, second in pairwise(features.evidence.words)
                if is_unspaced(first.folded) and is_unspaced(second.folded)}
    return frozenset(out)


def _partner_tests(pairs: Sequence[tuple[frozenset[str], frozenset[str]]]) -> Iterator[tuple[bool, float]]:
    """For each word whose partner the other pairs teach: whether the partner is there, and how likely it is in any pair."""
    times = Counter(word for _, other in pairs for word in other)
    for fold in range(min(FOLDS, len(pairs))):
        partners = _partners([pair for place, pair in enumerate(pairs) if place % FOLDS != fold])
        for own, other in pairs[fold::FOLDS]:
            for word in sorted(own & partners.keys()):
                elsewhere = sum(times[partner] - (partner in other) for partner in partners[word])
                yield bool(partners[word] & other), min(1.0, elsewhere / (len(pairs) - 1))


def _partners(pairs: Sequence[tuple[Collection[str], Collection[str]]]) -> Mapping[str, set[str]]:
    """The lasting partners of each word in some pairs."""
    lexicon = learnt(pairs)
    out = dict[str, set[str]]()
    for (word, other), times in lexicon.links.items():
        if times >= MET and times >= PARTNER * lexicon.seen[word]:
            out.setdefault(word, set()).add(other)
    return out


def _has_content(texts: SideBySide, original: tuple[int, ...], translation: tuple[int, ...]) -> bool:
    """Return whether two groups share numbers, turns of phrase or names, and not only a length."""
    own, other = (frozenset().union(*(some[index].neutral for index in indices))
                  for some, indices in ((texts.own, original), (texts.other, translation)))
    return len(own & other) >= 2
