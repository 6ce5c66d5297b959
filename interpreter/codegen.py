"""Compiled rules to Python: one function for each rule, block, choice, text and end.

The functions work on the state in place. A block's function returns the next block; blocks that
only one other leads to are written into it. Entries into phases are counted (in the list `C`).
With `record`, they also note the clauses they apply (in the set `H`) and the events that happen
(in the list `E`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import assert_never

from ..dsl import ir
from ..dsl.types import EnumType, FlagType, IntType, SetType, Type, UnionType, lowest, size

from .pycode import Names, PyCode

MAX_INLINE = 12


def generate(program: ir.Program, record: bool) -> str:
    """The Python text of a program."""
    return "\n".join(_Writer(program, record).module()) + "\n"


def phases(program: ir.Program) -> tuple[str, ...]:
    """The ids of the phases, in the order in which their entries are counted."""
    return tuple(clause.id for clause in program.clauses if clause.kind == "phase")


class _Writer:
    def __init__(self, program: ir.Program, record: bool) -> None:
        self.program, self.record = program, record
        self.names = Names(program)
        self.code = PyCode(self.names)
        self.fresh = count(1)
        self.phases = {clause: i for i, clause in enumerate(phases(program))}
        self.before: dict[int, int] = {}
        for block in program.blocks:
            for to in _next_blocks(block.end):
                self.before[to] = self.before.get(to, 0) + 1

    def module(self) -> Iterator[str]:
        for function in self.program.functions:
            yield from self.function(function)
        for straight in self.program.straights:
            yield f"def {self.names.rules[straight.name]}({', '.join(('s', *straight.params))}):"
            yield from self.ops(straight.body, 1)
            yield "    pass"
        for i, text in enumerate(self.program.texts):
            yield f"def t{i}({', '.join(('s', *text.names))}):"
            yield f"    return {self.text(text)}"
        for i, end in enumerate(self.program.ends):
            yield f"def e{i}(s):"
            yield f"    return {self.code.expr(end.condition)}"
            if end.value is not None:
                yield f"def w{i}(s, {end.name}):"
                yield f"    return {self.code.expr(end.value)}"
        for i, (_, condition) in enumerate(self.program.invariants):
            yield f"def i{i}(s):"
            yield f"    return {self.code.expr(condition)}"
        for i, (_, name, value) in enumerate(self.program.scores):
            yield f"def score{i}(s, {name}):"
            yield f"    return {self.code.expr(value)}"
        for block in self.program.blocks:
            if self.is_entered(block):
                yield from self.block(block)
            match block.end:
                case ir.ChooseMove():
                    yield from self.choice(block.id, block.end)
                case ir.RollValue():
                    yield from self.roll(block.id, block.end)
                case _:
                    pass

    def is_entered(self, block: ir.Block) -> bool:
        """Whether a block needs a function of its own."""
        return (block.enters is not None or block.id == self.program.entry or self.before.get(block.id, 0) != 1
                or any(isinstance(one.end, ir.CallRule) and one.end.back == block.id for one in self.program.blocks)
                or any(isinstance(one.end, ir.ChooseMove) and one.end.otherwise == block.id
                       for one in self.program.blocks)
                or any(routine.entry == block.id for routine in self.program.routines)
                or any(frame.setup == block.id for frame in self.program.loops)
                or isinstance(block.end, ir.ChooseMove | ir.RollValue))

    # -- functions -----------------------------------------------------------------------------

    def function(self, function: ir.Function) -> Iterator[str]:
        yield f"def {self.names.functions[function.name]}({', '.join(('s', *function.params))}):"
        if self.record:
            yield f"    H.add({function.name!r})"
        yield from self.value(function.value, 1)

    def value(self, value: ir.Value, depth: int) -> Iterator[str]:
        pad = "    " * depth
        if value.exceptions:
            picked = f"picked_{next(self.fresh)}"
            pick = ir.PickException(tuple(one.condition for one in value.exceptions),
                                    tuple(one.over for one in value.exceptions),
                                    tuple(one.site for one in value.exceptions))
            yield f"{pad}{picked} = {self.code.expr(pick)}"
            for i, one in enumerate(value.exceptions):
                yield f"{pad}if {picked} == {i}:"
                if self.record:
                    yield f"{pad}    H.add({one.id!r})"
                yield from self.value(one.value, depth + 1)
        yield from self.ops(value.lets, depth)
        yield f"{pad}return {self.code.expr(value.gives)}"

    # -- operations ----------------------------------------------------------------------------

    def ops(self, ops: tuple[ir.Op, ...], depth: int) -> Iterator[str]:
        for op in ops:
            yield from self.op(op, depth)

    def op(self, op: ir.Op, depth: int) -> Iterator[str]:
        pad, code = "    " * depth, self.code
        match op:
            case ir.Let(name, value, low, high, site):
                yield f"{pad}{name} = {code.expr(value)}"
                yield from self.checked(name, low, high, site, pad)
            case ir.Write(to, value, low, high, site):
                if low is None and high is None:
                    yield f"{pad}s[{code.slot(to)}] = {code.expr(value)}"
                else:
                    name = f"v{next(self.fresh)}"
                    yield f"{pad}{name} = {code.expr(value)}"
                    yield from self.checked(name, low, high, site, pad)
                    yield f"{pad}s[{code.slot(to)}] = {name}"
            case ir.WriteList(to, value, limit, site):
                yield f"{pad}write_list(s, {code.slot(to)}, {code.expr(value)}, {limit}, {site})"
            case ir.Append(to, value, limit, site):
                yield f"{pad}append(s, {code.slot(to)}, {code.expr(value)}, {limit}, {site})"
            case ir.Remove(to, value, limit):
                yield f"{pad}remove(s, {code.slot(to)}, {code.expr(value)}, {limit})"
            case ir.If(condition, then, otherwise):
                yield f"{pad}if {code.expr(condition)}:"
                yield from self.ops(then, depth + 1)
                yield f"{pad}    pass"
                if otherwise:
                    yield f"{pad}else:"
                    yield from self.ops(otherwise, depth + 1)
                    yield f"{pad}    pass"
            case ir.For():
                yield from self.for_each(op, depth)
            case ir.Loop():
                yield from self.loop(op, depth)
            case ir.Leave(kind):
                yield f"{pad}{'break' if kind == 'stop' else 'continue'}"
            case ir.Do(rule, arguments, _):
                yield f"{pad}{self.names.rules[rule]}({code.arguments('s', arguments)})"
            case ir.Happen(event, values):
                if self.record:
                    items = ", ".join(code.expr(value) for value in values)
                    yield f"{pad}E.append(({event}, ({items}{',' if items else ''})))"
            case ir.CheckEnds(ends):
                for i in ends:
                    yield f"{pad}if {code.expr(self.program.ends[i].condition)}: raise GameOver({i})"
            case ir.MergeRegions(board, first, second, site):
                yield f"{pad}{self.names.boards[board][0]}_merge(s, {code.expr(first)}, {code.expr(second)}, {site})"
            case ir.Ensure(condition, site, message):
                names = "" if message is None else ", ".join(self.program.texts[message].names)
                text = '""' if message is None else f"t{message}(s{', ' if names else ''}{names})"
                yield f"{pad}if not {code.expr(condition)}: raise Fault({site}, {text})"
            case ir.Touch(clause):
                if clause in self.phases:
                    yield f"{pad}C[{self.phases[clause]}] += 1"
                if self.record:
                    yield f"{pad}H.add({clause!r})"
            case _:
                assert_never(op)

    def checked(self, name: str, low: int | None, high: int | None, site: int, pad: str) -> Iterator[str]:
        tests = ([f"{name} < {low}"] if low is not None else []) + ([f"{name} > {high}"] if high is not None else [])
        if tests:
            yield f"{pad}if {' or '.join(tests)}: raise Fault({site}, str({name}))"

    def for_each(self, op: ir.For, depth: int) -> Iterator[str]:
        pad, code = "    " * depth, self.code
        if op.key is not None:
            plain = ir.For(op.name, op.domain, None, op.key, op.descending, ())
            yield f"{pad}for {op.name} in {code.ordered(plain)}:"
        else:
            fixed = code.domain(op.domain)
            yield f"{pad}for {op.name} in {fixed}:"
        if op.condition is not None:
            yield f"{pad}    if not {code.expr(op.condition)}: continue"
        yield from self.ops(op.body, depth + 1)
        yield f"{pad}    pass"

    def loop(self, op: ir.Loop, depth: int) -> Iterator[str]:
        pad, code = "    " * depth, self.code
        name = f"round_{next(self.fresh)}"
        times = "MAX_ROUNDS" if op.times is None else code.expr(op.times)
        yield f"{pad}for {name} in range({times}):"
        if op.condition is not None:
            yield f"{pad}    if not {code.expr(op.condition)}: break"
        yield from self.ops(op.body, depth + 1)
        yield f"{pad}    pass"
        if op.times is None:
            yield f"{pad}else: raise Fault({op.site})"

    # -- blocks ----------------------------------------------------------------------------------

    def block(self, block: ir.Block) -> Iterator[str]:
        entering = block.enters is not None
        yield f"def b{block.id}(s{', code' if entering else ''}):"
        if block.enters is not None:
            yield from self.decode(self.bounds_into(block.enters), 1)
        yield from self.inlined(block, 1, {block.id})

    def bounds_into(self, enters: tuple[int, int]) -> tuple[ir.Bound, ...]:
        end = self.program.blocks[enters[0]].end
        if isinstance(end, ir.ChooseMove):
            return end.moves[enters[1]].bound
        assert isinstance(end, ir.RollValue)
        return (end.bound,)

    def inlined(self, block: ir.Block, depth: int, path: set[int]) -> Iterator[str]:
        """A block's operations, and after them those of blocks that can be written here."""
        pad = "    " * depth
        if not isinstance(block.end, ir.ChooseMove | ir.RollValue):
            yield from self.ops(block.ops, depth)
        match block.end:
            case ir.Jump(to):
                yield from self.go(to, depth, path)
            case ir.Branch(ir.Const(value), then, otherwise):
                yield from self.go(then if value else otherwise, depth, path)
            case ir.Branch(condition, then, otherwise):
                yield f"{pad}if {self.code.expr(condition)}:"
                yield from self.go(then, depth + 1, path)
                yield from self.go(otherwise, depth, path)
            case ir.CallRule(rule, arguments, back):
                routine = next(one for one in self.program.routines if one.name == rule)
                targets = ", ".join(f"s[{slot}]" for _, slot, _ in routine.params)
                if targets:
                    yield f"{pad}{targets} = {self.code.arguments('', arguments)}"
                yield f"{pad}s[{routine.back}] = {back}"
                yield from self.go(routine.entry, depth, path)
            case ir.Return(rule):
                routine = next(one for one in self.program.routines if one.name == rule)
                yield f"{pad}back = s[{routine.back}]"
                yield f"{pad}s[{routine.back}] = 0"
                yield f"{pad}return back"
            case ir.ChooseMove() | ir.RollValue():
                assert not block.ops, "a block that waits does nothing before"
                yield f"{pad}return {block.id}"
            case ir.RunOut(site):
                yield f"{pad}raise Fault({site})"
            case _:
                assert_never(block.end)

    def go(self, to: int, depth: int, path: set[int]) -> Iterator[str]:
        target = self.program.blocks[to]
        waits = isinstance(target.end, ir.ChooseMove | ir.RollValue)
        small = len(target.ops) <= 2 and depth < MAX_INLINE
        if waits or to in path or depth > 2 * MAX_INLINE or not (self.before.get(to) == 1 or small):
            yield f"{'    ' * depth}return {to}"
        else:
            yield from self.inlined(target, depth, path | {to})

    # -- choices ---------------------------------------------------------------------------------

    def choice(self, number: int, choose: ir.ChooseMove) -> Iterator[str]:
        yield f"def p{number}(s):"
        yield f"    return {self.code.expr(choose.player)}"
        for i, move in enumerate(choose.moves):
            yield f"def o{number}_{i}(s):"
            yield f"    return {self.legal(move)}"
            yield f"def g{number}_{i}(s, code):"
            yield from self.decode(move.bound, 1)
            yield "    failed = []"
            for bound in move.bound:
                yield f"    if not {self.code.member(bound.name, bound.domain)}: return [-1]"
                if bound.condition is not None:
                    yield f"    if not {self.code.expr(bound.condition)}: return [-1]"
            for j, guard in enumerate(move.guards):
                yield f"    if not {self.guard(guard)}: failed.append({j})"
                if not guard.exceptions:
                    # A requirement may speak of what an earlier one makes sure of.
                    yield "    if failed: return failed"
            yield "    return failed"
            yield f"def n{number}_{i}(s, code):"
            yield from self.decode(move.bound, 1)
            yield f"    return {self.text(self.program.texts[move.notation])}"
            for j, text in enumerate(_messages(move.guards)):
                yield f"def m{number}_{i}_{j}(s, code):"
                yield from self.decode(move.bound, 1)
                yield f"    return {self.text(self.program.texts[text]) if text is not None else repr('')}"
            if self.record:
                yield f"def h{number}_{i}(s, code):"
                yield from self.decode(move.bound, 1)
                for guard in move.guards:
                    yield from self.exceptions_used(guard, 1)
                yield "    return"

    def exceptions_used(self, guard: ir.Guard, depth: int) -> Iterator[str]:
        """Note the exceptions that let a move through in spite of a requirement."""
        pad = "    " * depth
        if guard.exceptions:
            yield f"{pad}if not {self.code.expr(guard.condition)}:"
            for one in guard.exceptions:
                yield f"{pad}    if {self.code.expr(one.condition)}:"
                yield f"{pad}        H.add({one.id!r})"
                yield from self.exceptions_used(one, depth + 2)

    def legal(self, move: ir.MoveOption) -> str:
        """The codes of all legal combinations of a kind of move."""
        guards: dict[int, list[str]] = {}
        for guard in move.guards:
            guards.setdefault(guard.level, []).append(self.guard(guard))
        clauses = []
        for i, bound in enumerate(move.bound, 1):
            clauses.append(self.code.clause(bound))
            clauses += [f"if {text}" for text in guards.get(i, ())]
        code = self.encode(move)
        start = " and ".join(guards.get(0, ()))
        if not move.bound:
            return f"[{code}] if {start} else []" if start else f"[{code}]"
        listed = f"[{code} {' '.join(clauses)}]"
        if any(_may_repeat(bound.domain) for bound in move.bound):
            listed = f"list(dict.fromkeys({listed}))"
        return f"{listed} if {start} else []" if start else listed

    def guard(self, guard: ir.Guard) -> str:
        """A requirement as a condition: it holds, or an exception to it does."""
        condition = self.code.expr(guard.condition)
        for one in guard.exceptions:
            condition = f"({condition} or {self.exception(one)})"
        return condition

    def exception(self, guard: ir.Guard) -> str:
        condition = self.code.expr(guard.condition)
        for one in guard.exceptions:
            condition = f"({condition} and not {self.exception(one)})"
        return condition

    def encode(self, move: ir.MoveOption) -> str:
        """The code of a combination of values."""
        text, plus = "", move.first
        for bound in move.bound:
            place, low = self.place_of(bound)
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
        return f"{text} + {plus}" if plus >= 0 else f"{text} - {-plus}"

    def place_of(self, bound: ir.Bound) -> tuple[str, int]:
        """The place of a value among those of its type, from `low` instead of 0."""
        match bound.type:
            case UnionType(base, _):
                n = size(base)
                return f"({bound.name} - {lowest(base)} if {bound.name} >= 0 else {n - 1} - {bound.name})", 0
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
                n, low = size(bound.type.base), lowest(bound.type.base)
                yield f"{pad}{bound.name} = {place} + {low} if {place} < {n} else {n - 1} - {place}"
            else:
                low = lowest(bound.type)
                yield f"{pad}{bound.name} = {place}{f' + {low}' if low else ''}"

    # -- chance ----------------------------------------------------------------------------------

    def roll(self, number: int, roll: ir.RollValue) -> Iterator[str]:
        move = ir.MoveOption(roll.clause, (roll.bound,), (), roll.notation, roll.to, 0, size(roll.bound.type))
        yield f"def o{number}_0(s):"
        yield f"    return {self.legal(move)}"
        yield f"def n{number}_0(s, code):"
        yield from self.decode(move.bound, 1)
        yield f"    return {self.text(self.program.texts[roll.notation])}"
        if roll.weight is not None:
            yield f"def c{number}(s, code):"
            yield from self.decode(move.bound, 1)
            yield f"    return {self.code.expr(roll.weight)}"

    # -- texts -----------------------------------------------------------------------------------

    def text(self, text: ir.TextOf) -> str:
        parts = [repr(part) if isinstance(part, str) else self.written(self.code.expr(part.value), part.type)
                 for part in text.parts]
        return " + ".join(parts) or "''"

    def written(self, value: str, type_: Type) -> str:
        match type_:
            case IntType():
                return f"str({value})"
            case FlagType():
                return f"('no', 'yes')[{value}]"
            case EnumType(kind="player" | "lone side"):
                return f"SEATS[{value}]"
            case EnumType(members=members):
                return f"{self.constant(members)}[{value}]"
            case UnionType(base=EnumType(kind="player" | "lone side"), extras=extras):
                return f"word(SEATS, {extras!r}, {value})"
            case UnionType(base=EnumType(members=members), extras=extras):
                return f"{self.constant(members + tuple(reversed(extras)))}[{value}]"
            case UnionType(base=IntType(), extras=extras):
                return f"(str({value}) if {value} >= 0 else {extras!r}[-1 - {value}])"
            case SetType(element):
                inner = self.written("x", element)
                return f"'{{' + ', '.join([{inner} for x in members({value}, {lowest(element)})]) + '}}'"
        return f"str({value})"

    def constant(self, members: tuple[str, ...]) -> str:
        return repr(members)


def _next_blocks(end: ir.Terminator) -> tuple[int, ...]:
    match end:
        case ir.Jump(to):
            return (to,)
        case ir.Branch(_, then, otherwise):
            return (then, otherwise)
    return ()


def _may_repeat(domain: ir.Domain) -> bool:
    """Whether going through a domain may give a value twice."""
    match domain:
        case ir.ListDomain(of):
            return not isinstance(of, ir.Lookup)
        case ir.WordDomain(of, _) | ir.RotatedDomain(of, _):
            return _may_repeat(of)
    return False


def _messages(guards: tuple[ir.Guard, ...]) -> list[int | None]:
    return [guard.message for guard in guards]
