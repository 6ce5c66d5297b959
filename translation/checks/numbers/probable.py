"""Check the numbers of unconfirmed clauses, weighed over all the sentences that may state them.

Where a sentence is only probable, a number that is not there may be in another one. So of each number that a clause states it
is asked how probable it is that the clause's sentence says it, and how probable that it says another in its place: one of
the same thing, or the only one there that nothing explains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from ...alignment.aligned import AlignedDocument
from ...alignment.targets import Target
from ...decisions.findings import Finding
from ...document.features import NumberMention
from ...document.sentences import Sentence
from ...facts.facts import ClauseNumber

# An error: another number is said with this probability, and with this many times that of the right one.
ANOTHER, CERTAIN = 0.5, 2.0
# The probability of an error where the number is only implied, and where the other one has no noun.
IMPLIED, WITHOUT_NOUN = 0.7, 0.6
# A warning: another is said with this probability, and with this many times that of the right one.
PERHAPS, TIMES = 0.2, 2.0
# A clause that is so probable in a sentence explains its numbers.
EXPLAINS = 0.05
# A number is not said where it is no more probable than this that any is.
UNSAID = 0.15

Group = Sequence[ClauseNumber]


@frozen(eq=False)
class _OtherNumber:
    """Another number in the place of that of a clause, in a sentence that is so probable; `counted` alike if `same_noun`."""

    share: float
    index: int
    expected: ClauseNumber
    counted: NumberMention
    same_noun: bool


def check(aligned: AlignedDocument, aim: Target) -> Iterator[Finding]:
    """Findings on the numbers that a clause states."""
    for group in (*aim.required, *aim.implied):
        nonzero = [number for number in group if number.value]  # what is nothing is mostly left unsaid
        if nonzero:
            yield from _check(aligned, aim, nonzero, 0.0 if group in aim.required else IMPLIED)


def _check(aligned: AlignedDocument, aim: Target, group: Group, least: float) -> Iterator[Finding]:
    right, others = _weighed(aligned, aim, group)
    another = sum(other.share for other in others)
    best = max(others, key=lambda other: other.share, default=None)
    if best is not None and another >= PERHAPS and another >= TIMES * right:
        needed = max(ANOTHER, least, 0.0 if best.same_noun else WITHOUT_NOUN)
        sentence, value = aligned.document.sentences[best.index], best.counted.value
        certain = another >= needed and another >= CERTAIN * right
        yield Finding("accuracy/number-substituted",
                      f"the rules state {aligned.in_english(best.expected)}, and this sentence says {value}",
                      aim.id, sentence.number, sentence.line, with_concept(best.expected), f"{value} {best.expected.concept}",
                      lowered=None if certain else "warning")
    elif not least and another + right <= UNSAID and aligned.is_sure(aim.id):
        sentence = aligned.document.sentences[aligned.anchors[aim.id].sentences[0]]
        yield Finding("accuracy/number-missing",
                      f"the rules state {aligned.in_english(group[0])}, and the document leaves it out", aim.id,
                      sentence.number, sentence.line, with_concept(group[0]), lowered="note")


def with_concept(number: ClauseNumber) -> str:
    """A number with the concept that it counts."""
    return f"{number.value} {number.concept}" if number.concept is not None else str(number.value)


def _weighed(aligned: AlignedDocument, aim: Target, group: Group) -> tuple[float, list[_OtherNumber]]:
    """Return how probable it is that the number is said, and the sentences where another may stand in its place."""
    right, others = 0.0, list[_OtherNumber]()
    for index, share in aligned.anchors[aim.id].shares.items():
        fitting = _fitting(group, aligned.document.sentences[index])
        if _says(aligned, index, fitting):
            right += share
        elif index not in aligned.document.examples:
            other = _in_its_place(aligned, aim, index, fitting, share)
            others += [] if other is None else [_OtherNumber(share, index, fitting[0], *other)]
            if other is None:
                neighbours = _neighbours(aligned, index)
                right += share * any(_says_with_noun(aligned, place, fitting) for place in neighbours)
                others += list(_others_beside(aligned, aim, neighbours, share, fitting))[:1]
    return right, others


def _neighbours(aligned: AlignedDocument, index: int) -> list[int]:
    """The sentences before and behind one in its paragraph, the one behind first."""
    sentences = aligned.document.sentences
    return [place for place in (index + 1, index - 1)
            if 0 <= place < len(sentences) and sentences[place].block == sentences[index].block]


def _others_beside(aligned: AlignedDocument, aim: Target, neighbours: Sequence[int], share: float,
                   fitting: Group) -> Iterator[_OtherNumber]:
    """Numbers that count the same as that of a clause, in the sentences beside the one that may state it."""
    for place in neighbours:
        other = _in_its_place(aligned, aim, place, fitting, share)
        if other is not None and other[1]:
            yield _OtherNumber(share, place, fitting[0], *other)


def _in_its_place(aligned: AlignedDocument, aim: Target, index: int, fitting: Group, share: float) -> tuple[NumberMention,
                                                                                                            bool] | None:
    """A number in a sentence that stands where that of the clause should, and whether it counts the same."""
    strange = _strange(aligned, index, fitting, share)
    same = [number for number in strange if _concepts(fitting) & set(number.concepts)]
    if same:
        return same[0], True
    free = [number for number in strange if not number.concepts or not _concepts(fitting)]
    unsaid = [group for group in aim.required if not _says(aligned, index, group)]
    return (free[0], False) if len(strange) == len(free) == len(unsaid) == 1 else None


def _strange(aligned: AlignedDocument, index: int, group: Group, share: float = 0.0) -> list[NumberMention]:
    """The numbers of a sentence that none of the clauses that it may state explains; not `twice` and `both`.

    What the number of a group is for other numbers of players explains nothing where that for these is not said.
    """
    shown, words = aligned.document.evidence[index], aligned.document.language.numbers
    return [number for number in shown.numbers if number.match.kind == "cardinal" and not number.match.weak
            and shown.words[number.match.first].folded not in words and not _explained(aligned, index, number, group, share)
            and not aligned.is_of_another_edition(number, aligned.document.sentences[index])]


def _concepts(group: Group) -> set[str]:
    return {number.concept for number in group if number.concept is not None}


def _fitting(group: Group, sentence: Sentence) -> Group:
    """The values for the numbers of players of a section; where it names none, those for the fewest for whom there are any."""
    candidates = [number for number in group if set(number.players) & set(sentence.players)]
    fewest = min(min(number.players) for number in group)
    return candidates or [number for number in group if fewest in number.players]


def _explained(aligned: AlignedDocument, index: int, counted: NumberMention, group: Group, share: float) -> bool:
    """Return whether a clause that the sentence may state has this number of this, and not in the place of that of a group.

    `share` is how probable the clause of the group is there; a number without a noun explains only if its is no less.
    """
    of_group = {number.expression for number in group}
    for id, anchor in aligned.anchors.items():
        likely = anchor.shares.get(index, 0.0)
        for number in _numbers(aligned.target(id)) if likely >= EXPLAINS else ():
            same = number.concept in counted.concepts or not counted.concepts or (number.concept is None and likely >= share)
            if number.value == counted.value and same and (number.kind == "contrast" or number.expression not in of_group):
                return True
    return False


def _numbers(aim: Target) -> Iterator[ClauseNumber]:
    yield from aim.clause.numbers
    yield from (number for group in aim.implied for number in group)


def _says_with_noun(aligned: AlignedDocument, index: int, group: Group) -> bool:
    """Return whether a sentence says one of these numbers, with its noun."""
    return any(counted.value == number.value and number.concept in counted.concepts
               for counted in aligned.document.evidence[index].numbers for number in group)


def _says(aligned: AlignedDocument, index: int, group: Group) -> bool:
    """Return whether a sentence says one of these numbers, with its noun, or without it if no strange number has the noun."""
    values, concepts = {number.value for number in group}, _concepts(group)
    cardinal = [number for number in aligned.document.evidence[index].numbers if number.match.kind in ("cardinal", "ordinal")]
    right = [number for number in cardinal if number.value in values]
    if not concepts or any(concepts & set(number.concepts) for number in right):
        return bool(right)
    with_noun = any(concepts & set(number.concepts) for number in cardinal)
    return (any(not number.concepts for number in right) or (bool(right) and not with_noun)) and not any(
        concepts & set(number.concepts) for number in _strange(aligned, index, group))
