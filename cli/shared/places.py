"""Places of files: playthroughs in folders, and paths as a user in the working directory writes them."""

from __future__ import annotations

from pathlib import Path

from ...dsl.source import disk


def play_files_in(folder: Path) -> list[Path]:
    """Return the `.play` files in a folder and in those below it, in the order of their paths."""
    return [path for path in disk.matching(folder, "**/*.play") if not disk.is_folder(path)]


def from_here(path: Path) -> Path:
    """Return a path relative to the working directory, if it lies below it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_absolute() and here in path.parents else path
