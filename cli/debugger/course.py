"""The moves of a playthrough -> their steps in order, and the present one, from which it goes back as easily as on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from attrs import define, field, frozen

from ...interpreter.game.rules import Rules
from ...interpreter.tracing.lines import PlayedMove, tape_of
from ...interpreter.tracing.tape import Tape, TapeStep
from ...interpreter.tracing.tracer import Tracer

# Tapes that were shown last; the others are made again.
MOST_CACHED = 32


@frozen
class StepPosition:
    """A step: the number of its move, and its number in that move, from 0."""

    move: int
    step: int


@define(eq=False)
class TracedGame:
    """The beginning of a game and the moves of a playthrough, each traced when it is reached."""

    rules: Rules
    moves: tuple[PlayedMove, ...]
    tracer: Tracer
    position: StepPosition = StepPosition(0, 0)
    _tapes: OrderedDict[int, Tape] = field(factory=OrderedDict)

    def tape(self, move: int) -> Tape:
        """Return the tape of a move."""
        if move not in self._tapes:
            self._tapes[move] = tape_of(self.tracer, self.moves[move])
            if len(self._tapes) > MOST_CACHED:
                # The tape that was not looked at longest: `move_to_end` keeps them in the order of use.
                self._tapes.popitem(last=False)
        self._tapes.move_to_end(move)
        return self._tapes[move]

    @property
    def shown(self) -> tuple[PlayedMove, Tape, TapeStep]:
        """The present move, tape and step."""
        tape = self.tape(self.position.move)
        return self.moves[self.position.move], tape, tape.steps[self.position.step]

    @property
    def depth(self) -> int:
        """The number of calls around the present step."""
        return len(self.shown[2].callers)

    @property
    def is_failure(self) -> bool:
        """Whether the present step is the last of a move that cannot be made, by a fault or a refusal that no line expects."""
        move, tape, _ = self.shown
        is_last = self.position.step + 1 == len(tape.steps)
        return is_last and (tape.fault is not None or (bool(tape.refusals) and not move.expects_refusal))

    def begin(self) -> None:
        """Go to the first step, where the game begins."""
        self.position = StepPosition(0, 0)

    def go(self, stops: Callable[[StepPosition, TapeStep], bool]) -> bool:
        """Go on to the next step that is wanted; where there is none, to the last step, and return False."""
        return self._run(self._after, stops)

    def back(self, stops: Callable[[StepPosition, TapeStep], bool]) -> bool:
        """Go back to the last step before that is wanted; where there is none, to the first step, and return False."""
        return self._run(self._before, stops)

    def _run(self, turn: Callable[[StepPosition], StepPosition | None],
             stops: Callable[[StepPosition, TapeStep], bool]) -> bool:
        while (to := turn(self.position)) is not None:
            self.position = to
            if stops(to, self.shown[2]):
                return True
        return False

    def _after(self, position: StepPosition) -> StepPosition | None:
        if position.step + 1 < len(self.shown[1].steps):
            return StepPosition(position.move, position.step + 1)
        return StepPosition(position.move + 1, 0) if position.move + 1 < len(self.moves) else None

    def _before(self, position: StepPosition) -> StepPosition | None:
        if position.step:
            return StepPosition(position.move, position.step - 1)
        return StepPosition(position.move - 1, len(self.tape(position.move - 1).steps) - 1) if position.move else None
