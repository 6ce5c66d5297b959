"""Findings on documents as SARIF 2.1.0."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ...translation.decisions.findings import RULES, Finding
from ..shared.sarif import SCHEMA, reference


def sarif_of(found: Iterable[Finding], document: Path, accepted: Iterable[tuple[Finding, str]] = (),
             cautions: Iterable[str] = ()) -> dict[str, object]:
    """A SARIF log with one run. A finding's fingerprint is its id, which does not depend on its line.

    Accepted findings, each with its reason, are suppressed results; `cautions` are what has to be known of the whole run.
    """
    results = [_result(one, document) for one in found]
    results += [{**_result(one, document), "suppressions": [{"kind": "external", "justification": why}]}
                for one, why in accepted]
    said = [{"level": "warning", "message": {"text": one}} for one in cautions]
    rules = [{"id": rule, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}}
             for rule, (level, text) in sorted(RULES.items())]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": {"name": "rulewright", "rules": rules}}, "columnKind": "unicodeCodePoints",
                  "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": said}],
                  "results": results}],
    }


def _result(one: Finding, document: Path) -> dict[str, object]:
    physical: dict[str, object] = {"artifactLocation": {"uri": reference(document.as_posix())}}
    if one.line is not None:
        physical["region"] = {"startLine": one.line}
    location: dict[str, object] = {"physicalLocation": physical}
    if one.clause is not None:
        location["logicalLocations"] = [{"name": one.clause, "kind": "clause"}]
    return {"ruleId": one.rule, "level": one.level, "message": {"text": one.message}, "locations": [location],
            "partialFingerprints": {"finding/v1": one.id}}
