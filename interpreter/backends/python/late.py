"""A program as Python that is written part by part, each when one of its functions is called for the first time.

For those who play a few short games, in which most choices of large rules never come up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ....dsl import ir
from ..plan.listing import Planner
from .parts.module import Writer
from .parts.pieces import ModulePart
from .script import compiled


class LateScript:
    """The functions of a program, as a `script.Script`; with `record`, they note what is applied.

    `text` is all that is written so far.
    """

    trace = False

    def __init__(self, program: ir.Program, planner: Planner, record: bool = False) -> None:
        self.program, self.planner, self.budget, self.record = program, planner, planner.budget, record
        self.text = ""
        self._writer = Writer(program, record, planner, self.trace, late=True)
        self._pieces = tuple(self._writer.pieces())
        # Of each piece that is written: its functions, and how many were shared by all then; and these, in order.
        self._written: dict[ModulePart, tuple[list[str], int]] = {}
        self._shared: list[str] = []
        self._sharing: tuple[int, ...] = ()

    @property
    def called(self) -> frozenset[str]:
        """The rules, functions and clauses of which something is written so far."""
        return frozenset((*self._writer.called, *(piece.of for piece in self._written if piece.of)))

    def run(self, names: dict[str, Any]) -> None:
        """Define among these names what writes each function when it is called, and puts it in its own place."""
        defined = 0

        def write(piece: ModulePart) -> None:
            nonlocal defined
            functions, shared = self._functions(piece)
            for function in (*functions, *self._shared[defined:shared]):
                exec(compiled(function, f"<rules of {self.program.name}>"), names)
            defined = max(defined, shared)

        for piece in self._pieces:
            if piece.names:
                names |= {name: _late(name, piece, names, write) for name in piece.names}
            else:
                write(piece)

    def _functions(self, piece: ModulePart) -> tuple[list[str], int]:
        """The functions of a piece, and how many of those that pieces share it may call; written once for all tables."""
        if piece not in self._written:
            own = self._apart(piece.lines())
            # What is shared only grows, and most pieces add nothing to it.
            if self._writer.sharing() != self._sharing:
                known = set(self._shared)
                self._shared += [function for function in self._apart(self._writer.shared()) if function not in known]
                self._sharing = self._writer.sharing()
            self._written[piece] = own, len(self._shared)
        return self._written[piece]

    def _apart(self, lines: Iterable[str]) -> list[str]:
        """Lines as functions, each with all that stands behind it up to the next; none of no lines."""
        text = "\n".join(lines)
        self.text += f"{text}\n"
        return re.split(r"\n(?=def )", text) if text else []


def _late(name: str, piece: ModulePart, names: dict[str, Any], write: Callable[[ModulePart], None]) -> Callable[..., Any]:
    """Return a stand-in for a function, which has it written when it is called first, and calls it from then on."""
    def late(*arguments: Any) -> Any:
        if names[name] is late:
            write(piece)
        return names[name](*arguments)

    return late
