"""A program as Python: written and compiled when it is first needed, once for all tables at which it is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from types import CodeType
from typing import Any

from ....dsl import ir
from ..plan.listing import Planner
from ..plan.loop_budget import LoopBudget
from .loop.runs import generate_run, sections
from .parts.module import generate
from .script_cache import ScriptCache

# Rules that differ in a parameter or in one clause have nearly all their functions in common.
FUNCTIONS_KEPT = 20_000


class Script:
    """The Python of a program, compiled. With `record`, it notes what is applied; with `trace`, it calls a watch.

    `planner` gives the plans of its moves; `cache` holds the code of scripts that were written before, None to keep nothing.
    """

    def __init__(self, program: ir.Program, planner: Callable[[], Planner], record: bool, cache: ScriptCache | None,
                 trace: bool = False) -> None:
        assert cache is None or not trace, "what is kept calls no watch"
        self.program, self.record, self.trace, self._planner = program, record, trace, planner
        self._loops: dict[tuple[int, ...], RunScript] = {}
        known = None if cache is None else cache.read(record)
        self._functions = self._compiled() if known is None else known
        if cache is not None and known is None:
            cache.write(record, self._functions)

    @property
    def budget(self) -> LoopBudget:
        """The loop budget of the program."""
        return self._planner().budget

    @cached_property
    def text(self) -> str:
        """The Python text, which is only written where its code is not kept, or a caller asks for it."""
        return generate(self.program, self.record, self._planner(), self.trace)

    def _compiled(self) -> list[CodeType]:
        place = f"<rules of {self.program.name}>"
        return [compiled(function, place) for function in re.split(r"\n(?=def )", self.text)]

    @property
    def codes(self) -> Sequence[CodeType]:
        """The compiled functions."""
        return self._functions

    def run(self, names: dict[str, Any]) -> None:
        """Define the functions among these names."""
        for code in self._functions:
            exec(code, names)

    def loop(self, points: tuple[int, ...]) -> RunScript:
        """The loop of random choices at these points, written when it is first needed. It is never kept on disk.

        Faults in it are located by the text, and most of those whose script is kept play no random games.
        """
        if points not in self._loops:
            self._loops[points] = RunScript(self.program, self._planner(), points)
        return self._loops[points]


class RunScript:
    """The loop of random choices at some points; `sections` are the functions that each of its lines stands for."""

    def __init__(self, program: ir.Program, planner: Planner, points: tuple[int, ...]) -> None:
        text = generate_run(program, planner, points)
        self.sections = sections(text)
        self.code = compile(text, f"<rules of {program.name}>", "exec")


@lru_cache(maxsize=FUNCTIONS_KEPT)
def compiled(text: str, place: str, mode: str = "exec") -> CodeType:
    """Return the code of a function or expression by its text; what was compiled before is kept."""
    return compile(text, place, mode)
