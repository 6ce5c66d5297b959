"""A progress bar for work that takes longer than two seconds, on terminals only."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from types import TracebackType
from typing import Protocol

import click

PATIENCE = 2.0


class _Bar(Protocol):
    """What a progress bar of click can do."""

    def update(self, n_steps: int) -> None: ...


class Progress:
    """A bar on standard error that appears after two seconds of work."""

    def __init__(self, length: int, label: str) -> None:
        self.length, self.label, self.done = length, label, 0
        self.start = time.monotonic()
        self.bar: _Bar | None = None
        self.shown = ExitStack()

    def __enter__(self) -> Progress:
        return self

    def update(self, count: int) -> None:
        """So much more is done."""
        self.done += count
        if self.bar is not None:
            self.bar.update(count)
        elif sys.stderr.isatty() and time.monotonic() - self.start > PATIENCE and self.done < self.length:
            self.bar = self.shown.enter_context(
                click.progressbar(length=self.length, label=self.label, file=sys.stderr))
            self.bar.update(self.done)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.shown.close()
