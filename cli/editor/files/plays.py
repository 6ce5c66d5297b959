"""A line of a playthrough -> the position before it, the moves that are legal there, and failed expectations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import define, evolve, field, frozen

from ....dsl.source.diagnostics import RulebookError
from ....interpreter.game.rules import Rules
from ....interpreter.game.state import State
from ....interpreter.playthroughs.lines.reader import read as read_playthrough
from ....interpreter.playthroughs.lines.syntax import Playthrough
from ....interpreter.playthroughs.running.results import Failure
from ....interpreter.playthroughs.running.runner import Runner
from ...playthroughs.scripts import WrongPlaythrough, open_rules, read_file
from .memo import Memo

# A line offers at most this number of moves.
MOST_OFFERED = 500
CHANCE = "chance"
KEPT = 8


@frozen(eq=False)
class Play:
    """A playthrough as the editor shows it, with its rules."""

    playthrough: Playthrough
    rules: Rules

    def before(self, line: int) -> State | None:
        """Return the position before a line, from 1; None where the lines above it cannot be played."""
        above = tuple(other for other in self.playthrough.lines if other.line < line)
        result = Runner(self.rules, evolve(self.playthrough, lines=above), read_file).run()
        return None if result.final is None else result.final.state

    def failures(self) -> tuple[Failure, ...]:
        """Return all failures when it is played."""
        result = Runner(self.rules, self.playthrough, read_file).run()
        return tuple(failure for failure in result.failures if failure.file == self.playthrough.name)

    def moves(self, line: int) -> Iterator[tuple[str, str]]:
        """Yield the moves that are legal before a line, each with the player who may make it, or `chance`."""
        state = self.before(line)
        point = None if state is None else self.rules.point(state)
        if state is None or point is None or (point.player is not None and len(self.rules.codes(state, point)) > MOST_OFFERED):
            return
        for choice in self.rules.choices(state):
            yield CHANCE if choice.player is None else self.rules.seats[choice.player], choice.notation


@define
class Plays:
    """The rules of the playthroughs asked for last."""

    _memo: Memo[Rules] = field(factory=lambda: Memo(KEPT))

    def of(self, path: Path, text: str) -> Play | None:
        """Return the playthrough in a text; None where its rulebook does not compile or its head has mistakes."""
        playthrough = read_playthrough(str(path), text)
        if playthrough.head.game is None:
            return None
        head = playthrough.head
        key = (str(path), head.game, head.variants, head.parameters, head.players, head.seats)
        try:
            return Play(playthrough, self._memo.get(key, lambda: open_rules(playthrough)))
        except (WrongPlaythrough, RulebookError):
            return None
