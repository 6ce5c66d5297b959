"""The machines of one program at one table: those that play, record, draw at random, and are watched."""

from __future__ import annotations

from functools import cached_property

from ...backends.backend import GeneratedProgram, Watch
from ...backends.python.program import PythonProgram
from ...machine.machine import Machine
from ...machine.random_play import RandomPlay
from .conditions import PlayableRulebook


def generated_code(compilation: PlayableRulebook, keep: bool, briefly: bool) -> GeneratedProgram:
    """The code of a program. With `keep` it is kept on disk if it is large; with `briefly`, written only as it is called."""
    return PythonProgram(compilation.program, compilation.origin, keep, briefly)


class Machines:
    """The machines for a program and the names of the seats, each made when it is first asked for.

    With `notes` one machine does everything, the one that notes what is applied.
    """

    def __init__(self, compilation: PlayableRulebook, generated: GeneratedProgram, seats: list[str], notes: bool) -> None:
        self.program, self.generated, self.seats = compilation.program, generated, seats
        self._compilation, self._notes = compilation, notes

    @cached_property
    def plain(self) -> Machine:
        """The machine that only plays."""
        return self.recorder if self._notes else Machine(self.generated, self.seats)

    @cached_property
    def recorder(self) -> Machine:
        """A machine that also notes events and clauses."""
        return Machine(self.generated, self.seats, record=True)

    @cached_property
    def random_play(self) -> RandomPlay:
        """Random choices, and whole games by them, of the machine that plays."""
        return RandomPlay(self.plain)

    def tracing(self, watch: Watch) -> Machine:
        """Return a machine over the same slots that reports each statement to `watch`."""
        return Machine(PythonProgram(self._compilation.traced), self.seats, record=True, watch=watch)

    @property
    def called(self) -> frozenset[str] | None:
        """The rules, functions and clauses that play has come to so far; None where that is not known."""
        return self.generated.called if isinstance(self.generated, PythonProgram) else None
