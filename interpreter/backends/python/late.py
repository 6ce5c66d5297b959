"""A program as Python that is written part by part, each when one of its functions is called for the first time.

For those who play a few short games, in which most choices of large rules never come up.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ....dsl import ir
from ..plan.listing import Planner
from .module import Piece, Writer
from .script import compiled


class LateScript:
    """The functions of a program, as a `script.Script` that plays and notes nothing; `text` is all that is written so far."""

    record, trace = False, False

    def __init__(self, program: ir.Program, planner: Planner) -> None:
        self.program, self.planner, self.budget = program, planner, planner.budget
        self.text = ""

    def run(self, names: dict[str, Any]) -> None:
        """Define among these names what writes each function when it is called, and puts it in its own place."""
        writer = Writer(self.program, self.record, self.planner, self.trace)
        defined: set[str] = set()

        def write(piece: Piece) -> None:
            text = "\n".join((*piece.lines(), *writer.shared())) + "\n"
            self.text += text
            for function in re.split(r"\n(?=def )", text):
                if function not in defined:
                    defined.add(function)
                    exec(compiled(function, f"<rules of {self.program.name}>"), names)

        for piece in writer.pieces():
            if piece.names:
                names |= {name: _late(name, piece, names, write) for name in piece.names}
            else:
                write(piece)


def _late(name: str, piece: Piece, names: dict[str, Any], write: Callable[[Piece], None]) -> Callable[..., Any]:
    """Return a stand-in for a function, which has it written when it is called first, and calls it from then on."""
    def late(*arguments: Any) -> Any:
        if names[name] is late:
            write(piece)
        return names[name](*arguments)

    return late
