"""How far work has come, if it takes long: a bar on a terminal, a line now and then where output is kept."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from types import TracebackType
from typing import Protocol

import click

PATIENCE = 2.0
# So many seconds lie between two lines.
LINES_APART = 30.0


class _Bar(Protocol):
    """What a progress bar of click can do."""

    def update(self, n_steps: int) -> None: ...


class Progress:
    """Tells on standard error how much of some work is done, from two seconds on; where that is no terminal, in lines."""

    def __init__(self, length: int, label: str) -> None:
        self.length, self.label, self.done = length, label, 0
        self.told = self.start = time.monotonic()
        self.bar: _Bar | None = None
        self.shown = ExitStack()

    def __enter__(self) -> Progress:
        return self

    def update(self, count: int) -> None:
        """So much more is done."""
        self.done += count
        if self.bar is not None:
            self.bar.update(count)
        elif self.done >= self.length:
            return
        elif sys.stderr.isatty():
            self._begin_bar()
        else:
            self._tell()

    def _begin_bar(self) -> None:
        if time.monotonic() - self.start > PATIENCE:
            self.bar = self.shown.enter_context(
                click.progressbar(length=self.length, label=self.label, file=sys.stderr))
            self.bar.update(self.done)

    def _tell(self) -> None:
        now = time.monotonic()
        if now - self.told >= LINES_APART:
            self.told = now
            click.echo(f"{self.label}: {self.done} of {self.length} after {now - self.start:.0f} s", err=True)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.shown.close()
