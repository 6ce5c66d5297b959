"""Text -> words: cut, folded and stemmed, so that forms of a word compare equal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property

from attrs import define, field, frozen

# Where a script has no spaces between words, every character is one: kana and the characters of Chinese.
UNSPACED = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# In Cyrillic an apostrophe between two letters is a letter, as in Ukrainian `п'ять`; there are three signs for it. So is the
# dot between two `l`, as in Catalan `col·locar`.
_CYRILLIC, _APOSTROPHE = "\u0400-\u052f", "\u02bc"
_LETTER_APOSTROPHE = rf"(?<=[{_CYRILLIC}])['\u2019](?=[{_CYRILLIC}])"
_WORD = re.compile(rf"[{UNSPACED}]|(?:[^\W{UNSPACED}]|{_LETTER_APOSTROPHE}|(?<=[lL])\u00b7(?=[lL]))+")
_IS_LETTER_APOSTROPHE = re.compile(_LETTER_APOSTROPHE)
_IS_UNSPACED = re.compile(rf"[{UNSPACED}]")
# A picture in Markdown, and a link. The address of a link has a sign that no remark in brackets has.
_PICTURE = re.compile(r"!\[[^\[\]]*\]\([^()\s]+(?:\s+\"[^\"]*\")?\)")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*[./#][^()\s]*(?:\s+\"[^\"]*\")?\)")
# Letters that are written in two ways, with the one of them that is compared: Romanian has a comma or a cedilla below.
_ALIKE = str.maketrans({"ё": "е", "\u0219": "\u015F", "\u021B": "\u0163"})
_MARKS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|`")


@frozen
class Word:
    """A word as written, folded for comparing, and where it stands in its text."""

    written: str
    folded: str
    start: int
    end: int


def fold(text: str) -> str:
    """Text in the form in which it is compared: composed, without case, and with one sign for letters that have several.

    These are `ё` as `е`, a Cyrillic apostrophe as the letter for it, and Romanian letters with a cedilla or a comma.

    >>> fold("Ещё  Più"), fold("П'ять") == fold("пʼять"), fold("\u0218apte \u021Bări") == fold("\u015Eapte \u0163ări")
    ('еще  più', True, True)
    """
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_ALIKE)
    return _IS_LETTER_APOSTROPHE.sub(_APOSTROPHE, folded) if "'" in folded or "\u2019" in folded else folded


def plain(text: str) -> str:
    """Text without the marks of Markdown for emphasis and code, without pictures and without the addresses of links.

    >>> plain("the **dealer** and *their* cards, 2 * 3")
    'the dealer and their cards, 2 * 3'
    >>> plain("see [page 4](rules.html#deal) ![the deal](figures/deal.svg)")
    'see page 4 '
    """
    return _MARKS.sub("", _LINK.sub(r"\1", _PICTURE.sub("", text)) if "](" in text else text)


def words(text: str) -> tuple[Word, ...]:
    """The words of a text; apostrophes and hyphens end a word, but for apostrophes in Cyrillic.

    >>> [word.written for word in words("d'une, п'ять, col·locar, 木箱を3個")]
    ['d', 'une', "п'ять", 'col·locar', '木', '箱', 'を', '3', '個']
    """
    return tuple(Word(hit.group(), fold(hit.group()), hit.start(), hit.end()) for hit in _WORD.finditer(text))


@cache
def _stemmer(name: str) -> object:
    import snowballstemmer

    return snowballstemmer.stemmer(name)


def is_unspaced(word: str) -> bool:
    """Return whether a word is a character of a script without spaces between words."""
    return _IS_UNSPACED.match(word) is not None


# How the stemmer of a language without one is called, and how that of a language of which lemmas are looked up begins.
NO_STEMMER, LEMMAS = "none", "simplemma:"
# What stands for the beginning of a word before an ending.
FORM_SIGN = "*"


@frozen(cache_hash=True)
class Stemmer:
    """The rules by which words of a language are stemmed.

    `name` is the Snowball algorithm for a language, such as `italian`; `simplemma:uk` looks up the lemma instead, in the
    data of simplemma for a language; `none` leaves the word. `base_forms` are words, or endings behind a `*`, with what is
    stemmed in their place: forms that the algorithm does not know, such as Dutch `steden` of `stad`.
    """

    name: str
    base_forms: tuple[tuple[str, str], ...] = ()


@cache
def stem(word: str, stemmer: Stemmer) -> str:
    """The stem of a folded word.

    >>> stem("regiões", Stemmer("portuguese", (("*ões", "*ão"),))) == stem("região", Stemmer("portuguese"))
    True
    """
    base = _base_form(word, stemmer.base_forms)
    # A lemma that is listed is not looked up again: simplemma has others for many nouns.
    if stemmer.name == NO_STEMMER or (stemmer.name.startswith(LEMMAS) and base in _listed_lemmas(stemmer.base_forms)):
        return base
    if stemmer.name.startswith(LEMMAS):
        import simplemma

        return fold(simplemma.lemmatize(base, lang=stemmer.name.removeprefix(LEMMAS)))
    return fold(_stemmer(stemmer.name).stemWord(base))  # type: ignore[attr-defined]  # the package has no types


@cache
def _listed_lemmas(base_forms: Sequence[tuple[str, str]]) -> frozenset[str]:
    """The words for which other words are listed as their forms."""
    return frozenset(base for form, base in base_forms if form[0] != FORM_SIGN)


def _base_form(word: str, base_forms: Sequence[tuple[str, str]]) -> str:
    """The form that is stemmed in the place of a word: that of the whole word, or else that of its ending."""
    whole = next((base for form, base in base_forms if form == word), None)
    if whole is not None:
        return whole
    ending = next(((form, base) for form, base in base_forms
                   if form[0] == FORM_SIGN and len(word) >= len(form) and word.endswith(form[1:])), None)
    return word if ending is None else word.removesuffix(ending[0][1:]) + ending[1][1:]


# What stands for any word in a phrase; and what a word of a phrase begins with that only stands behind a comma.
ANY, BEHIND_COMMA = "?", ","
# How many of their first letters words that may go on are looked up by.
HEAD = 3
# Words of which phrases remember what may begin with them.
WORDS_KEPT = 20_000


# A phrase: the number of its words, negative so that the longest comes first; its place among others; its code and words.
_Phrase = tuple[int, int, str, tuple[str, ...]]


@frozen(eq=False)
class _PhraseCandidates:
    """The phrases that may begin with a word: those of this word alone, and longer ones by their second word."""

    alone: list[_Phrase]
    by_second: dict[str, list[_Phrase]]
    by_open_second: list[_Phrase]
    has_more: bool


@define(eq=False)
class _Index:
    """Phrases by their first word: by the whole of it; where it may go on, by its first letters; and those with any beginning.

    `openings` are the beginnings of the words that may go on.
    """

    by_first: dict[str, list[tuple[str, tuple[str, ...]]]] = field(factory=dict)
    open: dict[str, list[tuple[str, tuple[str, ...]]]] = field(factory=dict)
    ends: list[tuple[str, tuple[str, ...]]] = field(factory=list)
    openings: tuple[str, ...] = ()


NO_PHRASES = _PhraseCandidates([], {}, [], has_more=False)


class Phrases:
    """Phrases that are looked for among words. A `*` stands for any letters of a word; a `?` stands for any word.

    >>> found = Phrases({"least": ("at least", "no fewer"), "card": ("card*",)})
    >>> found.within([one.folded for one in words("At least two cards")])
    {'least': [0], 'card': [3]}
    """

    def __init__(self, phrases: dict[str, tuple[str, ...]], whole_first: bool = False) -> None:
        """Take the phrases of each code.

        `whole_first`: at one place a phrase without a `*` hides those with one, and of these the longest hides the others.
        """
        self.codes, self.texts, self._whole_first = tuple(phrases), phrases, whole_first
        # The phrases that may begin with a word.
        self._begun: dict[str, _PhraseCandidates] = {}

    @cached_property
    def _index(self) -> _Index:
        """The phrases by how their first words begin: of most languages that are read none is looked for."""
        index = _Index()
        for code, texts in self.texts.items():
            for text in texts:
                parts = tuple(part for chunk in fold(text).split()
                              for part in (_WORD.findall(chunk) if _IS_UNSPACED.search(chunk) else (chunk,)))
                if parts[0].startswith("*"):
                    index.ends.append((code, parts))
                elif FORM_SIGN in parts[0]:
                    begin = parts[0].partition(FORM_SIGN)[0]
                    index.open.setdefault(begin[:HEAD], []).append((code, parts))
                    index.openings += (begin,)
                else:
                    index.by_first.setdefault(parts[0], []).append((code, parts))
        return index

    def at(self, folded: Sequence[str], place: int) -> list[tuple[str, int]]:
        """The phrases that begin at a place, each with the number of its words, the longest first."""
        word = folded[place]
        begun = self._begun.get(word)
        if begun is None:
            if len(self._begun) >= WORDS_KEPT:
                self._begun.clear()
            begun = self._begun[word] = self._all_begun(word)
        if begun.has_more and place + 1 < len(folded):
            more = [phrase for phrase in (*begun.by_second.get(folded[place + 1], ()), *begun.by_open_second)
                    if _goes_on(phrase[3], folded, place)]
            if more:
                return [(code, -size) for size, _, code, _ in sorted([*self._visible(more), *begun.alone])]
        return [(code, 1) for _, _, code, _ in begun.alone]

    def _all_begun(self, word: str) -> _PhraseCandidates:
        """The phrases that may begin with a word, by their second word."""
        alone, by_second, by_open_second = list[_Phrase](), dict[str, list[_Phrase]](), list[_Phrase]()
        for number, (code, parts) in enumerate(self._beginning_with(word)):
            phrase = (-len(parts), number, code, parts)
            if len(parts) == 1:
                alone.append(phrase)
            elif _is_open(parts[1:2]) or parts[1] in (ANY, BEHIND_COMMA + ANY):
                by_open_second.append(phrase)
            else:
                by_second.setdefault(parts[1], []).append(phrase)
        if not (alone or by_second or by_open_second):
            return NO_PHRASES
        return _PhraseCandidates(self._visible(alone), by_second, by_open_second, bool(by_second or by_open_second))

    def _visible(self, candidates: list[_Phrase]) -> list[_Phrase]:
        """The phrases that none of the others hides."""
        return [*_most_specific(candidates)] if self._whole_first and len(candidates) > 1 else candidates

    def _beginning_with(self, word: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the phrases whose first word this may be."""
        index = self._index
        yield from index.by_first.get(word, ())
        # Asked for all words of a text, most of which begin no phrase.
        if word.startswith(index.openings):
            for size in range(min(HEAD, len(word)) + 1):
                yield from (phrase for phrase in index.open.get(word[:size], ()) if matches(phrase[1][0], word))
        yield from (phrase for phrase in index.ends if matches(phrase[1][0], word))

    def codes_at(self, word: str) -> frozenset[str]:
        """The phrases that are this one folded word."""
        begun = self._begun.get(word)
        # Almost all that are asked for are known: then nothing is made but the answer.
        return frozenset([code for code, _ in self.at([word], 0)] if begun is None else [code for _, _, code, _ in begun.alone])

    def within(self, folded: Sequence[str]) -> dict[str, list[int]]:
        """Return where each phrase begins. A phrase that lies in a longer one is not counted."""
        places: dict[str, list[int]] = {}
        taken = -1
        for place in range(len(folded)):
            candidates = self.at(folded, place)
            if not candidates or place < taken:
                continue
            longest = candidates[0][1]
            taken = place + longest
            for code, size in candidates:
                if size == longest:
                    places.setdefault(code, []).append(place)
        return places


def _most_specific(candidates: Sequence[_Phrase]) -> Iterator[_Phrase]:
    """Of the phrases of each number of words the one that says most of its words, with those that say as much."""
    best: dict[int, tuple[bool, int]] = {}
    for size, _, _, parts in candidates:
        best[size] = max(best.get(size, (False, 0)), _specificity(parts))
    return (phrase for phrase in candidates if _specificity(phrase[3]) == best[phrase[0]])


def _specificity(parts: Sequence[str]) -> tuple[bool, int]:
    """Return whether a phrase says its words whole, or else how many letters of them."""
    return (False, sum(map(len, parts))) if _is_open(parts) else (True, 0)


def _is_open(parts: Sequence[str]) -> bool:
    return any("*" in part for part in parts)


def _goes_on(parts: Sequence[str], folded: Sequence[str], place: int) -> bool:
    """Return whether a phrase whose first word stands at a place goes on with its other words."""
    if place + len(parts) > len(folded):
        return False
    return all(map(matches, parts[1:], folded[place + 1 : place + len(parts)]))


def matches(part: str, word: str) -> bool:
    """Return whether a word is that of a phrase, or is open where it has a `*`: `card*`, `*less`, `*maz*`, `un*ed`."""
    if part.startswith(BEHIND_COMMA):
        return word.startswith(BEHIND_COMMA) and matches(part[1:], word[1:])
    if part.startswith("*") and part.endswith("*"):
        return part[1:-1] in word[1:]
    if part.startswith("*"):
        return len(word) >= len(part) and word.endswith(part[1:])
    begin, star, end = part.partition("*")
    if not star:
        return part in (word, ANY)
    return word.startswith(begin) and word.endswith(end) and len(word) >= len(begin) + len(end)


def folded_words(text: str) -> list[str]:
    """The words of a text, folded."""
    return [fold(word) for word in _WORD.findall(text)]


def stems(text: str, stemmer: Stemmer) -> list[str]:
    """The stems of a text's words."""
    return [stem(word, stemmer) for word in folded_words(text)]


def unique(items: Iterable[str]) -> tuple[str, ...]:
    """Each item once, in order."""
    return tuple(dict.fromkeys(items))
