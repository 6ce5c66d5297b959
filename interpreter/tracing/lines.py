"""A playthrough -> its moves and rolls in the order in which they are played, each with the position before it."""

from __future__ import annotations

from attrs import frozen

from ..game.rules import Rules, State
from ..game.table.values import Choice
from ..playthroughs.lines.syntax import Playthrough
from ..playthroughs.running.results import Now, Result
from ..playthroughs.running.runner import Runner
from ..playthroughs.running.using import ReadOther


@frozen
class PlayedMove:
    """A move or roll that a line of a playthrough makes, in branches and used files too."""

    file: str
    line: int
    before: State
    choice: Choice | str


def moves_of(rules: Rules, playthrough: Playthrough, read_other: ReadOther | None) -> tuple[tuple[PlayedMove, ...], Result]:
    """Return the moves and rolls of a playthrough, and the result of playing it."""
    found: list[PlayedMove] = []

    def note(now: Now, choice: Choice | str, by: int | None) -> None:
        place = runner.session.places[-1]
        found.append(PlayedMove(place.source.name, place.line, now.state, choice))

    runner = Runner(rules, playthrough, read_other, note)
    result = runner.run()
    return tuple(found), result
