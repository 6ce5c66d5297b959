"""A line of a playthrough -> the position before it, the moves that are legal there, and failed expectations.

An editor asks this again and again for the same text, which is played once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from pathlib import Path

from attrs import define, evolve, field, frozen

from ....dsl.source.diagnostics import RulebookError
from ....dsl.source.span import code_of
from ....interpreter.game.rules import Rules
from ....interpreter.game.state import State
from ....interpreter.playthroughs.lines.reader import read as read_playthrough
from ....interpreter.playthroughs.lines.syntax import Auto, BranchBlock, Line, Moves, Playthrough
from ....interpreter.playthroughs.running.results import Failure, PlaythroughResult, PlaythroughState
from ....interpreter.playthroughs.running.runner import PlaythroughRunner
from ...playthroughs.scripts import WrongPlaythrough, open_rules, read_file
from .memo import Memo

# A line offers at most this number of moves.
MOST_OFFERED = 500
CHANCE = "chance"
MOST_CACHED = 8
# Results that are kept: of a playthrough as it is, and up to the lines that were asked about last.
RESULTS_KEPT = 16
# An editor plays a file again after each key. It draws up to this number of choices and rolls that have no text.
MOST_DRAWN = 5000


@frozen(eq=False)
class OpenPlaythrough:
    """A playthrough as the editor shows it, with its rules."""

    playthrough: Playthrough
    rules: Rules
    _results: Memo[PlaythroughResult] = field(factory=lambda: Memo(RESULTS_KEPT))

    def result(self) -> PlaythroughResult:
        """Return how it comes out, up to the first line that cannot be read."""
        lines, problems = self.playthrough.lines, self.playthrough.problems
        if problems:
            lines = tuple(_above(self.playthrough, lines, min(problem.span.line for problem in problems)))
        return self._played(self.playthrough.text, lines)

    def state_at(self, line: int, begun: Moves | None = None) -> PlaythroughState | None:
        """Return where the game stands before a line, from 1, or behind the moves that the line begins with.

        None where the lines above it cannot be played.
        """
        above = tuple(_above(self.playthrough, self.playthrough.lines, line))
        return self._behind(above if begun is None else (*above, begun))

    def rolled(self, line: int, begun: Moves | None = None) -> PlaythroughState | None:
        """Return where the game stands as `current` does; the seed of the file, if it has one, decides for chance first."""
        current = self.state_at(line, begun)
        if current is None or self.playthrough.head.seed is None or self.rules.decisions.mover(current.state) != CHANCE:
            return current
        above = tuple(_above(self.playthrough, self.playthrough.lines, line))
        rolls = Auto(line, None, None, None, rolls=True)
        return self._behind((*above, rolls) if begun is None else (*above, begun, rolls))

    def _behind(self, lines: tuple[Line, ...]) -> PlaythroughState | None:
        # Neither comments nor the lines below say where the game stands.
        head = tuple((entry.word, entry.text) for entry in self.playthrough.head.entries)
        return self._played((head, lines), lines).final

    def _played(self, key: Hashable, lines: tuple[Line, ...]) -> PlaythroughResult:
        return self._results.get((self.rules, self.playthrough.name, key), lambda: PlaythroughRunner(
            self.rules, evolve(self.playthrough, lines=lines), read_file, most_drawn=MOST_DRAWN).run())

    def before(self, line: int) -> State | None:
        """Return the position before a line, from 1; None where the lines above it cannot be played."""
        current = self.state_at(line)
        return None if current is None else current.state

    def failures(self) -> tuple[Failure, ...]:
        """Return all failures when it is played, up to the first line that cannot be read."""
        return tuple(failure for failure in self.result().failures if failure.file == self.playthrough.name)

    def moves(self, state: State) -> Iterator[tuple[str, str]]:
        """Yield the moves that are legal in a position, each with the player who may make it, or `chance`."""
        point = self.rules.decisions.point(state)
        if point is None or (point.player is not None and len(self.rules.decisions.legal_codes(state)) > MOST_OFFERED):
            return
        for choice in self.rules.decisions.choices(state):
            yield CHANCE if choice.player is None else self.rules.seats[choice.player], choice.notation


def _above(playthrough: Playthrough, lines: tuple[Line, ...], line: int) -> Iterator[Line]:
    """Yield the lines above a line, from 1; those of a branch only inside it, where they lead to the line."""
    for other in lines:
        if other.line >= line:
            return
        # A branch that is being written has no end yet.
        if isinstance(other, BranchBlock) and (
                line <= other.end or code_of(playthrough.source.line(other.end)).strip() != "end"):
            yield from _above(playthrough, other.body, line)
            return
        yield other


@define
class OpenPlaythroughs:
    """The rules and results of the playthroughs asked for last."""

    _results: Memo[PlaythroughResult] = field(factory=lambda: Memo(RESULTS_KEPT))
    _memo: Memo[Rules] = field(factory=lambda: Memo(MOST_CACHED))

    def of(self, path: Path, text: str) -> OpenPlaythrough | None:
        """Return the playthrough in a text; None where its rulebook does not compile or its head has mistakes."""
        playthrough = read_playthrough(str(path), text)
        if playthrough.head.game is None:
            return None
        head = playthrough.head
        key = (str(path), head.game, head.variants, head.parameters, head.players, head.seats)
        try:
            return OpenPlaythrough(playthrough, self._memo.get(key, lambda: open_rules(playthrough)), self._results)
        except (WrongPlaythrough, RulebookError):
            return None
