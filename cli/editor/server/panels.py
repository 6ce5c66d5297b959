"""Commands for what an extension shows beside a text: the clauses that playthroughs apply, and the position as a picture."""

from __future__ import annotations

from typing import Any

from ....interpreter.game.viewing.painting import NoPainter
from ..files.covering import clause_lines, game_of
from ..files.playthrough_files import playthroughs_of
from .server import Server

CLAUSES, DRAWN = "rulewright.clauses", "rulewright.drawn"


def answer_panels(server: Server) -> None:
    """Answer the commands of extensions, which show nothing by themselves."""

    @server.command(CLAUSES)
    def clauses(uri: str) -> dict[str, Any] | None:
        with server.documents.as_shown():
            return _clauses(server, uri)

    @server.command(DRAWN)
    def drawn(uri: str, line: int) -> str | None:
        with server.documents.as_shown():
            return _drawn(server, uri, line)


def _clauses(server: Server, uri: str) -> dict[str, Any] | None:
    """Return the game of a file, its playthroughs, and the lines of the clauses in the file, from 0."""
    path = server.documents.path(uri)
    opened = server.opened(path)
    if opened is None:
        return None
    return {
        "game": game_of(opened), "playthroughs": [str(file) for file in playthroughs_of(opened.key.main)],
        "clauses": [[id, line - 1] for id, line in clause_lines(opened, path).items()],
    }


def _drawn(server: Server, uri: str, line: int) -> str | None:
    """Return the position behind a line of a playthrough, from 0, as SVG; None where there is none or it has no picture."""
    path = server.documents.path(uri)
    play = server.plays.of(path, server.documents.text(uri)) if path.suffix == ".play" else None
    current = None if play is None else play.state_at(line + 2)
    if current is None:
        return None
    # As `rulewright picture`: the picture marks what the last step changed.
    before = None if not current.steps else current.start if len(current.steps) == 1 else current.steps[-2].state
    try:
        return current.state.picture(before=before)
    except NoPainter:
        return None
