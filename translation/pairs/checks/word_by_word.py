"""Two texts of one language, word by word -> what differs in sentences that are otherwise the same.

One text is an edited copy of the other if most of its sentences stand there word for word. In a copy the same words say the
same. So only the words that differ are compared, and nothing else of a sentence can say in another way what they say: a denial,
a number or a turn of phrase of theirs that is gone is surely gone. Texts in words of their own, and sentences that share too
few words, are compared as translations are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property

from attrs import define, frozen

from ...decisions.findings import LEVELS, Finding, Level, Rule
from ...document.words import stem
from ..equivalents import AKIN, differences
from ..reading import COUNTING, Features
from ..side_by_side import Pair, SideBySide
from ..signals import NOR
from .contraries import BY_WORD
from .denials import DENYING_OR_LACKING
from .messages import adds, leaves_out, says, says_in_order
from .one_sided import MISSED
from .opposed import rows_of
from .opposites import BY_TURN, OPPOSITES

WORDS: Rule = "pair/words"
NEGATION: Rule = "pair/negation"
SHORT: Rule = "pair/sentence-short"
# The share of the pairs of two texts that say the same words, from which on the one is an edited copy of the other.
COPIED = 1 / 2
# The share of the words of the shorter side that both sides have, from which on two sentences are the same but for a few words.
SHARED = 2 / 3
# From this number of words on, words in a row that only one side has are a part of the sentence, and not another wording.
PART = 3
# What denies, and the verbs that say nothing of their own beside a denial that is gone or has come.
ANY_DENIAL, VERBS = (*DENYING_OR_LACKING, NOR), ("may", "must")
# The rules of turns of phrase.
OF_TURNS = frozenset((NEGATION, *(rule for rule, _ in OPPOSITES)))
# What is said in words as often as by an article.
SINGLE = 1
# The most words that a message quotes of one side.
QUOTED = 12


@frozen
class _Edit:
    """Words of the original, by their places among all words of its side, in whose place the translation has others."""

    own: range
    other: range

    @property
    def sides(self) -> tuple[range, range]:
        """The words of both sides."""
        return self.own, self.other

    @property
    def is_part(self) -> bool:
        """Whether only one side has words, and they are a part of a sentence."""
        return not (self.own and self.other) and len(self.own) + len(self.other) >= PART


@define(eq=False, slots=False)
class _EditedPair:
    """A pair of sentences of one language: the words of both sides, and those that differ."""

    pair: Pair

    @cached_property
    def words(self) -> tuple[tuple[tuple[Features, int], ...], ...]:
        """The words of both sides: each with its sentence, and its place there."""
        return tuple(tuple((features, place) for features in self.pair.side(side)
                           for place in range(len(features.evidence.words)))
                     for side in (0, 1))

    @cached_property
    def folded(self) -> tuple[list[str], ...]:
        """The words of both sides, as they are compared."""
        return tuple([features.evidence.words[place].folded for features, place in some] for some in self.words)

    @property
    def is_same(self) -> bool:
        """Whether the two sides are the same but for a few words."""
        own, other = map(Counter, self.folded)
        return (own & other).total() >= SHARED * min(own.total(), other.total()) > 0

    @cached_property
    def edits(self) -> tuple[_Edit, ...]:
        """The words that differ, in their order."""
        opcodes = SequenceMatcher(None, self.folded[0], self.folded[1], autojunk=False).get_opcodes()
        return tuple(_Edit(range(a, b), range(c, d)) for tag, a, b, c, d in opcodes if tag != "equal")

    @cached_property
    def parts(self) -> tuple[_Edit, ...]:
        """Those that are a part of a sentence that only one side has."""
        return tuple(edit for edit in self.edits if edit.is_part)

    @cached_property
    def in_parts(self) -> tuple[frozenset[tuple[int, int]], ...]:
        """The words of both sides that stand in such a part: the index of their sentence, and their place there."""
        return tuple(frozenset((features.index, place) for edit in self.parts for at in edit.sides[side]
                               for features, place in [self.words[side][at]]) for side in (0, 1))

    def turns(self, side: int) -> Counter[str]:
        """Return how often a side says each turn of phrase outside of parts that only one side has."""
        return Counter(code for features in self.pair.side(side) for some in (features.signals, features.contraries)
                       for code, places in some.items() if some is features.signals or code not in features.signals
                       for place in places if (features.index, place) not in self.in_parts[side])

    def values(self, side: int) -> Counter[int]:
        """The numbers of a side outside of such parts."""
        return Counter(number.value for features in self.pair.side(side) for number in features.evidence.numbers
                       if number.match.kind in COUNTING and (features.index, number.match.first) not in self.in_parts[side])

    def quoted(self, side: int, at: Sequence[int]) -> str:
        """Words of a side as they are written."""
        written = [features.evidence.words[place].written
                   for features, place in (self.words[side][index] for index in at[:QUOTED])]
        return f"`{' '.join([*written, *(['…'] if len(at) > QUOTED else [])])}`"

    def is_form(self, edit: _Edit) -> bool:
        """Return whether both sides say other forms of the same words and numbers, or nothing but articles and the like."""
        own, other = ([self._value(side, at) for at in edit.sides[side]] for side in (0, 1))
        return own == other or all(self._is_article(side, at) for side in (0, 1) for at in edit.sides[side])

    def _is_article(self, side: int, at: int) -> bool:
        """Return whether a word only stands before nouns, and says neither how many, nor which."""
        features, place = self.words[side][at]
        word, language = features.evidence.words[place].folded, features.language
        codes = language.signals.codes_at(word) | language.contraries.codes_at(word)
        return word in language.determiners and not codes and isinstance(self._value(side, at), str)

    def _value(self, side: int, at: int) -> str | int:
        """The number that a word says, or else its stem."""
        features, place = self.words[side][at]
        values = (number.value for number in features.evidence.numbers
                  if number.match.first <= place < number.match.first + number.match.size)
        return next(values, stem(features.evidence.words[place].folded, features.language.stemmer))

    def denial(self, side: int) -> str:
        """Return the denial of a side that the other does not say: `without` for a plain word for it, else `not`."""
        edited_words = (self.words[side][at] for edit in self.edits for at in edit.sides[side])
        lacks = any(features.evidence.words[place].folded in features.language.lacking for features, place in edited_words)
        return "without" if lacks else "not"

    @cached_property
    def at(self) -> Features:
        """The sentence of the translation in which the first of the words that differ stand, or should stand."""
        first = self.edits[0].other.start
        return self.words[1][min(first, len(self.words[1]) - 1)][0]

    @property
    def is_moved(self) -> bool:
        """Whether both sides have the same words in another order."""
        own, other = map(Counter, self.folded)
        return own == other


def with_words(texts: SideBySide, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield findings with those of two texts of one language, word by word: of two under one rule the worse.

    What only one side says is decided word by word. Words that differ are a finding of their own where nothing else is found
    in their sentence.
    """
    changed = tuple(_changed(texts))
    decided = {features.sentence.number for edited in changed for features in edited.pair.other}
    own = tuple(finding for edited in changed for finding in _findings_of(texts, edited))
    levels = {(finding.rule, finding.sentence): LEVELS.index(finding.level) for finding in reversed(own)}
    left = [finding for finding in findings
            if not (finding.sentence in decided and (finding.rule == SHORT or (
                finding.rule in OF_TURNS and None in (finding.expected, finding.actual))))
            and levels.get((finding.rule, finding.sentence), len(LEVELS)) >= LEVELS.index(finding.level)]
    known = {(finding.rule, finding.sentence) for finding in left if finding.level == "error"}
    seen = {finding.sentence for finding in left if finding.level != "note"}
    yield from left
    yield from (finding for finding in own if (finding.rule, finding.sentence) not in known
                and not (finding.rule == WORDS and finding.level != "error" and finding.sentence in seen))


def _changed(texts: SideBySide) -> Iterator[_EditedPair]:
    """The pairs of a text and its edited copy that are the same but for a few words."""
    if texts.original.language.code != texts.translation.language.code:
        return
    pairs = [_EditedPair(pair) for pair in texts.pairs]
    changed = [edited for edited in pairs if edited.folded[0] != edited.folded[1]]
    if len(pairs) - len(changed) >= COPIED * len(pairs):
        yield from (edited for edited in changed if edited.is_same)


def _findings_of(texts: SideBySide, edited: _EditedPair) -> Iterator[Finding]:
    """Yield findings on the words that differ."""
    findings = [*_turned(texts, edited), *_numbers(texts, edited)]
    yield from findings
    yield from _parts(texts, edited)
    yield from () if findings else _words(texts, edited)


def _turned(texts: SideBySide, edited: _EditedPair) -> Iterator[Finding]:
    """Turns of phrase that only one side says, or that turn each other round."""
    sides = [edited.turns(side) for side in (0, 1)]
    # Only what differs is compared: what both sides say cannot say anything else in another way.
    unlike = differences(sides[0] - sides[1], sides[1] - sides[0])
    lost, come = Counter(unlike.lost), Counter(unlike.come)
    for table in (BY_TURN, BY_WORD):
        for rule, text, turned in rows_of(table, tuple(lost)):
            if lost[text] > 0 and come[turned] > 0:
                lost[text] -= 1
                come[turned] -= 1
                yield _finding(texts, edited, rule, text, turned)
    for a, b in (two for akin in AKIN for two in (akin, akin[::-1])):
        same = min(lost[a], come[b])
        lost[a] -= same
        come[b] -= same
    denied = [code for code in ANY_DENIAL if lost[code] > 0], [code for code in ANY_DENIAL if come[code] > 0]
    if denied[0]:
        yield _finding(texts, edited, NEGATION, edited.denial(0), None)
    if denied[1]:
        yield _finding(texts, edited, NEGATION, None, edited.denial(1))
    for code, rule in MISSED.items():
        if code not in VERBS or not any(denied):
            if lost[code] > 0:
                yield _finding(texts, edited, rule, code, None)
            if come[code] > 0:
                yield _finding(texts, edited, rule, None, code)


def _finding(texts: SideBySide, edited: _EditedPair, rule: Rule, text: str | None, turned: str | None) -> Finding:
    """An error on turns of phrase."""
    pair = edited.pair
    own, other = (None if code is None else f"`{code.replace('_', ' ')}`" for code in (text, turned))
    message = adds(other, pair.line) if own is None else leaves_out(own, pair.line) if other is None else (
        says(own, pair.line, other))
    return texts.finding(rule, message, pair, text, turned, "error", edited.at)


def _numbers(texts: SideBySide, edited: _EditedPair) -> Iterator[Finding]:
    """Numbers that only one side has. `One` alone may be an article."""
    pair, sides = edited.pair, [edited.values(side) for side in (0, 1)]
    lost, come = (sorted(some.elements()) for some in (sides[0] - sides[1], sides[1] - sides[0]))
    for value, other in zip(lost, come, strict=False):
        yield texts.finding("pair/number", says(value, pair.line, other), pair, str(value), str(other), at=edited.at)
    for value in lost[len(come):]:
        if value != SINGLE:
            yield texts.finding("pair/number-missing", leaves_out(value, pair.line), pair, str(value), None, "error", edited.at)
    for value in come[len(lost):]:
        if value != SINGLE:
            yield texts.finding("pair/number-added", adds(value, pair.line), pair, None, str(value), "error", edited.at)


def _parts(texts: SideBySide, edited: _EditedPair) -> Iterator[Finding]:
    """Parts of a sentence that only one side has; those that have moved are none."""
    for edit in () if edited.is_moved else edited.parts:
        if edit.own:
            words = edited.quoted(0, edit.own)
            yield texts.finding(WORDS, leaves_out(words, edited.pair.line), edited.pair, words.strip("`"), None, "error",
                                edited.at)
        else:
            words = edited.quoted(1, edit.other)
            yield texts.finding(WORDS, adds(words, edited.pair.line), edited.pair, None, words.strip("`"), at=edited.at)


def _words(texts: SideBySide, edited: _EditedPair) -> Iterator[Finding]:
    """Other words, or the same words in another order, where they are no other turn of phrase and no other number."""
    pair = edited.pair
    if edited.is_moved:
        places = [[at for edit in edited.edits for at in edit.sides[side]] for side in (0, 1)]
        first = [range(min(some), max(some) + 1) for some in places]
        level: Level = "error" if all(_is_row(pair.side(side)) for side in (0, 1)) else "warning"
        own, other = edited.quoted(0, first[0]), edited.quoted(1, first[1])
        yield texts.finding(WORDS, says_in_order(own, pair.line, other), pair, own.strip("`"), other.strip("`"), level,
                            edited.at)
        return
    for edit in edited.edits:
        if edit.is_part:
            continue
        own, other = (edited.quoted(side, edit.sides[side]) for side in (0, 1))
        message = adds(other, pair.line) if not edit.own else leaves_out(own, pair.line) if not edit.other else (
            says(own, pair.line, other))
        yield texts.finding(WORDS, message, pair, own.strip("`") or None, other.strip("`") or None,
                            "note" if edited.is_form(edit) else None, edited.at)


def _is_row(some: Collection[Features]) -> bool:
    return all(features.sentence.kind == "row" for features in some)
