"""A document -> what each of its sentences shows to a comparison with a text in another language."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from weakref import WeakKeyDictionary

from attrs import define

from ..document.document import Document
from ..document.features import TEXTS_KEPT, Evidence, EvidenceReader, NumberMention
from ..document.language import WAY_FROM, WAY_TO, Language
from ..document.sentences import Sentence
from ..document.words import Word, stem
from .combined import CONDITIONS, NONE, has_between, with_bounds, with_degrees, with_denied, with_restricted, with_ways
from .names import names_of, number_in
from .signals import DENYING_MODALS, NOR, parts_of, signals_in

# The kinds of numbers that count or name something.
COUNTING = ("cardinal", "ordinal", "name")
# The letters that a plural adds to a word in many languages, and the fewest letters of a plural.
PLURAL_SIGNS, SHORTEST_PLURAL = ("s", "x"), 4
# The verbs of which one forbids where it is denied, and the words of a phrase among which it stands.
VERBS, FORBIDDING = ("may", "must"), 4
# How many words behind `without` or `nor` a plain `not` stands that belongs to it, and how many behind `without` a `nothing`.
CONCORD, FAR_CONCORD = 2, 5
# What says that something is not yet so, where it is denied; which word of a part of a sentence is the second one, from 0.
NOT_YET, SECOND = ("before", "until", "unless", "while"), 2
# The fewest letters of a word by whose beginning a word of another language is known, and how many letters that is.
COGNATE, HEAD = 4, 4
_CYRILLIC = dict(zip("абвгдежзийклмнопрстуфхцчшщъыьэюя",
                     ("a", "b", "v", "g", "d", "e", "zh", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f",
                      "h", "c", "ch", "sh", "sch", "", "y", "", "e", "yu", "ya"), strict=True))
# Letters that have no accent to lose, and the Latin ones that other languages write for them.
_BARRED = str.maketrans({"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae", "œ": "oe",
                         "Œ": "Oe"})


@define(eq=False, slots=False)
class Features:
    """The features of one sentence: the stems of its words, its numbers, its turns of phrase, and the place of each.

    `stems` maps the place of each content word to its stem; `signals` maps each turn of phrase to the places of its words.
    """

    index: int
    sentence: Sentence
    evidence: Evidence
    stems: Mapping[int, str]
    signals: Mapping[str, tuple[int, ...]]
    language: Language

    @property
    def size(self) -> int:
        """The number of its letters."""
        return len(self.sentence.text)

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """The number of the part of the sentence, between commas, in which each of its words stands."""
        return parts_of(self.evidence)

    def places(self, codes: Iterable[str]) -> list[int]:
        """The places of some turns of phrase, in the order of these."""
        return [place for code in codes for place in self.signals.get(code, ())]

    @cached_property
    def turns(self) -> Counter[str]:
        """Return how often it says each turn of phrase.

        What denies the same part of a sentence once more, as in `no puede nadie`, `senza mai` and `need not do nothing`,
        counts once.
        """
        out = Counter({code: len(places) for code, places in self.signals.items() if code != NOR})
        out["not"] = len({self.parts[place] for place in self.signals.get("not", ()) if not self.is_concord(place)})
        return +out

    @cached_property
    def contraries(self) -> Mapping[str, Sequence[int]]:
        """The places of its words of which one turns a rule round in the place of another, by their codes."""
        return self.language.contraries.within([word.folded for word in self.evidence.words])

    @cached_property
    def ways(self) -> Mapping[str, Sequence[int]]:
        """The places of what says the ends of a way: `from` and `to` before nouns, or nouns whose endings say that."""
        things = self.stems.keys() - {place for places in self.signals.values() for place in places}
        endings = self.language.way_endings.within([word.folded for word in self.evidence.words])
        return {code: sorted((*self.contraries.get(code, ()), *things.intersection(endings.get(code, ()))))
                for code in (WAY_FROM, WAY_TO)}

    @cached_property
    def turned_words(self) -> Counter[str]:
        """Return how often it says each turn of phrase, and each word that turns a rule round in the place of another."""
        return Counter({code: len(places) for code, places in (*self.signals.items(), *self.contraries.items())})

    @cached_property
    def forbidden_by(self) -> frozenset[str]:
        """Return by which verbs it forbids: `may` in `may not` and `cannot`, `must` in `must not`."""
        return frozenset(code for place in self.signals.get("must_not", ())
                         for word in self.evidence.words[place:place + FORBIDDING] for code in self._verbs(word.folded))

    def _verbs(self, word: str) -> Iterator[str]:
        """The codes of a verb that may be one word with its denial, as in `cannot`."""
        for beginning, end in (("", ""), ("ne", ""), ("", "not")):
            if word.startswith(beginning) and word.endswith(end):
                yield from self.language.signals.codes_at(word.removeprefix(beginning).removesuffix(end)) & {*VERBS}

    @cached_property
    def denied(self) -> frozenset[str]:
        """The turns of phrase that share a part of the sentence with a denial."""
        return frozenset(code for code, places in self.signals.items()
                         if any(self.parts[place] in self._denying_parts for place in places))

    @cached_property
    def _denying_parts(self) -> frozenset[int]:
        """The parts of the sentence in which something denies."""
        return frozenset(self.parts[place] for place in self.places(("not", NOR, *DENYING_MODALS)))

    @cached_property
    def postponed(self) -> frozenset[str]:
        """The turns of phrase such as `before` and `until` that stand by a denial: `not before`, and `before that, do not`.

        They stand in its part of the sentence, in the part behind it, or begin the part before it.
        """
        parts = self._denying_parts
        return frozenset(code for code in NOT_YET for place in self.signals.get(code, ())
                         for part in [self.parts[place]]
                         if not parts.isdisjoint((part, part - 1)) or (part + 1 in parts and self._begins_part(place)))

    def _begins_part(self, place: int) -> bool:
        """Return whether a word is the first or second one of its part of the sentence."""
        return self.parts[max(0, place - SECOND)] != self.parts[place] or place < SECOND

    def is_concord(self, place: int) -> bool:
        """Return whether the `not` at a place only repeats another denial of its part of the sentence."""
        denials = {code: [other for other in self.signals.get(code, ()) if self.parts[other] == self.parts[place]
                          and not has_between(self.signals, other, place)]
                   for code in ("without", NOR, *DENYING_MODALS)}
        near = FAR_CONCORD if self._says_none(place) else CONCORD
        # Where denials are doubled, a verb is denied however many words `nor` has: Russian `ни в резерве не осталось`.
        nor = FAR_CONCORD if self.language.expletive else CONCORD
        return (any(0 < place - other <= near and self._is_plain(other) and self._is_doubled(other, place)
                    for other in denials.pop("without"))
                or any(0 < place - other <= nor for other in denials.pop(NOR)) or any(denials.values()))

    def _is_doubled(self, empty: int, place: int) -> bool:
        """Return whether a `not` behind a `without` denies no verb of its own, as it does in `senza padrone non contano`."""
        return self._says_none(place) or not any(between in self.stems for between in range(empty + 1, place))

    def _says_none(self, place: int) -> bool:
        """Return whether a word for `nothing`, `nobody` or `no` stands at a place: no plain `not`."""
        return NONE in self.language.senses.codes_at(self.evidence.words[place].folded)

    def is_conditional(self, place: int) -> bool:
        """Return whether a condition begins before a place, in the same part of the sentence."""
        return any(other < place and self.parts[other] == self.parts[place]
                   for other in self.places(CONDITIONS))

    @property
    def goes_on(self) -> int:
        """The number of words that go on with a denial, as the second `nor` of `neither stone nor wood nor gold`."""
        return len(self.signals.get(NOR, ()))

    def _is_plain(self, place: int) -> bool:
        """Return whether a plain word for `without` stands at a place: no `empty`, of which something may be denied."""
        return not self.language.lacking or self.evidence.words[place].folded in self.language.lacking

    @cached_property
    def counting(self) -> tuple[NumberMention, ...]:
        """Its numbers that are surely numbers: not those of figures, nor words such as `one`, `second`, `both` and `twice`."""
        return tuple(number for number in self.evidence.numbers
                     if number.match.kind in COUNTING and not number.match.weak
                     and self.language.numbers.keys().isdisjoint(self._spelled(number)))

    def _spelled(self, number: NumberMention) -> tuple[str, str]:
        """The first word of a number, and all its words, as `every other` has two."""
        words = [word.folded for word in self.evidence.words[number.match.first:number.match.first + number.match.size]]
        return words[0], " ".join(words)

    @cached_property
    def values(self) -> Counter[int]:
        """All its numbers, but for those of figures, pages and sections."""
        return Counter(number.value for number in self.evidence.numbers if number.match.kind in COUNTING)

    @cached_property
    def listed(self) -> frozenset[str]:
        """The stems of those of its words that the language's data lists."""
        return frozenset(stem for place, stem in self.stems.items()
                         if self.evidence.words[place].folded in self.language.listed)

    @cached_property
    def everyday(self) -> frozenset[str]:
        """The stems of its words that rules of every game use."""
        return self.listed | {stem for place, stem in self.stems.items()
                              if self.language.senses.at([self.evidence.words[place].folded], 0)}

    @cached_property
    def senses(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """The stems of its words, each with what it says in the rules of every game, if anything."""
        return tuple((stem, self.language.senses.codes_at(self.evidence.words[place].folded))
                     for place, stem in self.stems.items())

    @cached_property
    def things(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """The stems of its words that name things, whatever the game, each with these."""
        named = ((stem, self.language.things.codes_at(self.evidence.words[place].folded)) for place, stem in self.stems.items())
        return tuple((stem, codes) for stem, codes in named if codes)

    @cached_property
    def neutral(self) -> frozenset[str]:
        """Its features that are the same in every language."""
        signs = {f"#{number.value}" for number in self.evidence.numbers if not number.match.weak}
        signs |= {f"!{code}" for code in self.signals}
        # The letters of a name such as `S12` may be translated.
        signs |= {f"@{number_in(name)}" for name in names_of(self.sentence.text)}
        return frozenset(signs | {sign for sign in self.evidence.stems if sign.startswith(("~", "="))} | set(self.cognates))

    @cached_property
    def cognates(self) -> tuple[str, ...]:
        """The beginnings of its longer words, in Latin letters without accents."""
        return tuple(f"^{head}" for place, word in enumerate(self.evidence.words) if place in self.stems
                     for head in [latin(word.folded)[:HEAD]] if len(head) >= COGNATE)


# The sentences that each reader has read, by what is shown of them: a text that differs in one sentence is not read again.
_read: WeakKeyDictionary[EvidenceReader, dict[tuple[object, ...], Features]] = WeakKeyDictionary()


def read_for_pairs(document: Document, but: Collection[tuple[str, str]] = ()) -> tuple[Features, ...]:
    """Return the features of each sentence of a document. They are found once: an original stands beside several texts.

    `but` are words with turns of phrase that they begin and do not say in this text, as `pas` is a step there. Beside another
    word that says so they do: `pas` still denies behind `ne`. A word with the stem of the one behind it stands for these two.
    """
    read = _read.setdefault(document.reader, {})
    if len(read) >= TEXTS_KEPT:
        read.clear()
    begun, all_but, none = {word.split()[0] for word, _ in but}, frozenset(but), frozenset[tuple[str, str]]()
    out = list[Features]()
    for index, (sentence, evidence) in enumerate(zip(document.sentences, document.evidence, strict=True)):
        # INVARIANT: all that the features of a sentence depend on besides the language, so equal ones may be shared.
        here = all_but if begun and any(word.folded in begun for word in evidence.words) else none
        plurals = tuple([word for word in _plurals(evidence) if word[:-1] in document.vocabulary])
        short = tuple([word.folded for word in evidence.words if word.folded in document.shortened])
        known = (index, sentence, evidence, here, plurals, short)
        features = read.get(known)
        if features is None:
            features = read[known] = features_of(document, index, sentence, evidence, here)
        out.append(features)
    return tuple(out)


def features_of(document: Document, index: int, sentence: Sentence, evidence: Evidence,
                but: Collection[tuple[str, str]] = ()) -> Features:
    """Return the features of one sentence of a document."""
    signals, taken = signals_in(document, evidence, but)
    # Before all else: whatever counts denials must find `may not` as one turn, and not as a `not` of its own.
    parts = parts_of(evidence)
    ranked = with_ways(with_degrees(signals, parts), parts, evidence, document.language)
    ranked = with_restricted(ranked, parts, evidence, document.language)
    signals = with_bounds(with_denied(ranked, parts, evidence, document.language), parts, evidence, document.language)
    numbered = {place for number in evidence.numbers
                for place in range(number.match.first, number.match.first + number.match.size)}
    return Features(index, sentence, evidence, dict(_content(document, evidence.words, taken | numbered)), signals,
                    document.language)


def _content(document: Document, words: Sequence[Word], taken: Collection[int]) -> Iterator[tuple[int, str]]:
    language = document.language
    for place, word in enumerate(words):
        small = word.folded in language.function_words or word.folded.isdigit() or len(word.folded) < 2
        if place not in taken and not small:
            short = document.shortened.get(word.folded)
            yield place, short or stem(_singular(word.folded, document.vocabulary), language.stemmer)


def _singular(word: str, vocabulary: Collection[str]) -> str:
    """A word without the sign of a plural, if the text has it so: the French stems of `jeu` and `jeux` differ."""
    return word[:-1] if _has_singular(word, vocabulary) else word


def _has_singular(word: str, vocabulary: Collection[str]) -> bool:
    """Return whether a word has the sign of a plural, and the text has it without."""
    return _may_be_plural(word) and word[:-1] in vocabulary


def _may_be_plural(word: str) -> bool:
    return word[-1:] in PLURAL_SIGNS and len(word) >= SHORTEST_PLURAL


@lru_cache(maxsize=TEXTS_KEPT)
def _plurals(evidence: Evidence) -> tuple[str, ...]:
    """The words of a sentence that have the sign of a plural."""
    return tuple(word.folded for word in evidence.words if _may_be_plural(word.folded))


@cache
def latin(word: str) -> str:
    """A word in Latin letters without accents, so that names and borrowed words compare equal.

    >>> latin("парламент"), latin("Größe"), latin("muł")
    ('parlament', 'Grosse', 'mul')
    """
    spelled = "".join(_CYRILLIC.get(letter, letter) for letter in word).replace("ß", "ss")
    plain = "".join(letter for letter in unicodedata.normalize("NFD", spelled) if not unicodedata.combining(letter))
    return plain.translate(_BARRED)
