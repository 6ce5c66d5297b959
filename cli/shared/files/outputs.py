"""Check paths to write to: a user may type any path; a path that a rulebook names stays in its folder."""

from __future__ import annotations

import os
from pathlib import Path

import click


class OutputPath(click.Path):
    """The path of a file or folder to write: any that a user types, also through `..` and links."""

    def __init__(self, folder: bool = False) -> None:
        super().__init__(file_okay=not folder, dir_okay=folder, path_type=Path)

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None,
                ctx: click.Context | None) -> str | bytes | os.PathLike[str]:
        wrong = wrong_with(Path(value))
        if wrong is not None:
            self.fail(f"`{value}` {wrong}", param, ctx)
        return super().convert(value, param, ctx)


def wrong_with(path: Path) -> str | None:
    """Return why a typed path cannot be written; None if it can."""
    if "\0" in str(path):
        return "is not a file name"
    try:
        path.resolve()
    # How pathlib says it before Python 3.13.
    except RuntimeError:
        return "is a link that leads back to itself"
    return None


def leads_out(path: Path) -> str | None:
    """Return why an existing file is not rewritten: it is a link to a place outside its folder. Else None."""
    real = path.resolve()
    if path.is_symlink() and path.parent.resolve() not in real.parents:
        return f"is a link that leads out of its folder, to `{real}`; name that place itself"
    return None


def inside(folder: Path, path: Path) -> Path:
    """Return a path in the folder of a rulebook; a link that leads out of the folder is a usage error."""
    if folder.resolve() not in path.resolve().parents:
        raise click.UsageError(f"`{path}` leads out of the folder of its rulebook, to `{path.resolve()}`")
    return path


OUTPUT_FILE, OUTPUT_FOLDER = OutputPath(), OutputPath(folder=True)


def free_name(folder: Path, stem: str, ending: str) -> Path:
    """Return a path in a folder that nothing has yet, not even a dangling link.

    `stem` names a thing in a rulebook, which cannot contain a separator.
    """
    assert Path(stem).name == stem, "a name, and not a path"
    names = (f"{stem}{ending}" if i == 1 else f"{stem}_{i}{ending}" for i in range(1, 1_000_000))
    return next(path for name in names if not os.path.lexists(path := folder / name))
