"""A tape -> lines of text: each clause and statement with its line, what it looked at, and what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ...dsl.source.span import Span, code_of
from ...interpreter.tracing.tape import Tape, TapeStep, TapeTest
from ..shared.files.places import from_here

# The words before a condition that was looked at, by its kind.
ASKED = {"requirement": "require", "exception": "exception", "end": "end", "condition": "must"}


def lines_of(tape: Tape) -> Iterator[str]:
    """Yield a move: who decides and how it is written, and below it its steps."""
    yield f"{tape.seat or 'chance'}: {tape.notation}" if tape.steps[0].kind != "begin" else tape.notation
    for step in tape.steps:
        yield from _step(step)
    for refusal in tape.refusals:
        yield f"  refused: {refusal.message}  [{refusal.clause}]"
    if tape.cut:
        yield f"  ... the move has more steps than the {len(tape.steps)} that are shown"
    if tape.fault is not None:
        yield f"  rulebook fault: {tape.fault}"
    if tape.ended is not None:
        yield f"  the game is over  [{tape.ended}]"


def _step(step: TapeStep) -> Iterator[str]:
    # A rule that another one calls stands below it, deeper by one.
    pad = "  " * (1 + len(step.callers))
    where = place_of(step.span)
    if step.kind == "statement":
        known = f"   ({', '.join(f'{name} = {value}' for name, value in step.values)})" if step.values else ""
        yield f"{pad}  {where}  {statement_of(step.span)}{known}"
        pad += "  "
    else:
        yield f"{pad}{where}  {step.clause}"
    yield from (f"{pad}  {line}" for line in lines_of_step(step))


def lines_of_step(step: TapeStep) -> Iterator[str]:
    """Yield the conditions, functions, changes and events of a step."""
    yield from map(_test, step.tests)
    if step.computed:
        yield f"works out {', '.join(step.computed)}"
    yield from (f"{change.cell}: {change.before} -> {change.after}" for change in (*step.assigned, *step.changes))
    yield from (f"event {event}" for event in step.events)


def _test(test: TapeTest) -> str:
    # A requirement says what is wrong where it fails; other clauses say what is so where they apply.
    has_text = test.says and test.kind != "condition" and (test.kind == "requirement") != test.holds
    says = f"  {test.says}" if has_text else ""
    return f"{'  ' * test.level}{ASKED[test.kind]} {test.clause}: {'yes' if test.holds else 'no'}{says}"


def statement_of(span: Span) -> str:
    """Return the first line of a statement as the rulebook has it, without its comment."""
    return code_of(span.source.line(span.line)).strip()


def place_of(span: Span) -> str:
    """Return the file and line of a step."""
    return f"{Path(span.source.name).name}:{span.line}"


def heading(file: str, line: int) -> str:
    """Return the line of a playthrough that makes a move, for above it."""
    return f"{from_here(Path(file))}:{line}"


def paragraphs(moves: Iterable[tuple[str, Tape]]) -> Iterator[str]:
    """Yield the lines of several moves, each below its heading and above an empty line."""
    for above, tape in moves:
        if above:
            yield above
        yield from lines_of(tape)
        yield ""
