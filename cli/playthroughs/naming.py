"""The head of a playthrough to the same head for a file elsewhere: it names its rulebook and variants as found from there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from ...dsl.load.loader import NoSuchRulebook, parted
from ...dsl.source.search_path import find_variant
from ...interpreter.playthroughs.head import quoted, unquoted
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
    rulebook, variants = parted(unquoted(heads[game][2]))
    source = origin or path
    main = _found(rulebook_of, str(source), rulebook)
    if main is None:
        return text
    near = _near(rulebook, main, lambda name: _found(rulebook_of, str(path), name))
    lines[game] = f"game {quoted(':'.join((near, *variants)))}"
    for i, match in heads.items():
        name = unquoted(match[2])
        file = _found(find_variant, main, name, source.resolve().parent) if match[1] == "variant" else None
        if file is not None:
            found = _near(name, file, lambda item: _found(find_variant, main, item, path.resolve().parent))
            lines[i] = f"variant {quoted(found)}"
    return "\n".join(lines)


def _found(search: Callable[..., Path], *arguments: object) -> Path | None:
    try:
        return search(*arguments).resolve()
    except NoSuchRulebook:
        return None


def _near(name: str, file: Path, find: Callable[[str], Path | None]) -> str:
    """The shortest way to name a file: as it is named, if that is no whole path; by its stem; by its whole path."""
    names: Iterable[str] = (file.stem,) if Path(name).is_absolute() else (name, file.stem)
    return next((name for name in names if find(name) == file), str(file))
