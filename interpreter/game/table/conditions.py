"""Questions about a position in the rulebook's own words: do they hold, and if not, which part does not?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from attrs import evolve, frozen

from ....dsl import ir
from ....dsl.source.clauses import Clause
from ....dsl.source.span import Source
from ...machine.machine import Machine
from ...runtime.cells import write
from .values import Position


class PlayableRulebook(Protocol):
    """A compiled rulebook, as far as playing needs it."""

    @property
    def program(self) -> ir.Program:
        """The program."""
        ...

    @property
    def traced(self) -> ir.Program:
        """The program with marks where each statement is reached; its slots and blocks are the same."""
        ...

    @property
    def origin(self) -> str | None:
        """A digest of the texts and options that the program was made from; None where it was made from something else."""
        ...

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses by id."""
        ...

    @property
    def named_spaces(self) -> Mapping[str, str]:
        """The spaces that have a name besides that of their place, by that name."""
        ...

    def in_number(self, text: str) -> str:
        """A sentence in which each noun agrees with the number right before it."""
        ...

    def condition(self, text: str, seats: tuple[str, ...], source: Source, line: int, column: int) -> ir.Condition:
        """A condition written in the rulebook's words."""
        ...

    def invariant(self, name: str) -> ir.Condition:
        """A declared invariant of positions, with its parts."""
        ...

    def number(self, text: str, seats: tuple[str, ...], source: Source, line: int = 1,
               me: int | None = None) -> ir.Condition:
        """A number written in the rulebook's words, in which `me` is this seat."""
        ...


class Number:
    """A number that positions have. Asking it raises RulebookFault where its value has a fault."""

    def __init__(self, compiled: ir.Condition, machine: Machine) -> None:
        self.compiled, self._value = compiled, machine.value(compiled)

    def __call__(self, position: Position) -> int:
        """Return the number."""
        value: int = self._value(position)
        return value


@frozen
class ConditionPart:
    """A part of a condition: its text, and for a comparison its left side and what that is."""

    text: str
    left: str
    operator: str
    holds: bool
    actual: str | None


class Condition:
    """A condition on positions. Asking it raises RulebookFault where its value has a fault."""

    def __init__(self, compiled: ir.Condition, machine: Machine, seats: list[str]) -> None:
        self._compiled, self._machine, self._seats = compiled, machine, seats
        self._holds = machine.condition(compiled)

    def __call__(self, position: Position) -> bool:
        """Return whether it holds."""
        return self._holds(position)

    def parts(self, position: Position) -> list[ConditionPart]:
        """The parts that are joined by `and`, and how each of them is."""
        return [self._part(part, position) for part in self._compiled.parts]

    def against(self, position: Position) -> list[str]:
        """The values for which a part with `every` or `no` does not hold, as the rulebook writes them."""
        return [write(part.type, value, self._seats) for part in self._compiled.parts
                if part.against is not None and part.type is not None
                for value in self._machine.value(evolve(self._compiled, value=part.against))(position)]

    def _part(self, part: ir.ConditionPart, position: Position) -> ConditionPart:
        holds = self._machine.condition(evolve(self._compiled, value=part.value))(position)
        actual = None
        if part.left is not None and part.type is not None:
            value = self._machine.value(evolve(self._compiled, value=part.left))(position)
            actual = write(part.type, value, self._seats) if isinstance(value, int) else str(value)
        return ConditionPart(part.text, part.left_text, part.operator, holds, actual)
