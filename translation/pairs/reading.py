"""A document -> what each of its sentences shows to a comparison with a text in another language."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from weakref import WeakKeyDictionary

from attrs import define

from ..document.document import Document
from ..document.features import TEXTS_KEPT, Evidence, EvidenceReader, NumberMention
from ..document.language import Language
from ..document.sentences import Sentence
from ..document.words import Word, stem
from .combined import CONDITIONS, has_between, with_bounds, with_degrees, with_denied
from .names import names_of, number_in

# Codes of turns of phrase whose words are also content: they can be the words of terms.
LEXICAL = frozenset({"opponent", "wins", "loses", "gets", "gives", "same", "different", "next", "previous", "left", "right",
                     "at_begin", "at_end", "by_lot", "hidden", "open", "first", "last", "highest", "lowest", "in_order",
                     "youngest", "oldest", "forward", "backward", "upward", "downward", "above", "below", "top", "bottom",
                     "even", "odd", "near", "far", "rises", "falls", "adds", "subtracts", "inside", "outside", "high", "low",
                     "twice", "half"})
# What stands for a number in a phrase, and the codes of what says nothing of its own: ranges of numbers, pronouns and such.
NUMBER, MEANINGLESS = "#", ("range", "form_words")
# What goes on with a denial, and denies where there is none before it.
NOR = "nor"
# What denies by a word of its own, as `worthless`; beside a plain denial it is one part of what that says, as `without` is.
VOID = "void"
# The kinds of numbers that count or name something.
COUNTING = ("cardinal", "ordinal", "name")
# The turns of phrase besides which a plain `not` in the same part of a sentence denies nothing more, in most languages.
DENYING = ("must_not", "need_not")
# The letters that a plural adds to a word in many languages, and the fewest letters of a plural.
PLURAL_SIGNS, SHORTEST_PLURAL = ("s", "x"), 4
# The verbs of which one forbids where it is denied, and the words of a phrase among which it stands.
VERBS, FORBIDDING = ("may", "must"), 4
# How many words behind `without` or `nor` a plain `not` stands that belongs to it, and how many behind `without` a `nothing`.
CONCORD, FAR_CONCORD = 2, 5
# What says `nothing`, `nobody` and `no`.
NONE = "none"
# What cuts a sentence into parts of its own.
_PARTS = re.compile(r"[,;:()–—](?=\s|$)|\s[-–—]\s")
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
        return _parts(self.evidence)

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
        parts = {self.parts[place] for code in ("not", NOR, *DENYING) for place in self.signals.get(code, ())}
        return frozenset(code for code, places in self.signals.items() if any(self.parts[place] in parts for place in places))

    def is_concord(self, place: int) -> bool:
        """Return whether the `not` at a place only repeats another denial of its part of the sentence."""
        denials = {code: [other for other in self.signals.get(code, ()) if self.parts[other] == self.parts[place]
                          and not has_between(self.signals, other, place)]
                   for code in ("without", NOR, *DENYING)}
        near = FAR_CONCORD if self._says_none(place) else CONCORD
        # Where denials are doubled, a verb is denied however many words `nor` has: Russian `ни в резерве не осталось`.
        nor = FAR_CONCORD if self.language.expletive else CONCORD
        return (any(0 < place - other <= near and self._is_plain(other) for other in denials.pop("without"))
                or any(0 < place - other <= nor for other in denials.pop(NOR)) or any(denials.values()))

    def _says_none(self, place: int) -> bool:
        """Return whether a word for `nothing`, `nobody` or `no` stands at a place: no plain `not`."""
        return NONE in self.language.senses.codes_at(self.evidence.words[place].folded)

    def is_conditional(self, place: int) -> bool:
        """Return whether a condition begins before a place, in the same part of the sentence."""
        return any(other < place and self.parts[other] == self.parts[place]
                   for code in CONDITIONS for other in self.signals.get(code, ()))

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
    signals, taken = _signals(document, evidence, but)
    # Before all else: whatever counts denials must find `may not` as one turn, and not as a `not` of its own.
    parts = _parts(evidence)
    signals = with_bounds(with_denied(with_degrees(signals), parts, _clauses(document.language, evidence)), parts, evidence,
                          document.language)
    numbered = {place for number in evidence.numbers
                for place in range(number.match.first, number.match.first + number.match.size)}
    return Features(index, sentence, evidence, dict(_content(document, evidence.words, taken | numbered)), signals,
                    document.language)


def _signals(document: Document, evidence: Evidence, but: Collection[tuple[str, str]] = ()
             ) -> tuple[dict[str, tuple[int, ...]], set[int]]:
    """The turns of phrase with their places, and the places of those words that are nothing besides."""
    begun = _begun(document, evidence)
    for place, (longest, codes, counted) in enumerate(begun) if but else ():
        # What is known of two words holds where the first says the turn by itself: `non morto`, and no longer phrase.
        two = with_next(document.language, evidence, place) if longest == 1 else ""
        left = {code for code in codes if (two, code) not in but and (
                (evidence.words[place].folded, code) not in but
                or _has_witness(document.language, evidence, place, code, but))}
        begun[place] = begun[place] if left == codes else (longest if left else 0, left, counted if left else 0)
    signals: dict[str, tuple[int, ...]] = {}
    taken: set[int] = set()
    end = 0
    for place, (longest, codes, _) in enumerate(begun):
        # In `move up to three` the longer `up to three` is meant, and not `move up`.
        if place < end or any(counted > longest for _, _, counted in begun[place + 1:place + longest]):
            continue
        signals |= {code: (*signals.get(code, ()), place) for code in codes}
        end = max(end, place + longest)
        if codes - LEXICAL:
            taken |= set(range(place, place + longest))
    for code in MEANINGLESS:
        signals.pop(code, None)
    return _with_void(_with_nor(signals, evidence.words, document.language)), taken


def with_next(language: Language, evidence: Evidence, place: int) -> str:
    """A word with the stem of the one behind it, as `non mort` for `non morto`; nothing before a small word, as in `pas la`."""
    after = evidence.words[place + 1].folded if place + 1 < len(evidence.words) else ""
    is_small = not after or after in language.function_words
    return "" if is_small else f"{evidence.words[place].folded} {stem(after, language.stemmer)}"


def _has_witness(language: Language, evidence: Evidence, place: int, code: str, but: Collection[tuple[str, str]]) -> bool:
    """Return whether another word of the same part of a sentence turns a rule round in the same way: `pas` behind `ne`."""
    parts, word = _parts(evidence), evidence.words[place].folded
    return any(part == parts[place] and other.folded != word and (other.folded, code) not in but
               and code in language.polarity.codes_at(other.folded)
               for part, other in zip(parts, evidence.words, strict=True))


def _begun(document: Document, evidence: Evidence) -> list[tuple[int, set[str], int]]:
    """For each word the size and the codes of the longest phrases that begin with it, and the size of those with a number.

    A number that is counted also stands for the `#` of a phrase, as in `up to #`.
    """
    phrases, folded, parts = document.language.signals, [word.folded for word in evidence.words], _parts(evidence)
    counted = {number.match.first for number in evidence.numbers
               if not number.match.weak and folded[number.match.first] not in document.language.numbers}
    marked = [NUMBER if place in counted else word for place, word in enumerate(folded)]
    # The places behind a comma where a phrase cannot go on: `nothing, but` is no `nothing but`, `erst, wenn` is `erst wenn`,
    # and `ni más, ni menos` is `ni más ni menos`.
    barred = {place for place in range(1, len(folded)) if parts[place] != parts[place - 1]
              and not phrases.codes_at(folded[place]) & {*CONDITIONS, NOR}}
    begun = list[tuple[int, set[str], int]]()
    for place in range(len(folded)):
        # Most sentences have no number, and most words begin no phrase.
        plain, numbered = ({(code, size) for code, size in there if size == 1
                            or barred.isdisjoint(range(place + 1, place + size))} if there else set()
                           for there in (phrases.at(folded, place), phrases.at(marked, place) if counted else ()))
        if not plain and not numbered:
            begun.append((0, set(), 0))
            continue
        longest = max((size for _, size in plain | numbered), default=0)
        begun.append((longest, {code for code, size in plain | numbered if size == longest},
                      max((size for _, size in numbered - plain), default=0)))
    return begun


def _with_nor(signals: dict[str, tuple[int, ...]], words: Sequence[Word], language: Language) -> dict[str, tuple[int, ...]]:
    """The turns of phrase, where the first `nor` denies if nothing before it does, and the others go on with a denial."""
    # German `noch` says `still` besides, so that `weder` goes on with what it denies itself.
    neither = [place for place in signals.get("not", ()) if words[place].folded in language.neither]
    places = tuple(sorted((*signals.get(NOR, ()), *neither)))
    denials = [place for code in ("not", *DENYING) for place in signals.get(code, ())]
    if places and not any(denial <= places[0] for denial in denials):
        signals["not"] = (places[0], *signals.get("not", ()))
        places = places[1:]
    signals[NOR] = places
    return {code: some for code, some in signals.items() if some}


def _with_void(signals: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """The turns of phrase, where `worthless` says `not` if nothing else in the sentence does, and `without` if it does."""
    places = signals.pop(VOID, ())
    if places:
        code = "without" if any(signals.get(no) for no in ("not", *DENYING)) else "not"
        signals[code] = tuple(sorted((*signals.get(code, ()), *places)))
    return signals


def _parts(evidence: Evidence) -> tuple[int, ...]:
    ends = [hit.start() for hit in _PARTS.finditer(evidence.text)]
    return tuple(bisect_left(ends, word.start) for word in evidence.words)


def _clauses(language: Language, evidence: Evidence) -> tuple[int, ...]:
    """The places of the words that begin a clause on a noun, as `that` and `who`."""
    return tuple(place for place, word in enumerate(evidence.words) if word.folded in language.relatives)


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
