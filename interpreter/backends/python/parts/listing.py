"""A kind of move or a roll -> the function that lists its legal codes.

A code stands for one combination of the values that a move binds: the first of the move's kind,
and on from there, the last value turning fastest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .....dsl import ir
from .....dsl.types.types import UnionType, lowest, size
from ...plan.alike import PiecesAlike
from ...plan.apart import is_no_word, repeats
from ...plan.listing import Level, Planner, applies, requirement
from ...plan.rebuild import replaced
from ...plan.sharing import Key
from ..values import naming
from ..values.expressions import Names
from ..values.loops import LoopCode, read_first
from ..values.words import WordCode
from .alike import AlikeCode


class ListingWriter:
    """Writes the functions that list what is legal where the machine waits."""

    def __init__(self, program: ir.Program, record: bool, planner: Planner, trace: bool = False, late: bool = False) -> None:
        self.program, self.record, self.trace, self.late = program, record, trace, late
        self.planner, self.budget = planner, planner.budget
        self.names = Names(program, record, budget=planner.budget, trace=trace)
        self.code = LoopCode(self.names)
        self.words = WordCode()
        self.tables = dict(program.tables)
        self.pieces_alike = PiecesAlike(program)
        self.alike = AlikeCode(program, self.code, self.pieces_alike)
        self.code.is_sure = lambda node: not self.planner.early.fails(node)
        self.shared_lists: dict[tuple[Key, str | None], int] = {}

    def begins(self, inside: object) -> Iterator[str]:
        """Return the lines that begin a new count of passes, where there are any to count."""
        if self.budget.is_long(inside):
            yield "    begin()"

    def listing(self, name: str, move: ir.MoveOption, gives: Callable[[ir.MoveOption], str]) -> Iterator[str]:
        """A function that goes through the combinations of a kind of move."""
        with self.names.rows.listing(move.bound), self.code.reading_once() as read, \
                self.code.remembering(self.planner.plan(move).remembered):
            text = gives(move)
        if self.shares(move):
            yield f"def {name}(s, {naming.SHARED}=None):"
            yield f"    if {naming.SHARED} is None: {naming.SHARED} = {{}}"
        else:
            yield f"def {name}(s):"
        yield from read_first(read)
        yield f"    return {text}"

    def shares(self, move: ir.MoveOption) -> bool:
        """Return whether a kind of move goes through or tests something that is computed once for a position."""
        plan = self.planner.plan(move)
        return bool(plan.remembered) or any(level.shared is not None for level in plan.levels)

    def lists(self, number: int, moves: tuple[ir.MoveOption, ...]) -> Iterator[str]:
        """The function that lists each kind of move, where some share something.

        Where parts are written late, all with several kinds have it: whether these share something is known only then.
        """
        sharing = [self.shares(move) for move in moves]
        # One kind that shares something has nobody to share it with.
        if sum(sharing) > 1 or (self.late and len(moves) > 1):
            yield f"def {naming.listed(number)}(s):"
            yield f"    {naming.SHARED} = {{}}"
            given = [f"s, {naming.SHARED}" if shares else "s" for shares in sharing]
            yield f"    return [{', '.join(f'{naming.legal(number, i)}({arguments})' for i, arguments in enumerate(given))}]"

    def legal(self, move: ir.MoveOption) -> str:
        """The codes of all legal combinations of a kind of move; of pieces that are alike the first."""
        keys = [self.alike.key(bound.type, move.named) for bound in move.bound]
        # Of pieces that are alike only the first is offered. If no later test tells them apart, the others are left out before
        # they are tested; else after all tests.
        early = [key is not None and not self.pieces_alike.tells_apart(move, i) for i, key in enumerate(keys)]
        start, clauses = self.clauses(move, [key if done else None for key, done in zip(keys, early, strict=True)])
        code = self.encode(move, frozenset(level.bound.name for level in self.planner.plan(move).levels if is_no_word(level)))
        if not move.bound:
            return f"[{code}] if {start} else []" if start else f"[{code}]"
        listed = f"[{code} {clauses}]"
        if any(key is not None and not done for key, done in zip(keys, early, strict=True)):
            marks = [bound.name if key is None else f"{key}(s, {bound.name})"
                    for key, bound in zip(keys, move.bound, strict=True)]
            listed = f"first_of_each([(({', '.join(marks)},), {code}) {clauses}])"
        elif any(repeats(level, self.tables) for level in self.planner.plan(move).levels):
            # A domain may give a value twice; its code is listed once, where it comes first.
            listed = f"list(dict.fromkeys({listed}))"
        return f"{listed} if {start} else []" if start else listed

    def possible(self, move: ir.MoveOption) -> str:
        """Return whether any combination of a kind of move is legal."""
        start, clauses = self.clauses(move, [None] * len(move.bound))
        found = f"any(True {clauses})" if move.bound else "True"
        return f"{start} and {found}" if start else found

    def clauses(self, move: ir.MoveOption, keys: list[str | None]) -> tuple[str, str]:
        """The tests before any value, and the loops over the values with the tests of each.

        Of the values of a bound with a key one of each is taken.
        """
        plan = self.planner.plan(move)
        clauses = []
        for level, key in zip(plan.levels, keys, strict=True):
            name, clause = level.bound.name, self.code.clause(level.bound, level.long)
            tests = level.tests
            if level.shared is None and key is None:
                clause, tests = self.through(level, clause)
            listed = f"[{name} {clause}]" if key is None else f"one_of_each(s, {key}, [{name} {clause}])"
            if level.shared is not None:
                place = self.shared_lists.setdefault((level.shared, key), len(self.shared_lists))
                listed = f"{naming.SHARED}[{place}] if {place} in {naming.SHARED} else " \
                         f"{naming.SHARED}.setdefault({place}, {listed})"
                clause = f"for {name} in ({listed})"
            elif key is not None:
                clause = f"for {name} in {listed}"
            clauses += [clause, *(f"if {self.code.expr(test)}" for test in tests)]
        return " and ".join(map(self.code.expr, plan.tests)), " ".join(clauses)

    def through(self, level: Level, clause: str) -> tuple[str, tuple[ir.Expr, ...]]:
        """The loop over an open value, and its tests. Where the first reads a slot beside the value, both are gone through.

        `for c in range(9) if s[2 + c] == v` becomes `for c, at_c in enumerate(s[2:11]) if at_c == v`.
        """
        bound = level.bound
        first = bound.condition or (level.tests[0] if level.tests else None)
        for slot in ir.inside(first) if not level.long and not self.record else ():
            if not isinstance(slot, ir.Slot) or not _only_by(slot, bound.name) or not isinstance(bound.domain, ir.RangeDomain):
                continue
            part = self.code.part(slot, bound)
            if part is None:
                continue
            beside = ir.Temp(f"at_{bound.name}")
            condition, tests = replaced((bound.condition, level.tests), slot, beside)
            begin = "" if bound.domain.low == ir.Const(0) else f", {self.code.expr(bound.domain.low)}"
            test = "" if condition is None else f" if {self.code.expr(condition)}"
            return f"for {bound.name}, {beside.name} in enumerate({part[0]}{begin}){test}", tests
        return clause, level.tests

    def guard(self, guard: ir.Guard) -> str:
        """A requirement as a condition: it holds, or an exception to it does."""
        return self.code.expr(requirement(guard))

    def exception(self, guard: ir.Guard) -> str:
        return self.code.expr(applies(guard))

    def encode(self, move: ir.MoveOption, without: frozenset[str]) -> str:
        """The code of a combination of values; those in `without` are not the first word beside their type."""
        # All constants go into one number, which is added at the end: `plus` is scaled with the text before it.
        text, plus = "", move.first
        for bound in move.bound:
            place, low = self.place_of(bound, bound.name in without)
            plus_here = -low
            total = size(bound.type)
            if text:
                plus = (plus - move.first) * total + move.first
                text = f"({text}) * {total} + {place}"
            else:
                text = place
            plus += plus_here
        if not text:
            return str(move.first)
        return moved(text, plus)

    def place_of(self, bound: ir.Bound, is_no_word: bool) -> tuple[str, int]:
        """The place of a value among those of its type, from `low` instead of 0."""
        match bound.type:
            case UnionType(_, extras) if is_no_word and len(extras) == 1:
                return bound.name, lowest(bound.type)
            case UnionType(_, extras):
                # Words are -1, -2 and so on, and their codes stand behind those of the numbers, in this order.
                n = size(bound.type) - len(extras)
                place = moved(bound.name, -lowest(bound.type))
                return f"({place} if {bound.name} >= 0 else {n - 1} - {bound.name})", 0
            case of:
                return bound.name, lowest(of)

    def decode(self, bounds: tuple[ir.Bound, ...], depth: int) -> Iterator[str]:
        """Take a code apart into the values it stands for."""
        pad = "    " * depth
        # The last value turns fastest, so it is the first that division takes off.
        for i, bound in reversed(list(enumerate(bounds))):
            total = size(bound.type)
            place = "code"
            if i:
                yield f"{pad}code, place = divmod(code, {total})"
                place = "place"
            if isinstance(bound.type, UnionType):
                n, low = total - len(bound.type.extras), lowest(bound.type)
                yield f"{pad}{bound.name} = {moved(place, low)} if {place} < {n} else {n - 1} - {place}"
            else:
                low = lowest(bound.type)
                yield f"{pad}{bound.name} = {moved(place, low)}"


def _only_by(slot: ir.Slot, name: str) -> bool:
    """Return whether the place of a slot depends on one name alone."""
    return all(isinstance(step.index, ir.Const) or step.index == ir.Temp(name) for step in slot.steps)


def moved(text: str, by: int) -> str:
    """A number so much greater, as text."""
    return text if by == 0 else f"{text} + {by}" if by > 0 else f"{text} - {-by}"
