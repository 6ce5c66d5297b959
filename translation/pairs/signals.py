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


def phrases_in(document: Document, evidence: Evidence, but: Collection[tuple[str, str]] = ()) -> Iterator[PhraseInText]:
    """Yield the phrases of a sentence in order; of those that share a word only the longest, or else the first."""
    begun = _begun(document, evidence)
    for place, (longest, codes, counted) in enumerate(begun) if but else ():
        # What is known of two words holds where the first says the turn by itself: `non morto`, and no longer phrase.
        two = with_next(document.language, evidence, place) if longest == 1 else ""
        left = {code for code in codes if (two, code) not in but and (
                (evidence.words[place].folded, code) not in but
                or _has_witness(document.language, evidence, place, code, but))}
        begun[place] = begun[place] if left == codes else (longest if left else 0, left, counted if left else 0)
    end = 0
    for place, (longest, codes, _) in enumerate(begun):
        # In `move up to three` the longer `up to three` is meant, and not `move up`.
        if place < end or any(counted > longest for _, _, counted in begun[place + 1:place + longest]):
            continue
        if longest:
            yield PhraseInText(place, longest, frozenset(codes))
        end = max(end, place + longest)


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


def _begun(document: Document, evidence: Evidence) -> list[tuple[int, set[str], int]]:
    """For each word the size and the codes of the longest phrases that begin with it, and the size of those with a number.

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
    # The places behind a comma where a phrase cannot go on: `nothing, but` is no `nothing but`, `erst, wenn` is `erst wenn`,
    # and `ni más, ni menos` is `ni más ni menos`.
    barred = {place for place in range(1, len(folded)) if parts[place] != parts[place - 1]
              and not phrases.codes_at(folded[place]) & {*CONDITIONS, NOR}}
    has_over = bool(over_commas.codes and parts and parts[-1])
    begun = list[tuple[int, set[str], int]]()
    for place in range(len(folded)):
        # Most sentences have no number, and most words begin no phrase.
        plain, numbered = ({(code, size) for code, size in there if size == 1
                            or barred.isdisjoint(range(place + 1, place + size))} if there else set()
                           for there in (phrases.at(folded, place), phrases.at(marked, place) if counted else ()))
        if with_ordinals and numbered:
            exact = {(code, size) for code, size in _of_ordinals(phrases, with_ordinals, place)
                     if barred.isdisjoint(range(place + 1, place + size))}
            sizes = {size for _, size in exact}
            numbered = exact | {(code, size) for code, size in numbered if size not in sizes}
        for words, phrases_here in ((folded, plain), (marked, numbered)) if has_over else ():
            phrases_here.update(_read_over_commas(over_commas, words, parts, place))
        if not plain and not numbered:
            begun.append((0, set(), 0))
            continue
        longest = max((size for _, size in plain | numbered), default=0)
        begun.append((longest, {code for code, size in plain | numbered if size == longest},
                      max((size for _, size in numbered - plain), default=0)))
    return begun


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
