"""A sentence -> its turns of phrase: where each begins, and which of its words say nothing besides."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence

from attrs import frozen

from ..document.document import Document
from ..document.features import Evidence
from ..document.language import Language
from ..document.words import ANY, BEHIND_COMMA, Phrases, Word, stem
from .combined import CONDITIONS

# Codes of turns of phrase whose words are also content: they can be the words of terms.
LEXICAL = frozenset({"opponent", "wins", "loses", "gets", "gives", "same", "different", "next", "previous", "left", "right",
                     "at_begin", "at_end", "by_lot", "hidden", "open", "first", "last", "highest", "lowest", "in_order",
                     "youngest", "oldest", "forward", "backward", "upward", "downward", "above", "below", "top", "bottom",
                     "even", "odd", "near", "far", "rises", "falls", "adds", "subtracts", "inside", "outside", "high", "low",
                     "twice", "half"})
# What stands for a number in a phrase, and for an ordinal alone; the codes of what says nothing of its own: ranges of numbers,
# pronouns and such.
NUMBER, ORDINAL, MEANINGLESS = "#", "#.", ("range", "form_words")
# What goes on with a denial, and denies where there is none before it.
NOR = "nor"
# What denies by a word of its own, as `worthless`; beside a plain denial it is one part of what that says, as `without` is.
VOID = "void"
# The verbs that deny, besides which a plain `not` in the same part of a sentence denies nothing more, in most languages.
DENYING_MODALS = ("must_not", "need_not")
# What denies in any way: a phrase of these says all that its words deny. The fewest words of a phrase with one within.
DENYING_CODES, TWO = frozenset(("not", NOR, *DENYING_MODALS)), 2
# What cuts a sentence into parts of its own.
_PARTS = re.compile(r"[,;:()–—](?=\s|$)|\s[-–—]\s")


@frozen
class PhraseInText:
    """A phrase of a sentence: the place of its first word, the number of its words, and the turns of phrase that it says."""

    place: int
    size: int
    codes: frozenset[str]

    @property
    def span(self) -> range:
        """The places of its words."""
        return range(self.place, self.place + self.size)


@frozen
class _Begun:
    """The longest phrases that begin with a word: their size and codes, and the size of the longest with a number."""

    longest: int
    codes: Collection[str]
    counted: int


NONE_BEGUN = _Begun(0, frozenset(), 0)


def phrases_in(document: Document, evidence: Evidence, but: Collection[tuple[str, str]] = ()) -> Iterator[PhraseInText]:
    """Yield the phrases of a sentence in order; of those that share a word only the longest, or else the first."""
    begun = _begun(document, evidence)
    if but:
        begun = [_without(some, document.language, evidence, place, but) for place, some in enumerate(begun)]
    end = 0
    for place, here in enumerate(begun):
        # In `move up to three` the longer `up to three` is meant, and not `move up`.
        if place < end or any(other.counted > here.longest for other in begun[place + 1:place + here.longest]):
            continue
        if here.longest:
            yield PhraseInText(place, here.longest, frozenset(here.codes))
        end = max(end, place + here.longest)


def _without(begun: _Begun, language: Language, evidence: Evidence, place: int, but: Collection[tuple[str, str]]) -> _Begun:
    """The phrases that begin with a word, but for the turns of phrase that it does not say in this text."""
    # What is known of two words holds where the first says the turn by itself: `non morto`, and no longer phrase.
    two, word = with_next(language, evidence, place) if begun.longest == 1 else "", evidence.words[place].folded
    left = {code for code in begun.codes if (two, code) not in but and (
            (word, code) not in but or _has_witness(language, evidence, place, code, but))}
    return begun if left == begun.codes else _Begun(begun.longest, left, begun.counted) if left else NONE_BEGUN


def signals_in(document: Document, evidence: Evidence, but: Collection[tuple[str, str]] = ()
             ) -> tuple[dict[str, tuple[int, ...]], set[int]]:
    """The turns of phrase with their places, and the places of those words that are nothing besides."""
    signals: dict[str, tuple[int, ...]] = {}
    taken: set[int] = set()
    for phrase in phrases_in(document, evidence, but):
        signals |= {code: (*signals.get(code, ()), phrase.place) for code in phrase.codes}
        if phrase.size > TWO:
            for gap in _denials_in_gaps(document.language, evidence, phrase.span, phrase.codes):
                signals["not"] = (*signals.get("not", ()), gap)
        if phrase.codes - LEXICAL:
            taken |= {*phrase.span}
    for code in MEANINGLESS:
        signals.pop(code, None)
    return _with_void(_with_nor(signals, evidence.words, document.language)), taken


def _denials_in_gaps(language: Language, evidence: Evidence, span: range, codes: Collection[str]) -> Iterator[int]:
    """The places of a denial for which a phrase has a `?`: `sla er geen een over` denies the phrase `sla ? ? ? over`.

    A phrase that denies itself says what they deny, as the Polish `dopóki ? ? ? nie` and the French `ne ? ? plus de` do.
    """
    words = evidence.words[span.start:span.stop]
    denials = [at for at, word in enumerate(words)
               if "not" in language.signals.codes_at(word.folded) | language.polarity.codes_at(word.folded)]
    if not denials or not DENYING_CODES.isdisjoint(codes):
        return
    texts = (text.replace(",", " ").split() for code in codes for text in language.signal_words.get(code, ())
             if f" {ANY} " in text)
    gaps = {at for parts in texts if len(parts) == len(words) and words[0].folded.startswith(parts[0].rstrip("*"))
            for at, part in enumerate(parts) if part == ANY}
    yield from (span.start + at for at in denials if gaps.issuperset(denials))


def with_next(language: Language, evidence: Evidence, place: int) -> str:
    """A word with the stem of the one behind it, as `non mort` for `non morto`; nothing before a small word, as in `pas la`."""
    after = evidence.words[place + 1].folded if place + 1 < len(evidence.words) else ""
    is_small = not after or after in language.function_words
    return "" if is_small else f"{evidence.words[place].folded} {stem(after, language.stemmer)}"


def _has_witness(language: Language, evidence: Evidence, place: int, code: str, but: Collection[tuple[str, str]]) -> bool:
    """Return whether another word of the same part of a sentence turns a rule round in the same way: `pas` behind `ne`."""
    parts, word = parts_of(evidence), evidence.words[place].folded
    return any(part == parts[place] and other.folded != word and (other.folded, code) not in but
               and code in language.polarity.codes_at(other.folded)
               for part, other in zip(parts, evidence.words, strict=True))


def _begun(document: Document, evidence: Evidence) -> list[_Begun]:
    """For each word the longest phrases that begin with it.

    A number that is counted also stands for the `#` of a phrase, as in `up to #`. A phrase that is written with a comma goes
    on behind one, as others do not. Where a phrase has the `#.` of an ordinal, it stands in the place of one with a `#`: Polish
    `po trzecim` is `after the third`, and `po trzy` is `three each`.
    """
    phrases, over_commas, folded, parts = (
        document.language.signals, document.language.signals_over_commas, [word.folded for word in evidence.words],
        parts_of(evidence))
    counted = {number.match.first for number in evidence.numbers
               if not number.match.weak and folded[number.match.first] not in document.language.numbers}
    marked = [NUMBER if place in counted else word for place, word in enumerate(folded)]
    ordinals = counted & {number.match.first for number in evidence.numbers if number.match.kind == "ordinal"}
    with_ordinals = [ORDINAL if place in ordinals else word for place, word in enumerate(marked)] if ordinals else []
    barred = _barred(phrases, folded, parts)
    has_over = bool(over_commas.codes and parts and parts[-1])
    begun = list[_Begun]()
    for place in range(len(folded)):
        # Most sentences have no number, and most words begin no phrase.
        plain = _open(phrases.at(folded, place), place, barred)
        numbered = _open(phrases.at(marked, place), place, barred) if counted else set()
        if with_ordinals and numbered:
            exact = _open(_of_ordinals(phrases, with_ordinals, place), place, barred)
            sizes = {size for _, size in exact}
            numbered = exact | {(code, size) for code, size in numbered if size not in sizes}
        if has_over:
            plain |= {*_read_over_commas(over_commas, folded, parts, place)}
            numbered |= {*_read_over_commas(over_commas, marked, parts, place)}
        begun.append(_longest(plain, numbered) if plain or numbered else NONE_BEGUN)
    return begun


def _barred(phrases: Phrases, folded: Sequence[str], parts: Sequence[int]) -> set[int]:
    """The places behind a comma where a phrase cannot go on.

    `Nothing, but` is no `nothing but`; `erst, wenn` is `erst wenn`, and `ni más, ni menos` is `ni más ni menos`.
    """
    return {place for place in range(1, len(folded)) if parts[place] != parts[place - 1]
            and not phrases.codes_at(folded[place]) & {*CONDITIONS, NOR}}


def _open(phrases: Collection[tuple[str, int]], place: int, barred: Collection[int]) -> set[tuple[str, int]]:
    """Those of the phrases that begin at a place, each with the number of its words, that no comma ends."""
    return {(code, size) for code, size in phrases
            if size == 1 or not any(at in barred for at in range(place + 1, place + size))} if phrases else set()


def _longest(plain: Collection[tuple[str, int]], numbered: Collection[tuple[str, int]]) -> _Begun:
    """The longest phrases that begin at a place, by those with words alone and those with a number."""
    both = {*plain, *numbered}
    longest = max(size for _, size in both)
    return _Begun(longest, {code for code, size in both if size == longest},
                  max((size for _, size in {*numbered} - {*plain}), default=0))


def _of_ordinals(phrases: Phrases, words: Sequence[str], place: int) -> set[tuple[str, int]]:
    """The phrases with an ordinal that begin at a place: those that are not found where no word stands in its place."""
    without = ["" if word == ORDINAL else word for word in words]
    return {*phrases.at(words, place)}.difference(phrases.at(without, place))


def _read_over_commas(phrases: Phrases, words: Sequence[str], parts: Sequence[int], place: int) -> list[tuple[str, int]]:
    """The phrases with a comma that begin at a place, each with the number of its words."""
    behind = [f"{BEHIND_COMMA}{word}" if parts[at] != parts[at - 1] else word
              for at, word in enumerate(words[place + 1:], place + 1)]
    return phrases.at([words[place], *behind], 0)


def _with_nor(signals: dict[str, tuple[int, ...]], words: Sequence[Word], language: Language) -> dict[str, tuple[int, ...]]:
    """The turns of phrase, where the first `nor` denies if nothing before it does, and the others go on with a denial."""
    # German `noch` says `still` besides, so that `weder` goes on with what it denies itself.
    neither = [place for place in signals.get("not", ()) if words[place].folded in language.neither]
    places = tuple(sorted((*signals.get(NOR, ()), *neither)))
    denials = [place for code in ("not", *DENYING_MODALS) for place in signals.get(code, ())]
    if places and not any(denial <= places[0] for denial in denials):
        signals["not"] = (places[0], *signals.get("not", ()))
        places = places[1:]
    signals[NOR] = places
    return {code: some for code, some in signals.items() if some}


def _with_void(signals: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """The turns of phrase, where `worthless` says `not` if nothing else in the sentence does, and `without` if it does."""
    places = signals.pop(VOID, ())
    if places:
        code = "without" if any(signals.get(no) for no in ("not", *DENYING_MODALS)) else "not"
        signals[code] = tuple(sorted((*signals.get(code, ()), *places)))
    return signals


def parts_of(evidence: Evidence) -> tuple[int, ...]:
    """The number of the part of a sentence, between commas, in which each of its words stands."""
    ends = [hit.start() for hit in _PARTS.finditer(evidence.text)]
    return tuple(bisect_left(ends, word.start) for word in evidence.words)
