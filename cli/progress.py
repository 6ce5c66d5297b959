"""A progress bar for work that takes longer than two seconds, on terminals only."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

import click

PATIENCE = 2.0


class Progress:
    """A bar on standard error that appears after two seconds of work."""

    def __init__(self, length: int, label: str) -> None:
        self.length, self.label, self.done = length, label, 0
        self.start = time.monotonic()
        self.bar: Any = None

    def __enter__(self) -> Progress:
        return self

    def update(self, count: int) -> None:
        """So much more is done."""
        self.done += count
        if self.bar is not None:
            self.bar.update(count)
        elif sys.stderr.isatty() and time.monotonic() - self.start > PATIENCE and self.done < self.length:
            self.bar = click.progressbar(length=self.length, label=self.label, file=sys.stderr)
            self.bar.__enter__()
            self.bar.update(self.done)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self.bar is not None:
            self.bar.__exit__(kind, error, trace)
