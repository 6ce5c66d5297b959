"""Diagnostics and failures of playthroughs -> diagnostics as the protocol has them."""

from __future__ import annotations

from lsprotocol import types as lsp

from ....dsl.source.diagnostics import Diagnostic
from ....dsl.source.span import Source, Span
from ....interpreter.playthroughs.running.results import Failure
from .documents import Documents
from .features import EditorFeatures

# The advice where an editor plays no further.
TEST_PLAYS_ALL = "`rulewright test` plays all lines"


def diagnostic_of(problem: Diagnostic, documents: Documents, features: EditorFeatures) -> lsp.Diagnostic:
    """Convert a diagnostic, with its help, and the lines of its notes for an editor that does not show notes itself."""
    source = problem.span.source
    notes = [] if features.shows_notes else [
        f"note: {text}: {'line ' if span.source == source else f'{span.source.name}:'}{span.line}"
        for text, span in problem.related]
    message = "\n".join((problem.message, *([] if problem.help is None else [f"help: {problem.help}"]), *notes))
    related = [lsp.DiagnosticRelatedInformation(documents.location(span), text) for text, span in problem.related]
    severity = lsp.DiagnosticSeverity.Error if problem.level == "error" else lsp.DiagnosticSeverity.Warning
    return lsp.Diagnostic(documents.range(problem.span), message, severity, code=problem.code, source="rulewright",
                          related_information=related)


def failure_of(uri: str, failure: Failure, documents: Documents) -> lsp.Diagnostic:
    """Convert a failure of a playthrough."""
    lines = documents.text(uri).split("\n")
    line = lines[failure.line - 1] if failure.line <= len(lines) else ""
    span = Span(Source(str(documents.path(uri)), "\n".join(lines)), failure.line, len(line) - len(line.lstrip()) + 1,
                failure.line, len(line) + 1)
    if failure.kind == "limit":
        message = f"{failure.message}; {TEST_PLAYS_ALL}"
        return lsp.Diagnostic(documents.range(span), message, lsp.DiagnosticSeverity.Information, source="rulewright")
    message = f"{failure.message}\nexpected: {failure.expected}\nactual: {failure.actual}"
    return lsp.Diagnostic(documents.range(span), message, lsp.DiagnosticSeverity.Error, source="rulewright")
