"""A server of tables as a process, and what a page sends to it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def _heed_interrupts() -> None:
    """Let the new process heed interrupts: it would ignore them where the tests run in the background of a script."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def server(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server as a process, and the address that it prints."""
    command = [sys.executable, "-m", "rulewright", "serve", "--port", "0", *arguments]
    beginning = None if sys.platform == "win32" else _heed_interrupts
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=beginning) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().removeprefix("Open ").strip()
        finally:
            if process.poll() is None:
                process.kill()


def post(address: str, record: object) -> dict[str, Any]:
    origin = re.match(r"http://[^/]*", address)
    assert origin is not None
    request = urllib.request.Request(address, json.dumps(record).encode(), {
        "content-type": "application/json", "origin": origin[0]})
    with urllib.request.urlopen(request, timeout=30) as answer:
        found: dict[str, Any] = json.loads(answer.read())
        return found


def first_parts(address: str) -> dict[str, Any]:
    """The parts of a page, as its stream of events sends them first."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        line = next(line for line in answer if line.startswith(b"data: "))
        found: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
        return found
