"""Show the progress of long work: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from types import TracebackType
from typing import Protocol

import click

# Seconds before a bar is shown.
PATIENCE = 2.0
# Seconds between two lines.
LINES_APART = 30.0


class _Bar(Protocol):
    """The part of a progress bar of click that is used."""

    def update(self, n_steps: int) -> None: ...


class Progress:
    """Shows on standard error how much work is done, after two seconds; in lines if that is not a terminal."""

    def __init__(self, length: int, label: str) -> None:
        self.length, self.label, self.done = length, label, 0
        self.last_line = self.start = time.monotonic()
        self.bar: _Bar | None = None
        self.shown = ExitStack()

    def __enter__(self) -> Progress:
        return self

    def update(self, count: int) -> None:
        """Add `count` units of finished work."""
        self.done += count
        if self.bar is not None:
            self.bar.update(count)
        elif self.done >= self.length:
            return
        elif sys.stderr.isatty():
            self._begin_bar()
        else:
            self._print_line()

    def _begin_bar(self) -> None:
        if time.monotonic() - self.start > PATIENCE:
            self.bar = self.shown.enter_context(
                click.progressbar(length=self.length, label=self.label, file=sys.stderr))
            self.bar.update(self.done)

    def _print_line(self) -> None:
        now = time.monotonic()
        if now - self.last_line >= LINES_APART:
            self.last_line = now
            click.echo(f"{self.label}: {self.done} of {self.length} after {now - self.start:.0f} s", err=True)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.shown.close()
