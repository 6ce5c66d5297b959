"""An application of a site: its routes, its files, and what runs while the site does."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from attrs import field, frozen
from starlette.routing import BaseRoute

from .pages import Asset


@asynccontextmanager
async def nothing() -> AsyncIterator[None]:
    """Run nothing beside the routes."""
    yield


def _nothing_to_stop() -> None:
    """Leave everything to `running`."""


@frozen
class Application:
    """An application.

    `routes` stand below `/NAME`, `assets` below `/files/NAME`. The site enters `running` when it starts and leaves it when it
    has stopped. It calls `stop` first, which closes the signals that pages follow, so that no answer stays open.
    """

    name: str
    routes: Sequence[BaseRoute]
    assets: Mapping[str, Asset] = field(factory=dict)
    running: Callable[[], AbstractAsyncContextManager[None]] = nothing
    stop: Callable[[], None] = _nothing_to_stop
