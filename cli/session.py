"""A game in progress: its positions one after another, what can be taken back, and its file.

Every move is written to the file as one whole line before anything else happens, so that a
process that is killed loses at most the line it was writing.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from attrs import define, field, frozen

from ..interpreter.chance import Dice
from ..interpreter.playthroughs.writer import line_of
from ..interpreter.rules import CHANCE, Rules
from ..interpreter.state import Choice, State
from .files import write_whole


@frozen
class Step:
    """One move or roll: who (None for chance), how it is written, the position after it, what happened."""

    seat: int | None
    notation: str
    state: State
    events: tuple[str, ...]


@define
class Session:
    """A game in progress. `opening` is the text that its file begins with."""

    rules: Rules
    start: State
    opening: str
    dice: Dice
    save: Path | None = None
    steps: list[Step] = field(factory=list)
    undone: list[Step] = field(factory=list)
    replayed: int = 0

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps[-1].state if self.steps else self.start

    def begin(self) -> None:
        """Write the file's beginning, in place of what the file held. Raises OSError."""
        if self.save is not None:
            write_whole(self.save, self.text())

    def text(self) -> str:
        """The whole game as a playthrough."""
        return self.opening + "".join(line_of(self.rules, step.seat, step.notation) for step in self.steps[self.replayed:])

    def play(self, choice: Choice | str) -> Step:
        """Carry out a move or roll and write it down. Raises IllegalChoice, RulebookFault, OSError."""
        mover = self.rules.to_move(self.state)
        seat = mover if isinstance(mover, int) else None
        state, trace = self.rules.traced_step(self.state, choice)
        step = Step(seat, str(choice), state, trace.events)
        if self.save is not None:
            append_line(self.save, line_of(self.rules, seat, step.notation))
        self.steps.append(step)
        self.undone.clear()
        return step

    def settle(self) -> list[Step]:
        """Let chance decide as long as it has to; gives what it brought."""
        out = []
        while self.rules.to_move(self.state) is CHANCE:
            out.append(self.play(self.rules.random_choice(self.state, self.dice)))
        return out

    def undo(self, past_chance: bool) -> str | None:
        """Take back the last move of a player; says why not, or None when it is done.

        What chance has shown is not taken back unless that is asked for.
        """
        last = next((i for i in range(len(self.steps) - 1, self.replayed - 1, -1) if self.steps[i].seat is not None), None)
        if last is None:
            return "there is nothing to take back"
        if not past_chance and any(step.seat is None for step in self.steps[last:]):
            return "chance has decided since; `undo!` takes it back all the same"
        if not past_chance and self._was_secret(last):
            return "the move was part of something secret; `undo!` takes it back all the same"
        self.undone = self.steps[last:] + self.undone
        del self.steps[last:]
        self.begin()
        return None

    def _was_secret(self, place: int) -> bool:
        before = self.steps[place - 1].state if place else self.start
        point = self.rules.point(before)
        return point is not None and point.secret

    def redo(self) -> str | None:
        """Make the last move that was taken back again; says why not, or None when it is done."""
        if not self.undone:
            return "there is nothing to make again"
        rest = self.undone[1:]
        self.play(self.undone[0].notation)
        while rest and rest[0].seat is None:
            self.play(rest[0].notation)
            rest = rest[1:]
        self.undone = rest
        return None


def append_line(path: Path, line: str) -> None:
    """Add a whole line to a file, and see that it is on the disk. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        data = line.encode("utf-8")
        while data:
            data = data[os.write(handle, data):]
        if stat.S_ISREG(os.fstat(handle).st_mode):
            os.fsync(handle)
    finally:
        os.close(handle)
