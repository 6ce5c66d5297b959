"""`--worth NAME` to the text that says what positions are worth."""

from __future__ import annotations

import difflib
from pathlib import Path

import click

from ..dsl.contents import text_in
from ..dsl.spans import Source
from .options import Asked

ENDING = ".worth"


def worth_file(asked: Asked, name: str) -> Path:
    """The file of this name in the folder `worth` beside the rulebook, or at this path. Wrong usage if there is none."""
    folder = Path(asked.files().path).parent / "worth"
    places = (Path(name), folder / f"{name}{ENDING}")
    found = next((one for one in places if one.suffix == ENDING and one.is_file()), None)
    if found is None:
        known = sorted(one.stem for one in folder.glob(f"*{ENDING}"))
        near = difflib.get_close_matches(name, known, n=1)
        there = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(known)}" if known else f"there is no {folder}"
        raise click.BadParameter(f"no file `{name}{ENDING}`; {there}", param_hint="--worth")
    return found


def worth_in(path: Path) -> Source:
    """What stands in a file of worth. Wrong usage if it cannot be read."""
    try:
        return Source(str(path), text_in(path))
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{path} cannot be read: {error}", param_hint="--worth") from error
