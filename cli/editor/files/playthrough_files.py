"""A rulebook or variant -> the saved playthroughs that are played by it."""

from __future__ import annotations

import re
from pathlib import Path

from ....dsl.load.loader import read
from ....dsl.source import disk
from ....dsl.source.search_path import NoSuchRulebook, head_of, variants_of
from ...shared.files.places import play_files_in
from .family import rulebook_beside
from .rulebooks import MOST_READ, key_of


def folder_of(main: Path) -> Path:
    """Return the folder of a rulebook; of a variant beside its rulebook, that of the rulebook."""
    # A variant in another folder may have a rulebook that ships, whose playthroughs and documents are not about the variant.
    return (rulebook_beside(main) or main).parent


def playthroughs_of(main: Path) -> tuple[Path, ...]:
    """Return the playthroughs of a rulebook, or of a variant those that are played with it."""
    paths = (path for path in play_files_in(folder_of(main)) if path.is_file())
    if head_of(main) is None:
        # A playthrough may also name a variant as its game.
        games = {disk.resolved(path) for path in (main, *variants_of(main).values())}
        return tuple(path for path in paths if (key := key_of(path)) is not None and disk.resolved(key.main) in games)
    names = re.compile(rf"^(?:variant\b|game\b.*(?::|{re.escape(main.stem)}))", re.MULTILINE)
    return tuple(path for path in paths if _is_played_by(path, main, names))


def _is_played_by(playthrough: Path, variant: Path, names: re.Pattern[str]) -> bool:
    """Return whether the rules of a playthrough contain a variant; `names` match a head that may name it."""
    try:
        # Most playthroughs name no variant, and their rules need not be read.
        if names.search(disk.head(playthrough, MOST_READ).decode("utf-8", "replace")) is None:
            return False
        key = key_of(playthrough)
        sources = () if key is None else read(key.main, key.variants).sources
    except (OSError, NoSuchRulebook):
        return False
    return any(disk.resolved(Path(source.name)) == disk.resolved(variant) for source in sources)
