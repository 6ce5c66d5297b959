"""A step -> stack frames, scopes, variables, and the values of expressions in the game's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from ...dsl.source.diagnostics import RulebookError
from ...dsl.source.span import Source, Span
from ...interpreter.game.rules import State
from ...interpreter.runtime.cells import write_cell
from ...interpreter.runtime.faults import RulebookFault
from ...interpreter.tracing.lines import PlayedMove
from ...interpreter.tracing.tape import Tape, TapeStep
from ..tracing.lines import lines_of_step
from .course import TracedGame
from .stops import real

Record = dict[str, Any]
# The groups of variables: for each frame its names, then what the step did, then the fields.
NAMES, STEP, FIELDS = 0, 1, 2
GROUPS = 3
# Not behind a dot: there a name is that of a part.
_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")


def frames(course: TracedGame) -> list[Record]:
    """Return the stack, innermost first: the step, those that carry out the rules around it, and the line of the game."""
    move, tape, step = course.shown
    steps = [step, *(tape.steps[number] for number in reversed(step.callers))]
    out = [_frame(number, step.clause, step.span) for number, step in enumerate(steps)]
    out += [_frame(number, rule, course.rules.clauses[rule].span)
            for number, rule in enumerate(_rules_around(course, steps[-1]), len(out))]
    out.append({"id": len(out), "name": _title(move, tape), "line": move.line, "column": 1,
                "source": source(move.file)})
    return out


def _rules_around(course: TracedGame, outermost: TapeStep) -> list[str]:
    """Return the rules that were being carried out before the move and have a frame, the innermost first."""
    rules = [rule for rule in reversed(course.shown[1].around) if rule in course.rules.clauses]
    # The rule in which the move itself happens has a frame already.
    return rules[1:] if rules and rules[0] == outermost.clause else rules


def _frame(number: int, name: str, span: Span) -> Record:
    # An editor selects the range of a frame and moves to its end: of a block, only the head is shown.
    end = span.end_column if span.end_line == span.line else len(span.source.line(span.line)) + 1
    return {"id": number, "name": name, "source": source(span.source.name), "line": span.line, "column": span.column,
            "endLine": span.line, "endColumn": end}


def source(file: str) -> Record:
    """Return a file as the protocol has it."""
    path = real(file)
    return {"name": path.rpartition("/")[2], "path": path}


def scopes(frame: int) -> list[Record]:
    """Return the groups of variables of a frame; what the step did and the fields are the same for all frames."""
    names = ("Names", "This step", "Fields")
    return [{"name": name, "variablesReference": reference(frame, group), "expensive": False}
            for group, name in enumerate(names)]


def reference(frame: int, group: int) -> int:
    """Return the number of a group of variables; 0 stands for none."""
    return frame * GROUPS + group + 1


def variables(course: TracedGame, number: int) -> list[Record]:
    """Return the variables of a group, by its number."""
    frame, group = divmod(number - 1, GROUPS)
    if group == NAMES:
        return [_variable(name, value) for name, value in names_of(course, frame)]
    if group == STEP:
        return [{"name": str(place), "value": line, "variablesReference": 0}
                for place, line in enumerate(lines_of_step(course.shown[2]), 1)]
    return [_variable(name, value) for name, value in fields(course)]


def names_of(course: TracedGame, frame: int) -> tuple[tuple[str, str], ...]:
    """Return the names that the statement of a frame may read; of a rule around the move, what it was given."""
    _, tape, step = course.shown
    steps = [step, *(tape.steps[number] for number in reversed(step.callers))]
    if frame < len(steps):
        return steps[frame].values
    rules = _rules_around(course, steps[-1])
    number = frame - len(steps)
    return course.tracer.arguments_of(rules[number], tape.before) if number < len(rules) else ()


def fields(course: TracedGame) -> Iterator[tuple[str, str]]:
    """Yield the fields after the step, by name."""
    rules, slots = course.rules, course.shown[2].slots
    for name, cell in rules.cells.existing(State(rules, slots)).items():
        yield name, write_cell(slots, cell, rules.seats)


def _variable(name: str, value: str) -> Record:
    return {"name": name, "value": value, "evaluateName": name, "variablesReference": 0}


def evaluated(course: TracedGame, text: str, frame: int) -> str | None:
    """Return the value of a name, a field, or an expression of the rulebook after the step; None where it has none.

    An expression may speak of the names of the frame: their values are put in their places, as in `Anna.hand` for `p.hand`.
    """
    names = dict(names_of(course, frame))
    if text.strip() in names:
        return names[text.strip()]
    filled = _filled(text, names).strip()
    cells = dict(fields(course))
    return cells[filled] if filled in cells else _parts(cells, filled) or _computed(course, filled)


def _filled(text: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda hit: names.get(hit[0], hit[0]), text)


def _parts(cells: Mapping[str, str], text: str) -> str:
    """Return the values of a field that has several, or of all fields of a piece, space or player; none for other texts."""
    parts = {name.removeprefix(text): value for name, value in cells.items() if name.startswith((f"{text}[", f"{text}."))}
    return ", ".join(f"{name.lstrip('.')}: {value}" for name, value in parts.items())


def _computed(course: TracedGame, text: str) -> str | None:
    """Return the value of a condition or of another expression after the step."""
    # The text does not tell which it is. What is no condition is compared to itself, for the value of the left side.
    state, itself = State(course.rules, course.shown[2].slots), f"({text}) = ({text})"
    try:
        with suppress(RulebookError):
            return "yes" if course.rules.expressions.condition(text, Source("expression", text))(state) else "no"
        with suppress(RulebookError):
            return course.rules.expressions.condition(itself, Source("expression", itself)).parts(state)[0].actual
    except RulebookFault as fault:
        return f"rulebook fault: {fault.message}"
    return None


def summary(move: PlayedMove, tape: Tape) -> str:
    """Return a move in one line, with how it ended if it did."""
    why = "; ".join(f"{refusal.message} [{refusal.clause}]" for refusal in tape.refusals)
    rest = f": refused, {why}" if why else f": rulebook fault, {tape.fault}" if tape.fault else ""
    over = f"; the game is over [{tape.ended}]" if tape.ended else ""
    return f"{move.line}: {_title(move, tape)}{rest}{over}"


def _title(move: PlayedMove, tape: Tape) -> str:
    title = tape.notation if move.choice is None else f"{tape.seat or 'chance'}: {tape.notation}"
    return f"refuse {title}" if move.expects_refusal else title
