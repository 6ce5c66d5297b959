"""A program to its Python, and to the functions of that at each table."""

from __future__ import annotations

from functools import cached_property

from ....dsl import ir
from ..backend import Notes
from ..plan.listing import Planner
from ..plan.loop_budget import LoopBudget
from .functions import PythonFunctions
from .late import LateScript
from .script import Script
from .script_cache import ScriptCache


class PythonProgram:
    """A program with its Python, written and compiled once. Fills `backends.backend.GeneratedProgram`.

    `origin` is a digest of the texts and options that the program was made from, None where it was made from something else.
    With `keep`, the Python of a large program is kept on disk, for those who open the same rules again. With `late`, the
    functions are written part by part, each when it is first called, but for those that call a watch.
    """

    def __init__(self, program: ir.Program, origin: str | None = None, keep: bool = False, late: bool = False) -> None:
        self.program, self.origin, self.late = program, origin, late
        self._cache = ScriptCache(program) if keep else None

    @cached_property
    def planner(self) -> Planner:
        """Plans how moves are listed, the same for both scripts: working the plans out takes as long as writing one of them."""
        return Planner(self.program, LoopBudget(self.program), self.late)

    @cached_property
    def plain(self) -> Script:
        """The functions that play and note nothing."""
        return Script(self.program, lambda: self.planner, record=False, cache=self._cache)

    @cached_property
    def brief(self) -> LateScript:
        """The same functions, each written when it is first called."""
        return LateScript(self.program, self.planner)

    @property
    def called(self) -> frozenset[str] | None:
        """The rules, functions and clauses of which something was called; None where all is written at once."""
        # Only the scripts that a caller asked for are there.
        scripts = [script for script in vars(self).values() if isinstance(script, LateScript)]
        return frozenset(name for script in scripts for name in script.called) if self.late else None

    @cached_property
    def recording(self) -> Script | LateScript:
        """The functions that also note clauses, rows and events."""
        if self.late:
            return LateScript(self.program, self.planner, record=True)
        return Script(self.program, lambda: self.planner, record=True, cache=self._cache)

    @cached_property
    def tracing(self) -> Script:
        """The functions that also call a watch."""
        return Script(self.program, lambda: self.planner, record=True, cache=None, trace=True)

    def backend(self, seats: list[str], notes: Notes, record: bool) -> PythonFunctions:
        """The functions at a table with these names for the seats.

        With `record`, they fill all of `notes`; with a `watch` there, they trace.
        """
        if notes.watch is not None or record:
            return PythonFunctions(self.program, self.recording if notes.watch is None else self.tracing, seats, notes)
        return PythonFunctions(self.program, self.brief if self.late else self.plain, seats, notes)
