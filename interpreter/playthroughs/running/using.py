"""`use` lines: the playthrough that another begins with, or why it cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ....dsl.source import disk
from ..lines.syntax import Playthrough, UseLine

MAX_NESTED = 20
ReadOther = Callable[[Path], Playthrough]


class CannotBeUsed(Exception):
    """A `use` line that cannot be carried out."""

    def __init__(self, message: str, expected: str, actual: str = "") -> None:
        super().__init__(message)
        self.message, self.expected, self.actual = message, expected, actual


def used(line: UseLine, open_files: list[Playthrough], read: ReadOther | None) -> Playthrough:
    """The playthrough that a line of the last of the open files names. Raises CannotBeUsed.

    It lies in the folder of the file that uses it, or below; it is of the same game, with the same
    players and parameters; and it is not one of those that are being played.
    """
    user = open_files[-1]
    path = _path(line, user)
    if read is None:
        raise CannotBeUsed(f"`{line.path}` cannot be used from here", "a playthrough that is a file")
    if disk.resolved(path) in {disk.resolved(Path(file.name)) for file in open_files}:
        raise CannotBeUsed(f"`{line.path}` uses itself", "playthroughs that do not use each other in a circle")
    # Asked before the file is read, so a long chain of files costs no more than this.
    if len(open_files) > MAX_NESTED:
        raise CannotBeUsed(f"playthroughs that use each other deeper than {MAX_NESTED}", "fewer files")
    try:
        other = read(path)
    except OSError as error:
        raise CannotBeUsed(f"`{line.path}` cannot be read", "a playthrough", (error.strerror or "").lower()) from None
    if other.problems:
        first = other.problems[0]
        raise CannotBeUsed(f"`{line.path}` has mistakes", "a playthrough without any",
                           f"line {first.span.line}: {first.message}")
    _check_same_game(line, user, other)
    return other


def _path(line: UseLine, user: Playthrough) -> Path:
    folder = Path(user.name).parent
    path = Path(line.path)
    # A playthrough may come from a stranger: it opens nothing outside its folder, not even through a link.
    if "\0" in line.path or path.is_absolute() or ".." in path.parts or "\\" in line.path or (
            disk.resolved(folder) not in disk.resolved(folder / path).parents):
        raise CannotBeUsed(f"`{line.path}` lies outside the folder of this playthrough",
                           "a file in the same folder, or below it")
    return folder / path


def _check_same_game(line: UseLine, user: Playthrough, other: Playthrough) -> None:
    mine, others = user.head, other.head
    if others.game != mine.game:
        raise CannotBeUsed(f"`{line.path}` is a playthrough of another game", f"a playthrough of {mine.game}",
                           others.game or "")
    if others.players != mine.players:
        raise CannotBeUsed(f"`{line.path}` is for another number of players", _count(mine.players), _count(others.players))
    if others.seats != mine.seats:
        raise CannotBeUsed(f"`{line.path}` has other players", ", ".join(mine.seats or ("no names",)),
                           ", ".join(others.seats or ("no names",)))
    if others.variants != mine.variants:
        raise CannotBeUsed(f"`{line.path}` is played with other variants", ", ".join(mine.variants) or "none",
                           ", ".join(others.variants) or "none")
    if sorted(others.parameters) != sorted(mine.parameters):
        raise CannotBeUsed(f"`{line.path}` is played with other parameters", _values_of(mine.parameters),
                           _values_of(others.parameters))


def _count(players: int | None) -> str:
    return "the fewest players" if players is None else f"{players} players"


def _values_of(parameters: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in parameters) or "none is set"
