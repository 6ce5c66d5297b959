"""Several findings with one cause -> the one of them that says most.

A number that is changed shows in what the clause states, in what was confirmed, and in that the sentence has changed at all.
A sentence in another language shows in all that its clauses state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..alignment.aligned import Held
from ..decisions.findings import Finding

UNTRANSLATED, SUSPECT, GONE = "accuracy/untranslated", "accuracy/anchor-suspect", "accuracy/clause-missing"
CONTRADICTION, TURNED = "accuracy/contradiction", "accuracy/turn-changed"
CHANGED, UNIT, UNKNOWN = "accuracy/number-changed", "accuracy/number-unit", "accuracy/number-unknown"
# What is said of a number of the rules where another stands, or none.
SUBSTITUTED = "accuracy/number-substituted"
STATED = (SUBSTITUTED, "accuracy/number-missing")
# What is not said of a clause that is stated, in part, in another language, or in a sentence that is gone.
UNSAID = ("accuracy/number-missing", "accuracy/clause-weak", "terminology/required-missing")
# What is found on a sentence only because it is in another language.
OF_LANGUAGE = (*UNSAID, *STATED, CHANGED, UNIT, SUSPECT, UNKNOWN, "accuracy/term-substituted",
               CONTRADICTION, TURNED, "terminology/changed")


def once_for_each_cause(found: Sequence[Finding], held: Held) -> Iterator[Finding]:
    """The findings, without those that only repeat what another tells of the same sentence.

    What has changed in a sentence says more than that it has.
    """
    strange = {one.sentence for one in found if one.rule == UNTRANSLATED}
    clauses = {id for number in strange if number is not None for id in held.claimed.get(number - 1, ())}
    clauses |= {one.clause for one in found if one.rule == GONE and one.clause is not None}
    unsaid = {one.clause for one in found if one.rule == "accuracy/number-missing"}
    since = {one.sentence for one in found if one.since}
    changes = [one for one in found if one.rule == CHANGED and one.level == "error"]
    changed = {_number(one) for one in changes}
    repeated = [one for one in found if one.rule in STATED and any(_repeats(one, change, held) for change in changes)]
    stated = {_number(one) for one in found if one.rule in STATED and one.level == "error" and one not in repeated}
    stood = {(one.sentence, _said(one)) for one in found if one.rule in STATED and one.level == "error" and one not in repeated}
    said = {(one.sentence, _said(one)) for one in found if one.rule in (*STATED, CHANGED) and one.found is not None}
    wrong = {(one.sentence, _said(one)) for one in found if one.rule == SUBSTITUTED and one.level == "error"}
    turned = {(one.sentence, one.expected) for one in found if one.rule == CONTRADICTION}
    for one in found:
        hidden = ((one.rule == TURNED and (one.sentence, one.expected) in turned)
                  or (one.rule == UNKNOWN and (one.sentence, _said(one)) in said)
                  or (one.rule == SUBSTITUTED and one.level != "error" and (one.sentence, _said(one)) in wrong)
                  or (one.rule in OF_LANGUAGE and one.sentence in strange) or (one.rule in UNSAID and one.clause in clauses)
                  or (one.rule == SUSPECT and one.sentence in since)
                  or (one.rule == CHANGED and (_number(one) in stated or (one.sentence, one.found) in stood))
                  or (one.rule == UNIT and _number(one) in changed) or one in repeated)
        if one.rule == GONE and one.clause in unsaid:  # a number went with the sentence
            yield evolve(one, lowered=None)
        elif not hidden:
            yield one


def _repeats(one: Finding, change: Finding, held: Held) -> bool:
    """Whether what is told of a clause is only what a change of another number, or in another of its sentences, shows."""
    if one.sentence == change.sentence:
        came = change.found is not None and _said(one) == change.found
        return came and _number(one) != _number(change)
    stating = held.anchors[one.clause].sentences if one.clause is not None and one.clause in held.anchors else ()
    return change.sentence is not None and change.sentence - 1 in stating and _number(one)[1] == _number(change)[1]


def _number(one: Finding) -> tuple[int | None, str]:
    """Which number a finding is about, as far as what was confirmed tells: its sentence and its value, without a noun."""
    return one.sentence, (one.expected or one.found or "").partition(" ")[0]


def _said(one: Finding) -> str:
    """The number that stands there, without a noun."""
    return (one.found or "").partition(" ")[0]
