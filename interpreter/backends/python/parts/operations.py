"""Operations of rules -> lines of Python.

With `record`, the lines also note what `backends.backend.Notes` holds; with `trace`, they call a watch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol, assert_never

from .....dsl import ir
from ....canonical.effects import does
from ...backend import phases
from ..values import naming
from ..values.loops import LoopCode, read_first
from ..values.simplify import simplified
from .did import DidCode


class Body(Protocol):
    """Writes operations that stand one after the other: those of a rule or a block, and those inside of others."""

    def ops(self, ops: tuple[ir.Op, ...], depth: int) -> Iterator[str]:
        """The lines that carry out operations."""
        ...


class OperationCode:
    """Writes the operations of rules; those inside of others are written by `inside`, by itself where there is none."""

    def __init__(self, program: ir.Program, code: LoopCode, did: DidCode, inside: Body | None = None) -> None:
        self.program, self.code, self.names, self.did = program, code, code.names, did
        self.inside: Body = self if inside is None else inside
        self.record, self.trace, self.budget = code.names.record, code.names.trace, code.names.budget
        self.phases = {clause: i for i, clause in enumerate(phases(program))}

    def ops(self, ops: tuple[ir.Op, ...], depth: int) -> Iterator[str]:
        """The lines that carry out operations, and note which clauses do something."""
        did = self.did
        around, noted = did.clause, not self.record
        for op in ops:
            if isinstance(op, ir.Touch):
                did.clause, noted = op.clause, not self.record
            elif not noted and does(op, did.first_local):
                yield from did.noted(depth)
                noted = True
            yield from self.op(op, depth)
        did.clause = around

    def op(self, op: ir.Op, depth: int) -> Iterator[str]:
        """The lines that carry out an operation."""
        pad, code = "    " * depth, self.code
        match op:
            case ir.Let(name, value, low, high, site):
                yield f"{pad}{name} = {code.expr(value)}"
                self.names.scope.named(name, value)
                yield from checked(name, low, high, site, pad)
            case ir.Write(to, value, low, high, site):
                yield from self._noted(op, pad)
                if low is None and high is None:
                    yield f"{pad}s[{code.slot(to)}] = {code.expr(value)}"
                else:
                    name = f"v{next(self.names.fresh)}"
                    yield f"{pad}{name} = {code.expr(value)}"
                    yield from checked(name, low, high, site, pad)
                    yield f"{pad}s[{code.slot(to)}] = {name}"
            case ir.WriteList(to, value, limit, site):
                yield f"{pad}write_list(s, {code.slot(to)}, {code.expr(value)}, {limit}, {site})"
            case ir.Append(to, value, limit, site):
                yield from self._noted(op, pad)
                yield f"{pad}append(s, {code.slot(to)}, {code.expr(value)}, {limit}, {site})"
            case ir.Remove(to, value, limit):
                yield from self._noted(op, pad)
                yield f"{pad}remove(s, {code.slot(to)}, {code.expr(value)}, {limit})"
            case ir.If():
                yield from self._either(op, depth)
            case ir.For():
                yield from self._for_each(op, depth)
            case ir.Loop():
                yield from self._loop(op, depth)
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
                    yield from self.did.noted(depth + 1)
                    yield over(i, depth + 1)
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

    def _either(self, op: ir.If, depth: int) -> Iterator[str]:
        pad, condition = "    " * depth, simplified(op.condition)
        if isinstance(condition, ir.Const):
            yield from self.inside.ops(op.then if condition.value else op.otherwise, depth)
            return
        yield from when(self.code, condition, depth)
        with self.names.scope.where(condition):
            yield from self.inside.ops(op.then, depth + 1)
            yield f"{pad}    pass"
            if op.otherwise:
                yield f"{pad}else:"
                yield from self.inside.ops(op.otherwise, depth + 1)
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
            yield from when(self.code, condition, depth)

    def _noted(self, op: ir.Write | ir.Append | ir.Remove, pad: str) -> Iterator[str]:
        """Note the rows that are written, and those whose part of the state is."""
        if not self.record:
            return
        rows = self.names.rows
        for value, type_ in (*rows.changed(op.to), *rows.placed(op.to, op.value)):
            yield from (f"{pad}{note}" for note in rows.met(self.code.expr(value), type_))

    def _for_each(self, op: ir.For, depth: int) -> Iterator[str]:
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
            with self.names.scope.through(op):
                yield f"{pad}    if not {code.expr(op.condition)}: continue"
        with self.names.scope.inside(op):
            yield from self.inside.ops(op.body, depth + 1)
        yield f"{pad}    pass"

    def _loop(self, op: ir.Loop, depth: int) -> Iterator[str]:
        pad, code = "    " * depth, self.code
        name = f"round_{next(self.names.fresh)}"
        times = "MAX_ROUNDS" if op.times is None else code.expr(op.times)
        rounds = f"range({times})"
        yield f"{pad}for {name} in {f'each({rounds})' if self.budget.is_long(op) else rounds}:"
        if op.condition is not None:
            yield f"{pad}    if not {code.expr(op.condition)}: break"
        yield from self.inside.ops(op.body, depth + 1)
        yield f"{pad}    pass"
        if op.times is None:
            yield f"{pad}else: raise Fault({op.site})"


def when(code: LoopCode, condition: ir.Expr, depth: int) -> Iterator[str]:
    """The line that asks for a condition, and before it those that read what the condition reads again and again."""
    pad = "    " * depth
    if not code.names.record:
        with code.reading_once() as read:
            text = code.expr(condition)
        words = re.findall(r"\w+", text) if read else []
        if any(words.count(name) > 1 for name in read.values()):
            yield from read_first(read, depth)
            yield f"{pad}if {text}:"
            return
    yield f"{pad}if {code.expr(condition)}:"


def checked(name: str, low: int | None, high: int | None, site: int, pad: str) -> Iterator[str]:
    """The line that refuses a value out of its range, which is in a name."""
    tests = ([f"{name} < {low}"] if low is not None else []) + ([f"{name} > {high}"] if high is not None else [])
    if tests:
        yield f"{pad}if {' or '.join(tests)}: raise Fault({site}, str({name}))"


def over(end: int, depth: int) -> str:
    """The line that leaves play: the game is over by this end."""
    return f"{'    ' * depth}raise GameOver({end})"
