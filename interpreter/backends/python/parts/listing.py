"""A kind of move or a roll -> the function that lists its legal codes (`codes`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .....dsl import ir
from ...plan.apart import is_no_word, repeats
from ...plan.listing import Level, Planner
from ...plan.rebuild import replaced
from ...plan.sharing import Key
from ..values import naming
from ..values.loops import LoopCode, read_first
from .alike import AlikeCode
from .codes import encoded


class ListingCode:
    """Writes the lists of legal codes of choices and rolls."""

    def __init__(self, program: ir.Program, code: LoopCode, planner: Planner, alike: AlikeCode) -> None:
        self.code, self.planner, self.alike = code, planner, alike
        self.tables = dict(program.tables)
        self.shared_lists: dict[tuple[Key, str | None], int] = {}

    def listing(self, name: str, move: ir.MoveOption, gives: Callable[[ir.MoveOption], str]) -> Iterator[str]:
        """A function that goes through the combinations of a kind of move."""
        with self.code.names.scope.listing(move.bound), self.code.reading_once() as read, \
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

    def legal(self, move: ir.MoveOption) -> str:
        """The codes of all legal combinations of a kind of move; of pieces that are alike the first."""
        keys = [self.alike.key(bound.type, move.named) for bound in move.bound]
        # Of pieces that are alike only the first is offered. If no later test tells them apart, the others are left out before
        # they are tested; else after all tests.
        early = [key is not None and not self.alike.pieces.tells_apart(move, i) for i, key in enumerate(keys)]
        start, clauses = self._clauses(move, [key if done else None for key, done in zip(keys, early, strict=True)])
        code = encoded(move, frozenset(level.bound.name for level in self.planner.plan(move).levels if is_no_word(level)))
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
        start, clauses = self._clauses(move, [None] * len(move.bound))
        any_value = f"any(True {clauses})" if move.bound else "True"
        return f"{start} and {any_value}" if start else any_value

    def _clauses(self, move: ir.MoveOption, keys: list[str | None]) -> tuple[str, str]:
        """The tests before any value, and the loops over the values with the tests of each.

        Of the values of a bound with a key one of each is taken.
        """
        plan = self.planner.plan(move)
        clauses = []
        for level, key in zip(plan.levels, keys, strict=True):
            name, clause = level.bound.name, self.code.clause(level.bound, level.long)
            tests = level.tests
            if level.shared is None and key is None:
                clause, tests = self._through(level, clause)
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

    def _through(self, level: Level, clause: str) -> tuple[str, tuple[ir.Expr, ...]]:
        """The loop over an open value, and its tests. Where the first reads a slot beside the value, both are gone through.

        `for c in range(9) if s[2 + c] == v` becomes `for c, at_c in enumerate(s[2:11]) if at_c == v`.
        """
        bound = level.bound
        first = bound.condition or (level.tests[0] if level.tests else None)
        for slot in ir.inside(first) if not level.long and not self.code.names.record else ():
            if not isinstance(slot, ir.Slot) or not _only_by(slot, bound.name) or not isinstance(bound.domain, ir.RangeDomain):
                continue
            part = self.code.part(slot, bound)
            if part is None:
                continue
            slot_value = ir.Temp(f"at_{bound.name}")
            condition, tests = replaced((bound.condition, level.tests), slot, slot_value)
            begin = "" if bound.domain.low == ir.Const(0) else f", {self.code.expr(bound.domain.low)}"
            test = "" if condition is None else f" if {self.code.expr(condition)}"
            return f"for {bound.name}, {slot_value.name} in enumerate({part[0]}{begin}){test}", tests
        return clause, level.tests


def _only_by(slot: ir.Slot, name: str) -> bool:
    """Return whether the place of a slot depends on one name alone."""
    return all(isinstance(step.index, ir.Const) or step.index == ir.Temp(name) for step in slot.steps)
