"""Findings -> findings, one for each cause: where several show the same mistake, the one that says most.

A changed number shows in what the clause states, in what was confirmed, and in that the sentence has changed at all.
A sentence in another language shows in everything that its clauses state. `CAUSES` is the table of who hides whom.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence

from attrs import evolve, frozen

from ..alignment.aligned import AlignedDocument
from ..decisions.findings import LEVELS, RULES, Finding, Level, Rule

# What a finding is about, in the sense of a row: findings are about the same if they have a key in common.
Keys = Callable[[Finding, AlignedDocument], Collection[Hashable]]

UNTRANSLATED: Rule = "accuracy/untranslated"
SUSPECT: Rule = "accuracy/anchor-suspect"
GONE: Rule = "accuracy/clause-missing"
CONTRADICTION: Rule = "accuracy/contradiction"
TURNED: Rule = "accuracy/turn-changed"
CHANGED: Rule = "accuracy/number-changed"
UNIT: Rule = "accuracy/number-unit"
UNKNOWN: Rule = "accuracy/number-unknown"
SUBSTITUTED: Rule = "accuracy/number-substituted"
MISSING: Rule = "accuracy/number-missing"
# A number of the rules that is not in the sentence of its clause.
STATED: tuple[Rule, ...] = (SUBSTITUTED, MISSING)
# Something of a clause that its sentences do not say.
UNSAID: tuple[Rule, ...] = (MISSING, "accuracy/clause-weak", "terminology/required-missing")
# What a sentence in another language is found to lack, whatever it says.
OF_LANGUAGE: tuple[Rule, ...] = (*UNSAID, SUBSTITUTED, CHANGED, UNIT, SUSPECT, UNKNOWN, "accuracy/term-substituted",
                                 CONTRADICTION, TURNED, "terminology/changed")


@frozen
class FindingKind:
    """Findings under some rules at some levels; with `since`, only those that compare with the confirmed sentence.

    With `by_rules`, only those that compare with the rules.
    """

    rules: tuple[Rule, ...]
    levels: tuple[Level, ...] = LEVELS
    since: bool = False
    by_rules: bool = False

    def has(self, finding: Finding) -> bool:
        compared = (finding.since or not self.since) and not (finding.since and self.by_rules)
        return finding.rule in self.rules and finding.level in self.levels and compared


@frozen
class Cause:
    """A row: findings of kind `hidden` only repeat one of kind `by` that is about the same.

    `same` gives the keys of both; `of_cause` those of the finding that hides, where they are others. Findings that also
    share a key of `unless` are no repetition.
    """

    hidden: FindingKind
    by: FindingKind
    same: Keys
    of_cause: Keys | None = None
    unless: Keys | None = None

    def left(self, findings: Sequence[Finding], aligned: AlignedDocument) -> list[Finding]:
        """The findings that this row does not hide."""
        causes: defaultdict[Hashable, list[Finding]] = defaultdict(list)
        for finding in filter(self.by.has, findings):
            for key in (self.of_cause or self.same)(finding, aligned):
                causes[key].append(finding)
        return [finding for finding in findings if not (self.hidden.has(finding) and self._repeats(finding, causes, aligned))]

    def _repeats(self, finding: Finding, causes: defaultdict[Hashable, list[Finding]], aligned: AlignedDocument) -> bool:
        about = [cause for key in self.same(finding, aligned) for cause in causes.get(key, ())]
        if self.unless is None:
            return bool(about)
        own = set(self.unless(finding, aligned))
        return any(own.isdisjoint(self.unless(cause, aligned)) for cause in about)


# ---- What findings are about ---------------------------------------------------------------------


def clause(finding: Finding, _: AlignedDocument) -> Collection[Hashable]:
    return () if finding.clause is None else (finding.clause,)


def sentence(finding: Finding, _: AlignedDocument) -> Collection[Hashable]:
    return () if finding.sentence is None else (finding.sentence,)


def clauses_of_sentence(finding: Finding, aligned: AlignedDocument) -> Collection[Hashable]:
    """The clauses that the sentence of a finding states."""
    return () if finding.sentence is None else aligned.claimed.get(finding.sentence - 1, ())


def turn(finding: Finding, _: AlignedDocument) -> Collection[Hashable]:
    """The turn of phrase that a sentence should have, without the number that stands by it."""
    return ((finding.sentence, (finding.expected or "").rstrip(" 0123456789").replace(" ", "_")),)


def expected_number(finding: Finding, _: AlignedDocument) -> Collection[Hashable]:
    """The number that a sentence should say (or says, where none is expected), without its noun."""
    return ((finding.sentence, _value(finding.expected or finding.actual)),)


def actual_number(finding: Finding, _: AlignedDocument) -> Collection[Hashable]:
    """The number that a sentence says, without its noun."""
    return () if finding.actual is None else ((finding.sentence, _value(finding.actual)),)


def number_of_other_sentences(finding: Finding, aligned: AlignedDocument) -> Collection[Hashable]:
    """The number that the other sentences of the clause should say."""
    if finding.clause is None or finding.clause not in aligned.anchors:
        return ()
    others = {index + 1 for index in aligned.anchors[finding.clause].sentences} - {finding.sentence}
    return {(other, _value(finding.expected or finding.actual)) for other in others}


def _value(text: str | None) -> str:
    return (text or "").partition(" ")[0]


# ---- The table -----------------------------------------------------------------------------------

STATED_ERROR, CHANGED_ERROR = FindingKind(STATED, ("error",)), FindingKind((CHANGED,), ("error",))

# In order: a row sees what the rows above it have left. So a change hides what repeats it before what is left of that hides
# the change, and the findings on a sentence in another language go last.
CAUSES = (
    # What has changed in a sentence says more than that it has.
    Cause(FindingKind((SUSPECT,)), by=FindingKind(tuple(RULES), since=True), same=sentence),
    Cause(FindingKind((TURNED,)), by=FindingKind((CONTRADICTION,)), same=turn),
    Cause(FindingKind((CONTRADICTION,), since=True), by=FindingKind((CONTRADICTION,), ("error",), by_rules=True), same=turn),
    Cause(FindingKind((UNKNOWN,)), by=FindingKind((*STATED, CHANGED)), same=actual_number),
    Cause(FindingKind((SUBSTITUTED,), ("warning", "note")), by=FindingKind((SUBSTITUTED,), ("error",)), same=actual_number),
    # The number that came in place of another is not also in place of a third.
    Cause(FindingKind(STATED), by=CHANGED_ERROR, same=actual_number, unless=expected_number),
    # A clause that lost its number in one sentence does not lack it in its others too.
    Cause(FindingKind(STATED), by=CHANGED_ERROR, same=number_of_other_sentences, of_cause=expected_number),
    Cause(FindingKind((UNIT,)), by=CHANGED_ERROR, same=expected_number),
    # The rules say more of a number than the lock does: they name its noun.
    Cause(FindingKind((CHANGED,)), by=STATED_ERROR, same=expected_number),
    Cause(FindingKind((CHANGED,)), by=STATED_ERROR, same=actual_number),
    Cause(FindingKind(UNSAID), by=FindingKind((GONE,)), same=clause),
    # The original says what the sentence that is gone should say.
    Cause(FindingKind((GONE,), ("error",)), by=FindingKind(("pair/sentence-missing",), ("error",)), same=clause),
    Cause(FindingKind(UNSAID), by=FindingKind((UNTRANSLATED,)), same=clause, of_cause=clauses_of_sentence),
    Cause(FindingKind(OF_LANGUAGE), by=FindingKind((UNTRANSLATED,)), same=sentence),
)


def once_for_each_cause(findings: Sequence[Finding], aligned: AlignedDocument, causes: Sequence[Cause] = CAUSES
                        ) -> list[Finding]:
    """The findings without those that another one explains."""
    left = list(_raised(findings))
    for cause in causes:
        left = cause.left(left, aligned)
    return left


def _raised(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings; a clause whose sentence is gone with a number of it is an error, though other sentences state it."""
    lacking = {finding.clause for finding in findings if finding.rule == MISSING and finding.level == "error"}
    for finding in findings:
        yield evolve(finding, lowered=None) if finding.rule == GONE and finding.clause in lacking else finding
