"""A client of the Debug Adapter Protocol for tests, written from the protocol's documentation: requests, answers, events.

The adapter runs in a thread. Starting a process takes longer than most sessions; a session whose process matters asks for one.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from threading import Thread
from typing import Any, BinaryIO, cast

from rulewright.cli.debugger.adapter import Adapter
from rulewright.cli.debugger.wire import Wire

Message = dict[str, Any]
# For no longer than this number of seconds does a client wait for the end of its adapter.
PATIENCE = 60


class Client:
    """A client of an adapter. `events` are those that came since the last request."""

    def __init__(self, asks: BinaryIO, answers: BinaryIO, ended: Callable[[], int]) -> None:
        self.asks, self.answers, self.ended = asks, answers, ended
        self.seq = 0
        self.events: list[Message] = []

    @staticmethod
    def of_process() -> Client:
        """Return a client of an adapter in a process of its own, as editors start it."""
        process = subprocess.Popen([sys.executable, "-m", "rulewright", "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return Client(cast("BinaryIO", process.stdin), cast("BinaryIO", process.stdout), lambda: process.wait(PATIENCE))

    @staticmethod
    def of_thread() -> Client:
        """Return a client of an adapter in a thread."""
        ours, theirs = socket.socketpair()
        thread = Thread(target=_serve, args=(theirs,))
        thread.start()

        def ended() -> int:
            ours.shutdown(socket.SHUT_WR)
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the adapter has not ended"
            ours.close()
            return 0

        return Client(ours.makefile("wb"), ours.makefile("rb"), ended)

    def request(self, command: str, **arguments: object) -> Message:
        """Send a request; return its answer. The events on the way are kept."""
        self.seq += 1
        self.events = []
        body = json.dumps({"seq": self.seq, "type": "request", "command": command, "arguments": arguments}).encode()
        self.asks.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.asks.flush()
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
        length = 0
        while line := self.answers.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the adapter has left"
        return cast("Message", json.loads(self.answers.read(length)))

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
        """Leave, as often as it is called; return the exit code of the adapter."""
        if self.asks.closed:
            return 0
        self.asks.close()
        code = self.ended()
        self.answers.close()
        return code


def _serve(theirs: socket.socket) -> None:
    """Serve the client at the other end of a connection until it leaves, and close the connection."""
    with theirs, theirs.makefile("rb") as asked, theirs.makefile("wb") as answers:
        Adapter(Wire(cast("BinaryIO", asked), cast("BinaryIO", answers))).serve()
