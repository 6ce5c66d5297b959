"""A move that is not made yet -> lines for a player at the table, as far as they may know it."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...dsl import ir
from ...interpreter.game.state import State
from ...interpreter.runtime.faults import IllegalChoice
from ...interpreter.tracing.tracer import Tracer
from .lines import lines_of

KEPT_BACK = ("what the move does is not shown before it is made, because this game hides values; "
             "`rulewright trace` shows it later")


def traced(state: State, text: str) -> Iterator[str]:
    """Yield the steps of a move; in a game that hides values only the requirements, on which the rules let nothing depend."""
    rules = state.rules
    try:
        tape = Tracer(rules).trace(state, text)
    except IllegalChoice as error:
        yield f"`{text}` is refused: {error.message}  [{error.clause}]"
        return
    if not hides(rules.program):
        yield from lines_of(tape)
        return
    only = evolve(tape.steps[0], changes=(), events=(), computed=(),
                  tests=tuple(test for test in tape.steps[0].tests if test.kind in ("requirement", "exception")))
    yield from lines_of(evolve(tape, steps=(only,), ended=None, fault=None, cut=False))
    if not tape.refusals:
        yield KEPT_BACK


def hides(program: ir.Program) -> bool:
    """Return whether any value of a game, or any decision in it, is hidden from some player."""
    ends = (block.end for block in program.blocks)
    return any(field.seen_by is not None for field in program.fields) or any(
        isinstance(end, ir.ChooseMove | ir.RollValue) and (
            end.audience is not None or (isinstance(end, ir.ChooseMove) and end.secret is not None)) for end in ends)
