"""A name or line of a playthrough -> the playthrough up to there; a line -> the positions where the play stands at it."""

from __future__ import annotations

from collections.abc import Iterator

import click
from attrs import evolve

from ...interpreter.game.rules import Rules
from ...interpreter.game.state import State
from ...interpreter.playthroughs.lines.syntax import BranchBlock, Line, MarkLine, Playthrough, PositionBlock
from ...interpreter.playthroughs.running.results import PlaythroughState
from ...interpreter.playthroughs.running.runner import PlaythroughRunner
from .scripts import read_file


def up_to(playthrough: Playthrough, place: str | None) -> Playthrough:
    """Cut a playthrough after the line with a number, or after the one that gives a position a name; None leaves it whole.

    Lines in a branch are played as those of the main line. A place that is not there is wrong usage.
    """
    if place is None:
        return playthrough
    line = int(place) if place.isdecimal() and len(place) < 8 else _line_called(playthrough, place)
    last = playthrough.text.count("\n") + 1
    if not 1 <= line <= last:
        raise click.BadParameter(f"{playthrough.name} has lines 1 to {last}", param_hint="--at")
    return evolve(playthrough, lines=tuple(_before(playthrough.lines, line)))


class _LastPositionRunner(PlaythroughRunner):
    """Keeps where the play stood last, also where a line cannot be carried out."""

    current: PlaythroughState | None = None

    def play_line(self, line: Line, current: PlaythroughState) -> None:
        self.current = current
        super().play_line(line, current)


def positions_at(playthrough: Playthrough, rules: Rules, line: int) -> tuple[State | None, State] | None:
    """Return the positions before and after the last step up to a line, also if that line cannot be carried out to its end.

    Before the first step there is none; None if nothing of the playthrough can be played.
    """
    watched = _LastPositionRunner(rules, evolve(playthrough, lines=tuple(_before(playthrough.lines, line))), read_file)
    watched.run()
    current = watched.current
    if current is None:
        return None
    return None if not current.steps else current.start if len(current.steps) == 1 else current.steps[-2].state, current.state


def _line_called(playthrough: Playthrough, name: str) -> int:
    names = dict(_names(playthrough.lines))
    if name not in names:
        known = ", ".join(f"`{other}`" for other in names) or "none"
        raise click.BadParameter(f"no position or mark in {playthrough.name} is called `{name}`; there are: {known}",
                                 param_hint="--at")
    return names[name]


def _names(lines: tuple[Line, ...]) -> Iterator[tuple[str, int]]:
    for line in lines:
        if isinstance(line, BranchBlock):
            yield from _names(line.body)
        elif isinstance(line, PositionBlock | MarkLine) and line.name is not None and not getattr(line, "back", False):
            yield line.name, line.line


def _before(lines: tuple[Line, ...], last: int) -> Iterator[Line]:
    """The lines up to a number; of a branch that it lies in, those inside."""
    for line in lines:
        if line.line > last:
            return
        if isinstance(line, BranchBlock) and line.line < last <= line.end:
            # The line lies inside the branch, so what the branch does counts as if it were on the main line.
            yield from _before(line.body, last)
        else:
            yield line
