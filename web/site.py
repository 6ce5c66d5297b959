"""Applications -> one site: their routes and files, pages for unknown addresses, and the guard before all of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from attrs import frozen
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from .addresses import LOOPBACK
from .application import Application
from .bodies import BadRequest, json_response
from .limits import ServerLimits
from .pages import BASE, Asset, asset_response, assets_in, message_page
from .security import RequestFilter


@frozen(eq=False)
class WebSite:
    """A site: its applications, and the function that answers requests."""

    app: ASGIApp
    applications: tuple[Application, ...]

    def stop(self) -> None:
        """End the streams of events."""
        for application in self.applications:
            application.stop()


def site_of(applications: Sequence[Application], limits: ServerLimits | None = None, host: str = LOOPBACK) -> WebSite:
    """Return the site of some applications, for a server on this host."""
    assets = {application.name: application.assets for application in applications}
    assets[BASE] = assets_in(BASE, "static", names=["base.css", "base.js"])

    def asset(request: Request) -> Response:
        file: Asset | None = assets.get(request.path_params["of"], {}).get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return asset_response(request, file)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for application in applications:
                await stack.enter_async_context(application.running())
            yield

    routes = [Route("/files/{of}/{name}", asset),
              *(Mount(f"/{application.name}", routes=application.routes) for application in applications)]
    app = Starlette(
        routes=routes, lifespan=running, exception_handlers={404: _not_there, 405: _not_so, BadRequest: _makes_no_sense}
    )
    # The guard stands before everything, before the pages for what is not there too.
    return WebSite(RequestFilter(app, limits or ServerLimits(), host), tuple(applications))


async def _not_there(request: Request, error: Exception) -> Response:
    return message_page(
        "Nothing is here",
        "This link leads nowhere. It may be from a server that has ended since, or not all of it was copied.",
        404,
    )


async def _not_so(request: Request, error: Exception) -> Response:
    return message_page("Not possible", "This address does not take such a request.", 405)


async def _makes_no_sense(request: Request, error: Exception) -> Response:
    return json_response({"wrong": str(error)}, 400)
