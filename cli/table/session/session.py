"""A game in progress: its positions, undo and redo, and its file.

The session writes every move to the file as one whole line before anything else, so that a
killed process loses at most the line that it was writing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import define, evolve, field

from ....interpreter.analysis.players.knowledge.course import Course
from ....interpreter.analysis.players.player import Player
from ....interpreter.game.call_stack import countdown
from ....interpreter.game.rules import Rules
from ....interpreter.game.state import Choice, State
from ....interpreter.game.table.decisions import CHANCE
from ....interpreter.playthroughs.lines.writer import line_of
from ....interpreter.playthroughs.running.results import PlaythroughStep
from ....interpreter.runtime.chance import Dice, seed_of
from ...playthroughs.naming import named_for
from .saving import NotSaved
from .session_file import SessionFile


@define
class TableSession:
    """A game in progress.

    `opening` is the text that its file begins with; it makes the first steps, as many as `opened`,
    from a position that it sets up in line `start_line` (0: a new game).

    `origin` is the file that it was loaded from; the names in `opening` find the rulebook from there.

    `players` are the seats that no person plays, with who plays them.

    Rolls depend on the seed and on the number of steps. So a game has the same rolls after it is
    loaded again and after an undo.
    """

    rules: Rules
    start: State
    opening: str
    seed: int
    file: SessionFile = field(factory=SessionFile)
    steps: list[PlaythroughStep] = field(factory=list)
    undone: list[PlaythroughStep] = field(factory=list)
    opened: int = 0
    start_line: int = 0
    origin: Path | None = None
    players: dict[int, Player] = field(factory=dict)
    _course: Course | None = None

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps[-1].state if self.steps else self.start

    def begin(self) -> None:
        """Replace the text of the file by the whole game. Raises NotSaved."""
        if self.file.path is not None:
            self.file.write(self.text_for(self.file.path))

    def text(self) -> str:
        """The whole game as a playthrough."""
        return self.opening + "".join(line_of(self.rules.seats, step) for step in self.steps[self.opened:])

    def text_for(self, path: Path) -> str:
        """The whole game as a playthrough at a path, from which its rulebook is found."""
        return named_for(self.text(), path, self.origin)

    def round_due(self) -> tuple[int, int] | None:
        """The round of a `repeat ... times` of the present choice, and the number of rounds; None if unknown."""
        slot = countdown(self.state)
        if slot is None:
            return None
        left = most = self.state.slots[slot]
        for state in (*(step.state for step in reversed(self.steps[:-1])), *([self.start] if self.steps else [])):
            # Backwards through the game: the slot counts down, so it grows
            # on the way. Where it is lower again, the loop had not begun.
            if state.slots[slot] < most:
                return most - left + 1, most
            most = state.slots[slot]
        # The game was begun in a position inside the loop, or with its first round.
        return (most - left + 1, most) if self.start_line == 0 else None

    def random_choice(self) -> Choice:
        """Return a random choice for chance or a random player."""
        return self.rules.random_choice(self.state, Dice(seed_of(self.seed, len(self.steps))), written=True)

    @property
    def course(self) -> Course:
        """The game so far, as players follow it."""
        course = self._course
        # The course is kept from move to move, as players build on it. After an undo it begins again.
        if course is None or [*course.decided] != [step.notation for step in self.steps[: len(course.decided)]] \
                or course.positions[0] != self.start.slots:
            course = self._course = Course([self.start.slots])
        for step in self.steps[len(course.decided) :]:
            course.add(step.notation, step.state.slots)
        return course

    def decision(self) -> Choice:
        """Return the next decision: of chance, or of the player of the seat. Raises RulebookFault."""
        mover = self.rules.decisions.to_move(self.state)
        player = self.players.get(mover) if isinstance(mover, int) else None
        if player is None:
            return self.random_choice()
        point = self.rules.decisions.point(self.state)
        assert point is not None, "a player is to move"
        s = list(self.state.slots)
        self.rules.machines.plain.require_distinct(s, point, self.rules.decisions.legal_codes(self.state))
        code = player.choose(self.course, Dice(seed_of(self.seed, len(self.steps))))
        return self.rules.decisions.choice(self.state, code)

    def play(self, choice: Choice | str) -> PlaythroughStep:
        """Play a move or roll and save it. Raises IllegalChoice, RulebookFault, NotSaved; the position is then unchanged."""
        mover = self.rules.decisions.to_move(self.state)
        seat = mover if isinstance(mover, int) else None
        # INVARIANT: the line is on the disk before the position changes. Where it cannot be written, nothing has happened.
        state, trace = self.rules.recording.step(self.state, choice)
        step = PlaythroughStep(seat, trace.written(choice), trace, state)
        self.file.append(line_of(self.rules.seats, step))
        self.steps.append(step)
        self.undone.clear()
        return step

    def settle(self) -> list[PlaythroughStep]:
        """Play rolls until a player is to move; return them."""
        out = []
        while self.rules.decisions.to_move(self.state) is CHANCE:
            out.append(self.play(self.random_choice()))
        return out

    # -- taking back ---------------------------------------------------------------------------

    def undo(self, past_chance: bool, seats: Collection[int | None], by_itself: Callable[[State], bool]) -> str | None:
        """Undo the last move of one of these seats; return why not, or None when done.

        Rolls that were shown stay unless asked for; revealed secrets stay. A forced move (`by_itself` in the
        position before it) is undone with the one before. Raises NotSaved; then nothing is undone.
        """
        last = next((i for i in range(len(self.steps) - 1, -1, -1)
                     if self.steps[i].seat in seats and not by_itself(self.steps[i - 1].state if i else self.start)), None)
        if last is None:
            return "there is nothing to take back"
        if not past_chance and any(step.seat is None for step in self.steps[last:]):
            return "chance has decided since; `undo!` takes it back anyway"
        if not past_chance and any(self._showed_secrets(i) for i in range(last, len(self.steps))):
            return "something secret was decided or shown; `undo!` takes it back anyway"
        with self._unchanged_if_not_saved():
            if last < self.opened and not self._reopen(last):
                return "the position was set up together with this move, in a file that is used"
            self.undone = self.steps[last:] + self.undone
            del self.steps[last:]
            self.begin()
        return None

    @contextmanager
    def _unchanged_if_not_saved(self) -> Iterator[None]:
        """Undo the changes of the block if they cannot be saved."""
        before = (self.opening, self.opened, list(self.steps), list(self.undone))
        try:
            yield
        except NotSaved:
            self.opening, self.opened, self.steps, self.undone = before
            raise

    def _showed_secrets(self, place: int) -> bool:
        """Return whether a step reveals something to a player that an undo would not hide again.

        A step that shows again what it showed at the same place before reveals nothing.
        """
        trace = self.steps[place].trace
        before = (self.rules.recording.initial()[1], *(step.trace for step in self.steps[:place]))
        known = {(opened.site, opened.value) for earlier in before for opened in earlier.opened}
        return (trace.choice is not None or trace.audience is not None
                or any((opened.site, opened.value) not in known for opened in trace.opened))

    def _reopen(self, place: int) -> bool:
        """End the opening before the line of one of its steps; return False if that is not possible."""
        line = self.steps[place].line
        if line <= self.start_line:
            return False
        self.opening = "".join(f"{text}\n" for text in self.opening.split("\n")[: line - 1])
        self.opened = next(i for i, step in enumerate(self.steps) if step.line == line)
        self.steps[self.opened:] = [evolve(step, line=0) for step in self.steps[self.opened:]]
        return True

    def redo(self, by_itself: Callable[[State], bool]) -> str | None:
        """Redo the last undone move; return why not, or None when done. Raises NotSaved."""
        if not self.undone:
            return "there is nothing to make again"
        rest = self.undone[1:]
        # `play` clears what was undone, so the rest is kept here and put back, whatever happens.
        self.play(self.undone[0].notation)
        try:
            while rest and (rest[0].seat is None or by_itself(self.state)):
                self.play(rest[0].notation)
                rest = rest[1:]
        finally:
            self.undone = rest
        return None

