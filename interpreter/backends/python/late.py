"""A program as Python that is written part by part, each when one of its functions is called for the first time.

For those who play a few short games, in which most choices of large rules never come up.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ....dsl import ir
from ..plan.listing import Planner
from .parts.module import Piece, Writer
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
        self._written: dict[Piece, list[str]] = {}

    def run(self, names: dict[str, Any]) -> None:
        """Define among these names what writes each function when it is called, and puts it in its own place."""
        defined: set[str] = set()

        def write(piece: Piece) -> None:
            for function in self._functions(piece):
                if function not in defined:
                    defined.add(function)
                    exec(compiled(function, f"<rules of {self.program.name}>"), names)

        for piece in self._pieces:
            if piece.names:
                names |= {name: _late(name, piece, names, write) for name in piece.names}
            else:
                write(piece)

    def _functions(self, piece: Piece) -> list[str]:
        """The functions of a piece, and those that all pieces so far share; written once for all tables."""
        if piece not in self._written:
            text = "\n".join((*piece.lines(), *self._writer.shared())) + "\n"
            self.text += text
            self._written[piece] = re.split(r"\n(?=def )", text)
        return self._written[piece]


def _late(name: str, piece: Piece, names: dict[str, Any], write: Callable[[Piece], None]) -> Callable[..., Any]:
    """Return a stand-in for a function, which has it written when it is called first, and calls it from then on."""
    def late(*arguments: Any) -> Any:
        if names[name] is late:
            write(piece)
        return names[name](*arguments)

    return late
