"""Diagnostics as SARIF 2.1.0, the format in which code hosts take the findings of a checker."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from ...dsl.source.diagnostics import CODES, Diagnostic
from ...dsl.source.span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_log(found: Iterable[Diagnostic]) -> dict[str, object]:
    """A SARIF log with one run. A finding's fingerprint is its code, clause and message, not its line."""
    results = [_result(one) for one in found]
    rules = [{"id": code, "shortDescription": {"text": text}} for code, text in sorted(CODES.items())]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": {"name": "rulewright", "rules": rules}}, "results": results,
                  "columnKind": "unicodeCodePoints"}],
    }


def reference(path: str) -> str:
    """A path as a reference, in which blanks and letters of other alphabets are escaped."""
    return quote(path.replace("\\", "/"))


def _result(one: Diagnostic) -> dict[str, object]:
    location: dict[str, object] = {"physicalLocation": _place(one.span)}
    if one.clause is not None:
        location["logicalLocations"] = [{"name": one.clause, "kind": "clause"}]
    text = one.message if one.help is None else f"{one.message} (help: {one.help})"
    result: dict[str, object] = {
        "ruleId": one.code, "level": one.level, "message": {"text": text}, "locations": [location],
        "partialFingerprints": {"clauseAndMessage/v1": f"{one.code}/{one.clause or ''}/{one.message}"},
    }
    if one.related:
        result["relatedLocations"] = [{"id": number, "message": {"text": message}, "physicalLocation": _place(span)}
                                      for number, (message, span) in enumerate(one.related, 1)]
    return result


def _place(span: Span) -> dict[str, object]:
    return {
        "artifactLocation": {"uri": reference(span.source.name)},
        "region": {"startLine": span.line, "startColumn": span.column, "endLine": span.end_line, "endColumn": span.end_column},
    }
