"""Numbers of clauses that nobody has anchored, weighed over all the sentences that may state them.

Where a sentence is only probable, a number that is not there may be in another one. So of each number that a clause states it
is asked how probable it is that the clause's sentence says it, and how probable that it says another of the same thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from ...texts import Number
from ..evidence import Counted, Evidence
from ..findings import Finding
from ..held import Held
from ..sentences import Sentence
from ..targets import Target

# It is an error where it is so probable that another number is said, and so many times as probable as that the right one is.
ANOTHER, CERTAIN = 0.4, 2.7
# It is a warning where another is at least so probable, and so many times as probable as the right one.
PERHAPS, TIMES = 0.2, 2.0
# A number is not said where it is no more probable than this that any is.
UNSAID = 0.15


@frozen(eq=False)
class _Weighed:
    """How probable it is that a number is said, and that another is; the likeliest sentence with another, and that number."""

    right: float
    another: float
    expected: Number
    index: int | None
    counted: Counted | None


def check(held: Held, aim: Target) -> Iterator[Finding]:
    """Findings on the numbers that a clause states."""
    for group in (*aim.required, *aim.implied):
        if not group[0].value:  # what is nothing is mostly left unsaid
            continue
        if group in aim.implied and all(any(_says(shown, (one,)) for shown in held.document.evidence) for one in group):
            continue  # nobody has to say it here, and it is said
        weighed = _weighed(held, aim, group)
        certain = weighed.another >= ANOTHER and weighed.another >= CERTAIN * weighed.right
        perhaps = weighed.another >= PERHAPS and weighed.another >= TIMES * weighed.right
        if weighed.index is not None and weighed.counted is not None and (certain or perhaps):
            sentence, said, expected = held.document.sentences[weighed.index], weighed.counted.value, weighed.expected
            yield Finding("accuracy/number-substituted", f"the rules state {held.told(expected)}, and here it is {said}",
                          aim.id, sentence.number, sentence.line, told(expected), f"{said} {expected.concept}",
                          lowered=None if certain else "warning")
        elif group in aim.required and weighed.another + weighed.right <= UNSAID and held.is_sure(aim.id):
            sentence = held.document.sentences[held.anchors[aim.id].sentences[0]]
            yield Finding("accuracy/number-missing", f"the rules state {held.told(group[0])}, which is not said", aim.id,
                          sentence.number, sentence.line, told(group[0]), lowered="note")


def told(number: Number) -> str:
    """A number with the concept that it counts."""
    return f"{number.value} {number.concept}" if number.concept is not None else str(number.value)


def _weighed(held: Held, aim: Target, group: Sequence[Number]) -> _Weighed:
    right, others = 0.0, list[tuple[float, int, Number, Counted]]()
    for index, share in held.anchors[aim.id].shares.items():
        shown, fitting = held.document.evidence[index], _fitting(group, held.document.sentences[index])
        if _says(shown, fitting):
            right += share
        elif index not in held.document.examples:
            others += [(share, index, fitting[0], one) for one in _others(shown, fitting, aim)
                       if not _explained(held, aim, index, one)][:1]
    best = max(others, key=lambda one: one[0]) if others else None
    another = sum(share for share, _, _, _ in others)
    return _Weighed(right, another, *(best[2], best[1], best[3]) if best else (group[0], None, None))


def _fitting(group: Sequence[Number], sentence: Sentence) -> Sequence[Number]:
    """The values for the numbers of players of a section; where it names none, those for the fewest for whom there are any."""
    here = [one for one in group if set(one.players) & set(sentence.players)]
    fewest = min(min(one.players) for one in group)
    return here or [one for one in group if fewest in one.players]


def _explained(held: Held, aim: Target, index: int, counted: Counted) -> bool:
    """Whether another clause that the sentence may state has this number of this."""
    return any(one.value == counted.value and one.concept in counted.concepts
               for id, anchor in held.anchors.items() if id != aim.id and anchor.shares.get(index, 0.0) >= PERHAPS
               for one in held.target(id).clause.numbers)


def _says(shown: Evidence, group: Sequence[Number]) -> bool:
    """Whether a text says one of these numbers: with its noun, or without one where no number has that noun."""
    values, nouns = {one.value for one in group}, {one.concept for one in group} - {None}
    cardinal = [one for one in shown.numbers if one.found.kind in ("cardinal", "ordinal")]
    with_noun = any(nouns & set(one.concepts) for one in cardinal)
    return any(one.value in values and (not nouns or not one.concepts or nouns & set(one.concepts) or not with_noun)
               for one in cardinal)


def _others(shown: Evidence, group: Sequence[Number], aim: Target) -> list[Counted]:
    """The numbers that a text says of what these count, and that the clause does not know of it."""
    nouns = {one.concept for one in group} - {None}
    allowed = {one.value for one in aim.allowed}
    known = {(one.value, one.concept) for other in (*aim.required, *aim.implied) if other[0].expression != group[0].expression
             for one in other}
    return [one for one in shown.numbers if one.found.kind == "cardinal" and not one.found.weak and nouns & set(one.concepts)
            and one.value not in allowed and not any((one.value, noun) in known for noun in (*one.concepts, None))]
