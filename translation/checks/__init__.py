"""Checks: an aligned document -> findings. Each module checks for one kind of mistake.

    clauses        clauses without a sentence; sentences that have changed since they were confirmed
      perhaps      clauses for which little is left once each sentence is given away once
    numbers        numbers that are missing, substituted, or of something else
      names        numbers that are names, as in `spaces 9 and 20`
      probable     numbers of unconfirmed clauses
      unknown      numbers that the rules do not have
      reckoned     numbers that follow from others
    turns          contradictions: may and must, at least and at most, directions, order
    terms          terms that are forbidden, mixed, missing or changed
    surface        sentences in another language, garbled signs
    structure      figures, references, sections for numbers of players
      numbering    the numbers of sections and lists
      sums         parts that do not add up to the whole
    examples       numbers of worked examples, compared with their playthroughs
    causes         findings -> one finding for each cause
    coverage       how much of the rules the document states, and how much of it the rules explain
    error_seeding  errors put into a document, to measure which of them the checks find
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..alignment.aligned import AlignedDocument
from ..decisions.findings import Finding, ordered
from . import clauses, examples, names, numbers, perhaps, structure, surface, terms, turns
from .causes import once_for_each_cause
from .examples import Play

CHECKS: tuple[Callable[[AlignedDocument], Iterator[Finding]], ...] = (
    clauses.check, perhaps.check, numbers.check, names.check, turns.check, terms.check, surface.check, structure.check)


def everything(aligned: AlignedDocument, plays: tuple[Play, ...] = ()) -> tuple[Finding, ...]:
    """Run every check on a document."""
    return (*(finding for check in CHECKS for finding in check(aligned)), *examples.check(aligned, plays))


def checked(aligned: AlignedDocument, plays: tuple[Play, ...] = ()) -> tuple[Finding, ...]:
    """Check a document: each mistake once, the worst first."""
    return ordered(once_for_each_cause(everything(aligned, plays), aligned))


__all__ = ["Play", "checked", "everything", "once_for_each_cause"]
