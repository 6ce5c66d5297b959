"""A tape -> a record of JSON; values are as in all JSON that commands print."""

from __future__ import annotations

from ...interpreter.tracing.tape import Tape, TapeStep
from ..shared.formats.json_values import json_value
from .lines import statement_of


def record_of(tape: Tape, file: str | None, line: int | None) -> dict[str, object]:
    """Return a move with its steps; `file` and `line` are the place in a playthrough that makes it."""
    return {
        "file": file, "line": line, "by": tape.seat, "choice": tape.notation, "rules": list(tape.around),
        "steps": [_step(step) for step in tape.steps],
        "refused": [{"clause": refusal.clause, "message": refusal.message} for refusal in tape.refusals],
        "fault": tape.fault, "end": tape.ended, "cut": tape.cut,
    }


def _step(step: TapeStep) -> dict[str, object]:
    return {
        "kind": step.kind, "clause": step.clause, "file": step.span.source.name, "line": step.span.line,
        "text": statement_of(step.span), "callers": list(step.callers),
        "values": {name: json_value(value) for name, value in step.values},
        "tests": [{"kind": test.kind, "clause": test.clause, "level": test.level, "holds": test.holds, "says": test.says}
                  for test in step.tests],
        "computed": list(step.computed),
        "changes": [{"value": change.cell, "before": json_value(change.before), "after": json_value(change.after)}
                    for change in (*step.assigned, *step.changes)],
        "events": list(step.events),
    }
