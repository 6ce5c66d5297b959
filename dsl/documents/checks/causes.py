"""Several findings with one cause -> the one of them that says most.

A number that is changed shows in what the clause states, in what was confirmed, and in that the sentence has changed at all.
A sentence in another language shows in all that its clauses state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..findings import LEVELS, Finding
from ..held import Held

UNTRANSLATED, SUSPECT, GONE = "accuracy/untranslated", "accuracy/anchor-suspect", "accuracy/clause-missing"
# The findings on one number, the one that says most first.
NUMBERS = ("accuracy/number-substituted", "accuracy/number-missing", "accuracy/number-changed", "accuracy/number-unit")
# What is not said of a clause that is stated, in part, in another language.
UNSAID = ("accuracy/number-missing", "accuracy/clause-weak", "terminology/required-missing")


def once_for_each_cause(found: Sequence[Finding], held: Held) -> Iterator[Finding]:
    """The findings, without those that only repeat what another tells of the same sentence.

    What has changed in a sentence says more than that it has.
    """
    strange = {one.sentence for one in found if one.rule == UNTRANSLATED}
    clauses = {id for number in strange if number is not None for id in held.claimed.get(number - 1, ())}
    changed = {one.sentence for one in found if one.since}
    numbers: dict[tuple[int | None, str | None, str], Finding] = {}
    for one in sorted((one for one in found if one.rule in NUMBERS), key=_worst):
        numbers.setdefault(_number(one), one)
    unsaid = {one.clause for one in found if one.rule == "accuracy/number-missing"}
    gone = {one.clause for one in found if one.rule == GONE}
    for one in found:
        if one.rule == GONE and one.clause in unsaid:  # a number went with the sentence
            one = evolve(one, lowered=None)
        hidden = ((one.sentence in strange and one.rule != UNTRANSLATED)
                  or (one.clause in clauses | gone and one.rule in UNSAID)
                  or (one.rule == SUSPECT and one.sentence in changed)
                  or (one.rule in NUMBERS and numbers[_number(one)] is not one))
        if not hidden:
            yield one


def _worst(one: Finding) -> tuple[int, int]:
    return LEVELS.index(one.level), NUMBERS.index(one.rule)


def _number(one: Finding) -> tuple[int | None, str | None, str]:
    """Which number a finding is about: its sentence, its clause, its value."""
    return one.sentence, one.clause, (one.expected or one.found or "").partition(" ")[0]
