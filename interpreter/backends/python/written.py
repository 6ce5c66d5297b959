"""A program to its Python, and to the functions of that at each table."""

from __future__ import annotations

from functools import cached_property

from ....dsl import ir
from ..backend import Notes
from .functions import PythonFunctions
from .script import Script


class Written:
    """A program with its Python, written and compiled once. Fills `backends.backend.GeneratedProgram`."""

    def __init__(self, program: ir.Program, origin: str | None = None) -> None:
        self.program, self.origin = program, origin

    @cached_property
    def plain(self) -> Script:
        """The functions that play and note nothing."""
        return Script(self.program, record=False)

    @cached_property
    def recording(self) -> Script:
        """The functions that also note clauses, rows and events."""
        return Script(self.program, record=True)

    def backend(self, seats: list[str], notes: Notes, record: bool) -> PythonFunctions:
        """The functions at a table with these names for the seats; with `record`, they fill all of `notes`."""
        return PythonFunctions(self.program, self.recording if record else self.plain, seats, notes)
