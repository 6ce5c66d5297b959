"""Checks: a document held against the rules -> findings. Each module looks for one kind of mistake.

    clauses      clauses that no sentence states, and sentences that have changed since they were confirmed
    numbers      numbers that are missing, others, or of something else
    names        numbers that name something, as spaces 9 and 20
    probable     numbers of clauses that nobody has anchored
    unknown      numbers that the rules do not have of what they count
    reckoned     numbers that follow from others
    turns        may and must, at least and at most, directions and order turned round
    terms        terms that are forbidden, mixed, missing, or have changed
    surface      sentences in another language, garbled signs
    numbering    the numbers of sections and lists, and references to them
    sums         parts of a whole that do not add up
    structure    these two, figures, references to sections by name, sections for numbers of players
    examples     numbers of worked examples against the playthroughs of them
    causes       of several findings with one cause, the one that says most
    coverage         how much of the rules a document states, and how much of a document the rules account for
    error_seeding    errors planted in a document, one at a time, to see which of them are found: numbers, terms, turns, whole s
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..alignment.aligned import AlignedDocument
from ..decisions.findings import Finding, ordered
from . import clauses, examples, names, numbers, structure, surface, terms, turns
from .causes import once_for_each_cause
from .examples import Play

CHECKS: tuple[Callable[[AlignedDocument], Iterator[Finding]], ...] = (
    clauses.check, numbers.check, names.check, turns.check, terms.check, surface.check, structure.check)


def everything(aligned: AlignedDocument, plays: tuple[Play, ...] = ()) -> tuple[Finding, ...]:
    """Everything that is found in a document, as each check finds it."""
    return (*(finding for check in CHECKS for finding in check(aligned)), *examples.check(aligned, plays))


def checked(aligned: AlignedDocument, plays: tuple[Play, ...] = ()) -> tuple[Finding, ...]:
    """What is found in a document, each mistake once, the worst first."""
    return ordered(once_for_each_cause(everything(aligned, plays), aligned))


__all__ = ["Play", "checked", "everything", "once_for_each_cause"]
