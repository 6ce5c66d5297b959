"""A piece of a module: the names of the functions that it defines, what writes it, and what it is a part of."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen


@frozen(eq=False)
class Piece:
    """A part of a module. A piece without names has to be there from the beginning.

    `of` is a rule, function, end or clause.
    """

    names: tuple[str, ...]
    lines: Callable[[], Iterator[str]]
    of: str = ""
