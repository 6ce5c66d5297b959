"""A place in a playthrough where its game is named -> the rulebooks that can stand there. No game need be open for this."""

from __future__ import annotations

import re
from pathlib import Path

from ...playthroughs.scripts import rulebooks_for
from .completions import Completion

_NAMES_IT = re.compile(r"game[ \t]+(\w*)")
_BEGINS = re.compile(r"\w*")
_HAS_ONE = re.compile(r"^game\b", re.MULTILINE)


def named_game(path: Path, text: str, line: int, column: int) -> tuple[int, tuple[Completion, ...]] | None:
    """Return the number of characters before a place that an offer replaces, and the offers; None elsewhere.

    Where the file names no game yet, its lines begin with the word for that.
    """
    before = text.split("\n")[line - 1][: column - 1]
    named = _NAMES_IT.fullmatch(before)
    if named is not None:
        return len(named[1]), tuple(Completion(name, "rulebook") for name in rulebooks_for(str(path)))
    if _BEGINS.fullmatch(before) and not _HAS_ONE.search(text):
        return len(before), (Completion("game", "keyword", fits=True),)
    return None
