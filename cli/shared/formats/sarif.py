"""Convert diagnostics to SARIF 2.1.0, the format of findings that code hosts import."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from ....dsl.source.diagnostics import CODES, Diagnostic
from ....dsl.source.fixes import Fix
from ....dsl.source.span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_log(diagnostics: Iterable[Diagnostic]) -> dict[str, object]:
    """Return a SARIF log with one run. A finding's fingerprint is its code, clause and message, not its line."""
    results = [_result(diagnostic) for diagnostic in diagnostics]
    rules = [{"id": code, "shortDescription": {"text": text}} for code, text in sorted(CODES.items())]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": {"name": "rulewright", "rules": rules}}, "results": results,
                  "columnKind": "unicodeCodePoints"}],
    }


def reference(path: str) -> str:
    """Return a path as a URI reference, with blanks and letters of other alphabets escaped."""
    return quote(path.replace("\\", "/"))


def _result(diagnostic: Diagnostic) -> dict[str, object]:
    location: dict[str, object] = {"physicalLocation": _place(diagnostic.span)}
    if diagnostic.clause is not None:
        location["logicalLocations"] = [{"name": diagnostic.clause, "kind": "clause"}]
    text = diagnostic.message if diagnostic.help is None else f"{diagnostic.message} (help: {diagnostic.help})"
    result: dict[str, object] = {
        "ruleId": diagnostic.code, "level": diagnostic.level, "message": {"text": text}, "locations": [location],
        "partialFingerprints": {"clauseAndMessage/v1": f"{diagnostic.code}/{diagnostic.clause or ''}/{diagnostic.message}"},
    }
    if diagnostic.related:
        result["relatedLocations"] = [{"id": number, "message": {"text": message}, "physicalLocation": _place(span)}
                                      for number, (message, span) in enumerate(diagnostic.related, 1)]
    if diagnostic.fixes:
        result["fixes"] = [_fix(fix) for fix in diagnostic.fixes]
    return result


def _fix(fix: Fix) -> dict[str, object]:
    place = _place(fix.span)
    replaced = {"deletedRegion": place["region"], "insertedContent": {"text": fix.text}}
    return {"description": {"text": fix.title},
            "artifactChanges": [{"artifactLocation": place["artifactLocation"], "replacements": [replaced]}]}


def _place(span: Span) -> dict[str, object]:
    return {
        "artifactLocation": {"uri": reference(span.source.name)},
        "region": {"startLine": span.line, "startColumn": span.column, "endLine": span.end_line, "endColumn": span.end_column},
    }
