"""A piece of a module: the names of the functions that it defines, what writes it, and what it is a part of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Concatenate, ParamSpec

from attrs import frozen

P = ParamSpec("P")


@frozen(eq=False)
class ModulePart:
    """A part of a module. A piece without names has to be there from the beginning.

    `of` is a rule, function, end or clause.
    """

    names: tuple[str, ...]
    lines: Callable[[], Iterator[str]]
    of: str = ""


def piece(owner: str, name: str, write: Callable[Concatenate[str, P], Iterator[str]], *arguments: P.args,
          **named: P.kwargs) -> ModulePart:
    """The piece of one function, which `write` writes under this name."""
    return ModulePart((name,), partial(write, name, *arguments, **named), owner)
