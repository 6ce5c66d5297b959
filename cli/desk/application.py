"""A desk -> pages in the browser, and answers to what they send."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import click
from attrs import define, field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...translation.pairs.link import Link
from ...web.application import Application
from ...web.bodies import BadRequest, json_response, number_in, record_of, text_in
from ...web.limits import ServerLimits, Streams
from ...web.links import TokenLinks
from ...web.links import token as new_token
from ...web.live import Signal, following
from ...web.pages import assets_in, page
from .desk import Desk
from .edits import LONGEST
from .markup import frame, parts_of

NAME = "review"
GONE = ("The server has restarted and does not know this page. Open the link that it prints now. What you are writing "
        "stays here, so that you can copy it.")
# How often the files are looked at, in seconds.
EVERY = 1.0
_NUMBERS = re.compile(r"\s*(\d{1,6}([\s,+]+\d{1,6})*)?\s*")

T = TypeVar("T")


@define
class Pages:
    """The pages of one desk. Its actions run one at a time, in a thread of their own.

    A page that was loaded from an earlier run of the server finds out by the `run` of the desk.
    """

    desk: Desk
    limits: ServerLimits = field(factory=ServerLimits)
    links: TokenLinks[bool] = field(factory=TokenLinks[bool])
    signal: Signal = field(factory=Signal)
    token: str = field(factory=new_token)
    streams: Streams = field(init=False)
    _lock: asyncio.Lock = field(factory=asyncio.Lock)

    def __attrs_post_init__(self) -> None:
        self.streams = Streams(self.limits)
        self.links.put(self.token, True)

    def application(self) -> Application:
        """The application that shows the desk."""
        routes = [Route("/{link}", self.page), Route("/{link}/events", self.events),
                  Route("/{link}/do", self.do, methods=["POST"])]
        assets = assets_in("cli", "templates", names=["review.js", "review.css"])
        return Application(NAME, routes, assets, self.running, self.signal.close)

    async def page(self, request: Request) -> Response:
        """Send the page; its rows come as events."""
        self._require(request)
        body = await self._alone(lambda: frame(self.desk))
        title = f"{self.desk.job.rulebook.facts.title}: {self.desk.job.text.path.name}"
        scripts = ["/files/web/base.js", f"/files/{NAME}/review.js"]
        return page(title, body, styles=[f"/files/{NAME}/review.css"], scripts=scripts,
                    data={"link": self.token, "run": self.desk.run, "gone": GONE})

    async def events(self, request: Request) -> Response:
        """Send the rows, and after each change those that differ."""
        self._require(request)

        async def read() -> Mapping[str, object]:
            return {"run": self.desk.run, **await self._alone(lambda: parts_of(self.desk))}

        return await following(request, self.signal, self.streams, read)

    async def do(self, request: Request) -> Response:
        """Carry out a decision, and answer in words: the result, or the error."""
        self._require(request)
        record = await record_of(request, self.limits.body)
        try:
            message = await self._alone(lambda: decided(self.desk, record))
        except click.ClickException as error:
            return json_response({"wrong": error.message})
        except OSError as error:
            return json_response({"wrong": f"not kept: {error.strerror or error}"})
        finally:
            # After a refusal too: the page may show what the files do not have any more.
            self.signal.change()
        return json_response({"said": message, "row": self.desk.row})

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch the files while the server runs."""
        task = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            if await self._alone(self.desk.reload):
                self.signal.change()

    async def _alone(self, work: Callable[[], T]) -> T:
        async with self._lock:
            return await asyncio.to_thread(work)

    def _require(self, request: Request) -> None:
        if self.links.find(request.path_params["link"]) is None:
            raise HTTPException(404)


def decided(desk: Desk, record: Mapping[str, Any]) -> str:
    """Carry out a decision from a page, and return the result in words.

    Raises:
        BadRequest: the record is no decision.
        click.UsageError: the decision is impossible.
    """
    id, desk.row, desk.seen = (text_in(record, name) for name in ("id", "row", "numbering"))
    match text_in(record, "do"):
        case "confirm":
            return desk.confirm(id, _numbers(record, "numbers"))
        case "silent":
            return desk.assign(id, ())
        case "assign":
            return desk.assign(text_in(record, "what").strip(), _numbers(record, "numbers"))
        case "accept":
            return desk.accept(id, text_in(record, "text", LONGEST))
        case "ask":
            return desk.ask(id, text_in(record, "text", LONGEST))
        case "withdraw":
            return desk.withdraw(id)
        case "pair":
            # Pages count sentences from 1, links from 0.
            own, other = (tuple(number - 1 for number in _numbers(record, name)) for name in ("original", "numbers"))
            return desk.pair(Link(own, other, 1.0, confirmed=True))
        case "edit":
            number = number_in(record, "number", 1, len(desk.job.text.document.sentences))
            return desk.edit(number, text_in(record, "was", LONGEST), text_in(record, "text", LONGEST))
        case "undo":
            return desk.undo()
        case other:
            raise BadRequest(f"`{other}` is not a decision")


def _numbers(record: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """Numbers of sentences, in a text with blanks, commas or plus signs between them."""
    text = text_in(record, name)
    if not _NUMBERS.fullmatch(text):
        raise click.UsageError(f"`{text}` is not a list of sentences: write their numbers")
    return tuple(sorted({int(number) for number in re.findall(r"\d+", text)}))
