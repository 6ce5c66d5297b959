"""Messages of the Debug Adapter Protocol, on streams: a header with a length, and JSON."""

from __future__ import annotations

import json
from typing import Any, BinaryIO

from attrs import define

Message = dict[str, Any]
# No message of an editor is longer than this.
LONGEST = 10_000_000


@define
class Wire:
    """A connection to an editor."""

    incoming: BinaryIO
    outgoing: BinaryIO
    _sent: int = 0

    def receive(self) -> Message | None:
        """Return the next message; None if the editor has disconnected or sends something else."""
        length = None
        while line := self.incoming.readline():
            name, _, value = line.decode("ascii", "replace").partition(":")
            if name.strip().casefold() == "content-length" and value.strip().isdecimal():
                length = int(value)
            if not line.strip() and length is not None:
                return self._body(length)
        return None

    def _body(self, length: int) -> Message | None:
        if length > LONGEST:
            return None
        try:
            message = json.loads(self.incoming.read(length).decode("utf-8"))
        except ValueError:
            return None
        return message if isinstance(message, dict) else None

    def respond(self, request: Message, body: Message | None = None, failed: str | None = None) -> None:
        """Answer a request; `failed` is the reason why it failed, if it did."""
        self._send({"type": "response", "request_seq": request.get("seq", 0), "command": request.get("command", ""),
                    "success": failed is None, "body": body or {}, **({} if failed is None else {"message": failed})})

    def event(self, name: str, body: Message | None = None) -> None:
        """Send an event."""
        self._send({"type": "event", "event": name, "body": body or {}})

    def _send(self, message: Message) -> None:
        self._sent += 1
        content = json.dumps({"seq": self._sent, **message}, ensure_ascii=False).encode("utf-8", "replace")
        self.outgoing.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.outgoing.flush()
