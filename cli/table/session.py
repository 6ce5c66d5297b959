"""A game in progress: its positions one after another, what can be taken back, and its file.

Every move is written to the file as one whole line before anything else happens, so that a
process that is killed loses at most the line it was writing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import define, evolve, field

from ...interpreter.analysis.playouts.simulate import seed_of
from ...interpreter.game.call_stack import countdown
from ...interpreter.game.rules import CHANCE, Rules
from ...interpreter.game.state import Choice, State
from ...interpreter.playthroughs.results import Step
from ...interpreter.playthroughs.writer import line_of
from ...interpreter.runtime.chance import Dice
from ..playthroughs.naming import named_for
from .saving import NotSaved, SaveFile


@define
class Session:
    """A game in progress.

    `opening` is the text that its file begins with; it makes the first steps, as many as `opened`,
    from a position that it sets up in line `start_line` (0: a new game).

    `origin` is the file that it was taken up from, from which the rulebook is found by the names in `opening`.

    `is_unkept` says that its file was given up, as it could not be written any more.

    What chance brings depends on the seed and on how many steps there have been. So a game that is
    taken up again, and one that is taken back a step, goes on with the same chance.
    """

    rules: Rules
    start: State
    opening: str
    seed: int
    file: SaveFile | None = None
    steps: list[Step] = field(factory=list)
    undone: list[Step] = field(factory=list)
    opened: int = 0
    start_line: int = 0
    is_unkept: bool = False
    origin: Path | None = None

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def save(self) -> Path | None:
        """The path of the file that keeps the game, if one does."""
        return None if self.file is None else self.file.path

    def begin(self) -> None:
        """Write the whole game, in place of what the file held. Raises NotSaved."""
        if self.file is not None:
            self.file.write(self.text_for(self.file.path))

    @property
    def is_lost(self) -> bool:
        """Whether a file was to keep the game, and cannot be written any more."""
        return self.is_unkept if self.file is None else self.file.is_broken or not self.file.path.exists()

    def keep_in(self, file: SaveFile) -> None:
        """Go on in another file, which holds the game already."""
        self.leave_file()
        self.file, self.is_unkept = file, False

    def leave_file(self) -> None:
        """Go on without a file; others can write it then."""
        if self.file is not None:
            self.is_unkept = self.is_lost
            self.file.close()
        self.file = None

    def give_up_file(self) -> None:
        """Go on without the file, which cannot be written any more."""
        self.leave_file()
        self.is_unkept = True

    def text(self) -> str:
        """The whole game as a playthrough."""
        return self.opening + "".join(line_of(self.rules, step) for step in self.steps[self.opened:])

    def text_for(self, path: Path) -> str:
        """The whole game as a playthrough at a path, from which its rulebook is found."""
        return named_for(self.text(), path, self.origin)

    def round_due(self) -> tuple[int, int] | None:
        """Which round of a `repeat ... times` the choice that is due stands in, and of how many; None if that is not known."""
        slot = countdown(self.state)
        if slot is None:
            return None
        left = most = self.state.slots[slot]
        for state in (*(step.state for step in reversed(self.steps[:-1])), *([self.start] if self.steps else [])):
            if state.slots[slot] < most:
                return most - left + 1, most
            most = state.slots[slot]
        # The game was begun in a position inside the loop, or with its first round.
        return (most - left + 1, most) if self.start_line == 0 else None

    def random_choice(self) -> Choice:
        """What chance, or a random player, decides now."""
        return self.rules.random_choice(self.state, Dice(seed_of(self.seed, len(self.steps))), written=True)

    def play(self, choice: Choice | str) -> Step:
        """Carry out a move or roll and write it down. Raises IllegalChoice, RulebookFault, NotSaved; it is not made then."""
        mover = self.rules.to_move(self.state)
        seat = mover if isinstance(mover, int) else None
        state, trace = self.rules.traced_step(self.state, choice)
        step = Step(seat, trace.written(choice), trace, state)
        if self.file is not None:
            self.file.append(line_of(self.rules, step))
        self.steps.append(step)
        self.undone.clear()
        return step

    def settle(self) -> list[Step]:
        """Let chance decide as long as it has to; gives what it brought."""
        out = []
        while self.rules.to_move(self.state) is CHANCE:
            out.append(self.play(self.random_choice()))
        return out

    # -- taking back ---------------------------------------------------------------------------

    def undo(self, past_chance: bool, seats: Collection[int], by_itself: Callable[[State], bool]) -> str | None:
        """Take back the last move of one of these seats; says why not, or None when it is done.

        What chance has shown is not taken back unless that is asked for, nor what was secret. A move that
        is made `by_itself` in the position before it goes with the one before. Raises NotSaved; nothing is taken back then.
        """
        last = next((i for i in range(len(self.steps) - 1, -1, -1)
                     if self.steps[i].seat in seats and not by_itself(self.steps[i - 1].state if i else self.start)), None)
        if last is None:
            return "there is nothing to take back"
        if not past_chance and any(step.seat is None for step in self.steps[last:]):
            return "chance has decided since; `undo!` takes it back all the same"
        if not past_chance and any(self._showed_secrets(i) for i in range(last, len(self.steps))):
            return "something secret was decided or shown; `undo!` takes it back all the same"
        with self._unchanged_if_not_saved():
            if last < self.opened and not self._reopen(last):
                return "the position was set up together with this move, in a file that is used"
            self.undone = self.steps[last:] + self.undone
            del self.steps[last:]
            self.begin()
        return None

    @contextmanager
    def _unchanged_if_not_saved(self) -> Iterator[None]:
        """Whatever is changed inside, change it back where it cannot be saved."""
        before = (self.opening, self.opened, list(self.steps), list(self.undone))
        try:
            yield
        except NotSaved:
            self.opening, self.opened, self.steps, self.undone = before
            raise

    def _showed_secrets(self, place: int) -> bool:
        """Whether somebody may know something after a step that a step back does not make him forget.

        Where the rules show again what they have shown at the same place before, nobody learns anything.
        """
        trace = self.steps[place].trace
        before = (self.rules.traced_initial()[1], *(step.trace for step in self.steps[:place]))
        known = {(opened.site, opened.value) for earlier in before for opened in earlier.opened}
        return (trace.made is not None or trace.audience is not None
                or any((opened.site, opened.value) not in known for opened in trace.opened))

    def _reopen(self, place: int) -> bool:
        """Let the opening end before the line in which a step of it was made; False if that is not possible."""
        line = self.steps[place].line
        if line <= self.start_line:
            return False
        self.opening = "".join(f"{text}\n" for text in self.opening.split("\n")[: line - 1])
        self.opened = next(i for i, step in enumerate(self.steps) if step.line == line)
        self.steps[self.opened:] = [evolve(step, line=0) for step in self.steps[self.opened:]]
        return True

    def redo(self, by_itself: Callable[[State], bool]) -> str | None:
        """Make the last move that was taken back again; says why not, or None when it is done. Raises NotSaved."""
        if not self.undone:
            return "there is nothing to make again"
        rest = self.undone[1:]
        self.play(self.undone[0].notation)
        try:
            while rest and (rest[0].seat is None or by_itself(self.state)):
                self.play(rest[0].notation)
                rest = rest[1:]
        finally:
            self.undone = rest
        return None

