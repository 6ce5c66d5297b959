"""A program to the bytes of a module of WebAssembly, with its description in it; needs nothing that runs modules."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from attrs import frozen

from ....dsl import ir
from ..evaluation import Evaluation
from ..low import Unsupported, lowered
from ..low.layout.extras import Extras
from ..low.layout.memory import MemoryLayout
from ..low.watching import watched, weighed
from .binary import custom
from .describe import section
from .writer import assembled

# A module with more bytes takes too long to compile; its rulebook is played in Python.
MOST_BYTES = 4 << 20
# The custom section with the SHA-256 of all bytes before it; the last one.
CHECK = "rulewright.check"


@frozen(eq=False)
class Built:
    """A module as bytes, and where things are in its memory."""

    memory: MemoryLayout
    code: bytes


def built(program: ir.Program, described: bool = True, extras: Extras | Evaluation | None = None) -> Built:
    """The module of a program, with its description, which finds out `extras` too, or evaluates positions.

    Raises Unsupported for what only Python can play.
    """
    with _uncollected():
        match extras:
            case None:
                low = lowered(program)
            case Evaluation():
                low = weighed(program, extras)
            case Extras():
                low = watched(program, extras)
            case _:
                assert_never(extras)
        code = assembled(low.module, section(program, low.memory) if described else b"")
    if described:
        code += custom(CHECK, hashlib.sha256(code).digest())
    if len(code) > MOST_BYTES:
        raise Unsupported(f"a module of {len(code):,} bytes, at most {MOST_BYTES:,} are compiled")
    return Built(low.memory, code)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Inside, Python looks for no garbage: nearly all that is made lives to the end, and looking takes a sixth of the time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
