"""Compiled rules to Python: one function for each rule, block, choice, text and end.

The functions work on the state in place. A block's function returns the next block; blocks that
only one other leads to are written into it. Entries into phases are counted. With `record`, they also note what
`backend.Notes` holds. `naming` says what each function is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import assert_never

from attrs import frozen

from ....dsl import ir
from ....dsl.types.types import ListType
from ...canonical.effects import askers, does, first_local_of
from ..backend import phases
from ..plan.joins import next_blocks, reached_from_afar
from ..plan.listing import Planner
from ..plan.loop_budget import LoopBudget
from . import naming
from .choices import ChoiceWriter
from .loops import read_first
from .simplify import simplified
from .steps import PARAMETERS

MAX_INLINE = 12


def generate(program: ir.Program, record: bool, planner: Planner, trace: bool = False) -> str:
    """The Python text of a program."""
    return "\n".join(Writer(program, record, planner, trace).module()) + "\n"


def generate_block(program: ir.Program, record: bool, budget: LoopBudget, block: ir.Block, trace: bool = False) -> str:
    """The Python text of a block that is none of the program, and leads to blocks of it."""
    writer = Writer(program, record, Planner(program, budget), trace)
    return "\n".join([*writer.block(block), *writer.shared()]) + "\n"


@frozen(eq=False)
class Piece:
    """A part of a module: the names of the functions that it defines, and what writes it.

    A piece without names has to be there from the beginning.
    """

    names: tuple[str, ...]
    lines: Callable[[], Iterator[str]]


class Writer(ChoiceWriter):
    """Writes the functions of a program; `late` says that the parts are written one by one, as they are called."""

    def __init__(self, program: ir.Program, record: bool, planner: Planner, trace: bool = False, late: bool = False) -> None:
        super().__init__(program, record, planner, trace, late)
        self.fresh = count(1)
        self.phases = {clause: i for i, clause in enumerate(phases(program))}
        self.routines = {routine.name: routine for routine in program.routines}
        self.before: dict[int, int] = {}
        # The blocks that play goes on with when a rule is done.
        self.backs: dict[str, list[int]] = {}
        for block in program.blocks:
            for to in next_blocks(block.end):
                self.before[to] = self.before.get(to, 0) + 1
            if isinstance(block.end, ir.CallRule):
                self.backs.setdefault(block.end.rule, []).append(block.end.back)
        self.reached = set(reached_from_afar(program))
        self.first_local = first_local_of(program)
        self.by_id = {clause.id: clause for clause in program.clauses}
        self.asking = {block.end.clause for block in program.blocks if isinstance(block.end, ir.ChooseMove)}
        self.clause = ""  # whose operations are written
        self.counts = self.budget.is_long(
            (tuple(item.ops for item in program.blocks), tuple(item.end for item in program.blocks))
        )

    def module(self) -> Iterator[str]:
        for piece in self.pieces():
            yield from piece.lines()
        yield from self.shared()

    def pieces(self) -> Iterator[Piece]:
        """The parts of the module, each of which can be written alone; `shared` is written behind those that are."""
        program = self.program
        for function in program.functions:
            name = self.names.functions[function.name]
            yield Piece((name,), partial(self.function, function, name))
        for straight in program.straights:
            name = self.names.rules[straight.name]
            yield Piece((name,), partial(self.straight, straight, name))
        for i, text in enumerate(program.texts):
            yield Piece((naming.text(i),), partial(self.text_function, i, text))
        for i, end in enumerate(program.ends):
            values = () if end.value is None else (naming.end_value(i),)
            yield Piece((naming.end(i), *values), partial(self.end, i, end))
        for i, (_, condition) in enumerate(program.invariants):
            yield Piece((naming.invariant(i),), partial(self.value_function, naming.invariant(i), "s", condition))
        for i, (_, condition) in enumerate(program.step_invariants):
            yield Piece((naming.step_invariant(i),),
                        partial(self.value_function, naming.step_invariant(i), PARAMETERS, condition))
        for i, (_, name, value) in enumerate(program.scores):
            yield Piece((naming.score(i),), partial(self.value_function, naming.score(i), f"s, {name}", value))
        for block in program.blocks:
            if self.is_entered(block):
                yield Piece((naming.block(block.id),), partial(self.block, block))
            match block.end:
                case ir.ChooseMove() as choose:
                    yield Piece(tuple(self.names_of_choice(block.id, choose)), partial(self.choice, block.id, choose))
                case ir.RollValue() as roll:
                    yield Piece(tuple(self.names_of_roll(block.id, roll)), partial(self.roll, block.id, roll))
                case _:
                    # Other ends decide nothing, and need no function.
                    pass

    def text_function(self, number: int, text: ir.TextOf) -> Iterator[str]:
        """Return the function that fills a text."""
        yield f"def {naming.text(number)}({', '.join(('s', *text.names))}):"
        yield f"    return {self.text(text)}"

    def end(self, number: int, end: ir.Ending) -> Iterator[str]:
        """Return the functions of an end."""
        yield f"def {naming.end(number)}(s):"
        yield f"    return {self.code.expr(end.condition)}"
        if end.value is not None:
            yield from self.value_function(naming.end_value(number), f"s, {end.name}", end.value)

    def value_function(self, name: str, params: str, value: ir.Expr) -> Iterator[str]:
        """Return the function of a condition or value of a position."""
        yield f"def {name}({params}):"
        yield from self.begins(value)
        yield f"    return {self.code.expr(value)}"

    def shared(self) -> Iterator[str]:
        """Return the text that the functions written so far share."""
        yield from self.alike.functions()
        yield from self.called_for_all()
        yield from self.code.helpers
        yield from (f"{name} = {words}" for words, name in self.words.lists.items())
        yield from (f"{name} = Picks({over!r}, {sites!r})" for (over, sites), name in self.names.picks.items())

    def is_entered(self, block: ir.Block) -> bool:
        """Return whether a block needs a function of its own."""
        return (block.enters is not None or block.id in self.reached or self.before.get(block.id, 0) != 1
                or isinstance(block.end, ir.ChooseMove | ir.RollValue))

    def counted(self, body: object) -> Iterator[str]:
        """Return the lines that count one more pass of something long."""
        if self.budget.is_long_call(body):
            yield "    once_more()"

    # -- functions -----------------------------------------------------------------------------

    def called_for_all(self) -> Iterator[str]:
        """The functions and rules that are called for all rows of a table, once more: they note no rows."""
        functions = {function.name: function for function in self.program.functions}
        straights = {straight.name: straight for straight in self.program.straights}
        for called, name in self.names.rows.wanted():
            if called in functions:
                yield from self.function(functions[called], name)
            else:
                yield from self.straight(straights[called], name)

    def straight(self, straight: ir.Straight, name: str) -> Iterator[str]:
        yield f"def {name}({', '.join(('s', *straight.params))}):"
        yield from self.counted(straight.body)
        yield from self.ops(straight.body, 1)
        yield "    pass"

    def function(self, function: ir.Function, name: str) -> Iterator[str]:
        yield f"def {name}({', '.join(('s', *function.params))}):"
        yield from self.counted(function.value)
        if self.record and function.name in self.by_id:
            yield f"    {naming.CLAUSES}.add({function.name!r})"
        if self.trace:
            yield f"    {naming.WATCH}.computed({function.name!r})"
        yield from self.value(function.value, 1)

    def value(self, value: ir.Value, depth: int) -> Iterator[str]:
        pad = "    " * depth
        if value.exceptions:
            picked = f"picked_{next(self.fresh)}"
            pick = ir.PickException(tuple(exception.condition for exception in value.exceptions),
                                    tuple(exception.over for exception in value.exceptions),
                                    tuple(exception.site for exception in value.exceptions))
            yield f"{pad}{picked} = {self.code.expr(pick)}"
            for i, exception in enumerate(value.exceptions):
                yield f"{pad}if {picked} == {i}:"
                if self.record:
                    yield f"{pad}    {naming.CLAUSES}.add({exception.id!r})"
                yield from self.value(exception.value, depth + 1)
        yield from self.ops(value.lets, depth)
        yield f"{pad}return {self.code.expr(value.gives)}"

    # -- operations ----------------------------------------------------------------------------

    def ops(self, ops: tuple[ir.Op, ...], depth: int) -> Iterator[str]:
        around, noted = self.clause, False
        for op in ops:
            if isinstance(op, ir.Touch):
                self.clause, noted = op.clause, False
            elif not noted and does(op, self.first_local):
                yield from self.does(depth)
                noted = True
            yield from self.op(op, depth)
        self.clause = around

    def does(self, depth: int) -> Iterator[str]:
        """Note that the clause whose operations are written does something; for an `otherwise` so does what asks."""
        if self.record and self.clause:
            kept = tuple(askers(self.clause, self.by_id)) if self.clause in self.asking else (self.clause,)
            yield from (f"{'    ' * depth}{naming.DID}.add({text!r})" for text in kept)

    def op(self, op: ir.Op, depth: int) -> Iterator[str]:
        pad, code = "    " * depth, self.code
        match op:
            case ir.Let(name, value, low, high, site):
                yield f"{pad}{name} = {code.expr(value)}"
                self.names.rows.named(name, value)
                yield from self.checked(name, low, high, site, pad)
            case ir.Write(to, value, low, high, site):
                yield from self.noted(op, pad)
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
                yield from self.noted(op, pad)
                yield f"{pad}append(s, {code.slot(to)}, {code.expr(value)}, {limit}, {site})"
            case ir.Remove(to, value, limit):
                yield from self.noted(op, pad)
                yield f"{pad}remove(s, {code.slot(to)}, {code.expr(value)}, {limit})"
            case ir.If():
                yield from self.either(op, depth)
            case ir.For():
                yield from self.for_each(op, depth)
            case ir.Loop():
                yield from self.loop(op, depth)
            case ir.Leave(kind):
                yield f"{pad}{'break' if kind == 'stop' else 'continue'}"
            case ir.Do():
                yield from self.do(op, depth)
            case ir.Happen(event, values):
                if self.record:
                    items = ", ".join(code.expr(value) for value in values)
                    yield f"{pad}{naming.EVENTS}.append(({event}, ({items}{',' if items else ''})))"
            case ir.CheckEnds(ends):
                for i in ends:
                    yield from self.when_over(i, depth)
                    yield from self.does(depth + 1)
                    yield from self.over(i, depth + 1)
            case ir.MergeRegions(board, first, second, site):
                yield f"{pad}{naming.merger(self.names.boards[board][0])}(s, {code.expr(first)}, {code.expr(second)}, {site})"
            case ir.Ensure(condition, site, message):
                names = "" if message is None else ", ".join(self.program.texts[message].names)
                text = '""' if message is None else f"{naming.text(message)}(s{', ' if names else ''}{names})"
                holds = code.expr(condition)
                looked = f"{naming.WATCH}.ensured({site}, bool({holds}))" if self.trace else holds
                yield f"{pad}if not {looked}: raise Fault({site}, {text})"
            case ir.Touch(clause):
                if clause in self.phases:
                    yield f"{pad}{naming.ENTRIES}[{self.phases[clause]}] += 1"
                if self.record:
                    yield f"{pad}{naming.CLAUSES}.add({clause!r})"
                if self.trace:
                    yield f"{pad}{naming.WATCH}.touched({clause!r}, s)"
            case ir.Reach(site, names):
                if self.trace:
                    read = "".join(f"{code.expr(value)}, " for _, _, value in names)
                    yield f"{pad}{naming.WATCH}.reached({site}, s, ({read}))"
            case _:
                assert_never(op)

    def do(self, op: ir.Do, depth: int) -> Iterator[str]:
        """Return the call of a rule that asks for nothing; a watch hears of its beginning and its end."""
        pad = "    " * depth
        if self.trace:
            yield f"{pad}{naming.WATCH}.called({op.rule!r}, s)"
        called = self.names.rows.calls(op.rule, self.names.rules[op.rule], op.arguments)
        yield f"{pad}{called}({self.code.arguments('s', op.arguments)})"
        if self.trace:
            yield f"{pad}{naming.WATCH}.returned(s)"

    def either(self, op: ir.If, depth: int) -> Iterator[str]:
        pad, condition = "    " * depth, simplified(op.condition)
        if isinstance(condition, ir.Const):
            yield from self.ops(op.then if condition.value else op.otherwise, depth)
            return
        yield from self.when(condition, depth)
        with self.names.rows.where(condition):
            yield from self.ops(op.then, depth + 1)
            yield f"{pad}    pass"
            if op.otherwise:
                yield f"{pad}else:"
                yield from self.ops(op.otherwise, depth + 1)
                yield f"{pad}    pass"

    def when_over(self, end: int, depth: int) -> Iterator[str]:
        """The lines that ask whether an end has come; a watch hears of it."""
        pad, condition = "    " * depth, self.program.ends[end].condition
        # A call, so that a fault that comes of going on for too long names the end.
        called = f"{naming.end(end)}(s)" if self.budget.is_long(condition) else None
        if self.trace:
            yield f"{pad}if {naming.WATCH}.ended({end}, bool({called or self.code.expr(condition)})):"
        elif called is not None:
            yield f"{pad}if {called}:"
        else:
            yield from self.when(condition, depth)

    def when(self, condition: ir.Expr, depth: int) -> Iterator[str]:
        """The line that asks for a condition, and before it those that read what the condition reads again and again."""
        pad = "    " * depth
        if not self.record:
            with self.code.reading_once() as read:
                text = self.code.expr(condition)
            if any(len(re.findall(rf"\b{name}\b", text)) > 1 for name in read.values()):
                yield from read_first(read, depth)
                yield f"{pad}if {text}:"
                return
        yield f"{pad}if {self.code.expr(condition)}:"

    def noted(self, op: ir.Write | ir.Append | ir.Remove, pad: str) -> Iterator[str]:
        """Note the rows that are written, and those whose part of the state is."""
        rows = self.names.rows
        for value, type_ in (*rows.changed(op.to), *rows.placed(op.to, op.value)):
            yield from (f"{pad}{note}" for note in rows.met(self.code.expr(value), type_))

    def checked(self, name: str, low: int | None, high: int | None, site: int, pad: str) -> Iterator[str]:
        tests = ([f"{name} < {low}"] if low is not None else []) + ([f"{name} > {high}"] if high is not None else [])
        if tests:
            yield f"{pad}if {' or '.join(tests)}: raise Fault({site}, str({name}))"

    def for_each(self, op: ir.For, depth: int) -> Iterator[str]:
        pad, code = "    " * depth, self.code
        if op.key is not None:
            plain = ir.For(op.name, op.domain, None, op.key, op.descending, ())
            ordered = code.ordered(plain)
            yield f"{pad}for {op.name} in {f'each({ordered})' if self.budget.is_long(op) else ordered}:"
        else:
            yield f"{pad}for {op.name} in {code.passes(op)}:"
        if op.condition is not None:
            with self.names.rows.through(op):
                yield f"{pad}    if not {code.expr(op.condition)}: continue"
        with self.names.rows.inside(op):
            yield from self.ops(op.body, depth + 1)
        yield f"{pad}    pass"

    def loop(self, op: ir.Loop, depth: int) -> Iterator[str]:
        pad, code = "    " * depth, self.code
        name = f"round_{next(self.fresh)}"
        times = "MAX_ROUNDS" if op.times is None else code.expr(op.times)
        rounds = f"range({times})"
        yield f"{pad}for {name} in {f'each({rounds})' if self.budget.is_long(op) else rounds}:"
        if op.condition is not None:
            yield f"{pad}    if not {code.expr(op.condition)}: break"
        yield from self.ops(op.body, depth + 1)
        yield f"{pad}    pass"
        if op.times is None:
            yield f"{pad}else: raise Fault({op.site})"

    # -- blocks ----------------------------------------------------------------------------------

    def block(self, block: ir.Block) -> Iterator[str]:
        entering = block.enters is not None
        yield f"def {naming.block(block.id)}(s{', code' if entering else ''}):"
        if block.enters is not None:
            if self.counts:
                yield "    begin()"
            yield from self.decode(self.bounds_into(block.enters), 1)
        yield from self.inlined(block, 1, {block.id})

    def bounds_into(self, enters: tuple[int, int]) -> tuple[ir.Bound, ...]:
        end = self.program.blocks[enters[0]].end
        if isinstance(end, ir.ChooseMove):
            return end.moves[enters[1]].bound
        assert isinstance(end, ir.RollValue)
        return (end.bound,)

    def inlined(self, block: ir.Block, depth: int, path: set[int]) -> list[str]:
        """A block's operations, and after them those of blocks that can be written here."""
        # Lists and not generators: one block is written into another up to twenty deep, and each line would go through all of
        # them. INVARIANT: `path` has the blocks around this one, so a loop between blocks ends in a `return`, not in more text.
        pad, lines = "    " * depth, list[str]()
        around, self.clause = self.clause, block.clause
        if not isinstance(block.end, ir.ChooseMove | ir.RollValue):
            lines += self.ops(block.ops, depth)
        match block.end:
            case ir.Jump(to):
                lines += self.go(to, depth, path)
            case ir.Branch(ir.Const(value), then, otherwise):
                lines += self.go(then if value else otherwise, depth, path)
            case ir.Branch(condition, then, otherwise):
                lines += self.when(condition, depth)
                lines += self.go(then, depth + 1, path)
                lines += self.go(otherwise, depth, path)
            case ir.CallRule(rule, arguments, back):
                routine = self.routines[rule]
                targets = ", ".join(f"s[{slot}]" for _, slot, type_ in routine.params if not isinstance(type_, ListType))
                if targets:
                    lines.append(f"{pad}{targets} = {self.code.arguments('', arguments)}")
                lines.append(f"{pad}s[{routine.back}] = {back}")
                if self.trace:
                    lines.append(f"{pad}{naming.WATCH}.called({rule!r}, s)")
                lines += self.does(depth)
                lines += self.go(routine.entry, depth, path)
            case ir.Return(rule):
                back_slot = self.routines[rule].back
                lines += [f"{pad}back = s[{back_slot}]", f"{pad}s[{back_slot}] = 0"]
                if self.trace:
                    lines.append(f"{pad}{naming.WATCH}.returned(s)")
                lines += self.goes_on("back", depth, tuple(self.backs.get(rule, ())))
            case ir.ChooseMove() | ir.RollValue():
                assert not block.ops, "a block that waits does nothing before"
                lines += self.goes_on(str(block.id), depth, (block.id,))
            case ir.RunOut(site):
                lines.append(f"{pad}raise Fault({site})")
            case _:
                assert_never(block.end)
        self.clause = around
        return lines

    def go(self, to: int, depth: int, path: set[int]) -> list[str]:
        target = self.program.blocks[to]
        waits = isinstance(target.end, ir.ChooseMove | ir.RollValue)
        small = len(target.ops) <= 2 and depth < MAX_INLINE
        if waits or to in path or depth > 2 * MAX_INLINE or not (self.before.get(to) == 1 or small):
            return self.goes_on(str(to), depth, (to,))
        return self.inlined(target, depth, path | {to})

    # -- ways out ----------------------------------------------------------------------------------

    def goes_on(self, block: str, depth: int, to: tuple[int, ...]) -> list[str]:
        """Leave a block: play goes on with the one of this number, which is one of `to`."""
        return [f"{'    ' * depth}return {block}"]

    def over(self, end: int, depth: int) -> Iterator[str]:
        """Leave play: the game is over by this end."""
        yield f"{'    ' * depth}raise GameOver({end})"
