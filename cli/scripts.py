"""Playthroughs on disk: find them, read them, and open the games they are of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import click

from ..dsl.library import find, parted, read
from ..interpreter.game import Game
from ..interpreter.playthroughs.reader import read as read_playthrough
from ..interpreter.playthroughs.syntax import Playthrough
from ..interpreter.rules import Rules
from .loading import open_files

MAX_FOLDERS = 4


def playthrough_files(paths: Iterable[str]) -> Iterator[Path]:
    """The `.play` files among these paths and in these folders, each once, sorted within a folder."""
    seen = set()
    for name in paths:
        path = Path(name)
        if not path.exists():
            raise click.UsageError(f"there is no file or folder `{name}`")
        for file in sorted(path.rglob("*.play")) if path.is_dir() else [path]:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file


def read_file(path: Path) -> Playthrough:
    """The playthrough in a file. Raises OSError; bytes that are no text are a problem of the file."""
    return read_playthrough(str(path), path.read_bytes().decode("utf-8", errors="replace"))


def open_rules(playthrough: Playthrough) -> Rules:
    """The rules a playthrough is played by, with its seats.

    Raises NoSuchRulebook, RulebookError, and ValueError for a number of players that is not allowed.
    """
    assert playthrough.game is not None, "a playthrough without mistakes names its game"
    game = _game(str(_rulebook_of(playthrough)), _variants(playthrough), playthrough.settings)
    return game.rules(playthrough.players, playthrough.seats)


@cache
def _game(path: str, variants: tuple[str, ...], settings: tuple[tuple[str, str], ...]) -> Game:
    return open_files(read(Path(path), variants), dict(settings))


def _variants(playthrough: Playthrough) -> tuple[str, ...]:
    """The variants a playthrough names: after the game's name, and on lines of their own; a path is from its folder."""
    _, named = parted(playthrough.game or "")
    folder = Path(playthrough.name).resolve().parent
    return tuple(str(folder / name) if name.endswith(".rules") else name for name in (*named, *playthrough.variants))


def _rulebook_of(playthrough: Playthrough) -> Path:
    """The rulebook's file: beside the playthrough, in a folder above it, or one that ships."""
    name, _ = parted(playthrough.game or "")
    folder = Path(playthrough.name).resolve().parent
    for above in [folder, *folder.parents][:MAX_FOLDERS]:
        for candidate in (above / name, above / f"{name}.rules"):
            if candidate.suffix == ".rules" and candidate.is_file():
                return candidate
    return find(name)


