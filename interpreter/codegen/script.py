"""A program as Python: written and compiled when it is first needed, once for all tables at which it is played."""

from __future__ import annotations

from functools import cached_property
from types import CodeType

from ...dsl import ir
from .effort import Effort
from .module import generate


class Script:
    """The Python of a program: its text, and what it compiles to. With `record`, it notes what is applied."""

    def __init__(self, program: ir.Program, record: bool) -> None:
        self.effort = Effort(program)
        self.text = generate(program, record, self.effort)
        self.code: CodeType = compile(self.text, f"<rules of {program.name}>", "exec")


class Written:
    """A program with its Python. Machines made of it share what is written, and nothing that changes while they run."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program

    @cached_property
    def plain(self) -> Script:
        """What plays, and notes nothing."""
        return Script(self.program, record=False)

    @cached_property
    def recording(self) -> Script:
        """What also notes clauses, rows and events."""
        return Script(self.program, record=True)
