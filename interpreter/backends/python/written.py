"""A program to its Python, and to the functions of that at each table."""

from __future__ import annotations

from functools import cached_property

from ....dsl import ir
from ..backend import Notes
from ..plan.listing import Planner
from ..plan.loop_budget import LoopBudget
from .functions import PythonFunctions
from .kept import KeptScripts
from .script import Script


class Written:
    """A program with its Python, written and compiled once. Fills `backends.backend.GeneratedProgram`.

    `origin` is a digest of the texts and options that the program was made from, None where it was made from something else.
    With `keep`, the Python of a large program is kept on disk, for those who open the same rules again.
    """

    def __init__(self, program: ir.Program, origin: str | None = None, keep: bool = False) -> None:
        self.program, self.origin = program, origin
        self._kept = KeptScripts(program) if keep else None

    @cached_property
    def planner(self) -> Planner:
        """Plans how moves are listed, the same for both scripts: working the plans out takes as long as writing one of them."""
        return Planner(self.program, LoopBudget(self.program))

    @cached_property
    def plain(self) -> Script:
        """The functions that play and note nothing."""
        return Script(self.program, lambda: self.planner, record=False, kept=self._kept)

    @cached_property
    def recording(self) -> Script:
        """The functions that also note clauses, rows and events."""
        return Script(self.program, lambda: self.planner, record=True, kept=self._kept)

    @cached_property
    def tracing(self) -> Script:
        """The functions that also call a watch."""
        return Script(self.program, lambda: self.planner, record=True, kept=None, trace=True)

    def backend(self, seats: list[str], notes: Notes, record: bool) -> PythonFunctions:
        """The functions at a table with these names for the seats.

        With `record`, they fill all of `notes`; with a `watch` there, they trace.
        """
        script = self.tracing if notes.watch is not None else self.recording if record else self.plain
        return PythonFunctions(self.program, script, seats, notes)
