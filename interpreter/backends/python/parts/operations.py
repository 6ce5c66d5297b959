"""Operations of rules and values of functions -> lines of Python.

With `record`, the lines also note what `backends.backend.Notes` holds; with `trace`, they call a watch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import assert_never

from .....dsl import ir
from ....canonical.effects import askers, does, first_local_of
from ...backend import phases
from ...plan.listing import Planner
from ..values import naming
from ..values.loops import read_first
from ..values.simplify import simplified
from .choices import ChoiceWriter


class OperationWriter(ChoiceWriter):
    """Writes the operations of rules and the values of functions."""

    def __init__(self, program: ir.Program, record: bool, planner: Planner, trace: bool = False, late: bool = False) -> None:
        super().__init__(program, record, planner, trace, late)
        self.fresh = count(1)
        self.phases = {clause: i for i, clause in enumerate(phases(program))}
        self.first_local = first_local_of(program)
        self.by_id = {clause.id: clause for clause in program.clauses}
        self.asking = {block.end.clause for block in program.blocks if isinstance(block.end, ir.ChooseMove)}
        self.clause = ""  # whose operations are written

    # -- functions and rules -------------------------------------------------------------------

    def counted(self, body: object) -> Iterator[str]:
        """Return the lines that count one more pass of something long."""
        if self.budget.is_long_call(body):
            yield "    once_more()"

    def procedure(self, procedure: ir.Procedure, name: str) -> Iterator[str]:
        yield f"def {name}({', '.join(('s', *procedure.params))}):"
        yield from self.counted(procedure.body)
        yield from self.ops(procedure.body, 1)
        # A rule may do nothing at all, and a function of Python needs a line.
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
            words = re.findall(r"\w+", text) if read else []
            if any(words.count(name) > 1 for name in read.values()):
                yield from read_first(read, depth)
                yield f"{pad}if {text}:"
                return
        yield f"{pad}if {self.code.expr(condition)}:"

    def noted(self, op: ir.Write | ir.Append | ir.Remove, pad: str) -> Iterator[str]:
        """Note the rows that are written, and those whose part of the state is."""
        if not self.record:
            return
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
            # Only the order is fixed in advance. The condition is asked in each round, as it is without a key: rounds before
            # may change it.
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

    def over(self, end: int, depth: int) -> Iterator[str]:
        """Leave play: the game is over by this end."""
        yield f"{'    ' * depth}raise GameOver({end})"
