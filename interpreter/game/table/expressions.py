"""Texts of a rulebook's language that are no part of it, compiled: conditions and numbers of positions."""

from __future__ import annotations

from ....dsl import ir
from ....dsl.source.diagnostics import RulebookError
from ....dsl.source.span import Source
from .conditions import Condition, Number, PlayableRulebook
from .machines import Machines


class Expressions:
    """The conditions and numbers of a table, in which seats may be called by their names.

    `source`, `line` and `column` say where a text stands, for messages; in a number, `me` is a seat. All methods but
    `number_if_any` raise RulebookError for a text that does not compile.
    """

    def __init__(self, compilation: PlayableRulebook, machines: Machines) -> None:
        self._compilation, self._machines, self._seats = compilation, machines, tuple(machines.seats)

    def compiled_condition(self, text: str, source: Source, line: int = 1, column: int = 1) -> ir.Condition:
        """Compile a condition."""
        return self._compilation.condition(text, self._seats, source, line, column)

    def compiled_number(self, text: str, source: Source, line: int = 1, me: int | None = None) -> ir.Condition:
        """Compile a number."""
        return self._compilation.number(text, self._seats, source, line, me)

    def number_if_any(self, text: str, me: int) -> ir.Condition | None:
        """Compile a number that the program may not have; None for a text that does not compile."""
        try:
            return self.compiled_number(text, Source("number", text), 1, me)
        except RulebookError:
            return None

    def condition(self, text: str, source: Source, line: int = 1, column: int = 1) -> Condition:
        """A condition that can be asked of positions."""
        return Condition(self.compiled_condition(text, source, line, column), self._machines.plain, self._machines.seats)

    def number(self, text: str, source: Source, line: int = 1, me: int | None = None) -> Number:
        """A number that positions have."""
        return Number(self.compiled_number(text, source, line, me), self._machines.plain)
