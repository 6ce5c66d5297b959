"""Checks: an aligned document -> findings. Each module checks for one kind of mistake.

    clauses        clauses without a sentence; sentences that have changed since they were confirmed
      perhaps_missing  clauses for which little is left once each sentence is given away once
    numbers/       numbers that are missing, substituted, unknown, or of something else
    phrases/       contradictions, terms, language and signs
    structure/     references, numbering, sums
    examples       numbers of worked examples, compared with their playthroughs
    causes         findings -> one finding for each cause
    coverage       how much of the rules the document states, and how much of it the rules explain
    error_seeding  errors put into a document, to measure which of them the checks find
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..alignment.aligned import AlignedDocument
from ..decisions.findings import Finding, ordered
from . import clauses, examples, perhaps_missing
from .causes import once_for_each_cause
from .examples import PlaythroughNumbers
from .numbers import names, stated
from .phrases import surface, terms, turns
from .structure import references

CHECKS: tuple[Callable[[AlignedDocument], Iterator[Finding]], ...] = (
    clauses.check, perhaps_missing.check, stated.check, names.check, turns.check, terms.check, surface.check, references.check)


def everything(aligned: AlignedDocument, plays: tuple[PlaythroughNumbers, ...] = ()) -> tuple[Finding, ...]:
    """Run every check on a document."""
    return (*(finding for check in CHECKS for finding in check(aligned)), *examples.check(aligned, plays))


def checked(aligned: AlignedDocument, plays: tuple[PlaythroughNumbers, ...] = ()) -> tuple[Finding, ...]:
    """Check a document: each mistake once, the worst first."""
    return ordered(once_for_each_cause(everything(aligned, plays), aligned))


__all__ = ["PlaythroughNumbers", "checked", "everything", "once_for_each_cause"]
