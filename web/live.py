"""Pages that follow changes: a thing that changes -> server-sent events with what is new of it for one reader."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from attrs import define, field
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from .bodies import written
from .limits import Streams
from .security import client_of

# The seconds without a change after which the server says that it is here, so that both ends notice a lost connection.
BEAT = 15.0
# The milliseconds after which a browser that has lost the connection tries again.
RETRY = 1_000

Read = Callable[[], Awaitable[Mapping[str, Any]]]


@define(eq=False)
class Signal:
    """A count of changes. Readers that wait for a later version get the newest, and may miss those in between.

    Call its methods in the event loop only.
    """

    version: int = 0
    is_closed: bool = False
    _waiting: set[asyncio.Future[None]] = field(factory=set)

    def change(self) -> None:
        """Count a change, and wake the readers that wait."""
        self.version += 1
        self._wake()

    def close(self) -> None:
        """End the changes, so that readers stop waiting."""
        self.is_closed = True
        self._wake()

    def _wake(self) -> None:
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    async def after(self, version: int, seconds: float) -> bool:
        """Wait at most some seconds for a version later than this one; return whether there is one."""
        if self.version > version or self.is_closed:
            return self.version > version
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting)
        try:
            # Not `wait_for`: up to Python 3.11 it forgets a cancellation that comes together with the result, and then a reader
            # who has left, or a task that is to end, would wait on for the next change.
            async with asyncio.timeout(seconds):
                await waiting
        except TimeoutError:
            return False
        finally:
            self._waiting.discard(waiting)
        return self.version > version


async def following(request: Request, signal: Signal, streams: Streams, read: Read) -> Response:
    """Answer a request with all parts that `read` gives, and after each change with those that differ.

    `read` gives the parts of a page by name, as this reader may see them.
    """
    client = client_of(request.scope)
    if not streams.opens(client):
        return PlainTextResponse("too many pages are open", 429, {"retry-after": "10"})

    async def closing() -> AsyncIterator[str]:
        try:
            async for event in _events(signal, read):
                yield event
        finally:
            streams.closes(client)

    return StreamingResponse(closing(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def _events(signal: Signal, read: Read) -> AsyncIterator[str]:
    yield f"retry: {RETRY}\n\n"
    sent: dict[str, Any] = {}
    version = -1
    while not signal.is_closed:
        if not await signal.after(version, BEAT):
            if not signal.is_closed:
                yield "event: here\ndata: {}\n\n"
            continue
        version = signal.version
        parts = await read()
        fresh = {name: part for name, part in parts.items() if name not in sent or sent[name] != part}
        sent = dict(parts)
        if fresh:
            yield f"event: change\ndata: {written(fresh)}\n\n"
