"""A piece of a module: the names of the functions that it defines, and what writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen


@frozen(eq=False)
class Piece:
    """A part of a module. A piece without names has to be there from the beginning."""

    names: tuple[str, ...]
    lines: Callable[[], Iterator[str]]
