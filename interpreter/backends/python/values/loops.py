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

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from .....dsl import ir
from ....canonical.free_temps import free_temps
from . import naming
from .derived import DerivedTables
from .expressions import CodeNames, PyCode
from .list_questions import ListQuestions

MAX_DEPTH = 12


class LoopCode(PyCode):
    """Writes expressions as PyCode does, but for the functions that they call in `helpers`.

    `fails` says whether working out an expression may be a fault. With `derives_tables`, tables are made of those of the
    program, so that less is worked out in play.
    """

    def __init__(self, names: CodeNames, fails: Callable[[ir.Expr], bool], derives_tables: bool = False) -> None:
        super().__init__(names)
        self.helpers: list[str] = []
        self._numbers = count(1)
        # In a function: the slots and tables of steps that it reads once, with their names.
        self._read: dict[int | str, str] | None = None
        self._fails = fails
        self._remembered: frozenset[ir.CallFunction] = frozenset()
        self._known: dict[tuple[ir.Gather, tuple[str, ...]], str] = {}
        # In the loop of random games: the names that have what was written to slots, and the values that each may have.
        self.slot_names: dict[ir.Slot, str] = {}
        self.values_of_names: dict[str, frozenset[int]] = {}
        self._derived = DerivedTables(names, self.helpers) if derives_tables else None
        self._lists = ListQuestions(names, fails, self._derived)

    def expr(self, node: ir.Expr) -> str:
        if self.slot_names:
            if isinstance(node, ir.Slot) and node in self.slot_names:
                return self.slot_names[node]
            if isinstance(node, ir.Within) and self._is_within(node):
                return self.expr(node.value)
        if self._read is not None and isinstance(node, ir.Slot) and not node.steps:
            return self._read.setdefault(node.base, f"_{node.base}")
        if self._remembered and isinstance(node, ir.CallFunction) and node in self._remembered:
            key = f"({', '.join((repr(node.function), *map(self.expr, node.arguments)))},)"
            return f"({naming.SHARED}[{key}] if {key} in {naming.SHARED} else " \
                   f"{naming.SHARED}.setdefault({key}, {super().expr(node)}))"
        if self._derived is not None and (number := self._derived.number(node)) is not None:
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

    def _is_within(self, node: ir.Within) -> bool:
        """Return whether the value, which has a name, is known to be within its range."""
        name = self.slot_names.get(node.value) if isinstance(node.value, ir.Slot) else None
        values = None if name is None else self.values_of_names.get(name)
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
            return self.names.rows.searched(node, super().gather(node) if node.key is not None else self._call(node))
        if node.kind not in ("every", "some", "no") or self.sliced(node):
            return super().gather(node)
        return self._call(node)

    def _call(self, node: ir.Gather) -> str:
        if (written := self._lists.list_by_list(node)) is not None:
            return self.expr(written)
        key = (node, self.names.scope.all_in(node))
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
        around, self.slot_names = self.slot_names, {}
        with self.reading_once() as read, self.remembering(frozenset()):
            lines = list(self._search(node))  # this may add functions of its own
        self.slot_names = around
        self.helpers += [f"def {call}:", *read_first(read), *lines]
        return call

    def _search(self, node: ir.Gather) -> Iterator[str]:
        """The body of the function: look for a value that decides the matter."""
        node = self._lists.by_entries(node, self.slot_names)
        head, depth = self._loop(node, 1)
        yield from head
        if node.kind == "first":
            yield f"{'    ' * depth}return {node.name}"
            yield "    return -1"
            return
        assert node.body is not None
        with self.names.scope.inside(node):
            leave = f"{self.names.rows.decides(node)}return {node.kind == 'some'}"
            yield from self._when(node.body, node.kind != "every", leave, depth)
        yield f"    return {node.kind != 'some'}"

    def asked_here(self, node: ir.Gather, then: str, depth: int) -> tuple[dict[int | str, str], list[str]] | None:
        """The lines that go through a domain here, and do something (`then`) where the quantifier holds.

        Before them stands what they read once. None for a quantifier that needs no loop of its own.
        """
        if node.kind not in ("every", "some", "no") or self.sliced(node) or self._lists.list_by_list(node) is not None:
            return None
        node, pad = self._lists.by_entries(node, self.slot_names), "    " * depth
        with self.reading_once() as read:
            head, inner = self._loop(node, depth)
            assert node.body is not None, "a quantifier has a body"
            with self.names.scope.inside(node):
                body = self.expr(node.body)
        test = f"{'    ' * inner}if {body if node.kind != 'every' else f'not {body}'}:"
        within = "    " * (inner + 1)
        action = [f"{within}{then}"] if node.kind == "some" else []
        ends = [] if node.kind == "some" else [f"{pad}else: {then}"]
        return read, [*head, test, *action, f"{within}break", *ends]

    def _loop(self, node: ir.Gather, depth: int) -> tuple[list[str], int]:
        """The lines that go through the domain, and how deep what follows them stands."""
        head = [f"{'    ' * depth}for {node.name} in {self.passes(node)}:"]
        if node.condition is not None:
            depth += 1
            with self.names.scope.through(node):
                head.append(f"{'    ' * depth}if {self.expr(node.condition)}:")
        return head, depth + 1

    def _when(self, node: ir.Expr, expected: bool, leave: str, depth: int) -> Iterator[str]:
        """Leave (by `return ...` or `break`) when the condition is as wanted."""
        pad = "    " * depth
        match node:
            case ir.Not(operand):
                yield from self._when(operand, not expected, leave, depth)
            case ir.Compare(operator, left, right) if not expected:
                yield f"{pad}if {self.expr(ir.Compare(ir.OPPOSITE[operator], left, right))}: {leave}"
            case ir.Gather("every" | "some" | "no") if self._unfolds(node, leave, depth):
                assert node.body is not None
                head, inner = self._loop(node, depth)
                yield from head
                decides = node.kind != "every"
                whole = expected == (node.kind == "some")
                with self.names.scope.inside(node):
                    away = f"{self.names.rows.decides(node)}{leave}" if whole else "break"
                    yield from self._when(node.body, decides, away, inner)
                if not whole:
                    yield f"{pad}else: {leave}"
            case _:
                # Other conditions are asked as a whole.
                yield f"{pad}if {self.expr(node) if expected else f'not {self.expr(node)}'}: {leave}"

    def _unfolds(self, node: ir.Gather, leave: str, depth: int) -> bool:
        """Return whether a quantifier is written as a loop inside the loop around it."""
        return leave != "break" and depth < MAX_DEPTH and not self.sliced(node)


def read_first(names: dict[int | str, str], depth: int = 1) -> list[str]:
    """The lines that read slots and tables under their names."""
    return [f"{'    ' * depth}{name} = {f's[{what}]' if isinstance(what, int) else what}" for what, name in names.items()]
