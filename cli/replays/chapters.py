"""A playthrough -> its chapters: what is played from the start, from each position that is set up, and in each branch."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from ...interpreter.game.rules import Rules
from ...interpreter.game.state import State
from ...interpreter.playthroughs.lines.syntax import BranchBlock, Line, MarkLine, Playthrough, PositionBlock
from ...interpreter.playthroughs.running.results import PlaythroughStep
from ...interpreter.playthroughs.running.runner import PlaythroughRunner
from ..playthroughs.scripts import read_file


@frozen
class ReplayChapter:
    """A part of a playthrough: its name (empty for the start), the position that it begins with, its line, and the steps.

    `end` is its last line.
    """

    name: str
    line: int
    end: int
    start: State
    steps: tuple[PlaythroughStep, ...]


@frozen
class _Cut:
    """Lines to play, and after which line of them a chapter begins."""

    name: str
    line: int
    lines: tuple[Line, ...]


def chapters(playthrough: Playthrough, rules: Rules) -> tuple[ReplayChapter, ...]:
    """Play each part of a playthrough. A part that cannot be played to its end is left out."""
    played_chapters = (_played(playthrough, rules, cut) for cut in _cuts(playthrough))
    return tuple(chapter for chapter in played_chapters if chapter is not None)


def _played(playthrough: Playthrough, rules: Rules, cut: _Cut) -> ReplayChapter | None:
    result = PlaythroughRunner(rules, evolve(playthrough, lines=cut.lines), read_file).run()
    current = result.final
    if current is None:
        return None
    # Steps before the line of a chapter only lead to its first position.
    before = sum(step.line <= cut.line for step in current.steps) if cut.line else 0
    start = current.start if before == 0 else current.steps[before - 1].state
    end = max((_last(line) for line in cut.lines), default=0)
    return ReplayChapter(cut.name, cut.line, end, start, tuple(current.steps[before:]))


def _last(line: Line) -> int:
    return line.end if isinstance(line, BranchBlock) else line.line


def _cuts(playthrough: Playthrough) -> Iterator[_Cut]:
    """The parts in the order of the file; the branches of a part stand behind it."""
    lines = playthrough.lines
    begins = [i for i, line in enumerate(lines)
              if isinstance(line, PositionBlock) or (isinstance(line, MarkLine) and line.back)]
    for begin, end in zip([None, *begins], [*begins, len(lines)], strict=True):
        if begin is None and end == 0:
            continue
        # Played from the beginning where it must be: the seed goes on drawing, and a name may stand before.
        first = 0 if begin is None or not _stands_alone(playthrough, lines[begin:end]) else begin
        name, line = ("", 0) if begin is None else _called(lines[begin])
        if begin is None and begins and not any(_plays(played_line) for played_line in lines[:end]):
            continue
        yield _Cut(name, line, lines[first:end])
        yield from _branches(lines[first:end], line)


def _branches(lines: tuple[Line, ...], after: int) -> Iterator[_Cut]:
    for i, line in enumerate(lines):
        if isinstance(line, BranchBlock) and line.line > after:
            inside = (*lines[:i], *line.body)
            yield _Cut(line.name, line.line, inside)
            yield from _branches(inside, line.line)


def _called(line: Line) -> tuple[str, int]:
    name = line.name if isinstance(line, PositionBlock | MarkLine) else None
    return name or "", line.line


def _stands_alone(playthrough: Playthrough, lines: tuple[Line, ...]) -> bool:
    """Return whether lines that begin with a position need nothing from before: neither chance nor a name."""
    goes_back = any(isinstance(line, MarkLine) and line.back for line in lines)
    return isinstance(lines[0], PositionBlock) and not goes_back and playthrough.head.seed is None


def _plays(line: Line) -> bool:
    return type(line).__name__ in ("Moves", "Auto", "Use", "Branch")
