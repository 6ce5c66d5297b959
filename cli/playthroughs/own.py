"""Find the playthroughs beside a rulebook and its variants: each with its setup of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from attrs import frozen

from ...dsl.driver.compilation import header_of
from ...dsl.load.loader import Files
from ...dsl.source import disk
from ...interpreter.playthroughs.lines.head import Head
from ...interpreter.playthroughs.lines.syntax import Playthrough
from ..shared.files.places import play_files_in
from .scripts import read_file


@frozen
class Setup:
    """The setup of a game: the number of players, their names if given, and parameters."""

    players: int
    seats: tuple[str, ...] | None = None
    parameters: tuple[tuple[str, str], ...] = ()


def own_playthroughs(files: Files, players: Collection[int]) -> Iterator[tuple[Path, Playthrough, Setup]]:
    """Yield the playthroughs beside a rulebook and its variants, for these numbers of players.

    They lie in the same folder, or in `playthroughs` there; they are readable, and of this rulebook with all or some of these
    variants.
    """
    main = Path(files.path)
    variants = {variant.name for variant in files.variants}
    folders = dict.fromkeys([main.parent, *(Path(variant.span.source.name).parent for variant in files.variants)])
    for path in (path for folder in folders for path in _playthroughs_near(folder)):
        playthrough = read_file(path)
        head = playthrough.head
        # A playthrough without a number is for the fewest players, as when it is played by itself.
        number = header_of(files).fewest if head.players is None else head.players
        if not playthrough.problems and _is_of(head, path, main) and _variants(head) <= variants and number in players:
            yield path, playthrough, Setup(number, head.seats, head.parameters)


def _playthroughs_near(folder: Path) -> Iterator[Path]:
    yield from (path for path in disk.matching(folder, "*.play") if not disk.is_folder(path))
    yield from play_files_in(folder / "playthroughs")


def _is_of(head: Head, path: Path, main: Path) -> bool:
    """Return whether a playthrough is of a rulebook, by name or path."""
    rulebook = (head.game or "").partition(":")[0]
    return rulebook == main.stem or (path.parent / (head.game or "")).resolve() == main.resolve()


def _variants(head: Head) -> set[str]:
    """Return the names of the variants of a playthrough."""
    return {Path(name).stem for name in (*(head.game or "").split(":")[1:], *head.variants)}
