"""A fault in generated Python to the clauses whose functions were being called."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FrameType

from ....dsl import ir
from ...runtime.faults import Fault
from .values import naming


def applied(program: ir.Program, functions: Callable[[FrameType, int], tuple[str, ...]], fault: Fault) -> tuple[str, ...]:
    """The clauses of the functions in the fault's traceback, the innermost last; `functions` are those at a line of a frame."""
    clauses = dict(_functions(program))
    out: list[str] = []
    trace = fault.__traceback__
    while trace is not None:
        out += (clauses[name] for name in functions(trace.tb_frame, trace.tb_lineno) if name in clauses)
        trace = trace.tb_next
    return tuple(out)


def _functions(program: ir.Program) -> Iterator[tuple[str, str]]:
    """The generated functions that stand for a clause, each with its clause."""
    yield from ((naming.rule(i), procedure.name) for i, procedure in enumerate(program.procedures))
    yield from ((naming.function(function.name), function.name) for function in program.functions)
    for i, end in enumerate(program.ends):
        yield naming.end(i), end.id
        yield naming.end_value(i), end.id
    yield from ((naming.invariant(i), id) for i, (id, _) in enumerate(program.invariants))
    yield from ((naming.step_invariant(i), id) for i, (id, _) in enumerate(program.step_invariants))
    for block in program.blocks:
        yield naming.block(block.id), block.clause
        if isinstance(block.end, ir.ChooseMove):
            for i, move in enumerate(block.end.moves):
                yield naming.legal(block.id, i), move.id
                yield naming.refused(block.id, i), move.id
        elif isinstance(block.end, ir.RollValue):
            yield naming.legal(block.id), block.end.clause
            yield naming.weight(block.id), block.end.clause
