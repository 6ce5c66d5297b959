"""Tasks for workers, as modules that a worker can import."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from attrs import frozen


@frozen
class Square:
    """The square of a number, and the process that found it."""

    value: int
    by: int


def square(number: int) -> Square:
    return Square(number * number, os.getpid())


def slow_square(task: tuple[int, Path]) -> Square:
    """A task that takes a moment, and notes the process that does it."""
    number, folder = task
    (folder / str(os.getpid())).touch()
    time.sleep(0.1)
    return square(number)


def falls_once(task: tuple[int, Path]) -> int:
    """Kill the own process the first time that any task runs here."""
    number, mark = task
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return number
    os.kill(os.getpid(), signal.SIGKILL)
    return -1


def counted(task: tuple[int, Path]) -> int:
    """Note in a file that a task was done."""
    number, file = task
    with file.open("a", encoding="utf-8") as text:
        text.write(f"{number}\n")
    return number
