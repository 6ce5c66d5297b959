"""A program as Python: written and compiled when it is first needed, once for all tables at which it is played."""

from __future__ import annotations

import re
from functools import lru_cache
from types import CodeType
from typing import Any

from ....dsl import ir
from ..plan.loop_budget import LoopBudget
from .module import generate
from .runs import generate_run, sections

# Rules that differ in a parameter or in one clause have nearly all their functions in common.
FUNCTIONS_KEPT = 20_000


class Script:
    """The Python of a program: its text, and what it compiles to. With `record`, it notes what is applied."""

    def __init__(self, program: ir.Program, record: bool) -> None:
        self.program, self.record, self.budget = program, record, LoopBudget(program)
        self._loops: dict[tuple[int, ...], RunScript] = {}
        self.text = generate(program, record, self.budget)
        place = f"<rules of {program.name}>"
        self._functions = [_compiled(function, place) for function in re.split(r"\n(?=def )", self.text)]

    def run(self, names: dict[str, Any]) -> None:
        """Define the functions among these names."""
        for code in self._functions:
            exec(code, names)

    def loop(self, points: tuple[int, ...]) -> RunScript:
        """The loop of random choices at these points, written when it is first needed."""
        if points not in self._loops:
            self._loops[points] = RunScript(self.program, self.budget, points)
        return self._loops[points]


class RunScript:
    """The loop of random choices at some points; `sections` are the functions that each of its lines stands for."""

    def __init__(self, program: ir.Program, budget: LoopBudget, points: tuple[int, ...]) -> None:
        text = generate_run(program, budget, points)
        self.sections = sections(text)
        self.code = compile(text, f"<rules of {program.name}>", "exec")


@lru_cache(maxsize=FUNCTIONS_KEPT)
def _compiled(text: str, place: str) -> CodeType:
    return compile(text, place, "exec")
