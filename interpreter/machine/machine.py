"""The machine: compiled rules as Python functions, and the loop that runs them.

It works on plain lists of whole numbers and changes them in place; `game.Game` is its safe face.
A *point* is a block in which the machine waits: for a choice, or for chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from types import TracebackType
from typing import Any

from ...dsl import ir
from ...dsl.source.clauses import Clause
from ..backends.backend import (
    BLOCK,
    ENDED,
    MAX_BLOCKS,
    GeneratedProgram,
    Notes,
    Vector,
    Watch,
    phases,
)
from ..canonical.effects import first_local_of
from ..runtime.faults import Fault, GameOver, RulebookFault, TooLong
from .fault_location import fault_at, fault_of_clause, message_of, written_alike
from .point_building import PointBuilder
from .points import DecisionPoint as DecisionPoint
from .points import MoveKind as MoveKind
from .rounds import FEW_BLOCKS, CycleSearch


class Machine:
    """The functions of one program at one table. With `record`, clauses applied, events, and values shown are noted.

    A `watch` hears of all that is carried out, in order.
    """

    def __init__(self, generated: GeneratedProgram, seats: list[str], record: bool = False,
                 watch: Watch | None = None) -> None:
        self.program, self.record = generated.program, record
        self.phases = phases(self.program)
        self.notes = Notes([0] * len(self.phases), watch=watch)
        self.functions = generated.backend(seats, self.notes, record)
        self.counter = self.functions.counter
        builder = PointBuilder(self.program, self.functions, self.fault)
        self.points: list[DecisionPoint | None] = [builder.point(block) for block in self.program.blocks]
        self.first_local = first_local_of(self.program)
        # What a game begins with, and how often it entered phases until then.
        self._begun: tuple[tuple[int, ...], list[tuple[int, int]]] | None = None

    @cached_property
    def by_id(self) -> Mapping[str, Clause]:
        """The clauses of the program by id."""
        return {clause.id: clause for clause in self.program.clauses}

    def value(self, condition: ir.Condition) -> Callable[[Any], Any]:
        """An expression that is no part of the program, as a function of something with `slots`."""
        # The condition comes from the compiler, from text that the rulebook's parser has read: a user's text never reaches
        # the generator.
        compute = self.functions.evaluate(condition.value, condition.tables)

        def value(state: Any) -> Any:
            self.counter.begin()
            try:
                return compute(list(state.slots))
            except TooLong as fault:
                raise self.fault(fault) from None
            except Fault as fault:
                site = condition.sites[fault.site]
                raise RulebookFault(message_of(site, fault), site.span, (site.clause,)) from None

        return value

    def condition(self, condition: ir.Condition) -> Callable[[Any], bool]:
        """A condition that is no part of the program, as a function of something with `slots`."""
        value = self.value(condition)
        return lambda state: bool(value(state))

    # -- running -------------------------------------------------------------------------------

    def start(self) -> Vector:
        """A new game, run up to its first choice or roll. Until then all games are the same."""
        entries = self.notes.entries
        if self._begun is not None:
            begun, entered = self._begun
            for i, times in entered:
                entries[i] += times
            return list(begun)
        s, before = list(self.program.start), list(entries)
        self.counter.begin()
        self.run(s, self.program.entry)
        if not self.record:
            more = [(i, current - then) for i, (current, then) in enumerate(zip(entries, before, strict=True))
                    if current > then]
            self._begun = tuple(s), more
        return s

    def run(self, s: Vector, block: int, left: int = MAX_BLOCKS) -> None:
        """Carry out blocks from this one on, until one waits or the game is over; `left` of them at most."""
        points, blocks = self.points, self.functions.blocks
        # A watch hears of all that is carried out, also of rounds.
        few = FEW_BLOCKS if self.notes.watch is None else left
        rounds: CycleSearch | None = None
        try:
            while left > 0:
                for _ in range(min(left, few)):
                    point = points[block]
                    if point is None:
                        # A choice with an `otherwise` that has no legal move does not wait: its other way is taken at once.
                        block = blocks[block](s)  # type: ignore[misc]  # every block that is reached has one
                    elif point.otherwise is not None and not point.has_legal(s):
                        block = point.otherwise
                    else:
                        s[BLOCK] = block
                        return
                rounds = rounds or CycleSearch()
                left = rounds.without_repeats(max(left - few, 0), block, s, self.counter.left)
                few = 1
        except GameOver as over:
            self.finish(s, over.end)
            return
        except Fault as fault:
            raise self.fault(fault) from None
        raise fault_of_clause(self.program, (self.program.blocks[block].clause,), "the rules loop without a choice")

    def run_from(self, s: Vector, block: ir.Block) -> None:
        """Carry out a block that is none of the program, and run on."""
        # The counter begins again for each step of a game: the budget of loops is that of one step, not of the whole game.
        run = self.functions.block_function(block)
        self.counter.begin()
        try:
            to = run(s)
        except GameOver as over:
            self.finish(s, over.end)
            return
        except Fault as fault:
            raise self.fault(fault) from None
        self.run(s, to)

    def apply(self, s: Vector, point: DecisionPoint, code: int) -> None:
        """Carry out a legal choice or outcome, and run on."""
        self.enter(s, point.kind_of(code), code)

    def enter(self, s: Vector, kind: MoveKind, code: int) -> None:
        """Carry out a legal choice or outcome of this kind, and run on."""
        try:
            block = kind.enter(s, code - kind.first)
        except GameOver as over:
            self.finish(s, over.end)
            return
        except Fault as fault:
            raise self.fault(fault) from None
        self.wait_at(s, block)

    def finish(self, s: Vector, end: int) -> None:
        """The game is over by this end: forget where the rules stood."""
        # INVARIANT: a game that is over remembers nothing, so positions that ended alike are equal however they were reached.
        # A program whose rules remember nothing has no such slots, and an empty slice need not be written.
        if self.first_local < len(s):
            s[self.first_local:] = [0] * (len(s) - self.first_local)
        s[BLOCK], s[ENDED] = 0, end + 1
        if self.record:
            self.notes.clauses.add(self.program.ends[end].id)

    def outcomes(self, s: Vector, point: DecisionPoint) -> tuple[list[int], list[int] | None]:
        """Return the outcomes of chance at a point, and their weights (None: all alike).

        Raises RulebookFault when there is nothing to draw from.
        """
        self.counter.begin()
        try:
            codes = point.legal(s)
            if point.weight is None:
                weights = None
            else:
                weighed = [(code, point.weight(s, code)) for code in codes]
                # An outcome of weight 0 cannot come, so it is not offered either.
                codes = [code for code, weight in weighed if weight > 0]
                weights = [weight for _, weight in weighed if weight > 0]
        except Fault as fault:
            raise self.fault(fault) from None
        if not codes:
            raise self.fault(Fault(point.site))
        return codes, weights

    def legal(self, s: Vector, point: DecisionPoint) -> list[int]:
        """The legal codes at a choice. Raises RulebookFault when there is none."""
        self.counter.begin()
        try:
            codes = point.legal(s)
        except Fault as fault:
            raise self.fault(fault) from None
        if not codes:
            raise self.fault(Fault(point.site))
        return codes

    def require_distinct(self, s: Vector, point: DecisionPoint, codes: Sequence[int]) -> None:
        """Raise RulebookFault when two of these moves, which are legal at a choice, are written alike."""
        kinds: dict[str, MoveKind] = {}
        for code in codes:
            kind = point.kind_of(code)
            try:
                notation = kind.written(s, code - kind.first)
            except Fault as fault:
                raise self.fault(fault) from None
            if notation in kinds:
                raise written_alike(self.program, kind.id, notation)
            kinds[notation] = kind

    def wait_at(self, s: Vector, block: int, left: int = MAX_BLOCKS) -> None:
        """Wait at a block, or run on from it by up to `left` blocks to where the game waits."""
        point = self.points[block]
        if point is not None and point.otherwise is None:
            s[BLOCK] = block
        else:
            self.run(s, block, left)

    def text(self, number: int, slots: Sequence[int], *values: int) -> str:
        """A text of the program, filled in for a state and for the values of its names."""
        return self.functions.texts[number](slots, *values)

    @cached_property
    def _locating(self) -> _LocatingFaults:
        return _LocatingFaults(self)

    def locating_faults(self) -> AbstractContextManager[None]:
        """Begin a new loop budget, and raise faults of the rules as RulebookFault with their places."""
        self.counter.begin()
        return self._locating

    def fault(self, fault: Fault) -> RulebookFault:
        """A fault with its place in the rulebook and the clauses that were being applied."""
        return fault_at(self.program, self.functions.applied(fault), fault)


class _LocatingFaults:
    """The context that gives faults their places. One serves a whole machine: a step enters several."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(error, Fault):
            raise self.machine.fault(error) from None
