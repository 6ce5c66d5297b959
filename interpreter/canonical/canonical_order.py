"""A program to the same program in canonical order: independent operations sorted.

Two operations that stand one after the other may change places when neither writes what the other reads or writes, and
neither can end the game or leave a loop. So two programs that differ in such places only come to the same program here,
and play alike; where both operations raise a fault, another of them does so first.

When the fields of a game that is over do not count, what may end the game can change places too, with operations that
cannot raise a fault, and write nothing that its ends, their rankings, scores and invariants read.

Fields and names distinguish what is read and written, not slots. The standard order is the lexicographic normal
form of Cartier and Foata's partially commutative words ("Problemes combinatoires de commutation et rearrangements", 1969).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import assert_never

import attrs
from attrs import frozen

from ...dsl import ir
from .canonical_form import CanonicalWriter

EVENTS = "events"
# What a value is made of that cannot raise a fault: nodes, and the numbers and names in them.
_PLAIN = (ir.Const, ir.Temp, ir.Slot, ir.Step, ir.Lookup, int, str, tuple)


@frozen
class ReadsAndWrites:
    """The reads and writes of something: fields, memory of rules, names, events.

    What `stops` may go on elsewhere; what `ends` may end the game, and go on nowhere; what `fails` may raise a fault.
    """

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    stops: bool = False
    ends: bool = False
    fails: bool = False

    def __or__(self, other: ReadsAndWrites) -> ReadsAndWrites:
        return ReadsAndWrites(self.reads | other.reads, self.writes | other.writes, self.stops or other.stops,
                              self.ends or other.ends, self.fails or other.fails)

    def is_apart_from(self, other: ReadsAndWrites) -> bool:
        """Return whether it makes no difference which of the two comes first."""
        if (self.ends and (other.ends or other.fails)) or (other.ends and self.fails):
            return False
        return not (self.stops or other.stops or self.writes & (other.reads | other.writes) or other.writes & self.reads)


def canonical_order(program: ir.Program, events: bool = True, until_end: bool = False) -> ir.Program:
    """A program that plays as this one does; the same for all in which only things that are apart are exchanged.

    Without `events` it announces none; nothing that is played depends on them. With `until_end` it may leave other values
    in fields when the game is over.
    """
    runs = _Runs(program, events, until_end)
    return attrs.evolve(
        program,
        blocks=tuple(attrs.evolve(block, ops=runs.ordered(block.ops)) for block in program.blocks),
        procedures=tuple(attrs.evolve(procedure, body=runs.ordered(procedure.body)) for procedure in program.procedures),
    )


class _Runs:
    """Puts runs of operations of one program into their order."""

    def __init__(self, program: ir.Program, events: bool, until_end: bool) -> None:
        self.program, self.until_end = program, until_end and not program.step_invariants
        self.left_out = frozenset[str]() if events else _named_for_events(program)
        self.events = events
        self.functions = {function.name: function for function in program.functions}
        self.procedures = {procedure.name: procedure for procedure in program.procedures}
        self.bases = sorted((0, *(field.base for field in program.fields), *(local.base for local in program.locals)))
        self.words = CanonicalWriter(program)
        self.called: dict[str, ReadsAndWrites] = {}

    def ordered(self, ops: tuple[ir.Op, ...]) -> tuple[ir.Op, ...]:
        """A run in its order: of what may come next, always that which is written first among words."""
        done = [self.inside(node) for node in ops if self.counts(node)]
        left = [(self.written(node), number, node, self.touched(node)) for number, node in enumerate(done)]
        out: list[ir.Op] = []
        while left:
            # What may come next: every operation that is apart from all that are left before it. The least of them first
            # gives the lexicographic normal form (Anisimov and Knuth, "Inhomogeneous sorting", 1979); the number keeps equal
            # ones in their order.
            free = [pair for i, pair in enumerate(left) if all(pair[3].is_apart_from(before[3]) for before in left[:i])]
            first = min(free, key=lambda pair: pair[:2])
            left.remove(first)
            out.append(first[2])
        return tuple(out)

    def counts(self, op: ir.Op) -> bool:
        """Return whether an operation is more than an event, or a name for what an event tells."""
        if isinstance(op, ir.Let):
            return op.name not in self.left_out
        return self.events or not isinstance(op, ir.Happen)

    def inside(self, op: ir.Op) -> ir.Op:
        """An operation with the runs in it in their order."""
        match op:
            case ir.If():
                return attrs.evolve(op, then=self.ordered(op.then), otherwise=self.ordered(op.otherwise))
            case ir.For() | ir.Loop():
                return attrs.evolve(op, body=self.ordered(op.body))
            case _:
                # Other operations have no operations inside.
                return op

    # -- what is read and written ----------------------------------------------------------------

    def touched(self, op: ir.Op) -> ReadsAndWrites:
        """Return the reads and writes of an operation."""
        match op:
            case ir.Let(name, value, low, high):
                return self.reads(value) | _writes(name, low is not None or high is not None)
            case ir.Write(to, value, low, high):
                return self.reads((to.steps, value)) | _writes(self.place(to), low is not None or high is not None)
            case ir.WriteList(to, value) | ir.Append(to, value) | ir.Remove(to, value):
                return self.reads((to, value)) | _writes(self.place(to), fails=True)
            case ir.If(condition, then, otherwise):
                return self.reads(condition) | self.all((*then, *otherwise))
            case ir.For() | ir.Loop():
                # A loop may go on for too long, which is a fault.
                own = _writes(op.name) if isinstance(op, ir.For) else ReadsAndWrites(fails=True)
                return self.reads(attrs.evolve(op, body=())) | own | self.all(op.body)
            case ir.Do(rule, arguments):
                return self.reads(arguments) | self.rule(rule)
            case ir.Happen(_, values):
                return self.reads(values) | _writes(EVENTS)
            case ir.Ensure(condition):
                return self.reads(condition) | ReadsAndWrites(fails=True)
            case ir.Touch() | ir.Reach():
                return ReadsAndWrites()
            case ir.CheckEnds(ends) if self.until_end:
                program = self.program
                # The game may be over here, and then its result is read off the fields: rankings, scores and invariants count
                # as reads.
                conditions = [(program.ends[end].condition, program.ends[end].value) for end in ends]
                return self.reads((tuple(conditions), program.scores, program.invariants)) | ReadsAndWrites(ends=True)
            # A merge changes every slot that names a region, so nothing changes places with it.
            case ir.Leave() | ir.CheckEnds() | ir.MergeRegions():
                return ReadsAndWrites(stops=True)
            case _:
                assert_never(op)

    def all(self, ops: Iterable[ir.Op]) -> ReadsAndWrites:
        """Return the reads and writes of several operations."""
        out = ReadsAndWrites()
        for op in ops:
            out |= self.touched(op)
        return out

    def rule(self, name: str) -> ReadsAndWrites:
        """Return the reads and writes of a rule that asks for nothing."""
        if name not in self.called:
            self.called[name] = self.all(self.procedures[name].body)
        return self.called[name]

    def reads(self, value: object) -> ReadsAndWrites:
        """Return the reads of one or several expressions."""
        places: set[str] = set()
        fails = False
        for node in ir.inside(value):
            match node:
                # What may be a fault does not change places with an end: the game would stop otherwise (`is_apart_from`).
                case ir.Within() | ir.EntriesWithin() | ir.Present() | ir.ItemAt() | ir.PickException():
                    fails = True
                case ir.Slot():
                    places.add(self.place(node))
                case ir.Temp(name):
                    places.add(name)
                case ir.CallFunction(function):
                    called = self.function(function)
                    places |= called.reads
                    fails = fails or called.fails
                case ir.Supposed(rule=rule, function=function):
                    # The rule is carried out in a copy of the position: what it writes there is read, and changes nothing here.
                    supposed = self.rule(rule) | self.function(function)
                    places |= supposed.reads | supposed.writes
                    fails = True
                case _:
                    # Other expressions read nothing themselves; their parts come up in this walk. Where regions lie changes
                    # by merges alone, with which nothing changes places.
                    pass
        return ReadsAndWrites(frozenset(places), fails=fails)

    def function(self, name: str) -> ReadsAndWrites:
        """Return the reads of a function."""
        key = f"function {name}"
        if key not in self.called:
            self.called[key] = self.reads(self.functions[name].value)
        return self.called[key]

    def place(self, slot: ir.Slot) -> str:
        """The field, or what a rule remembers, that a slot belongs to."""
        return f"slot {self.bases[bisect_right(self.bases, slot.base) - 1]}"

    def written(self, op: ir.Op) -> list[str]:
        """An operation as words; what temporaries are called makes no difference."""
        # Each operation numbers its temporaries from the beginning: programs that only name them differently are sorted alike.
        self.words.temporaries.clear()
        return self.words.of(op)


def _writes(name: str, fails: bool = False) -> ReadsAndWrites:
    return ReadsAndWrites(writes=frozenset((name,)), fails=fails)


def _named_for_events(program: ir.Program) -> frozenset[str]:
    """The names that only events tell, of values that cannot raise a fault."""
    plain, announced, read = set[str](), set[str](), {name for text in program.texts for name in text.names}
    left: list[object] = [getattr(program, part) for part in program.__match_args__]
    while left:
        match left.pop():
            case ir.Happen(_, values):
                announced |= {node.name for node in ir.inside(values) if isinstance(node, ir.Temp)}
            case ir.Temp(name):
                read.add(name)
            case node:
                # Other nodes only lead to their parts; a name may be given by one.
                left += ir.parts_of(node)
                if isinstance(node, ir.Let) and all(isinstance(part, _PLAIN) for part in ir.inside(node.value)):
                    plain.add(node.name)
    return frozenset(plain & announced - read)
