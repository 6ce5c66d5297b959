"""Two programs to the generated functions that stand for something else in the one than in the other. Neither is written.

A generated function is made of its part of the program, and of what that refers to: functions and rules that it calls,
tables that it looks into, texts, ends, and the blocks that are written into its own. Everything else of a program is
compared before (`analysis.mutation.unchanged.frame`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import CodeType

from .....dsl import ir
from ....canonical.alike import are_alike
from ...plan.joins import next_blocks
from ..values import naming

# The name of the table that says which spaces of a board are next to each other begins so; functions of boards use it.
NEAR = "near."


class FunctionParts:
    """The generated functions of a program by name, each with the part of the program that it is made of."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.of: Mapping[str, object] = dict(_parts(program))
        self.tables: Mapping[str, str] = {naming.table(i): name for i, (name, _) in enumerate(program.tables)}
        self._used: dict[str, frozenset[str]] = {}

    def used_by(self, name: str) -> frozenset[str]:
        """Return the names that a name stands on: itself, and all that it refers to, directly or not."""
        if name not in self._used:
            names, left = {name}, [name]
            while left:
                new = [used for used in self._refers.get(left.pop(), ()) if used not in names]
                names.update(new)
                left += new
            self._used[name] = frozenset(names)
        return self._used[name]

    @cached_property
    def _refers(self) -> Mapping[str, tuple[str, ...]]:
        refers = _References(self.program)
        return {name: tuple(dict.fromkeys(refers.of(part))) for name, part in self.of.items()}


class Changes:
    """Says which names stand for something else in another program, or use such a name."""

    def __init__(self, own: FunctionParts, other: FunctionParts) -> None:
        self._own, self._other = own, other
        tables, others = dict(own.program.tables), dict(other.program.tables)
        self._tables = {name for name in tables if others.get(name) != tables[name]}
        # Functions of boards are in no program.
        self._all = any(name.startswith(NEAR) for name in self._tables)
        self._known: dict[str, bool] = {}

    def has(self, name: str) -> bool:
        """Return whether a name has changed. What is made of the same part in both refers to the same in both."""
        return self._all or any(map(self._is_another, self._own.used_by(name)))

    def _is_another(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = self._differs(name)
        return self._known[name]

    def _differs(self, name: str) -> bool:
        if name in self._own.tables:
            return self._own.tables[name] in self._tables
        if name not in self._own.of:
            # A name of what is there for every program.
            return False
        return name not in self._other.of or not are_alike(self._own.of[name], self._other.of[name])


def _parts(program: ir.Program) -> Iterator[tuple[str, object]]:
    """Yield each generated function with its part of the program."""
    yield from ((naming.function(function.name), function) for function in program.functions)
    yield from ((naming.rule(i), procedure) for i, procedure in enumerate(program.procedures))
    yield from ((naming.text(i), text) for i, text in enumerate(program.texts))
    yield from ((name(i), end) for i, end in enumerate(program.ends) for name in (naming.end, naming.end_value))
    yield from ((naming.invariant(i), value) for i, (_, value) in enumerate(program.invariants))
    yield from ((naming.step_invariant(i), value) for i, (_, value) in enumerate(program.step_invariants))
    yield from ((naming.score(i), score) for i, score in enumerate(program.scores))
    for block in program.blocks:
        waits = isinstance(block.end, ir.ChooseMove | ir.RollValue)
        yield naming.block(block.id), (block.ops, None if waits else block.end, block.clause, _bounds_into(program, block))
        match block.end:
            case ir.ChooseMove() as choose:
                yield from _of_choice(program, block.id, choose)
            case ir.RollValue() as roll:
                yield from _of_roll(program, block.id, roll)
            case _:
                # Other ends decide nothing, and have no function.
                pass


def _bounds_into(program: ir.Program, block: ir.Block) -> tuple[ir.Bound, ...]:
    """The open values that a block begins with."""
    if block.enters is None:
        return ()
    end = program.blocks[block.enters[0]].end
    if isinstance(end, ir.ChooseMove):
        return end.moves[block.enters[1]].bound
    assert isinstance(end, ir.RollValue), "a block is entered from where the machine waits"
    return (end.bound,)


def _of_choice(program: ir.Program, number: int, choose: ir.ChooseMove) -> Iterator[tuple[str, object]]:
    yield naming.player(number), choose.player
    yield naming.statement(number), None if choose.statement is None else program.texts[choose.statement]
    yield naming.audience(number), choose.audience
    # Kinds of move share what they work out for a position, so the list of one depends on all.
    yield naming.listed(number), choose.moves
    for i, move in enumerate(choose.moves):
        yield from ((name(number, i), choose.moves) for name in (naming.legal, naming.possible))
        yield from ((name(number, i), move) for name in (naming.refused, naming.lifting, naming.looked, naming.note))
        yield naming.notation(number, i), (move.bound, program.texts[move.notation])
        for j, guard in enumerate(move.guards):
            yield naming.message(number, i, j), (move.bound, None if guard.message is None else program.texts[guard.message])


def _of_roll(program: ir.Program, number: int, roll: ir.RollValue) -> Iterator[tuple[str, object]]:
    yield from ((name(number), roll.bound) for name in (naming.legal, naming.note))
    yield naming.notation(number), (roll.bound, program.texts[roll.notation])
    yield naming.weight(number), (roll.bound, roll.weight)
    yield naming.audience(number), roll.audience


class _References:
    """The references of the parts of a program, by the names of the generated functions."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.named = {name: naming.table(i) for i, (name, _) in enumerate(program.tables)}
        self.functions = {function.name: naming.function(function.name) for function in program.functions}
        self.rules = {procedure.name: naming.rule(i) for i, procedure in enumerate(program.procedures)}
        self.entries = {procedure.name: procedure.entry for procedure in program.suspending}

    def of(self, part: object) -> Iterator[str]:
        """Yield the names that a part refers to."""
        for node in ir.inside(part):
            yield from self._by(node)

    def _by(self, node: object) -> Iterable[str]:
        match node:
            case ir.Lookup(table):
                return (self.named[table],)
            case ir.CallFunction(function):
                return (self.functions[function],)
            case ir.Supposed(rule, _, function):
                return self.rules[rule], self.functions[function]
            case ir.Do(rule):
                return (self.rules[rule],)
            case ir.CheckEnds(ends):
                return map(naming.end, ends)
            case ir.CallRule(rule):
                return (naming.block(self.entries[rule]),)
            case ir.Jump() | ir.Branch():
                # These may be written into the block, up to where the machine waits.
                return map(naming.block, next_blocks(node))
            case _:  # all other nodes refer to texts at most
                return map(naming.text, texts_of(node))


def texts_of(node: object) -> Iterable[int]:
    """The numbers of the texts that a node refers to."""
    match node:
        case ir.ChooseMove(statement=int(statement)):
            return (statement,)
        case ir.MoveOption() | ir.RollValue():
            return (node.notation,)
        case ir.Guard(message=int(message)) | ir.Ensure(message=int(message)):
            return (message,)
        case ir.Bound(among=int(among)):
            return (among,)
        case _:
            # Nothing else refers to texts.
            return ()


def names_in(code: CodeType) -> Iterable[str]:
    """The names that compiled code refers to, also in functions inside it."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from names_in(part)
