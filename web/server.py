"""A site -> answers at an address, until a signal stops it."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from .addresses import reachable_as
from .limits import ServerLimits
from .site import WebSite

# How long open answers may take to end after the server shall stop, in seconds.
GRACE = 4


class _Server(uvicorn.Server):
    """A server that stops its site before it waits for open answers, as streams of events would never end."""

    def __init__(self, config: uvicorn.Config, site: WebSite) -> None:
        super().__init__(config)
        self.site = site

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.site.stop()
        await super().shutdown(sockets)


def address(sock: socket.socket, host: str, path: str = "/") -> str:
    """The address of a page for browsers that can reach the host."""
    return f"http://{reachable_as(host)}:{sock.getsockname()[1]}{path}"


def serve(site: WebSite, sock: socket.socket, started: Callable[[], None], limits: ServerLimits | None = None) -> None:
    """Answer requests until Ctrl-C or the signal TERM.

    `started` is called before the server answers. The socket listens already, so a request that is sent then is kept.
    """
    # No headers of proxies: limits count by the address of the connection, which a request cannot make up.
    config = uvicorn.Config(
        site.app,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="on",
        http="h11",
        loop="asyncio",
        limit_concurrency=(limits or ServerLimits()).connections,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=20,
        h11_max_incomplete_event_size=32_768,
    )
    server = _Server(config, site)
    started()
    server.run(sockets=[sock])
