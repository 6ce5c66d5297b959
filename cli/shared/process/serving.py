"""Options of commands that serve pages, and the server itself: applications -> answers until it is stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    # The server is an extra, and imported when it is needed.
    from ....web.application import Application

F = TypeVar("F", bound=Callable[..., object])
EXTRA = "web"
LOCAL = "127.0.0.1"
WARNING = ("Warning: other machines can reach this server, and what it sends is not encrypted. Who has a link may do what it "
           "leads to.")


def serving_options(command: F) -> F:
    """Add --port and --host."""
    host = click.option("--host", default=LOCAL, show_default=True, metavar="ADDRESS",
                        help="Listen on this address; `0.0.0.0` lets other machines reach the server.")
    port = click.option("--port", type=click.IntRange(0, 65535), metavar="N",
                        help="Listen on this port; 0 takes any free one.", show_default="8321, or the next that is free")
    return port(host(command))


def require_extra() -> None:
    """Raise a message for a user who has not installed the server."""
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("starlette", "uvicorn")):
        raise click.ClickException(f'this command needs the extra `{EXTRA}`: pip install "rulewright[{EXTRA}]"')


def run(applications: Sequence[Application], host: str, port: int | None, path: str) -> None:
    """Serve applications, and print the address of the page that they begin with. Ends by Ctrl-C and by the signal TERM."""
    from ....web.addresses import PortTaken, is_loopback, listening
    from ....web.server import address, serve
    from ....web.site import site_of

    try:
        sock = listening(host, port)
    except PortTaken as error:
        raise click.ClickException(f"{error}; `--port` names another") from None
    except OSError as error:
        raise click.ClickException(f"cannot listen on `{host}`: {(error.strerror or str(error)).lower()}") from None

    def started() -> None:
        if not is_loopback(host):
            click.echo(WARNING, err=True)
        click.echo(f"Open {address(sock, host, path)}")
        click.echo("Press Ctrl-C to stop.")

    with sock:
        serve(site_of(applications, host=host), sock, started)
