"""Words whose letters stand together nowhere else in a translation -> sentences that are garbled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from statistics import fmean as mean

from attrs import define

from ...decisions.findings import Finding
from ...document.words import WORDS_KEPT
from ..reading import Features
from ..side_by_side import Pair, SideBySide

# A word of fewer letters shows nothing.
LETTERS = 5
# A word is strange from this share of groups of letters that no other sentence has.
STRANGE = 0.6
# A garbled sentence has this number of strange words, or this share of strange groups; less if its words have no partners.
WORDS, SHARE, LESS, APART = 2, 0.28, 0.18, 0.5
# A longer word is odd, and very odd, from this share of letters that hardly ever follow those before them in its language.
ODD, VERY_ODD = 0.3, 0.45
# Two new words, each odd from this share on or with letters lost in it, are too many; a shorter one has fewer groups.
SUSPECT, SUSPECT_SHORT = 0.25, 0.33
# Several new words are odd from this share in all of them.
ODD_IN_ALL = 0.2
# One short word is enough from this share on.
SHORT, ODDEST = 4, 0.76
# A sentence of fewer longer words shows nothing.
FEWEST = 3
# The words that lack letters from which on a sentence is garbled; the most letters that a word lacks, the fewest that stay.
BROKEN, LOST, LEFT = 2, 2, 3
# The most letters before a known word with which it is another known one.
BEHIND = 4
# The number of letters with which two words begin alike that are perhaps forms of one word.
HEAD_OF_FORMS = 5
# Vowels with a mark that says how they are stressed, and without it.
MARKED = dict(zip("áàâéèêíìîóòôúùû", "aaaeeeiiiooouuu", strict=True))
# How often a word has to be said by another, elsewhere, to be awaited.
AWAITED = 0.3
# How much more is needed where that is usual in a text.
FACTOR = 1.5

# The texts and languages of which beginnings, groups of letters, and words by their length are kept.
LANGUAGES_KEPT = 32

Groups = frozenset[str]


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on sentences of words that can hardly be meant."""
    letters = _Letters(texts)
    # What the language's data says of letters is surer than what one text shows, so the text is asked only without it.
    usual = 0.0 if letters.are_counted else letters.usual
    for pair in texts.pairs:
        for features in pair.other:
            strange = {} if letters.are_counted else letters.shares(features.index)
            lost = letters.broken(pair, features)
            odd = letters.unusual(features)
            if _are_garbled(odd):
                words = _odd(odd)
                yield texts.finding("fluency/garbled", _hardly_meant(words), pair, None, " ".join(words), at=features)
            elif len(lost) >= BROKEN or (lost and strange and mean(strange.values()) >= SHARE + usual * FACTOR):
                listed = ", ".join(f"`{word}`" for word in lost)
                yield texts.finding("fluency/garbled", f"letters are missing from {listed}", pair, None, " ".join(lost),
                                    at=features)
            elif len(suspects := _suspects(odd, lost)) >= WORDS:
                yield texts.finding("fluency/garbled", _hardly_meant(suspects), pair, None, " ".join(suspects), at=features)
            elif strange and _is_garbled(texts, pair, list(strange.values()), usual):
                words = sorted(word for word, share in strange.items() if share >= STRANGE)
                words = words or [max(strange, key=strange.__getitem__)]
                yield texts.finding("fluency/garbled", _hardly_meant(words), pair, None, " ".join(words), at=features)


def _hardly_meant(words: Sequence[str]) -> str:
    return f"the translator can hardly mean {', '.join(f'`{word}`' for word in words)}"


def _odd(odd: Mapping[str, float]) -> list[str]:
    """The words that are odd in their letters, or else those that are a little odd."""
    return [word for word, share in odd.items() if share >= ODD] or [word for word, share in odd.items() if share]


def _suspects(odd: Mapping[str, float], lost: Collection[str]) -> list[str]:
    """The words that are a little odd in their letters or lack some: one alone may be a rare word, two hardly are.

    >>> _suspects({"sczbl": 0.4, "kary": 0.0, "mge": 0.34}, ["ekar"])
    ['sczbl', 'mge', 'ekar']
    """
    some = [word for word, share in odd.items() if share >= (SUSPECT if len(word) >= LETTERS else SUSPECT_SHORT)]
    return list(dict.fromkeys((*some, *lost)))


def _are_garbled(odd: Mapping[str, float]) -> bool:
    """Return whether new words of a sentence are too odd in their letters: one very much, or some."""
    long = [share for word, share in odd.items() if len(word) >= LETTERS]
    short = sum(share >= VERY_ODD for word, share in odd.items() if len(word) < LETTERS)
    oddest = max((share for word, share in odd.items() if len(word) >= SHORT), default=0.0)
    if max(long, default=0.0) >= VERY_ODD or oddest >= ODDEST or short + sum(share >= ODD for share in long) >= WORDS:
        return True
    longer = {word: share for word, share in odd.items() if len(word) >= SHORT}
    return len(longer) >= WORDS and (sum(share * len(word) for word, share in longer.items())
                                     >= ODD_IN_ALL * sum(map(len, longer)))


def _is_garbled(texts: SideBySide, pair: Pair, shares: list[float], usual: float) -> bool:
    if len(shares) < FEWEST:
        return False
    average = mean(shares)
    many = sum(share >= STRANGE for share in shares) >= WORDS + round(FACTOR * usual * len(shares))
    return many or average >= SHARE + usual * FACTOR or (average >= LESS + usual * FACTOR and texts.close(pair) < APART)


@define(eq=False, slots=False)
class _Letters:
    """The groups of three letters of a translation, and in how many sentences each is."""

    texts: SideBySide

    def __attrs_post_init__(self) -> None:
        self._words = [_longer(features) for features in self.texts.other]
        self._homes = Counter(word for words in self._words for word in set(words))
        self._seen = Counter(group for words in self._words for group in frozenset[str]().union(*map(_groups, words)))
        self._listed = self.texts.translation.language.listed
        self._there = frozenset(word.folded for features in self.texts.own for word in features.evidence.words)

    @property
    def are_counted(self) -> bool:
        """Return whether it is known which letters follow each other in the language: the text alone shows less."""
        return bool(self.texts.translation.language.follows)

    @property
    def usual(self) -> float:
        """The usual share of strange groups in a sentence of this text: more in a short one."""
        shares_of_sentences = [list(self.shares(place).values()) for place in range(len(self._words))]
        means = sorted(sum(shares) / len(shares) for shares in shares_of_sentences if shares)
        return means[len(means) // 2] if means else 0.0

    def broken(self, pair: Pair, features: Features) -> list[str]:
        """The words of a sentence that are others of this text, or of the language, with letters lost in them."""
        awaited, fleeting = self._awaited(pair), features.language.fleeting
        candidates = [(word.folded, features.stems[place]) for place, word in enumerate(features.evidence.words)
                      if place in features.stems and len(word.folded) >= LEFT and word.folded.isalpha()]
        return [word for word, stem in candidates if self._is_new(word)
                and (self._is_broken(word) or any(_is_part(stem, whole, fleeting) for whole in awaited))]

    def _awaited(self, pair: Pair) -> list[str]:
        """The stems that say words of the original elsewhere, and are not there."""
        to, here = self.texts.lexicon.shares, pair.stems(1)
        partners = (to.get(stem, {}) for stem in pair.stems(0))
        return [stem for some in partners for stem, sure in some.items() if sure >= AWAITED and stem not in here]

    def _is_new(self, word: str) -> bool:
        """Return whether a word stands once, and is no word that is known."""
        return self._times[word] == 1 and word not in self._there and word not in self._listed

    def _is_broken(self, word: str) -> bool:
        """Return whether a known word has the letters of this one and some more within."""
        return not self._begins(word) and any(_has_lost(word, whole) for size in range(1, LOST + 1)
                   for words in (self._by_size, _by_size(self._listed)) for whole in words.get((word[0], len(word) + size), ()))

    def _begins(self, word: str) -> bool:
        """Return whether a word is a form of another: both begin alike, up to an ending."""
        return any(head in heads for heads in (self._heads, _heads(self._listed)) for head in (word[:-1], word))

    def _ends(self, word: str) -> bool:
        """Return whether a word is a known one behind a few letters, as `abgibt`: those of both are usual."""
        return any(word[size:] in words for size in range(1, BEHIND + 1) if len(word) - size >= LETTERS - 1
                   for words in (self._twice, self._listed))

    @cached_property
    def _times(self) -> Counter[str]:
        return Counter(word.folded for features in self.texts.other for word in features.evidence.words)

    @cached_property
    def _heads(self) -> frozenset[str]:
        """The beginnings of the words that stand twice."""
        return _heads(self._twice)

    @cached_property
    def _twice(self) -> frozenset[str]:
        """The words that stand twice. They are surely whole, as those of the language's data are."""
        return frozenset(word for word, times in self._times.items() if times > 1)

    @cached_property
    def _by_size(self) -> Mapping[tuple[str, int], list[str]]:
        """The words that stand twice by their first letter and their length."""
        return _by_size(self._twice)

    def shares(self, index: int) -> dict[str, float]:
        """For each longer word of a sentence the share of its groups that no other sentence has."""
        known = self._there | self._listed
        return {word: 0.0 if self._homes[word] > 1 or word in known else self._share(word) for word in self._words[index]}

    def unusual(self, features: Features) -> dict[str, float]:
        """For each new word of a sentence the share of its letters that hardly ever follow those before them.

        A form of a known word, as `früh` of `früher`, has none: its letters are those of the known one. A compound with it has
        none either.
        """
        follows = self.texts.translation.language.follows
        new = (word.folded for place, word in enumerate(features.evidence.words) if place in features.stems
               and word.folded.isalpha() and len(word.folded) >= LEFT and self._is_new(word.folded)) if follows else ()
        return {word: 0.0 if self._begins(word) or self._ends(word) else self._unusual(word, follows) for word in new}

    def _unusual(self, word: str, follows: Mapping[str, frozenset[str]]) -> float:
        # A stress mark changes no letter: `fíjate` and `avánzalo` are written with one, `fija` and `avanza` without.
        groups, plain = _spelled(word), _spelled(_unmarked(word))
        return sum(all(group[2] not in follows.get(group[:2], ()) for group in {own, bare})
                   and self._seen[own.replace("_", " ")] <= 1 for own, bare in zip(groups, plain, strict=True)) / len({*groups})

    def _share(self, word: str) -> float:
        groups = _groups(word)
        return sum(self._seen[group] <= 1 and group not in _groups_of(self._listed) for group in groups) / len(groups)


# The words of a language's data are asked for with each text in it.
@lru_cache(maxsize=LANGUAGES_KEPT)
def _heads(words: frozenset[str]) -> frozenset[str]:
    """The beginnings of words, up to an ending."""
    return frozenset(word[:end] for word in words for end in range(max(LEFT, len(word) - LEFT), len(word) + 1))


@lru_cache(maxsize=LANGUAGES_KEPT)
def _by_size(words: frozenset[str]) -> Mapping[tuple[str, int], list[str]]:
    """Words by their first letter and their length."""
    out: dict[tuple[str, int], list[str]] = {}
    for word in words:
        out.setdefault((word[0], len(word)), []).append(word)
    return out


@lru_cache(maxsize=LANGUAGES_KEPT)
def _groups_of(words: frozenset[str]) -> Groups:
    """The groups of letters of words."""
    return frozenset[str]().union(*map(_groups, words))


def _is_part(stem: str, whole: str, fleeting: Collection[str] = ()) -> bool:
    """Return whether a stem is another with letters lost in it, and no form of its word.

    >>> _is_part("pionk", "pionek"), _is_part("pionk", "pionek", "e"), _is_part("pinek", "pionek", "e")
    (True, False, True)
    """
    if stem == whole[:-2] + whole[-1:] and whole[-2:-1] in fleeting:
        return False
    letters = iter(whole)
    return (0 < len(whole) - len(stem) <= LOST and not whole.startswith(stem[:HEAD_OF_FORMS]) and len(stem) >= LEFT
            and stem[0] == whole[0] and all(letter in letters for letter in stem))


def _has_lost(word: str, whole: str) -> bool:
    """Return whether letters within a word are lost: the rest is there in its order.

    >>> _has_lost("kiten", "kisten"), _has_lost("kiste", "kisten")
    (True, False)
    """
    letters = iter(whole)
    return word[-1] == whole[-1] and not whole.startswith(word[:HEAD_OF_FORMS]) and all(letter in letters for letter in word)


def _longer(features: Features) -> list[str]:
    """The longer words of a sentence, but for numbers."""
    numbers = {place for number in features.evidence.numbers
               for place in range(number.match.first, number.match.first + number.match.size)}
    return [word.folded for place, word in enumerate(features.evidence.words)
            if place not in numbers and word.folded.isalpha() and len(word.folded) >= LETTERS]


@lru_cache(maxsize=WORDS_KEPT)
def _groups(word: str) -> Groups:
    return frozenset(_spelled(word, " "))


def _spelled(word: str, around: str = "_") -> tuple[str, ...]:
    """The groups of three letters of a word, in their order."""
    padded = f"{around}{word}{around}"
    return tuple(padded[place : place + 3] for place in range(len(padded) - 2))


def _unmarked(word: str) -> str:
    """A word without the marks of its vowels.

    >>> _unmarked("fíjate"), _unmarked("dźwig")
    ('fijate', 'dźwig')
    """
    return "".join(MARKED.get(letter, letter) for letter in word)
