"""A language server with all that it answers."""

from __future__ import annotations

from .changing import answer_changes
from .names import answer_names
from .outlines import answer_outlines
from .playing import answer_playing
from .server import Server
from .texts import answer_texts


def make_server() -> Server:
    """Return a server with all that it answers."""
    server = Server()
    answer_texts(server)
    answer_names(server)
    answer_outlines(server)
    answer_changes(server)
    answer_playing(server)
    return server
