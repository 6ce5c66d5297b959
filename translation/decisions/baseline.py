"""Accepted findings, each with the reason: a text file of JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable

from attrs import frozen

from ...dsl.source.span import Source
from ..lock.lock import unreadable
from .findings import Finding


@frozen
class AcceptedFinding:
    """An accepted finding: its id, its rule and clause, and the reason."""

    id: str
    rule: str
    clause: str | None
    why: str


def parsed(source: Source) -> tuple[AcceptedFinding, ...]:
    """The accepted findings in a text. Raises RulebookError, with the line that cannot be read."""
    out = []
    for number, line in enumerate(source.lines, 1):
        if line.strip():
            try:
                row = json.loads(line)
                out.append(AcceptedFinding(str(row["finding"]), str(row["rule"]), row.get("clause"), str(row["why"])))
            except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
                raise unreadable(source, number, "this is not an accepted finding") from None
    return tuple(out)


def written(accepted: Iterable[AcceptedFinding]) -> str:
    """Accepted findings as the text of their file."""
    rows = (
        {"finding": acceptance.id, "rule": acceptance.rule, "clause": acceptance.clause, "why": acceptance.why}
        for acceptance in accepted
    )
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def without(findings: Iterable[Finding], accepted: Iterable[AcceptedFinding]
            ) -> tuple[tuple[Finding, ...], tuple[AcceptedFinding, ...]]:
    """The findings that are not accepted; and what was accepted and is not found any more."""
    known = {acceptance.id: acceptance for acceptance in accepted}
    everything = tuple(findings)
    # An id without a finding is reported, so that nobody keeps what would hide the same finding later.
    met = {finding.id for finding in everything}
    return (
        tuple(finding for finding in everything if finding.id not in known),
        tuple(acceptance for acceptance in known.values() if acceptance.id not in met),
    )
