"""A playthrough -> its steps in order, and the present one, from which it goes back as easily as on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from attrs import define, field, frozen

from ...interpreter.game.rules import Rules
from ...interpreter.runtime.faults import IllegalChoice
from ...interpreter.tracing.lines import PlayedMove
from ...interpreter.tracing.tape import Step, Tape
from ...interpreter.tracing.tracer import Tracer

# Tapes that were shown last; the others are made again.
KEPT = 32


@frozen
class Here:
    """A step: the number of its move, and its number in that move, from 0."""

    move: int
    step: int


@define(eq=False)
class Course:
    """The moves of a playthrough, each traced when it is reached."""

    rules: Rules
    moves: tuple[PlayedMove, ...]
    tracer: Tracer
    here: Here = Here(0, 0)
    _tapes: OrderedDict[int, Tape | None] = field(factory=OrderedDict)

    def tape(self, move: int) -> Tape | None:
        """Return the tape of a move; None for one that is not legal there."""
        if move not in self._tapes:
            played = self.moves[move]
            try:
                self._tapes[move] = self.tracer.trace(played.before, played.choice)
            except IllegalChoice:
                self._tapes[move] = None
            if len(self._tapes) > KEPT:
                # The tape that was not looked at longest: `move_to_end` keeps them in the order of use.
                self._tapes.popitem(last=False)
        self._tapes.move_to_end(move)
        return self._tapes[move]

    @property
    def shown(self) -> tuple[PlayedMove, Tape, Step]:
        """The present move, tape and step."""
        tape = self.tape(self.here.move)
        assert tape is not None, "only moves that can be traced are come to"
        return self.moves[self.here.move], tape, tape.steps[self.here.step]

    @property
    def depth(self) -> int:
        """The number of calls around the present step."""
        return len(self.shown[2].callers)

    def begin(self) -> bool:
        """Go to the first step; return False where there is none."""
        first = self._first(0)
        if first is not None:
            self.here = first
        return first is not None

    def go(self, wanted: Callable[[Here, Step], bool]) -> bool:
        """Go on to the next step that is wanted; where there is none, to the last step, and return False."""
        return self._run(self._after, wanted)

    def back(self, wanted: Callable[[Here, Step], bool]) -> bool:
        """Go back to the last step before that is wanted; where there is none, to the first step, and return False."""
        return self._run(self._before, wanted)

    def _run(self, turn: Callable[[Here], Here | None], wanted: Callable[[Here, Step], bool]) -> bool:
        while (to := turn(self.here)) is not None:
            self.here = to
            if wanted(to, self.shown[2]):
                return True
        return False

    def _after(self, here: Here) -> Here | None:
        if here.step + 1 < len(self.shown[1].steps):
            return Here(here.move, here.step + 1)
        return self._first(here.move + 1)

    def _first(self, move: int) -> Here | None:
        """Return the first step from a move on."""
        return next((Here(number, 0) for number in range(move, len(self.moves)) if self.tape(number) is not None), None)

    def _before(self, here: Here) -> Here | None:
        if here.step:
            return Here(here.move, here.step - 1)
        for number in range(here.move - 1, -1, -1):
            tape = self.tape(number)
            if tape is not None:
                return Here(number, len(tape.steps) - 1)
        return None
