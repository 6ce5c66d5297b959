"""A language server with all that it answers."""

from __future__ import annotations

from .changing import answer_changes
from .hovers import answer_shown
from .outlines import answer_outlines
from .panels import answer_panels
from .playing import answer_playing
from .server import Server
from .texts import answer_texts
from .uses import answer_uses
from .writing import answer_writing


def make_server() -> Server:
    """Return a server with all that it answers."""
    server = Server()
    answer_texts(server)
    answer_uses(server)
    answer_shown(server)
    answer_writing(server)
    answer_outlines(server)
    answer_changes(server)
    answer_playing(server)
    answer_panels(server)
    return server
