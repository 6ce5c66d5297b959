"""A client of the Debug Adapter Protocol for tests, written from the protocol's documentation: requests, answers, events."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import IO, Any, cast

Message = dict[str, Any]


class Client:
    """A client of an adapter in another process. `events` are those that came since the last request."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", "rulewright", "dap"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.seq = 0
        self.events: list[Message] = []

    def request(self, command: str, **arguments: object) -> Message:
        """Send a request; return its answer. The events on the way are kept."""
        self.seq += 1
        self.events = []
        body = json.dumps({"seq": self.seq, "type": "request", "command": command, "arguments": arguments}).encode()
        pipe = cast("IO[bytes]", self.process.stdin)
        pipe.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        pipe.flush()
        while True:
            message = self.receive()
            if message["type"] == "response":
                assert message["request_seq"] == self.seq
                return message
            self.events.append(message)

    def until(self, event: str) -> Message:
        """Return the next event of a kind."""
        while True:
            message = self.receive()
            if message["type"] == "event":
                self.events.append(message)
                if message["event"] == event:
                    return cast("Message", message["body"])

    def receive(self) -> Message:
        pipe = cast("IO[bytes]", self.process.stdout)
        length = 0
        while line := pipe.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the adapter has left"
        return cast("Message", json.loads(pipe.read(length)))

    def top(self) -> Message:
        """Return the innermost stack frame."""
        return cast("Message", self.request("stackTrace", threadId=1)["body"]["stackFrames"][0])

    def values(self, frame: int, group: str) -> dict[str, str]:
        """Return the variables of a group in a frame."""
        scopes = self.request("scopes", frameId=frame)["body"]["scopes"]
        reference = next(scope["variablesReference"] for scope in scopes if scope["name"] == group)
        found = self.request("variables", variablesReference=reference)["body"]["variables"]
        return {variable["name"]: variable["value"] for variable in found}

    def close(self) -> int:
        cast("IO[bytes]", self.process.stdin).close()
        code = self.process.wait(timeout=60)
        cast("IO[bytes]", self.process.stdout).close()
        return code
