"""The head of a playthrough to the same head for a file elsewhere: it names its rulebook and variants as found from there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ...dsl.load.loader import NoSuchRulebook, split_variants
from ...dsl.source.search_path import find_variant
from ...interpreter.playthroughs.lines.head import quoted, unquoted
from .scripts import rulebook_of

NAMING = re.compile(r"(game|variant)[ \t]+([^\s#].*?)[ \t]*")


def named_for(text: str, path: Path, origin: Path | None = None) -> str:
    """The text of a playthrough as it is written to a path. In a file at `origin` its names are found as they are.

    A name that is found from the new path stays; a path becomes a name where the name is enough, or else is written whole.
    """
    lines = text.split("\n")
    heads = {i: match for i, line in enumerate(lines) if (match := NAMING.fullmatch(line)) is not None}
    game = next((i for i, match in heads.items() if match[1] == "game"), None)
    if game is None:
        return text
    rulebook, variants = split_variants(unquoted(heads[game][2]))
    source = origin or path
    main = _path_or_none(rulebook_of, str(source), rulebook)
    if main is None:
        return text
    folder = path.resolve().parent
    near = _near(rulebook, main, folder, lambda name: _path_or_none(rulebook_of, str(path), name))
    lines[game] = f"game {quoted(':'.join((near, *variants)))}"
    for i, match in heads.items():
        name = unquoted(match[2])
        file = _path_or_none(find_variant, main, name, source.resolve().parent) if match[1] == "variant" else None
        if file is not None:
            near_name = _near(name, file, folder, lambda item: _path_or_none(find_variant, main, item, folder))
            lines[i] = f"variant {quoted(near_name)}"
    return "\n".join(lines)


def named_here(text: str) -> str:
    """The text of a playthrough as it is printed: it names its rulebook as a file in the current folder would."""
    # Nobody makes this file; only its folder counts.
    return named_for(text, Path("printed.play").absolute())


def _path_or_none(search: Callable[..., Path], *arguments: object) -> Path | None:
    try:
        return search(*arguments).resolve()
    except NoSuchRulebook:
        return None


def _near(name: str, file: Path, folder: Path, find: Callable[[str], Path | None]) -> str:
    """The shortest name of a file: the given one, if that is no path; its stem; its path from the folder; all of it."""
    # From the shortest to the longest. Each is tried by the search that
    # will read the file later, so no name can lead to another file.
    names = [file.stem] if "/" in Path(name).as_posix() else [name, file.stem]
    if file.is_relative_to(folder):
        names.append(file.relative_to(folder).as_posix())
    if not Path(name).is_absolute():
        names.append(name)
    return next((name for name in names if find(name) == file), str(file))
