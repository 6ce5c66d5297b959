"""Quantifiers of a program as functions with loops, which run faster than generator expressions.

    some l in lines: every c in l: mark[c] = turn

becomes

    def _q1(s):
        _11 = s[11]
        for l in lines:
            for c in l:
                if s[2 + c] != _11: break
            else: return True
        return False
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from itertools import count

from attrs import evolve

from .....dsl import ir
from ....canonical.free_temps import free_temps
from ...plan.rebuild import replaced, substituted
from . import naming
from .derived import DerivedTables, has_own
from .expressions import Names, PyCode

MAX_DEPTH = 12
# Lists of no more entries are written out.
MAX_ENTRIES = 8
# Lists have at least two entries left, when one of them is not asked about.
MIN_OTHERS = 2
# Of lists with fewer entries in all, each entry is asked about in an expression of its own.
MAX_WRITTEN_OUT = 32


class LoopCode(PyCode):
    """Writes expressions as PyCode does, but for the functions that they call in `helpers`.

    `fails` says whether working out an expression may be a fault. With `derives_tables`, tables are made of those of the
    program, so that less is worked out in play.
    """

    def __init__(self, names: Names, fails: Callable[[ir.Expr], bool], derives_tables: bool = False) -> None:
        super().__init__(names)
        self.helpers: list[str] = []
        self._numbers = count(1)
        # In a function: the slots and tables of steps that it reads once, with their names.
        self._read: dict[int | str, str] | None = None
        self._fails = fails
        self._remembered: frozenset[ir.CallFunction] = frozenset()
        self._known: dict[tuple[ir.Gather, tuple[str, ...]], str] = {}
        # In the loop of random games: the names that have what was written to slots, and the values that each may have.
        self.held: dict[ir.Slot, str] = {}
        self.values_held: dict[str, frozenset[int]] = {}
        self.derives_tables = derives_tables
        self.derived = DerivedTables(names, self.helpers)

    def expr(self, node: ir.Expr) -> str:
        if self.held:
            if isinstance(node, ir.Slot) and node in self.held:
                return self.held[node]
            if isinstance(node, ir.Within) and self._is_within(node):
                return self.expr(node.value)
        if self._read is not None and isinstance(node, ir.Slot) and not node.steps:
            return self._read.setdefault(node.base, f"_{node.base}")
        if self._remembered and isinstance(node, ir.CallFunction) and node in self._remembered:
            key = f"({', '.join((repr(node.function), *map(self.expr, node.arguments)))},)"
            return f"({naming.SHARED}[{key}] if {key} in {naming.SHARED} else " \
                   f"{naming.SHARED}.setdefault({key}, {super().expr(node)}))"
        if self.derives_tables and (number := self._derived_number(node)) is not None:
            return number
        if isinstance(node, ir.Primitive) and (steps := self._steps(node)) is not None:
            return f"{steps}[{self.expr(node.arguments[0])}]"
        if isinstance(node, ir.Before):
            # The slots that are read once are those of the state after the step.
            around, self._read = self._read, None
            text = super().expr(node)
            self._read = around
            return text
        return super().expr(node)

    def _derived_number(self, node: ir.Expr) -> str | None:
        """The entry of a table and a number added to it, as an entry of another table; None for other expressions."""
        match node:
            case ir.Arith("+" | "-" as sign, ir.Lookup(table, ir.Temp(index)), ir.Const(by)):
                by, cells = by if sign == "+" else -by, self.names.cells[table]
            case _:
                # Others are worked out in play.
                return None
        numbers = [cell + by for cell in cells if isinstance(cell, int)]
        if len(numbers) < len(cells):
            return None
        if numbers == list(range(len(numbers))):
            return index
        return f"{self.names.tables[self.derived.added(table, by)]}[{index}]"

    def _is_within(self, node: ir.Within) -> bool:
        """Return whether the value, which has a name, is known to be within its range."""
        name = self.held.get(node.value) if isinstance(node.value, ir.Slot) else None
        values = None if name is None else self.values_held.get(name)
        return values is not None and all(node.low <= value <= node.high for value in values)

    def _steps(self, node: ir.Primitive) -> str | None:
        """The name of the table of a shift that is the same for all that is gone through; None for what is no such shift."""
        if node.name != "shift" or self._read is None or self.names.record:
            return None
        by = node.arguments[1:]
        if free_temps(by) or any(map(self._fails, by)):
            return None
        text = f"{self.names.boards[node.board][0]}.moved({', '.join(map(self.expr, by))})"
        return self._read.setdefault(text, f"_to{len(self._read)}")

    def gather(self, node: ir.Gather) -> str:
        if node.kind == "first":
            return self.names.rows.found(node, super().gather(node) if node.key is not None else self._call(node))
        if node.kind not in ("every", "some", "no") or self.sliced(node):
            return super().gather(node)
        return self._call(node)

    def _call(self, node: ir.Gather) -> str:
        if (written := self._written_out(node)) is not None:
            return written
        key = (node, self.names.rows.all_in(node))
        if key not in self._known:
            self._known[key] = self._helper(node)
        return self._known[key]

    @contextmanager
    def remembering(self, calls: frozenset[ir.CallFunction]) -> Iterator[None]:
        """Inside, the values of these calls are remembered for all moves of a position."""
        around, self._remembered = self._remembered, calls
        try:
            yield
        finally:
            self._remembered = around

    @contextmanager
    def reading_once(self) -> Iterator[dict[int | str, str]]:
        """Inside, slots without steps are read under names of their own; gives these."""
        around, self._read = self._read, {}
        try:
            yield self._read
        finally:
            self._read = around

    def _helper(self, node: ir.Gather) -> str:
        """Write the function of a quantifier; gives the call of it."""
        call = f"_q{next(self._numbers)}({', '.join(('s', *free_temps(node)))})"
        # The names of the caller are none of the function.
        around, self.held = self.held, {}
        with self.reading_once() as read, self.remembering(frozenset()):
            lines = list(self._search(node))  # this may add functions of its own
        self.held = around
        self.helpers += [f"def {call}:", *read_first(read), *lines]
        return call

    def _search(self, node: ir.Gather) -> Iterator[str]:
        """The body of the function: look for a value that decides the matter."""
        node = self._in_rows(node)
        head, depth = self._loop(node, 1)
        yield from head
        if node.kind == "first":
            yield f"{'    ' * depth}return {node.name}"
            yield "    return -1"
            return
        assert node.body is not None
        with self.names.rows.inside(node):
            leave = f"{self.names.rows.decides(node)}return {node.kind == 'some'}"
            yield from self._when(node.body, node.kind != "every", leave, depth)
        yield f"    return {node.kind != 'some'}"

    def asked_here(self, node: ir.Gather, then: str, depth: int) -> tuple[dict[int | str, str], list[str]] | None:
        """The lines that go through a domain here, and do something (`then`) where the quantifier holds.

        Before them stands what they read once. None for a quantifier that needs no loop of its own.
        """
        if node.kind not in ("every", "some", "no") or self.sliced(node) or self._written_out(node) is not None:
            return None
        node, pad = self._in_rows(node), "    " * depth
        with self.reading_once() as read:
            head, inner = self._loop(node, depth)
            assert node.body is not None, "a quantifier has a body"
            with self.names.rows.inside(node):
                body = self.expr(node.body)
        test = f"{'    ' * inner}if {body if node.kind != 'every' else f'not {body}'}:"
        within = "    " * (inner + 1)
        found = [f"{within}{then}"] if node.kind == "some" else []
        ends = [] if node.kind == "some" else [f"{pad}else: {then}"]
        return read, [*head, test, *found, f"{within}break", *ends]

    def _moved(self, table: str, name: str, body: ir.Expr) -> tuple[str, ir.Expr]:
        """A table of lists with the places of slots in its lists, and what is asked of an entry then; else both as they are.

        The entries of the lists stand for nothing but the places of slots in the question.
        """
        slots = {item for item in ir.inside(body) if isinstance(item, ir.Slot) and name in free_temps(item)}
        if not self.derives_tables or len(slots) != 1 or not all(isinstance(cell, tuple) for cell in self.names.cells[table]):
            return table, body
        (slot,) = slots
        match slot.steps:
            case (ir.Step(ir.Temp(index), low, _, 1),) if index == name and name not in free_temps(
                    replaced(body, slot, ir.Const(0))):
                by = slot.base - low
            case _:
                # Another place is more than the entry and a number.
                return table, body
        if not by:
            return table, body
        return self.derived.moved(table, by), replaced(body, slot, evolve(slot, base=low))

    def _others(self, lookup: ir.Lookup, name: str, kind: ir.GatherKind, body: ir.Expr) -> tuple[str, int]:
        """The table of lists to ask about, and how many entries it has less in each list than that of `lookup`.

        Where each list has the place that it is looked up by, and the question is known to hold of that, only others are asked.
        """
        index = lookup.index
        place = ir.Temp(self.held[index]) if isinstance(index, ir.Slot) and index in self.held else index
        if not self.derives_tables or kind != "every" or not has_own(self.names.cells[lookup.table]):
            return lookup.table, 0
        match substituted(body, {name: place}):
            case ir.Compare("=", ir.Slot() as left, ir.Slot() as right) if left in self.held \
                    and self.held[left] == self.held.get(right):
                return self.derived.without_own(lookup.table), 1
            case _:
                # It is for play to find out.
                return lookup.table, 0

    def _in_rows(self, node: ir.Gather) -> ir.Gather:
        """A loop over lists of the rulebook that are equally long, which asks about all entries of each: over their entries.

        `some l in lines: every c in l: mark[c] = turn` becomes `for c_0, c_1, c_2 in lines: if ... and ... and ...`.
        """
        match node:
            case ir.Gather("some" | "every" | "no", row, ir.ListDomain(ir.Lookup(table) as lookup), None, None, _, ir.Gather(
                    "some" | "every" | "no" as kind, name, ir.ListDomain(ir.Temp(inner)), None, None, _, body)) \
                    if inner == row and body is not None and row not in free_temps(body):
                entries = self._length_of_rows(table)
                if entries is None or self.names.record or self.names.budget.is_long(node):
                    return node
                table, less = self._others(lookup, name, kind, body) if entries > MIN_OTHERS else (table, 0)
                table, body = self._moved(table, name, body)
                names = [f"{name}_{i}" for i in range(entries - less)]
                parts = [substituted(body, {name: ir.Temp(item)}) for item in names]
                joined = reduce(ir.Both if kind == "every" else ir.Either, parts)
                return evolve(node, name=", ".join(names), domain=ir.ListDomain(evolve(lookup, table=table)),
                              body=ir.Not(joined) if kind == "no" else joined)
            case _:
                # Any other loop stays as it is.
                return node

    def _written_out(self, node: ir.Gather) -> str | None:
        """A question about all entries of a few known lists, list by list; None for other questions."""
        match node:
            case ir.Gather("some" | "every" | "no" as outer, row, ir.ListDomain(ir.Lookup(table, ir.Const(index))), None, None,
                           _, ir.Gather("some" | "every" | "no" as kind, name, ir.ListDomain(ir.Temp(inner)), None, None, _,
                                        body)) if inner == row and body is not None and row not in free_temps(body):
                rows = self.names.cells[table][index] if 0 <= index < len(self.names.cells[table]) else ()
            case _:
                # Other questions are no question about lists in a list.
                return None
        if not isinstance(rows, tuple) or self.names.record or self.names.budget.is_long(node):
            return None
        total = sum(len(entries) if isinstance(entries, tuple) else MAX_WRITTEN_OUT for entries in rows)
        if not 0 < total < MAX_WRITTEN_OUT:
            return None

        def asked(kind: ir.GatherKind, parts: list[ir.Expr]) -> ir.Expr:
            joined = reduce(ir.Both if kind == "every" else ir.Either, parts) if parts else ir.Const(int(kind == "every"))
            return ir.Not(joined) if kind == "no" else joined

        if outer == "some" and kind == "every" and not self._fails(body):
            asked_of = {entry: substituted(body, {name: ir.Const(entry)}) for entries in rows for entry in entries}
            return self.expr(_one_of([frozenset(entries) for entries in rows], asked_of))
        return self.expr(asked(outer, [
            asked(kind, [substituted(body, {name: ir.Const(entry)}) for entry in entries]) for entries in rows]))

    def _length_of_rows(self, table: str) -> int | None:
        """Return the length of the lists in the lists of a table, if all are of one length, and short."""
        rows = [row for cell in self.names.cells[table] if isinstance(cell, tuple) for row in cell]
        lengths = {len(row) if isinstance(row, tuple) else 0 for row in rows}
        return lengths.pop() if len(lengths) == 1 and lengths <= set(range(2, MAX_ENTRIES + 1)) else None

    def _loop(self, node: ir.Gather, depth: int) -> tuple[list[str], int]:
        """The lines that go through the domain, and how deep what follows them stands."""
        head = [f"{'    ' * depth}for {node.name} in {self.passes(node)}:"]
        if node.condition is not None:
            depth += 1
            with self.names.rows.through(node):
                head.append(f"{'    ' * depth}if {self.expr(node.condition)}:")
        return head, depth + 1

    def _when(self, node: ir.Expr, wanted: bool, leave: str, depth: int) -> Iterator[str]:
        """Leave (by `return ...` or `break`) when the condition is as wanted."""
        pad = "    " * depth
        match node:
            case ir.Not(operand):
                yield from self._when(operand, not wanted, leave, depth)
            case ir.Compare(operator, left, right) if not wanted:
                yield f"{pad}if {self.expr(ir.Compare(ir.OPPOSITE[operator], left, right))}: {leave}"
            case ir.Gather("every" | "some" | "no") if self._unfolds(node, leave, depth):
                assert node.body is not None
                head, inner = self._loop(node, depth)
                yield from head
                decides = node.kind != "every"
                whole = wanted == (node.kind == "some")
                with self.names.rows.inside(node):
                    away = f"{self.names.rows.decides(node)}{leave}" if whole else "break"
                    yield from self._when(node.body, decides, away, inner)
                if not whole:
                    yield f"{pad}else: {leave}"
            case _:
                yield f"{pad}if {self.expr(node) if wanted else f'not {self.expr(node)}'}: {leave}"

    def _unfolds(self, node: ir.Gather, leave: str, depth: int) -> bool:
        """Return whether a quantifier is written as a loop inside the loop around it."""
        return leave != "break" and depth < MAX_DEPTH and not self.sliced(node)


def _one_of(lists: list[frozenset[int]], asked: Mapping[int, ir.Expr]) -> ir.Expr:
    """The condition that what is `asked` of an entry holds for all entries of one of some lists.

    An entry of many lists is asked about first, once for all of them: where it does not hold, none of them does.
    """
    if any(not entries for entries in lists):
        return ir.Const(1)
    parts = list[ir.Expr]()
    while lists:
        # The first of those in the most lists, so that the text is always the same.
        most = max(asked, key=lambda entry: sum(entry in entries for entries in lists))
        rest = [entries - {most} for entries in lists if most in entries]
        lists = [entries for entries in lists if most not in entries]
        inner = _one_of(rest, asked)
        parts.append(asked[most] if inner == ir.Const(1) else ir.Both(asked[most], inner))
    return reduce(ir.Either, parts)


def read_first(names: dict[int | str, str], depth: int = 1) -> list[str]:
    """The lines that read slots and tables under their names."""
    return [f"{'    ' * depth}{name} = {f's[{what}]' if isinstance(what, int) else what}" for what, name in names.items()]
