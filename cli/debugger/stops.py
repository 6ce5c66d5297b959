"""Breakpoints on clauses, and on lines of rulebooks and playthroughs -> the steps at which they stop."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property

from attrs import define, field

from ...dsl import ir
from ...dsl.source.span import Span
from ...interpreter.tracing.lines import PlayedMove
from ...interpreter.tracing.tape import TapeStep
from ...interpreter.tracing.tracer import Tracer

Line = tuple[str, int]


@define(eq=False, slots=False)
class Stops:
    """The breakpoints of a session, by file and by clause."""

    tracer: Tracer
    moves: tuple[PlayedMove, ...]
    lines: dict[str, frozenset[int]] = field(factory=dict)
    clauses: frozenset[str] = frozenset()

    @cached_property
    def known(self) -> frozenset[Line]:
        """The lines at which play can stop: those of statements, clauses and moves."""
        program = self.tracer.program
        statements = (program.sites[node.site].span for part in (program.blocks, program.procedures)
                      for node in ir.inside(part) if isinstance(node, ir.Reach))
        spans = (*statements, *(clause.span for clause in self.tracer.rules.clauses.values()))
        return frozenset((*map(line_of, spans), *((real(move.file), move.line) for move in self.moves)))

    def set_lines(self, file: str, lines: Iterable[int]) -> Iterator[int | None]:
        """Put breakpoints on lines of a file, in place of others; yield for each the line where it stops (None: nowhere).

        A line at which play cannot stop stands for the next of the file at which it can.
        """
        name, new_lines = real(file), tuple(lines)
        stoppable = sorted(line for known, line in self.known if known == name)
        stops = [next((line for line in stoppable if line >= want), None) for want in new_lines]
        self.lines[name] = frozenset(line for line in stops if line is not None)
        yield from stops

    def set_clauses(self, names: Iterable[str]) -> Iterator[bool]:
        """Put breakpoints on clauses, in place of others; yield for each whether there is such a clause."""
        clauses = tuple(names)
        self.clauses = frozenset(clauses)
        yield from (name in self.tracer.rules.clauses for name in clauses)

    def stops(self, move: PlayedMove, number: int, step: TapeStep) -> bool:
        """Return whether a breakpoint stands at a step, the `number`-th of its move."""
        name, line = line_of(step.span)
        if line in self.lines.get(name, ()):
            return True
        if number == 0 and move.line in self.lines.get(real(move.file), ()):
            return True
        looked = {test.clause for test in step.tests} | set(step.computed)
        return bool(self.clauses & (looked | ({step.clause} if step.kind != "statement" else set())))


def line_of(span: Span) -> Line:
    """Return the file and line of a span."""
    return real(span.source.name), span.line


def real(file: str) -> str:
    """Return the form of a path that is compared with others."""
    return os.path.realpath(file)
