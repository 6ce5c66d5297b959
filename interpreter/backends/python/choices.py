"""The functions of a choice or roll: legal codes, refusals, notation; and texts.

A code stands for one combination of the values that a move binds: the first of the move's kind,
and on from there, the last value turning fastest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from ....dsl import ir
from ....dsl.types.conversion import bases_of
from ....dsl.types.types import EnumType, UnionType, lowest, size
from ...runtime.move_codes import out_of_domain_place
from ..plan.apart import are_apart, is_no_word
from ..plan.listing import Level, Planner, applies, requirement
from ..plan.rebuild import replaced
from ..plan.sharing import Key
from . import naming
from .alike import AlikeCode
from .expressions import Names
from .loops import LoopCode, read_first
from .words import WordCode


class ChoiceWriter:
    """Writes the functions of the points of a program, where the machine waits."""

    def __init__(self, program: ir.Program, record: bool, planner: Planner, trace: bool = False, late: bool = False) -> None:
        self.program, self.record, self.trace, self.late = program, record, trace, late
        self.planner, self.budget = planner, planner.budget
        self.names = Names(program, record, budget=planner.budget, trace=trace)
        self.code = LoopCode(self.names)
        self.words = WordCode()
        self.tables = dict(program.tables)
        self.alike = AlikeCode(program, self.code)
        self.code.is_sure = lambda node: not self.planner.early.fails(node)
        self.shared_lists: dict[tuple[Key, str | None], int] = {}

    # -- choices ---------------------------------------------------------------------------------

    def choice(self, number: int, choose: ir.ChooseMove) -> Iterator[str]:
        yield f"def {naming.player(number)}(s):"
        yield from self.begins(choose.player)
        yield f"    return {self.code.expr(choose.player)}"
        yield from self.audience(number, choose.audience)
        if choose.statement is not None:
            yield f"def {naming.statement(number)}(s):"
            yield from self.begins(self.program.texts[choose.statement])
            yield f"    return {self.text(self.program.texts[choose.statement])}"
        yield from self.lists(number, choose.moves)
        for i, move in enumerate(choose.moves):
            with self.names.rows.listing(move.bound):
                yield from self.listing(naming.legal(number, i), move, self.legal)
                if choose.otherwise is not None:
                    yield from self.listing(naming.possible(number, i), move, self.possible)
            yield f"def {naming.refused(number, i)}(s, code):"
            yield from self.begins((move.bound, move.guards))
            yield from self.decode(move.bound, 1)
            yield "    failed = []"
            for j, bound in enumerate(move.bound):
                domain, condition = (out_of_domain_place(j, is_condition, len(move.bound)) for is_condition in (False, True))
                yield f"    if not {self.code.member(bound.name, bound.domain)}: return [{domain}]"
                if bound.condition is not None:
                    yield f"    if not {self.code.expr(bound.condition)}: return [{condition}]"
            for j, guard in enumerate(move.guards):
                yield f"    if not {self.guard(guard)}: failed.append({j})"
                if not guard.exceptions:
                    # A requirement may speak of what an earlier one makes sure of.
                    yield "    if failed: return failed"
            yield "    return failed"
            yield f"def {naming.notation(number, i)}(s, code):"
            yield from self.begins(self.program.texts[move.notation])
            yield from self.decode(move.bound, 1)
            yield from self.words_left_out(move, choose.site)
            yield f"    return {self.text(self.program.texts[move.notation])}"
            for j, text in enumerate(_messages(move.guards)):
                yield f"def {naming.message(number, i, j)}(s, code):"
                yield from self.begins(None if text is None else self.program.texts[text])
                yield from self.decode(move.bound, 1)
                yield f"    return {self.text(self.program.texts[text]) if text is not None else repr('')}"
            if any(exception.exceptions for guard in move.guards for exception in guard.exceptions):
                yield f"def {naming.lifting(number, i)}(s, code, place):"
                yield from self.begins(move.guards)
                yield from self.decode(move.bound, 1)
                yield "    found = []"
                for j, guard in enumerate(move.guards):
                    yield f"    if place == {j}:"
                    yield from self.lifting(guard, 2)
                    yield "        pass"
                yield "    return found"
            if self.trace:
                yield f"def {naming.looked(number, i)}(s, code):"
                yield from self.begins(move.guards)
                yield from self.decode(move.bound, 1)
                yield "    found = []"
                yield from self.looked(move.guards, 0, 1)
                yield "    return found"
            if self.record:
                yield f"def {naming.note(number, i)}(s, code):"
                yield from self.begins(move.guards)
                yield from self.decode(move.bound, 1)
                for guard in move.guards:
                    if guard.exceptions:
                        yield f"    if not {self.code.expr(guard.condition)}:"
                        yield from self.exceptions_used(guard.exceptions, 2)
                yield from self.rows_met(move.bound)
                yield "    return"

    def names_of_choice(self, number: int, choose: ir.ChooseMove) -> Iterator[str]:
        """The names of the functions of a choice, where they are written late."""
        yield naming.player(number)
        if len(choose.moves) > 1:
            yield naming.listed(number)
        if choose.statement is not None:
            yield naming.statement(number)
        if choose.audience is not None:
            yield naming.audience(number)
        for i, move in enumerate(choose.moves):
            yield from (name(number, i) for name in (naming.legal, naming.refused, naming.notation))
            yield from (naming.message(number, i, j) for j in range(len(_messages(move.guards))))
            if choose.otherwise is not None:
                yield naming.possible(number, i)
            if any(exception.exceptions for guard in move.guards for exception in guard.exceptions):
                yield naming.lifting(number, i)
            if self.trace:
                yield naming.looked(number, i)
            if self.record:
                yield naming.note(number, i)

    def words_left_out(self, move: ir.MoveOption, site: int) -> Iterator[str]:
        """Fail for a word such as `none` that a condition leaves out, where the notation reads what only others have."""
        values = [part.value for part in self.program.texts[move.notation].parts if not isinstance(part, str)]
        inside = [node for value in values if not isinstance(value, ir.Temp) for node in ir.inside(value)]
        for bound in move.bound:
            if isinstance(bound.type, UnionType) and bound.condition is not None and ir.Temp(bound.name) in inside:
                yield f"    if {bound.name} < 0 and not {self.code.expr(bound.condition)}: raise Fault({site})"

    def rows_met(self, bounds: tuple[ir.Bound, ...]) -> Iterator[str]:
        """Note the rows that a move or roll is about."""
        for bound in bounds:
            yield from (f"    {note}" for note in self.names.rows.met(bound.name, bound.type))

    def begins(self, inside: object) -> Iterator[str]:
        """Return the lines that begin a new count of passes, where there are any to count."""
        if self.budget.is_long(inside):
            yield "    begin()"

    def exceptions_used(self, exceptions: tuple[ir.Guard, ...], depth: int) -> Iterator[str]:
        """Note the exceptions that let a move through in spite of a requirement, and those that keep them in force."""
        pad = "    " * depth
        for exception in exceptions:
            yield f"{pad}if {self.exception(exception)}: {naming.CLAUSES}.add({exception.id!r})"
            for inner in exception.exceptions:
                if inner.exceptions:
                    yield f"{pad}if {self.code.expr(exception.condition)} and {self.code.expr(inner.condition)}:"
                    yield from self.exceptions_used(inner.exceptions, depth + 1)

    def looked(self, guards: tuple[ir.Guard, ...], level: int, depth: int) -> Iterator[str]:
        """List the requirements, the exceptions to those that fail, and the exceptions to exceptions that apply."""
        pad = "    " * depth
        for guard in guards:
            yield f"{pad}holds = {self.code.expr(guard.condition)}"
            yield f"{pad}found.append(({guard.id!r}, {level}, bool(holds)))"
            if guard.exceptions:
                yield f"{pad}if {'holds' if level else 'not holds'}:"
                yield from self.looked(guard.exceptions, level + 1, depth + 1)
            if not level:
                yield f"{pad}if not {self.guard(guard)}: return found"

    def lifting(self, guard: ir.Guard, depth: int) -> Iterator[str]:
        """Find the exceptions to exceptions by which a requirement counts again."""
        pad = "    " * depth
        for exception in guard.exceptions:
            for inner in exception.exceptions:
                yield f"{pad}if {self.code.expr(exception.condition)} and {self.exception(inner)}: found.append({inner.id!r})"

    def listing(self, name: str, move: ir.MoveOption, gives: Callable[[ir.MoveOption], str]) -> Iterator[str]:
        """A function that goes through the combinations of a kind of move."""
        with self.code.reading_once() as read, self.code.remembering(self.planner.plan(move).remembered):
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
        if sum(sharing) > 1 or (self.late and len(moves) > 1):
            yield f"def {naming.listed(number)}(s):"
            yield f"    {naming.SHARED} = {{}}"
            given = [f"s, {naming.SHARED}" if shares else "s" for shares in sharing]
            yield f"    return [{', '.join(f'{naming.legal(number, i)}({arguments})' for i, arguments in enumerate(given))}]"

    def legal(self, move: ir.MoveOption) -> str:
        """The codes of all legal combinations of a kind of move; of pieces that are alike the first."""
        keys = [self.alike.key(bound.type, move.named) for bound in move.bound]
        early = [key is not None and not self.tells_apart(move, i) for i, key in enumerate(keys)]
        start, clauses = self.clauses(move, [key if done else None for key, done in zip(keys, early, strict=True)])
        code = self.encode(move, frozenset(level.bound.name for level in self.planner.plan(move).levels if is_no_word(level)))
        if not move.bound:
            return f"[{code}] if {start} else []" if start else f"[{code}]"
        listed = f"[{code} {clauses}]"
        if any(key is not None and not done for key, done in zip(keys, early, strict=True)):
            marks = [bound.name if key is None else f"{key}(s, {bound.name})"
                    for key, bound in zip(keys, move.bound, strict=True)]
            listed = f"first_of_each([(({', '.join(marks)},), {code}) {clauses}])"
        elif any(map(self.repeats, self.planner.plan(move).levels)):
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

    def tells_apart(self, move: ir.MoveOption, number: int) -> bool:
        """Return whether what comes after an open value tells apart pieces that are alike."""
        bound = move.bound[number]
        pieces = [base for base in bases_of(bound.type) if isinstance(base, EnumType) and base.kind == "piece"]
        later = (tuple((item.domain, item.condition) for item in move.bound[number + 1:]), move.guards)
        return any(self.alike.knows_apart(later, bound.name, piece) for piece in pieces)

    def guard(self, guard: ir.Guard) -> str:
        """A requirement as a condition: it holds, or an exception to it does."""
        return self.code.expr(requirement(guard))

    def exception(self, guard: ir.Guard) -> str:
        return self.code.expr(applies(guard))

    def encode(self, move: ir.MoveOption, without: frozenset[str]) -> str:
        """The code of a combination of values; those in `without` are not the first word beside their type."""
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
                n = size(bound.type) - len(extras)
                place = moved(bound.name, -lowest(bound.type))
                return f"({place} if {bound.name} >= 0 else {n - 1} - {bound.name})", 0
            case of:
                return bound.name, lowest(of)

    def decode(self, bounds: tuple[ir.Bound, ...], depth: int) -> Iterator[str]:
        """Take a code apart into the values it stands for."""
        pad = "    " * depth
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

    def repeats(self, level: Level) -> bool:
        """Return whether going through an open value may give a value twice."""
        return self.may_repeat(level.bound.domain) and not are_apart(level)

    def may_repeat(self, domain: ir.Domain) -> bool:
        """Return whether going through a domain may give a value twice."""
        match domain:
            case ir.ListDomain(ir.Values(values)):
                return len(set(values)) < len(values)
            case ir.ListDomain(ir.MakeList((_,))):
                return False
            case ir.ListDomain(ir.MakeList(items)) if all(isinstance(item, ir.Const) for item in items):
                return len(set(items)) < len(items)
            case ir.ListDomain(ir.Lookup(table)):
                return any(isinstance(cell, tuple) and len(set(cell)) < len(cell) for cell in self.tables[table])
            case ir.ListDomain(of):
                return not isinstance(of, ir.Paths)
            case ir.WordDomain(of, _) | ir.RotatedDomain(of, _):
                return self.may_repeat(of)
            case ir.JointDomain(of, more, _):
                return self.may_repeat(of) or self.may_repeat(more)
            case ir.RangeDomain() | ir.SetDomain() | ir.RegionDomain():
                return False
            case _:
                assert_never(domain)

    # -- chance ----------------------------------------------------------------------------------

    def outcomes(self, roll: ir.RollValue) -> ir.MoveOption:
        """A roll as a kind of move."""
        return ir.MoveOption(roll.clause, (roll.bound,), (), roll.notation, roll.to, 0, size(roll.bound.type))

    def roll(self, number: int, roll: ir.RollValue) -> Iterator[str]:
        move = self.outcomes(roll)
        with self.names.rows.listing(move.bound):
            yield from self.listing(naming.legal(number), move, self.legal)
            yield from self.weight(number, roll)
        if self.record:
            yield f"def {naming.note(number)}(s, code):"
            yield from self.decode(move.bound, 1)
            yield from self.rows_met(move.bound)
            yield "    return"
        yield f"def {naming.notation(number)}(s, code):"
        yield from self.decode(move.bound, 1)
        yield f"    return {self.text(self.program.texts[roll.notation])}"
        yield from self.audience(number, roll.audience)

    def names_of_roll(self, number: int, roll: ir.RollValue) -> Iterator[str]:
        """The names of the functions of a roll."""
        yield from (naming.legal(number), naming.notation(number))
        if self.weighs(roll):
            yield naming.weight(number)
        if self.record:
            yield naming.note(number)
        if roll.audience is not None:
            yield naming.audience(number)

    def weighs(self, roll: ir.RollValue) -> bool:
        """Return whether outcomes are not all equally heavy."""
        return roll.weight is not None or self.alike.key(roll.bound.type) is not None or self.may_repeat(roll.bound.domain)

    def weight(self, number: int, roll: ir.RollValue) -> Iterator[str]:
        """The function that gives how heavy an outcome is: as often as it, or what is just like it, is among the values."""
        bound, key = roll.bound, self.alike.key(roll.bound.type)
        if not self.weighs(roll):
            return
        each = "1" if roll.weight is None else self.code.expr(roll.weight)
        several = key is not None or self.may_repeat(bound.domain)
        yield f"def {naming.weight(number)}(s, code):"
        yield from self.decode((bound,), 1)
        if not several:
            yield f"    return {each}"
            return
        kind = bound.name if key is None else f"{key}(s, {bound.name})"
        clause = self.code.clause(bound, *self.budget.are_long((bound,), roll.weight))
        yield f"    kind = {kind}"
        yield f"    return sum([{each} {clause}{' and' if bound.condition is not None else ' if'} {kind} == kind])"

    def audience(self, number: int, audience: ir.Audience | None) -> Iterator[str]:
        """The function that gives the seats that see what is decided."""
        if audience is None:
            return
        seats = "()"
        if audience.of is not None:
            of = self.code.expr(audience.of)
            side_of = self.program.side_of
            seats = f"({of},)" if audience.kind == "player" else f"seats_of({side_of!r}, {of})"
        yield f"def {naming.audience(number)}(s):"
        yield f"    return frozenset({seats})"

    # -- texts -----------------------------------------------------------------------------------

    def text(self, text: ir.TextOf) -> str:
        parts = [repr(part) if isinstance(part, str) else self.words.written(self.code.expr(part.value), part.type, part.spoken)
                 for part in text.parts]
        return " + ".join(parts) or "''"


def _only_by(slot: ir.Slot, name: str) -> bool:
    """Return whether the place of a slot depends on one name alone."""
    return all(isinstance(step.index, ir.Const) or step.index == ir.Temp(name) for step in slot.steps)


def moved(text: str, by: int) -> str:
    """A number so much greater, as text."""
    return text if by == 0 else f"{text} + {by}" if by > 0 else f"{text} - {-by}"


def _messages(guards: tuple[ir.Guard, ...]) -> list[int | None]:
    return [guard.message for guard in guards]
