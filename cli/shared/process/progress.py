"""Show the progress of long work: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType
from typing import Protocol

import click

# Seconds before a bar is shown.
PATIENCE = 2.0
# Seconds between two lines.
LINES_APART = 30.0


class _Bar(Protocol):
    """The part of a progress bar of click that is used."""

    def update(self, n_steps: int, current_item: int | None = None) -> None: ...


class Progress:
    """Shows on standard error how much work is done, its rate and the time left, after two seconds; in lines if no terminal."""

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
            # Any item: what is shown beside the bar is the rate.
            self.bar.update(count, 0)
        elif self.done >= self.length:
            return
        elif sys.stderr.isatty():
            self._begin_bar()
        else:
            self._print_line()

    def _begin_bar(self) -> None:
        # Only when a unit is done: a bar that appears for an instant would only flicker.
        if time.monotonic() - self.start > PATIENCE:
            bar: AbstractContextManager[_Bar] = click.progressbar(
                range(self.length), length=self.length, label=self.label, file=sys.stderr, show_pos=True,
                item_show_func=lambda _: self._rate())
            self.bar = self.shown.enter_context(bar)
            self.bar.update(self.done, 0)

    def _rate(self) -> str:
        rate = self.done / max(time.monotonic() - self.start, 1e-9)
        return f"{rate:.0f} a second" if rate >= 10 else f"{rate:.2f} a second" if rate >= 0.1 else f"{60 * rate:.2f} a minute"

    def _print_line(self) -> None:
        time_now = time.monotonic()
        if time_now - self.last_line >= LINES_APART:
            self.last_line = time_now
            click.echo(f"{self.label}: {self.done} of {self.length} after {time_now - self.start:.0f} s", err=True)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.shown.close()
