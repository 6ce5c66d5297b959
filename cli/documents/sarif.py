"""Findings on documents as SARIF 2.1.0."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from ...translation.decisions.findings import RULES, Finding
from ...translation.document.positions import TextPosition
from ..shared.formats.sarif import SCHEMA, reference

PlaceOf = Callable[[Finding], TextPosition | None]


def _line(finding: Finding) -> TextPosition | None:
    return None if finding.line is None else TextPosition(finding.line, 1)


def sarif_of(findings: Iterable[Finding], document: Path, accepted: Iterable[tuple[Finding, str]] = (),
             cautions: Iterable[str] = (), place_of: PlaceOf = _line) -> dict[str, object]:
    """A SARIF log with one run. A finding's fingerprint is its id, which does not depend on its line.

    `place_of` says where each finding is shown.
    Accepted findings, each with its reason, are suppressed results; `cautions` are warnings about the whole run.
    """
    results = [_result(finding, document, place_of(finding)) for finding in findings]
    results += [{**_result(finding, document, place_of(finding)), "suppressions": [{"kind": "external", "justification": why}]}
                for finding, why in accepted]
    notifications = [{"level": "warning", "message": {"text": caution}} for caution in cautions]
    rules = [{"id": rule, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}}
             for rule, (level, text) in sorted(RULES.items())]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": {"name": "rulewright", "rules": rules}}, "columnKind": "unicodeCodePoints",
                  "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notifications}],
                  "results": results}],
    }


def _result(finding: Finding, document: Path, place: TextPosition | None) -> dict[str, object]:
    physical: dict[str, object] = {"artifactLocation": {"uri": reference(document.as_posix())}}
    if place is not None:
        physical["region"] = {"startLine": place.line, "startColumn": place.column}
    location: dict[str, object] = {"physicalLocation": physical}
    if finding.clause is not None:
        location["logicalLocations"] = [{"name": finding.clause, "kind": "clause"}]
    return {"ruleId": finding.rule, "level": finding.level, "message": {"text": finding.message}, "locations": [location],
            "partialFingerprints": {"finding/v1": finding.id}}
