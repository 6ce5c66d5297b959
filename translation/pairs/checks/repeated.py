"""Findings on turns of phrase -> the same, where one sentence has one warning for what is probably one cause.

A sentence that is worded freely differs in several turns at once: the person who looks at it for the first sees them all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from attrs import evolve

from ...decisions.findings import Finding, Rule
from .contraries import CONTRARIES
from .opposites import OPPOSITES

# The rules of turns of phrase and of words that turn a rule round.
OF_TURNS: Collection[Rule] = frozenset(("pair/negation", *(rule for rule, _ in (*OPPOSITES, *CONTRARIES))))


def with_one_warning(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings, of which a warning on turns of phrase is a note where the sentence has another, or an error."""
    warned = {finding.sentence for finding in findings if finding.rule in OF_TURNS and finding.level == "error"}
    for finding in findings:
        if finding.rule not in OF_TURNS or finding.level != "warning" or finding.sentence is None:
            yield finding
        else:
            yield evolve(finding, lowered="note") if finding.sentence in warned else finding
            warned.add(finding.sentence)
