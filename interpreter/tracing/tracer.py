"""A position and a move -> the tape of what the move does, in the rulebook's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from attrs import evolve

from ...dsl import ir
from ...dsl.source.clauses import ClauseKind
from ...dsl.source.span import Span
from ...dsl.types.types import Type
from ..backends.backend import BLOCK, ENDED, Vector
from ..game.call_stack import rules_around
from ..game.rules import Rules, State
from ..game.table.values import Choice, Refusal
from ..game.viewing.trace import event_in_words
from ..machine.machine import DecisionPoint, Machine
from ..runtime.cells import Cell, write, write_cell
from ..runtime.faults import IllegalChoice, RulebookFault
from ..runtime.move_codes import decode, word_of
from .recorder import RawStep, Recorder
from .tape import Tape, TapeStep, TapeTest, TestKind, TracedChange

BEGINNING = "the game begins"
# The clauses whose statements are those of the rule that they stand in.
PARTS: frozenset[ClauseKind] = frozenset(("choice", "move", "requirement", "exception"))


class Tracer:
    """Carries out moves on a machine that traces; the positions are those of the rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.program: ir.Program = rules.compilation.traced
        assert self.program.start == rules.program.start, "marks change neither slots nor blocks"
        assert len(self.program.blocks) == len(rules.program.blocks), "marks change neither slots nor blocks"
        self.recorder = Recorder(lambda site: self.program.sites[site].clause, lambda end: self.program.ends[end].id)

    @cached_property
    def machine(self) -> Machine:
        """The machine that traces."""
        return self.rules.machines.tracing(self.recorder)

    @cached_property
    def names(self) -> Mapping[int, tuple[tuple[str, Type], ...]]:
        """For the place of each statement the names that it may read, with their types."""
        return {site: tuple((name, type_) for name, type_, _ in node.names) for site, node in self._reached.items()}

    @cached_property
    def _reached(self) -> Mapping[int, ir.Reach]:
        """The marks of statements, by their places."""
        return {node.site: node for part in (self.program.blocks, self.program.procedures) for node in ir.inside(part)
                if isinstance(node, ir.Reach)}

    @cached_property
    def cell_at(self) -> Mapping[int, Cell]:
        """For each slot of a field its cell."""
        cells = sorted((cell for cell in self.rules.cells.values() if not cell.local), key=lambda cell: cell.base)
        ends = [cell.base for cell in cells[1:]] + [self.machine.first_local]
        return {slot: cell for cell, end in zip(cells, ends, strict=True) for slot in range(cell.base, end)}

    # -- tapes -----------------------------------------------------------------------------------

    def beginning(self) -> Tape:
        """Return the tape of what comes before the first choice or roll."""
        s = list(self.program.start)
        before = tuple(s)
        self.machine.notes.forget()
        self.recorder.begin("begin", "play", s, self.machine.notes.events)
        self.machine.counter.begin()
        fault = self._carried_out(lambda: self.machine.run(s, self.program.entry))
        return self._tape(None, BEGINNING, (), before, s, fault)

    def trace(self, state: State, choice: Choice | str) -> Tape:
        """Return the tape of a move or roll in a position, which stays as it is.

        A move that the rules refuse is not carried out. Raises IllegalChoice for what is no move here.
        """
        rules, point = self.rules, self.machine.points[state.slots[BLOCK]]
        code = choice.code if isinstance(choice, Choice) else rules.notations.code_of(state, choice)
        refusals = rules.explainer.explain(state, choice) or ()
        if state.is_over or point is None or code is None:
            first = next(iter(refusals))
            raise IllegalChoice(first.clause, first.message, None)
        s = list(state.slots)
        seat = None if point.player is None else rules.seats[point.player(s)]
        kind = point.kind_of(code)
        notation = kind.written(s, code - kind.first) if not refusals or not isinstance(choice, str) else choice
        around = tuple(reversed(rules_around(state)))
        self.machine.notes.forget()
        looked = self._looked(point, s, code)
        self.recorder.begin("move" if point.player else "roll", kind.id, s, self.machine.notes.events)
        self.recorder.steps[0].tests += looked
        fault = None if refusals else self._carried_out(lambda: self.machine.apply(s, point, code))
        tape = self._tape(seat, notation, around, state.slots, s, fault)
        messages = {refusal.clause: refusal.message for refusal in refusals}
        tests = tuple(evolve(test, says=messages.get(test.clause, test.says)) for test in tape.steps[0].tests)
        values = (*self.arguments_of(around[-1], state.slots), *self._looped(state.slots),
                  *self._chosen(state.slots[BLOCK], kind.first, code))
        return evolve(tape, steps=(evolve(tape.steps[0], tests=tests, values=values), *tape.steps[1:]), refusals=refusals)

    def not_carried_out(self, state: State, seat: str | None, notation: str, why: tuple[Refusal, ...] | RulebookFault) -> Tape:
        """Return the tape of what no rule tries to carry out: one step, at the clause that refuses it, or at the fault."""
        around = tuple(reversed(rules_around(state)))
        values = self.arguments_of(around[-1], state.slots) if around else ()
        if isinstance(why, RulebookFault):
            step = TapeStep("move", why.clauses[-1], why.span, (), values, (), (), (), (), state.slots)
            return Tape(seat, notation, around, state.slots, (step,), fault=_message_of(why))
        clause = why[0].clause
        step = TapeStep("move", clause, self.rules.clauses[clause].span, (), values, (), (), (), (), state.slots)
        return Tape(seat, notation, around, state.slots, (step,), why)

    def arguments_of(self, rule: str, slots: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
        """Return the values that a rule was given, by the names that it has for them."""
        routine = next((procedure for procedure in self.program.suspending if procedure.name == rule), None)
        params = () if routine is None else routine.params
        return tuple((name, write(type_, slots[slot], self.rules.seats)) for name, slot, type_ in params)

    def _looped(self, slots: tuple[int, ...]) -> Iterator[tuple[str, str]]:
        """Yield the values of the loops around a choice or roll, by their names."""
        for frame in (self.program.loops[number] for number in self.program.blocks[slots[BLOCK]].loops):
            if frame.name and frame.type is not None and frame.value >= 0:
                yield frame.name, write(frame.type, slots[frame.value], self.rules.seats)

    def _chosen(self, block: int, first: int, code: int) -> Iterator[tuple[str, str]]:
        """Yield the open values of a move or roll, by their names."""
        end = self.program.blocks[block].end
        bounds: tuple[ir.Bound, ...] = ()
        if isinstance(end, ir.RollValue):
            bounds = (end.bound,)
        elif isinstance(end, ir.ChooseMove):
            bounds = next(move.bound for move in end.moves if move.first == first)
        for bound, value in zip(bounds, decode(bounds, code - first), strict=True):
            yield word_of(bound), write(bound.type, value, self.rules.seats)

    def _carried_out(self, run: Callable[[], None]) -> str | None:
        """Carry out a part of a game; return the fault that it leads to."""
        try:
            run()
        except RulebookFault as fault:
            return _message_of(fault)
        return None

    def _looked(self, point: DecisionPoint, s: Vector, code: int) -> list[tuple[TestKind, str, int, bool]]:
        """Return the requirements and exceptions that are looked at; none for open values that are out of their domains."""
        kind = point.kind_of(code)
        # Requirements may speak of the open values. Where one is out of its domain, they make no sense and may raise a fault.
        if kind.looked is None or (kind.refused is not None and any(place < 0 for place in kind.refused(s, code - kind.first))):
            return []
        return [("exception" if level else "requirement", id, level, holds)
                for id, level, holds in kind.looked(s, code - kind.first)]

    def _tape(self, seat: str | None, notation: str, around: tuple[str, ...], before: tuple[int, ...], s: Vector,
              fault: str | None) -> Tape:
        raw = self.recorder.finish(s)
        assigned = self._assigned(raw)
        steps = tuple(evolve(self._step(step), assigned=tuple(assigned.get(number, ()))) for number, step in enumerate(raw))
        ended = self.program.ends[s[ENDED] - 1].id if s[ENDED] else None
        return Tape(seat, notation, around, before, steps, fault=fault, ended=ended, cut=self.recorder.cut)

    def _assigned(self, steps: list[RawStep]) -> Mapping[int, list[TracedChange]]:
        """Return for the numbers of statements the names that they changed: the next statement of the rule has other values.

        A rule that is carried out again has other callers; one that begins declares its names before it reads them. When a
        rule that asked for the move ends, the rule around it goes on, and has no caller on the tape either.
        """
        changes: dict[int, list[TracedChange]] = {}
        last: dict[tuple[tuple[int, ...], str], int] = {}
        for number, step in enumerate(steps):
            if step.site is None:
                continue
            carried_out = step.callers, self._rule_of(step.clause)
            earlier = last.get(carried_out)
            last[carried_out] = number
            then = {} if earlier is None else dict(self._variables(steps[earlier]))
            for name, (type_, value) in self._variables(step):
                if earlier is not None and name in then and then[name][1] != value:
                    before, after = (write(type_, assigned, self.rules.seats) for assigned in (then[name][1], value))
                    changes.setdefault(earlier, []).append(TracedChange(name, before, after))
        return changes

    def _rule_of(self, clause: str) -> str:
        """Return the rule in which a clause stands; the clause itself where it is no part of another."""
        known = self.rules.clauses.get(clause)
        if known is None or known.parent is None or known.kind not in PARTS:
            return clause
        return self._rule_of(known.parent)

    def _variables(self, step: RawStep) -> Iterator[tuple[str, tuple[Type, int]]]:
        """Yield the names at a statement that statements can change, with their types and values."""
        assert step.site is not None, "a statement has a place"
        for (name, type_), value in zip(self.names[step.site], step.values, strict=True):
            if name in self._reached[step.site].variables:
                yield name, (type_, value)

    # -- words -----------------------------------------------------------------------------------

    def _step(self, raw: RawStep) -> TapeStep:
        names = () if raw.site is None else self.names[raw.site]
        seats = self.rules.seats
        values = tuple((name, write(type_, value, seats)) for (name, type_), value in zip(names, raw.values, strict=True))
        events = tuple(str(event_in_words(self.program, seats, number, event)) for number, event in raw.events)
        tests = tuple(TapeTest(kind, clause, holds, level, self._statement(clause)) for kind, clause, level, holds in raw.tests)
        return TapeStep(raw.kind, raw.clause, self._span(raw), raw.callers, values, tests, tuple(raw.computed),
                        tuple(self._changes(raw)), events, raw.slots)

    def _span(self, raw: RawStep) -> Span:
        """Return the place of a step: of a clause its id."""
        if raw.site is not None:
            return self.program.sites[raw.site].span
        return self.rules.clauses[raw.clause].span

    def _statement(self, clause: str) -> str:
        known = self.rules.clauses.get(clause)
        return "" if known is None else known.statement

    def _changes(self, raw: RawStep) -> Iterator[TracedChange]:
        """Yield the cells of fields that a step changed; `slots` is the position after it."""
        # The position before is worked out from the changes: a tape keeps one position for each step, and not two.
        before = list(raw.slots)
        for slot, (value, _) in raw.changed.items():
            before[slot] = value
        cells = {cell.name: cell for slot in sorted(raw.changed) if (cell := self.cell_at.get(slot)) is not None}
        for name, cell in cells.items():
            then, current = (write_cell(slots, cell, self.rules.seats) for slots in (before, raw.slots))
            if then != current:
                yield TracedChange(name, then, current)


def _message_of(fault: RulebookFault) -> str:
    return f"{fault.message} ({fault.span})"
