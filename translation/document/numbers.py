"""Numbers in a text, in digits and in words, each with what kind of number it is.

The words come from the spell-out rules of the Unicode CLDR, turned round: each number is spelled in every
form that a language has, and each form found in a text is that number. A language's file adds the few
words that CLDR does not list, such as `both`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from .language import FULL_STOP, Language
from .words import Word, folded_words

if TYPE_CHECKING:
    from unicode_rbnf import FormatPurpose, RbnfEngine

Kind = Literal["cardinal", "ordinal", "figure", "page", "section", "name"]
# The words of spelled numbers, and which number each is.
Lexicon = dict[tuple[str, ...], tuple[int, Kind]]

HUNDREDS = range(100, 1001, 100)
LONGEST = 6
# The most words of a number of players: `met z'n tweeën` without its first word.
LONGEST_COMPANY = 3
# The fewest letters of the parts of a number that is one word.
LEAST_PART = 3
# The fewest letters of a number at the beginning of a longer word.
LEAST_BEGINNING = 4
# Up to which number ordinals are words of another sense besides; the least ordinal that another may go on, and that by which
# it can be divided then.
MOST_WEAK, TENS = 2, (20, 10)
# Digits with the ending of a word, as in 2х or 3мя; and products, as in 3x3.
_GLUED = re.compile(r"(\d{1,4})(?:[^\W\d_]{1,4})?$")
_PRODUCT = re.compile(r"(\d{1,2})[xх×](\d{1,2})$")
# What stands between words of different numbers.
_PARTED = re.compile(r"[^\w\s'’\xad-]")
# The vowels that a word may lose at its end, and the signs that stand for them.
_VOWELS, _APOSTROPHES = "aeio", ("'", "’")
_ORDINAL_SIGN = re.compile(r"[°ºª]")
_ORDINAL_ENDING = re.compile(r"st|nd|rd|th|er|ere|eme|e|o|a|й|ый|ой|го|му|я|е|ая|ое|ую|ье|ий")


@frozen
class NumberMatch:
    """A number in a text: from word `first` on, `size` words long.

    Weak numbers may be no numbers at all: `one`, ordinals that are also words of another sense, and what the language lists.
    A number `of_players` says how many play, as `zu dritt`.
    """

    value: int
    kind: Kind
    first: int
    size: int
    weak: bool = False
    of_players: bool = False


def numbers_in(text: str, tokens: Sequence[Word], language: Language) -> tuple[NumberMatch, ...]:
    """The numbers in a text whose words are given, in order."""
    lexicon = _lexicon(language)
    longest = _longest(language)
    out: list[NumberMatch] = []
    place = 0
    while place < len(tokens):
        matches = (_company(tokens, place, language) or _digits(text, tokens[place], place)
                   or _spelled(text, tokens, place, lexicon, longest, language))
        for number in matches:
            whole = _joined(out[-1], number, text, tokens, language) if out else None
            out = [*out[:-1], whole] if whole is not None else [*out, number]
        place += max((number.size for number in matches), default=1)
    counted = [
        number
        for number, after in zip(out, [*out[1:], None], strict=False)
        if not _is_article(number, after, text, tokens)
    ]
    return tuple(_labelled(number, text, tokens, language) for number in counted)


def _company(tokens: Sequence[Word], place: int, language: Language) -> list[NumberMatch]:
    """A number of players in words that count nothing else, as in `zu dritt`."""
    if tokens[place].folded not in _companies_begin(language):
        return []
    for size in range(LONGEST_COMPANY, 0, -1):
        value = language.companies.get(" ".join(word.folded for word in tokens[place : place + size]))
        if value is not None:
            return [NumberMatch(value, "cardinal", place, size, of_players=True)]
    return []


@cache
def _companies_begin(language: Language) -> frozenset[str]:
    """The first words of the numbers of players."""
    return frozenset(words.split()[0] for words in language.companies)


def _is_article(number: NumberMatch, after: NumberMatch | None, text: str, tokens: Sequence[Word]) -> bool:
    """Return whether a word for one only goes before a number, as in `un 2`."""
    is_adjacent = after is not None and number.first + number.size == after.first
    return (
        is_adjacent
        and number.weak
        and number.value == 1
        and text[tokens[number.first].end : tokens[number.first + 1].start].isspace()
    )


def _digits(text: str, word: Word, place: int) -> list[NumberMatch]:
    product = _PRODUCT.match(word.folded)
    if product is not None:
        return [NumberMatch(int(product[1]), "cardinal", place, 1), NumberMatch(int(product[2]), "cardinal", place, 1)]
    glued = _GLUED.match(word.folded)
    if glued is None:
        return []
    ending = word.folded[glued.end(1):]
    ordinal = _ORDINAL_ENDING.fullmatch(ending) is not None or _ORDINAL_SIGN.match(text, word.end) is not None
    return [NumberMatch(int(glued[1]), "ordinal" if ordinal else "cardinal", place, 1)]


def is_ordinal_ending(word: str) -> bool:
    """Return whether a folded word is the ending of an ordinal in digits, as in `12-й`."""
    return _ORDINAL_ENDING.fullmatch(word) is not None


def _spelled(text: str, tokens: Sequence[Word], place: int, lexicon: Lexicon, longest: Mapping[str, int],
             language: Language) -> list[NumberMatch]:
    for size in range(min(longest.get(tokens[place].folded, 0), len(tokens) - place), 0, -1):
        part = tokens[place : place + size]
        known = lexicon.get(tuple(word.folded for word in part))
        if known is not None and _PARTED.search(text, part[0].start, part[-1].end) is None:
            value, kind = known
            weak = (value == 1 or (kind == "ordinal" and value <= MOST_WEAK)
                    or (size == 1 and part[0].folded in language.weak_numbers))
            return [NumberMatch(value, kind, place, size, weak=weak)]
    return (_elided(text, tokens[place], place, lexicon) or _glued(tokens[place].folded, place, lexicon)
            or _listed_ordinal(text, tokens, place, language))


def _listed_ordinal(text: str, tokens: Sequence[Word], place: int, language: Language) -> list[NumberMatch]:
    """An ordinal that the language's file lists, as Polish `trzeci*` for `trzeciego`."""
    if not language.ordinals.codes:
        return []
    for code, size in language.ordinals.at([word.folded for word in tokens[place:place + LONGEST]], 0):
        part, value = tokens[place:place + size], int(code)
        if _PARTED.search(text, part[0].start, part[-1].end) is None:
            weak = value <= MOST_WEAK or (size == 1 and part[0].folded in language.weak_numbers)
            return [NumberMatch(value, "ordinal", place, size, weak=weak)]
    return []


def _elided(text: str, word: Word, place: int, lexicon: Lexicon) -> list[NumberMatch]:
    """A number that has lost its last vowel before another, as in `trent'anni`."""
    if text[word.end : word.end + 1] not in _APOSTROPHES or len(word.folded) < LEAST_PART:
        return []
    whole = [lexicon[word.folded + vowel,] for vowel in _VOWELS if (word.folded + vowel,) in lexicon]
    return [NumberMatch(whole[0][0], whole[0][1], place, 1)] if len(whole) == 1 else []


def _glued(word: str, place: int, lexicon: Lexicon) -> list[NumberMatch]:
    """A number in one word that begins with hundreds or thousands, as `duecentocinquanta`."""
    for cut in range(len(word) - LEAST_PART, LEAST_PART, -1):
        great, small = lexicon.get((word[:cut],)), lexicon.get((word[cut:],))
        if great is not None and small is not None and great[1] == "cardinal" and _leaves_room(great[0], small[0]):
            return [NumberMatch(great[0] + small[0], small[1], place, 1)]
    return []


def _joined(number: NumberMatch, other: NumberMatch, text: str, tokens: Sequence[Word],
            language: Language) -> NumberMatch | None:
    """The number that two make together, as a hundred and twenty, or two dozen; None if they are two numbers."""
    end = number.first + number.size
    between = [word.folded for word in tokens[end : other.first]]
    if other.kind == "ordinal" and number.kind in ("cardinal", "ordinal"):
        whole = _with_ordinal(number, other, text, tokens)
        if whole is not None or number.kind == "ordinal":
            return whole
    spelled = not tokens[other.first].folded.isdigit() and number.kind == "cardinal" and not other.of_players
    if not spelled or _PARTED.search(text, tokens[end - 1].end, tokens[other.first].start):
        return None
    value, group = None, language.groups.get(tokens[other.first].folded, 0)
    if not between and number.value < group <= other.value < 2 * group:
        value = number.value * group + other.value - group
    elif (
        between in ([], [language.joiner])
        and not tokens[number.first].folded.isdigit()
        and _leaves_room(number.value, other.value)
    ):
        value = number.value + other.value
    return None if value is None else NumberMatch(value, other.kind, number.first, other.first + other.size - number.first)


def _with_ordinal(number: NumberMatch, other: NumberMatch, text: str, tokens: Sequence[Word]) -> NumberMatch | None:
    """The ordinal that two numbers make, as Czech `dvacátého třetího` or Ukrainian `двадцять третій`; None if they are two."""
    end = number.first + number.size
    is_one = (number.value >= TENS[0] and number.value % TENS[1] == 0 and 0 < other.value < TENS[1] and other.first == end
              and text[tokens[end - 1].end:tokens[end].start].isspace()
              and not tokens[number.first].folded.isdigit() and not tokens[end].folded.isdigit())
    return NumberMatch(number.value + other.value, "ordinal", number.first, number.size + other.size) if is_one else None


def _leaves_room(great: int, small: int) -> bool:
    """Return whether the smaller of two numbers fills the zeros at the end of the greater one."""
    return any(0 < small < room <= great and great % room == 0 for room in (100, 1000))


def _labelled(number: NumberMatch, text: str, tokens: Sequence[Word], language: Language) -> NumberMatch:
    """A number that follows the word for a figure, a page or a section is the number of that.

    So is one before such a word in languages that say `6. page`.
    """
    if number.kind == "ordinal":
        return number
    names = [*_labels_before(number, text, tokens, language), *_labels_behind(number, text, tokens, language)]
    for label, kind in (("figures", "figure"), ("pages", "page"), ("sections", "section")):
        if label in names:
            return NumberMatch(number.value, kind, number.first, number.size)  # type: ignore[arg-type]  # both are kinds
    return number


def _labels_before(number: NumberMatch, text: str, tokens: Sequence[Word], language: Language) -> Iterator[str]:
    """Yield the labels of the word right before a number; those with a full stop in their code need one between them."""
    if number.first:
        word = tokens[number.first - 1]
        is_stopped = FULL_STOP in text[word.end:tokens[number.first].start]
        yield from (code.removesuffix(FULL_STOP) for code, _ in language.labels.at([word.folded], 0)
                    if is_stopped or not code.endswith(FULL_STOP))


def _labels_behind(number: NumberMatch, text: str, tokens: Sequence[Word], language: Language) -> Iterator[str]:
    """Yield the labels of the word right behind a number; those with a full stop in their code need one between them."""
    end = number.first + number.size
    if language.labels_behind.codes and end < len(tokens):
        between = text[tokens[end - 1].end:tokens[end].start].strip()
        for code, _ in language.labels_behind.at([token.folded for token in tokens[end:]], 0):
            if between == (FULL_STOP if code.endswith(FULL_STOP) else ""):
                yield code.removesuffix(FULL_STOP)


@cache
def _longest(language: Language) -> Mapping[str, int]:
    """Return how many words the longest spelled number has that begins with a word."""
    out: dict[str, int] = {}
    for parts in _lexicon(language):
        if len(parts) <= LONGEST:
            out[parts[0]] = max(len(parts), out.get(parts[0], 0))
    return out


def _forms(engine: RbnfEngine, value: int, format_purpose: FormatPurpose) -> Iterable[str]:
    """A number in every form that CLDR spells out, each once; none of ordinals, of which it has those of some languages."""
    try:
        return dict.fromkeys(engine.format_number(value, format_purpose).text_by_ruleset.values())
    except ValueError:
        return ()


@cache
def _lexicon(language: Language) -> Lexicon:
    """The words of each spelled number, and which number it is, with those that the language's file adds."""
    known = dict(_spelled_out(language.spelling, language.spelled))
    for word, value in (*language.numbers.items(), *language.groups.items(), *language.cardinals.items()):
        known[tuple(word.split())] = (value, "cardinal")
    return known


@cache
def beginnings_of(value: int, language: Language) -> tuple[str, ...]:
    """Return with which letters a longer word begins that has a number in it, as `acht` in `achtseitig`.

    Those of a word for the number, less its last one if it has more than the fewest: Polish `ośmiu` and `ośmiościenna`.
    """
    return tuple({parts[0][:max(LEAST_BEGINNING, len(parts[0]) - 1)] for parts, (known, kind) in _lexicon(language).items()
                  if known == value and kind == "cardinal" and len(parts) == 1 and len(parts[0]) >= LEAST_BEGINNING})


@cache
def _spelled_out(spelling: str, most: int) -> Lexicon:
    """The words of the numbers below one, and of hundreds, in the spelling of a language. Cardinals go before ordinals."""
    from unicode_rbnf import FormatPurpose, RbnfEngine

    engine = RbnfEngine.for_language(spelling)
    known: Lexicon = {}
    kinds: tuple[tuple[FormatPurpose, Kind], ...] = ((FormatPurpose.CARDINAL, "cardinal"), (FormatPurpose.ORDINAL, "ordinal"))
    for format_purpose, kind in kinds:
        for value in (*range(most), *(number for number in HUNDREDS if number >= most)):
            for text in _forms(engine, value, format_purpose):
                parts = tuple(folded_words(text.replace("\xad", "")))
                if parts and not any(part.isdigit() for part in parts):
                    known.setdefault(parts, (value, kind))
    return known
