"""Requests to a site without a network: a path and a record -> the answer, or the first events of a stream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from attrs import field, frozen
from starlette.types import ASGIApp, Message

HOST = "127.0.0.1:8321"


@frozen
class Answer:
    """An answer: its status, headers and body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def record(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


@frozen
class Asking:
    """A client of a site, with the headers that a browser's page of this site sends."""

    app: ASGIApp
    client: str = "127.0.0.1"
    headers: Mapping[str, str] = field(factory=dict)

    async def get(self, path: str, **headers: str) -> Answer:
        return await self._ask("GET", path, b"", headers)

    async def post(self, path: str, record: object, **headers: str) -> Answer:
        body = record if isinstance(record, bytes) else json.dumps(record).encode()
        sent = {"origin": f"http://{HOST}", "content-type": "application/json", "content-length": str(len(body)), **headers}
        return await self._ask("POST", path, body, sent)

    async def _ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        got = [message async for message in self._messages(method, path, body, headers)]
        start, rest = got[0], b"".join(message.get("body", b"") for message in got[1:])
        return Answer(start["status"], _headers(start), rest)

    async def events(self, path: str, **headers: str) -> AsyncIterator[dict[str, Any]]:
        """The changes that a page follows, each as a record."""
        async for message in self._messages("GET", path, b"", headers):
            for line in message.get("body", b"").decode().splitlines():
                if line.startswith("data: "):
                    yield json.loads(line[6:])

    async def _messages(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> AsyncIterator[Message]:
        answers: asyncio.Queue[Message | None] = asyncio.Queue()
        requests: asyncio.Queue[Message] = asyncio.Queue()
        requests.put_nowait({"type": "http.request", "body": body, "more_body": False})
        place, _, query = path.partition("?")
        sent = {"host": HOST, **self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": place,
            "raw_path": place.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "scheme": "http",
            "client": (self.client, 5),
            "server": ("127.0.0.1", 8321),
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "headers": [(name.encode(), value.encode()) for name, value in sent.items() if value],
        }

        async def run() -> None:
            try:
                await self.app(scope, requests.get, answers.put)
            finally:
                await answers.put(None)

        task = asyncio.create_task(run())
        try:
            while (message := await answers.get()) is not None:
                yield message
            await task
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def _headers(start: Message) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in start["headers"]}
