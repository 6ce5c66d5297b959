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

from collections.abc import Iterator
from itertools import count

from ....dsl import ir
from ...canonical.free_temps import free_temps
from .expressions import OPPOSITE, Names, PyCode

MAX_DEPTH = 12


class LoopCode(PyCode):
    """Writes expressions as PyCode does, but for the functions that they call in `helpers`."""

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self.helpers: list[str] = []
        self._numbers = count(1)
        self._read: dict[int, str] | None = None  # in a function: the slots that it reads once
        self._known: dict[tuple[ir.Gather, tuple[str, ...]], str] = {}

    def expr(self, node: ir.Expr) -> str:
        if self._read is not None and isinstance(node, ir.Slot) and not node.steps:
            return self._read.setdefault(node.base, f"_{node.base}")
        if isinstance(node, ir.Before):
            # The slots that are read once are those of the state after the step.
            around, self._read = self._read, None
            text = super().expr(node)
            self._read = around
            return text
        return super().expr(node)

    def gather(self, node: ir.Gather) -> str:
        if node.kind == "first":
            return self.names.rows.found(node, super().gather(node) if node.key is not None else self._call(node))
        if node.kind not in ("every", "some", "no") or self.sliced(node):
            return super().gather(node)
        return self._call(node)

    def _call(self, node: ir.Gather) -> str:
        key = (node, self.names.rows.all_in(node))
        if key not in self._known:
            self._known[key] = self._helper(node)
        return self._known[key]

    def _helper(self, node: ir.Gather) -> str:
        """Write the function of a quantifier; gives the call of it."""
        call = f"_q{next(self._numbers)}({', '.join(('s', *free_temps(node)))})"
        around, self._read = self._read, {}
        lines = list(self._search(node))  # this may add functions of its own
        first = [f"    {name} = s[{base}]" for base, name in self._read.items()]
        self._read = around
        self.helpers += [f"def {call}:", *first, *lines]
        return call

    def _search(self, node: ir.Gather) -> Iterator[str]:
        """The body of the function: look for a value that decides the matter."""
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
                yield f"{pad}if {self.expr(ir.Compare(OPPOSITE[operator], left, right))}: {leave}"
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
