"""Places of files: playthroughs in folders, and paths as a user in the working directory writes them."""

from __future__ import annotations

import difflib
from pathlib import Path

import click

from ....dsl.source import disk


def play_files_in(folder: Path) -> list[Path]:
    """Return the `.play` files in a folder and in those below it, in the order of their paths."""
    return [path for path in disk.matching(folder, "**/*.play") if not disk.is_folder(path)]


def from_here(path: Path) -> Path:
    """Return a path relative to the working directory, if it lies below it."""
    folder = Path.cwd()
    return path.relative_to(folder) if path.is_absolute() and folder in path.parents else path


def file_called(name: str, folder: Path, ending: str, option: str) -> Path:
    """Return the file at this path, or the one of this name in a folder; else the option is wrong usage."""
    places = (Path(name), folder / f"{name}{ending}")
    file = next((place for place in places if place.suffix == ending and disk.is_file(place)), None)
    if file is None:
        known = sorted(path.stem for path in disk.matching(folder, f"*{ending}"))
        near = difflib.get_close_matches(name, known, n=1)
        advice = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(known)}" if known else f"there is no {folder}"
        raise click.BadParameter(f"no file `{name}{ending}`; {advice}", param_hint=option)
    return file
