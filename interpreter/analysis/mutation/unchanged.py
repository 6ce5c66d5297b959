"""A rulebook, its playthroughs and a mutant to whether a playthrough can come to anything else by the mutant.

A playthrough is played once by the rulebook, and every call to a generated function is noted. By a mutant the same
functions are generated but for a few. A playthrough that calls none of these few, or to which they give what they gave
before, goes exactly as before: everything else that it looks at is compared here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, assert_never

import attrs
from attrs import evolve, field, frozen

from ....dsl import ir
from ....dsl.source.clauses import Clause
from ....dsl.source.diagnostics import RulebookError
from ....dsl.source.span import Source
from ...backends.python.compared.again import Again, AtTable, Called
from ...backends.python.compared.parts import Changes, FunctionParts
from ...backends.python.compared.watched import Evaluated, FunctionCall, WatchedProgram
from ...canonical.alike import are_alike
from ...game.rules import Rules
from ...game.table.conditions import PlayableRulebook
from ...playthroughs.lines.syntax import Playthrough, PositionBlock
from ...playthroughs.positions.arrange import arrange
from ...playthroughs.positions.ways import BadPosition
from ...playthroughs.running.results import PlaythroughResult, PlaythroughState
from ...playthroughs.running.runner import PlaythroughRunner
from ...runtime.faults import RulebookFault

# Parts of a program that only generated functions use, or messages and pictures; of some of them more is compared below.
INSIDE = frozenset(("title", "tables", "functions", "procedures", "blocks", "texts", "ends", "invariants", "step_invariants",
                    "symmetries", "scores", "sites", "clauses", "columns"))
NOTHING = ir.Const(0)

T = TypeVar("T")
Question = tuple[str, tuple[str, ...], Source, int, int]


@frozen(eq=False)
class GameDependencies:
    """Everything that a game asked of the rules.

    `questions` are the conditions it asked, with what they compile to; `arranged` the positions it set up, each by its
    lines, with its slots.
    """

    calls: Called
    questions: Mapping[Question, ir.Condition] = field(factory=dict)
    arranged: Mapping[tuple[tuple[int, str], ...], tuple[int, ...]] = field(factory=dict)


class WatchedRules:
    """The rules of a rulebook at a table at which all calls are noted."""

    def __init__(self, rules: Rules) -> None:
        self._asking = _ConditionRecorder(rules.compilation)
        self._watched = WatchedProgram(rules.program)
        self.rules = Rules(self._asking, tuple(rules.seats), notes=True, generated=self._watched)

    @cached_property
    def parts(self) -> FunctionParts:
        """The generated functions, and what they are made of."""
        return FunctionParts(self.rules.program)

    def played(self, playthrough: Playthrough,
               read_other: Callable[[Path], Playthrough]) -> tuple[PlaythroughResult, GameDependencies]:
        """Play a playthrough, and note what it asks of the rules."""
        self._asking.asked = {}
        with self._watched.calls.collected() as calls:
            runner = _ArrangementRecorder(self.rules, playthrough, read_other)
            result = runner.run()
        return result, GameDependencies(_by_function(calls), self._asking.asked, runner.arranged)

    def observed(self, play: Callable[[Rules], T]) -> tuple[T, GameDependencies]:
        """Play something that sets up no positions: what it gives, and what it asked of the rules."""
        with self._watched.calls.collected() as calls:
            gave = play(self.rules)
        return gave, GameDependencies(_by_function(calls))

    def paired(self, other: MutantPair, mutant: Rules) -> UnchangedGames:
        """The rules of a mutant at the same table."""
        table = None if other.again is None else AtTable(
            other.again, self._watched.calls, lambda: mutant.machines.recorder.functions)
        return UnchangedGames(other, mutant, table)


class MutantPair:
    """A mutant for a number of players and parameters, beside the rulebook; `again` is None where more differs.

    It is `asked_alike` where conditions cannot mean anything else.
    """

    def __init__(self, own: WatchedRules, mutant: Rules, asked_alike: bool = False) -> None:
        a, b, self.asked_alike = own.rules.program, mutant.program, asked_alike
        self.again: Again | None = None
        if _have_one_frame(a, b):
            self.again = Again(Changes(own.parts, FunctionParts(b)))
        self.has_same_blocks = are_alike(tuple(block.ops for block in a.blocks), tuple(block.ops for block in b.blocks))


class UnchangedGames:
    """Says which games go the same way by a mutant."""

    def __init__(self, pair: MutantPair, mutant: Rules, table: AtTable | None) -> None:
        self.pair, self.mutant, self.table = pair, mutant, table
        self._same: dict[object, bool] = {}

    def goes_the_same_way(self, dependencies: GameDependencies) -> bool:
        """Return whether a game cannot come to anything else by the mutant."""
        # Calls come first: to set up positions and to compile questions again takes longer.
        return self.table is not None and self.table.give_the_same(dependencies.calls) and (
            self.pair.has_same_blocks or self._all(dependencies.arranged, self._arranges_alike)) and (
            self.pair.asked_alike or self._all(dependencies.questions, self._understands_alike))

    def _all(self, noted: Mapping[Any, object], is_same: Callable[..., bool]) -> bool:
        for question, gave in noted.items():
            # Many playthroughs set up the same position or ask the same: each is compared once for a mutant.
            if question not in self._same:
                self._same[question] = is_same(question, gave)
            if not self._same[question]:
                return False
        return True

    def _arranges_alike(self, lines: tuple[tuple[int, str], ...], slots: tuple[int, ...]) -> bool:
        try:
            return arrange(self.mutant, lines).slots == slots
        except (BadPosition, RulebookFault):
            return False

    def _understands_alike(self, question: Question, condition: ir.Condition) -> bool:
        try:
            compiled = self.mutant.compilation.condition(*question)
        except RulebookError:
            return False
        # Places are left out: they say where a fault is, and a mutant may have more or fewer of them.
        return (compiled.value, compiled.parts, compiled.tables) == (condition.value, condition.parts, condition.tables)


def _by_function(calls: Iterable[FunctionCall]) -> Called:
    by_function: dict[str | Evaluated, list[FunctionCall]] = {}
    for call in calls:
        by_function.setdefault(call.function, []).append(call)
    return {function: tuple(some) for function, some in by_function.items()}


class _ArrangementRecorder(PlaythroughRunner):
    """Plays a playthrough and notes the positions that it sets up."""

    def __init__(self, rules: Rules, playthrough: Playthrough, read_other: Callable[[Path], Playthrough]) -> None:
        super().__init__(rules, playthrough, read_other)
        self.arranged: dict[tuple[tuple[int, str], ...], tuple[int, ...]] = {}

    def position(self, line: PositionBlock, current: PlaythroughState) -> None:
        super().position(line, current)
        self.arranged[line.lines] = current.state.slots


class _ConditionRecorder:
    """A compilation that notes the conditions it is asked for."""

    def __init__(self, compilation: PlayableRulebook) -> None:
        self._compilation = compilation
        self.asked: dict[Question, ir.Condition] = {}

    @property
    def program(self) -> ir.Program:
        """The program."""
        return self._compilation.program

    @property
    def traced(self) -> ir.Program:
        """The program with marks where each statement is reached."""
        return self._compilation.traced

    @property
    def origin(self) -> str | None:
        """As for every compilation."""
        return self._compilation.origin

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses by id."""
        return self._compilation.clauses

    @property
    def named_spaces(self) -> Mapping[str, str]:
        """As for every compilation."""
        return self._compilation.named_spaces

    def in_number(self, text: str) -> str:
        """As for every compilation."""
        return self._compilation.in_number(text)

    def condition(self, text: str, seats: tuple[str, ...], source: Source, line: int, column: int) -> ir.Condition:
        """As for every compilation; what it is asked for is noted."""
        question = text, seats, source, line, column
        compiled = self._compilation.condition(*question)
        self.asked[question] = compiled
        return compiled

    def invariant(self, name: str) -> ir.Condition:
        """As for every compilation."""
        return self._compilation.invariant(name)

    def number(self, text: str, seats: tuple[str, ...], source: Source, line: int = 1, me: int | None = None) -> ir.Condition:
        """As for every compilation."""
        return self._compilation.number(text, seats, source, line, me)


# ---- Programs without what is inside generated functions -------------------------------------------


def _have_one_frame(a: ir.Program, b: ir.Program) -> bool:
    """Return whether two programs are the same in everything that a game may look at besides their functions."""
    # All parts but those of `INSIDE`, so that a part that is added to programs later is compared as well.
    outside = (part.name for part in attrs.fields(ir.Program) if part.name not in INSIDE)
    return all(getattr(a, name) == getattr(b, name) for name in outside) and are_alike(_frame(a), _frame(b))


def _frame(program: ir.Program) -> tuple[object, ...]:
    """All that a game may look at in the parts of a program that are `INSIDE`; only names of temporaries may differ there."""
    clauses = tuple((clause.id, clause.kind, clause.parent) for clause in program.clauses)
    ends = tuple((end.id, end.kind, end.of, ir.Temp(end.name), end.value is None, end.descending, end.drawn_when_tied)
                 for end in program.ends)
    declared = tuple(id for id, _ in (*program.invariants, *program.step_invariants))
    scores = tuple((owner, ir.Temp(name)) for owner, name, _ in program.scores)
    # Names and parameters alone: what is in a procedure, the notes of its calls tell.
    names = tuple((procedure.name, len(procedure.params)) for procedure in program.procedures)
    blocks = tuple((block.id, block.label, block.clause, block.enters, block.loops, _end(block.end))
                   for block in program.blocks)
    texts = tuple(program.texts[number] for block in program.blocks for number in _read_texts(block.end))
    return (clauses, ends, len(program.invariants), declared, scores, names, blocks, texts, len(program.texts))


def _end(end: ir.Terminator) -> object:
    """A terminator without what generated functions work out of it."""
    match end:
        case ir.ChooseMove():
            return evolve(end, player=NOTHING, moves=tuple(map(_move, end.moves)), audience=_audience(end.audience), site=0)
        case ir.RollValue():
            return evolve(end, bound=_bound(end.bound), weight=None if end.weight is None else NOTHING,
                          audience=_audience(end.audience), site=0)
        case ir.Branch():
            return evolve(end, condition=NOTHING)
        case ir.RunOut():
            return ir.RunOut(0)
        case ir.Jump() | ir.CallRule() | ir.Return():
            return end
        case _:
            assert_never(end)


def _move(move: ir.MoveOption) -> ir.MoveOption:
    return evolve(move, bound=tuple(map(_bound, move.bound)), guards=tuple(map(_guard, move.guards)))


def _bound(bound: ir.Bound) -> ir.Bound:
    return evolve(bound, condition=None if bound.condition is None else NOTHING)


def _guard(guard: ir.Guard) -> ir.Guard:
    return evolve(guard, condition=NOTHING, exceptions=tuple(map(_guard, guard.exceptions)))


def _audience(audience: ir.Audience | None) -> ir.Audience | None:
    return None if audience is None or audience.of is None else evolve(audience, of=NOTHING)


def _read_texts(end: ir.Terminator) -> Iterator[int]:
    """The texts that are looked at when a typed move is read, and not only filled in."""
    bounds: Iterable[ir.Bound] = ()
    if isinstance(end, ir.ChooseMove):
        yield from (move.notation for move in end.moves)
        bounds = (bound for move in end.moves for bound in move.bound)
    elif isinstance(end, ir.RollValue):
        yield end.notation
        bounds = (end.bound,)
    yield from (bound.among for bound in bounds if bound.among is not None)
