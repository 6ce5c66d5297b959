"""A sentence as a person confirmed it, and as it is now -> a finding."""

from __future__ import annotations

from ..alignment.aligned import AlignedDocument
from .findings import Finding, Level, Rule


def differs(was: str, current: str, verb: tuple[str, str] = ("said", "says")) -> str:
    """Return the message on what a sentence said and on what it says now, of which one may be nothing."""
    if not was:
        return f"this sentence {verb[1]} {current}, and did not when a person confirmed it"
    return f"this sentence {verb[0]} {was} when a person confirmed it, and " + (
        f"now {verb[1]} {current}" if current else "no longer does")


def changed(aligned: AlignedDocument, index: int, rule: Rule, message: str, clause: str | None, expected: str, actual: str,
            lowered: Level | None = None) -> Finding:
    """Return the finding on a sentence that has changed; it gets another id when the sentence changes again."""
    sentence = aligned.document.sentences[index]
    return Finding(rule, message, clause, sentence.number, sentence.line, expected or None, actual or None,
                   aligned.document.wholes[index], lowered, since=True)
