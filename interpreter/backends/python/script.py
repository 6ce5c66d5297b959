"""A program as Python: written and compiled when it is first needed, once for all tables at which it is played."""

from __future__ import annotations

import re
from functools import lru_cache
from types import CodeType
from typing import Any

from ....dsl import ir
from ..plan.loop_budget import LoopBudget
from .module import generate

# Rules that differ in a parameter or in one clause have nearly all their functions in common.
FUNCTIONS_KEPT = 20_000


class Script:
    """The Python of a program: its text, and what it compiles to. With `record`, it notes what is applied; with
    `trace`, it calls a watch.
    """

    def __init__(self, program: ir.Program, record: bool, trace: bool = False) -> None:
        self.record, self.trace, self.budget = record, trace, LoopBudget(program)
        self.text = generate(program, record, self.budget, trace)
        place = f"<rules of {program.name}>"
        self._functions = [compiled(function, place) for function in re.split(r"\n(?=def )", self.text)]

    def run(self, names: dict[str, Any]) -> None:
        """Define the functions among these names."""
        for code in self._functions:
            exec(code, names)


@lru_cache(maxsize=FUNCTIONS_KEPT)
def compiled(text: str, place: str) -> CodeType:
    """Return the code of a function by its text; what was compiled before is kept."""
    return compile(text, place, "exec")
