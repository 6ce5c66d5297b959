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
    strange = {finding.sentence for finding in found if finding.rule == UNTRANSLATED}
    clauses = {id for number in strange if number is not None for id in held.claimed.get(number - 1, ())}
    clauses |= {finding.clause for finding in found if finding.rule == GONE and finding.clause is not None}
    unsaid = {finding.clause for finding in found if finding.rule == "accuracy/number-missing"}
    since = {finding.sentence for finding in found if finding.since}
    changes = [finding for finding in found if finding.rule == CHANGED and finding.level == "error"]
    changed = {_number(change) for change in changes}
    repeated = [
        finding for finding in found if finding.rule in STATED and any(_repeats(finding, change, held) for change in changes)
    ]
    stated = {
        _number(finding) for finding in found if finding.rule in STATED and finding.level == "error" and finding not in repeated
    }
    stood = {
        (finding.sentence, _said(finding))
        for finding in found
        if finding.rule in STATED and finding.level == "error" and finding not in repeated
    }
    said = {
        (finding.sentence, _said(finding))
        for finding in found
        if finding.rule in (*STATED, CHANGED) and finding.found is not None
    }
    wrong = {
        (finding.sentence, _said(finding)) for finding in found if finding.rule == SUBSTITUTED and finding.level == "error"
    }
    turned = {(finding.sentence, finding.expected) for finding in found if finding.rule == CONTRADICTION}
    for finding in found:
        hidden = (
            (finding.rule == TURNED and (finding.sentence, finding.expected) in turned)
            or (finding.rule == UNKNOWN and (finding.sentence, _said(finding)) in said)
            or (finding.rule == SUBSTITUTED and finding.level != "error" and (finding.sentence, _said(finding)) in wrong)
            or (finding.rule in OF_LANGUAGE and finding.sentence in strange)
            or (finding.rule in UNSAID and finding.clause in clauses)
            or (finding.rule == SUSPECT and finding.sentence in since)
            or (finding.rule == CHANGED and (_number(finding) in stated or (finding.sentence, finding.found) in stood))
            or (finding.rule == UNIT and _number(finding) in changed)
            or finding in repeated
        )
        if finding.rule == GONE and finding.clause in unsaid:  # a number went with the sentence
            yield evolve(finding, lowered=None)
        elif not hidden:
            yield finding


def _repeats(finding: Finding, change: Finding, held: Held) -> bool:
    """Whether what is told of a clause is only what a change of another number, or in another of its sentences, shows."""
    if finding.sentence == change.sentence:
        came = change.found is not None and _said(finding) == change.found
        return came and _number(finding) != _number(change)
    stating = held.anchors[finding.clause].sentences if finding.clause is not None and finding.clause in held.anchors else ()
    return change.sentence is not None and change.sentence - 1 in stating and _number(finding)[1] == _number(change)[1]


def _number(finding: Finding) -> tuple[int | None, str]:
    """Which number a finding is about, as far as what was confirmed tells: its sentence and its value, without a noun."""
    return finding.sentence, (finding.expected or finding.found or "").partition(" ")[0]


def _said(finding: Finding) -> str:
    """The number that stands there, without a noun."""
    return (finding.found or "").partition(" ")[0]
