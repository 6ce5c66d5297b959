"""IR expressions to Python text. The state is `s`; boards, tables and functions have short names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import assert_never

from attrs import evolve

from .....dsl import ir
from ....canonical.free_temps import free_temps
from ...plan.loop_budget import LoopBudget
from . import naming
from .gathering import gathered
from .rows import RowCode
from .scope import Scope
from .simplify import simplified
from .steps import about_step

# The text of a value that may stand twice.
SHORT = 30


class CodeNames:
    """The names that generated code uses for the parts of a program; with `record`, `rows` writes what notes rows.

    `scope` says for how many values each name stands where code is written. With `trace`, what looks at exceptions says so to a
    watch.
    """

    def __init__(self, program: ir.Program, record: bool = False, *, budget: LoopBudget, trace: bool = False) -> None:
        self.record, self.trace = record, trace
        self.budget = budget or LoopBudget(program)
        self.scope = Scope(program, record)
        self.rows = RowCode(program, record, self.scope)
        # The tables of exceptions, by which of them go over which and where they stand.
        self.picks: dict[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]], str] = {}
        self.tables = {name: naming.table(i) for i, (name, _) in enumerate(program.tables)}
        self.cells = dict(program.tables)
        self.functions = {function.name: naming.function(function.name) for function in program.functions}
        self.rules = {procedure.name: naming.rule(i) for i, procedure in enumerate(program.procedures)}
        self.boards = {board.name: (naming.board(i), board) for i, board in enumerate(program.boards)}
        # The numbers of names that live inside one function.
        self.fresh = count(1)

    def picking(self) -> Iterator[str]:
        """The lines that make the tables of exceptions that are asked for so far."""
        yield from (f"{name} = Picks({over!r}, {sites!r})" for (over, sites), name in self.picks.items())


class PyCode:
    """Writes expressions and domains of one program as Python."""

    def __init__(self, names: CodeNames) -> None:
        self.names = names

    def slot(self, slot: ir.Slot) -> str:
        """The index of a slot in the state."""
        base = slot.base
        parts = []
        for step in slot.steps:
            match step.index:
                case ir.Const(value):
                    base += (value - step.low) * step.stride
                case index:
                    # Any other index is known in play only.
                    text = self.expr(index)
                    base -= step.low * step.stride
                    parts.append(text if step.stride == 1 else f"{self.grouped(index, text)} * {step.stride}")
        if base or not parts:
            parts.insert(0, str(base))
        return " + ".join(parts)

    def grouped(self, node: ir.Expr, text: str) -> str:
        """The text in parentheses where it could fall apart in a product."""
        return text if isinstance(node, ir.Const | ir.Temp | ir.Slot | ir.Lookup) else f"({text})"

    def expr(self, node: ir.Expr) -> str:
        node = simplified(node)
        match node:
            case ir.Const(value):
                return str(value) if value >= 0 else f"({value})"
            case ir.Values(values):
                return repr(values)
            case ir.Temp(name):
                return name
            case ir.Slot():
                return f"s[{self.slot(node)}]"
            case ir.ReadList(slot):
                return f"tuple({self.entries(slot)})"
            case ir.Lookup(table, index):
                return self.names.rows.read(table, index, self.names.tables[table], self.expr(index))
            case ir.Arith(operator, left, right):
                python = {"div": "//", "mod": "%"}.get(operator, operator)
                return f"({self.expr(left)} {python} {self.expr(right)})"
            case ir.Negate(operand):
                return f"(-{self.expr(operand)})"
            case ir.Compare(operator, left, right):
                python = "==" if operator == "=" else operator
                return f"({self.expr(left)} {python} {self.expr(right)})"
            case ir.Both(left, right):
                return f"({self.expr(left)} and {self.after(left, right)})"
            case ir.Either(left, right):
                return f"({self.expr(left)} or {self.after(left, right)})"
            case ir.Not(operand):
                return f"(not {self.expr(operand)})"
            case ir.IfElse(condition, this, that):
                return f"({self.after(condition, this)} if {self.expr(condition)} else {self.after(condition, that)})"
            case ir.CallFunction(function, arguments):
                called = self.names.rows.calls(function, self.names.functions[function], arguments)
                return f"{called}({self.arguments('s', arguments)})"
            case ir.Supposed(rule, arguments, function, tested):
                tuples = (f"({', '.join(map(self.expr, part))}{',' if part else ''})" for part in (arguments, tested))
                first, second = tuples
                return f"supposed(s, {self.names.rules[rule]}, {first}, {self.names.functions[function]}, {second})"
            case ir.Primitive(name, arguments, board):
                if board:
                    return f"{self.names.boards[board][0]}.{name}({self.arguments('s', arguments)})"
                return f"{name}({self.arguments('', arguments)})"
            case ir.Tuple(items) | ir.MakeList(items):
                return f"({', '.join(self.expr(item) for item in items)}{',' if len(items) == 1 else ''})"
            case ir.MakeSet(items, low):
                bits = [self.bit(item, low) for item in items]
                return f"({' | '.join(bits)})" if bits else "0"
            case ir.SetArith(operator, left, right):
                python = "|" if operator == "+" else "& ~"
                return f"({self.expr(left)} {python} {self.expr(right)})"
            case ir.SizeOf(kind, collection):
                return f"({self.expr(collection)}).bit_count()" if kind == "set" else f"len({self.expr(collection)})"
            case ir.ItemAt(collection, place, site):
                return f"item_at({self.expr(collection)}, {self.expr(place)}, {site})"
            case ir.Member(value, domain):
                return self.member(self.expr(value), domain)
            case ir.RegionOf(board, space):
                shape = self.names.boards[board][1]
                return f"s[{shape.roots} + {self.expr(space)}]"
            case ir.Within(value, low, high, site):
                text = self.expr(value)
                checked = f"within({text}, {low}, {high}, {site})"
                # Reading a slot twice costs less than a call.
                plain = isinstance(value, ir.Temp | ir.Slot) and len(text) < SHORT
                return f"({text} if {low} <= {text} <= {high} else {checked})" if plain else checked
            case ir.EntriesWithin(value, low, high, site):
                return f"entries_within({self.expr(value)}, {low}, {high}, {site})"
            case ir.Present(value, site):
                return f"present({self.expr(value)}, {site})"
            case ir.Opened(value) if not self.names.record:
                return self.expr(value)
            case ir.Opened(value, kind, to, site):
                whom = "None" if to is None else self.expr(to)
                return f"opened({self.expr(value)}, {kind!r}, {whom}, {site}, {naming.OPENED})"
            case ir.PickException((condition,), _, sites) if self.names.trace:
                return f"(0 if {naming.WATCH}.picked({sites!r}, ({self.expr(condition)},))[0] else -1)"
            case ir.PickException((condition,)):
                return f"(0 if {self.expr(condition)} else -1)"
            case ir.PickException(conditions, over, sites):
                holds = ", ".join(self.expr(item) for item in conditions)
                looked = f"{naming.WATCH}.picked({sites!r}, ({holds}))" if self.names.trace else holds
                return f"{self.names.picks.setdefault((over, sites), f'P{len(self.names.picks)}')}[{looked}]"
            case ir.Gather():
                return self.gather(node)
            case ir.Ranked(collection, among, descending, ()):
                return f"ranked({self.expr(collection)}, {self.expr(among)}, {descending})"
            case ir.Ranked(collection, among, descending, prizes):
                return f"shared({self.expr(collection)}, {self.expr(among)}, {descending}, {self.expr(ir.MakeList(prizes))})"
            case ir.Paths():
                return self.paths(node)
            case ir.Before() | ir.Happened() | ir.Applied() | ir.Decider():
                return about_step(self, node)
            case _:
                assert_never(node)

    def after(self, condition: ir.Expr, node: ir.Expr) -> str:
        """An expression that is worked out after a condition."""
        with self.names.scope.where(condition):
            return self.expr(node)

    def paths(self, node: ir.Paths) -> str:
        """The call of a function of `paths`, with the conditions of the path as functions."""
        near = f"{self.names.boards[node.board][0]}.near"
        tests = [] if node.condition is None else [self.expr(node.condition)]
        if node.among is not None:
            tests.insert(0, self.member(node.name, node.among))
        passes = f"lambda {node.name}: {' and '.join(tests)}" if tests else "None"
        ends = f"{self.expr(node.start)}, {self.expr(node.goal)}"
        if node.cost is None:
            return f"{node.kind}({near}, {ends}, {passes})"
        cost = f"lambda {node.name}: {self.expr(node.cost)}"
        if node.kind == "reachable":
            return f"reachable_at_cost({near}, {ends}, {passes}, {cost})"
        return f"cheapest({near}, {ends}, {passes}, {cost}, {node.nowhere})"

    def bit(self, item: ir.Expr, low: int) -> str:
        if isinstance(item, ir.Const):
            return str(1 << (item.value - low))
        shift = self.expr(item) if low == 0 else f"({self.expr(item)} - {low})"
        return f"1 << {shift}"

    def entries(self, slot: ir.Slot) -> str:
        """The entries of a list in the state, for going through."""
        if slot.steps:
            return f"entries(s, {self.slot(slot)})"
        return f"s[{slot.base + 1}:{slot.base + 1} + s[{slot.base}]]"

    def arguments(self, first: str, arguments: tuple[ir.Expr, ...]) -> str:
        return ", ".join(([first] if first else []) + [self.expr(argument) for argument in arguments])

    # -- domains and quantifiers -----------------------------------------------------------------

    def domain(self, domain: ir.Domain) -> str:
        """An iterable over a domain."""
        match domain:
            case ir.RangeDomain(low, high):
                end = str(high.value + 1) if isinstance(high, ir.Const) else f"{self.expr(high)} + 1"
                if isinstance(low, ir.Const) and low.value == 0:
                    return f"range({end})"
                return f"range({self.expr(low)}, {end})"
            case ir.SetDomain(source, low):
                return f"members({self.expr(source)}, {low})"
            case ir.ListDomain(ir.ReadList(slot)):
                return self.entries(slot)
            case ir.ListDomain(source):
                return self.expr(source)
            case ir.RegionDomain(board):
                return f"{self.names.boards[board][0]}.regions(s)"
            case ir.WordDomain(source, words):
                return f"(*{self.domain(source)}, {', '.join(map(str, words))})"
            case ir.RotatedDomain(source, start):
                return f"rotated({self.domain(source)}, {self.expr(start)})"
            case ir.JointDomain(source, more, shift):
                return f"(*{self.domain(source)}, *[x + {shift} for x in {self.domain(more)}])"
            case _:
                assert_never(domain)

    def member(self, value: str, domain: ir.Domain) -> str:
        """Return whether a value is in a domain."""
        match domain:
            case ir.RangeDomain(low, high):
                return f"({self.expr(low)} <= {value} <= {self.expr(high)})"
            case ir.SetDomain(source, low):
                return f"in_set({value}, {self.expr(source)}, {low})"
            case ir.RegionDomain(board):
                shape = self.names.boards[board][1]
                return f"({value} >= 0 and s[{shape.roots} + {value}] == {value})"
            case ir.WordDomain(source, words):
                return f"({value} in {words!r} or {self.member(value, source)})"
            case ir.RotatedDomain(source, _):
                return self.member(value, source)
            case ir.JointDomain(source, more, shift):
                return f"({self.member(value, source)} or {self.member(f'({value} - {shift})', more)})"
            case ir.ListDomain():
                return f"({value} in {self.domain(domain)})"
            case _:
                assert_never(domain)

    def clause(self, node: ir.Gather | ir.Bound | ir.For, long: bool | None = None) -> str:
        """`for name in domain if condition`; `long` says whether its passes are counted, where that is known."""
        with self.names.scope.through(node):
            condition = "" if node.condition is None else f" if {self.expr(node.condition)}"
        return f"for {node.name} in {self.passes(node, long)}{condition}"

    def passes(self, node: ir.Gather | ir.Bound | ir.For, long: bool | None = None) -> str:
        """The values that a loop goes through, counted where it is long."""
        domain = self.domain(node.domain)
        return f"each({domain})" if (self.names.budget.is_long(node) if long is None else long) else domain

    def ordered(self, node: ir.Gather | ir.For) -> str:
        """The values of a domain that meet the condition, sorted by the key."""
        assert node.key is not None
        reverse = ", reverse=True" if node.descending else ""
        with self.names.scope.inside(node):
            key = self.expr(node.key)
        return f"sorted([{node.name} {self.clause(node)}], key=lambda {node.name}: {key}{reverse})"

    def gather(self, node: ir.Gather) -> str:
        if (sliced := self.sliced(node)) is not None:
            return sliced
        clause = self.clause(node)
        with self.names.scope.inside(node):
            body = "" if node.body is None else self.expr(node.body)
        match node.kind:
            case "every" | "some" | "no" | "count" | "sum" | "max" | "min":
                return gathered(node.kind, body, clause)
            case "first":
                # Of nothing, the first and the last are -1: the number of `none`.
                source = f"iter({self.ordered(node)})" if node.key is not None else f"({node.name} {clause})"
                return f"next({source}, -1)"
            case "last":
                source = self.ordered(node) if node.key is not None else f"[{node.name} {clause}]"
                return f"[-1, *{source}][-1]"
            case "pairs":
                return f"[({node.name}, {body}) {clause}]"
            case "set":
                return f"set_of([{body or node.name} {clause}], {node.low})"
            case "list" if node.key is None:
                return f"tuple([{body or node.name} {clause}])"
            case "list":
                return f"tuple([{body} for {node.name} in {self.ordered(node)}])" if body else f"tuple({self.ordered(node)})"
            case _:
                assert_never(node.kind)

    def sliced(self, node: ir.Gather) -> str | None:
        """A quantifier over a run of slots that lie side by side, as a slice; None if it is none.

        `every c: f[c] != v` is `v not in s[a:b]`.
        """
        test = node.condition if node.kind == "count" else node.body
        if node.kind in ("sum", "max", "min") and node.condition is None and isinstance(test, ir.Slot):
            part = self.part(test, node)
            return None if part is None else f"{node.kind}({part[0]})"
        if not isinstance(test, ir.Compare) or test.operator not in ("=", "!=") or not isinstance(test.left, ir.Slot):
            return None
        part = self.part(test.left, node)
        if part is None or node.name in free_temps(test.right) or (node.kind != "count" and node.condition is not None):
            return None
        run, length = part
        value, equal = self.expr(test.right), test.operator == "="
        match node.kind:
            case "count":
                return f"{run}.count({value})" if equal else f"({length} - {run}.count({value}))"
            case "some" | "no" if equal:
                return f"({value} {'in' if node.kind == 'some' else 'not in'} {run})"
            case "every" if not equal:
                return f"({value} not in {run})"
            case "every" | "some" | "no":
                return f"({run}.count({value}) {'!=' if node.kind == 'some' else '=='} {length})"
        return None

    def part(self, slot: ir.Slot, node: ir.Gather | ir.Bound) -> tuple[str, int] | None:
        """The slots that a quantifier's name goes through, as a slice, and how many; None if they lie apart."""
        match node.domain:
            case ir.RangeDomain(ir.Const(low), ir.Const(high)) if low <= high:
                pass
            case _:
                # The values of other domains may lie apart.
                return None
        moving = [i for i, step in enumerate(slot.steps) if node.name in free_temps(step.index)]
        if len(moving) != 1:
            return None
        index = moving[0]
        step = slot.steps[index]
        if step.index != ir.Temp(node.name) or step.stride != 1:
            return None

        def place(value: int) -> str:
            fixed = evolve(step, index=ir.Const(value))
            return self.slot(evolve(slot, steps=(*slot.steps[:index], fixed, *slot.steps[index + 1:])))

        return f"s[{place(low)}:{place(high + 1)}]", high + 1 - low
