"""A function of a program to the same one, which works its value out once for each program."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import ref

from .....dsl import ir

T = TypeVar("T")


def once_per_program(function: Callable[[ir.Program], T]) -> Callable[[ir.Program], T]:
    """Keep the values of a function as long as its programs live; a program is known by its identity.

    To compare a program by its contents, as `functools.cache` does, takes longer than most positions.
    """
    known: dict[int, tuple[ref[ir.Program], T]] = {}

    @wraps(function)
    def once(program: ir.Program) -> T:
        key = id(program)
        if key not in known:
            # The program is gone before another one can have its number.
            known[key] = ref(program, lambda _gone: known.pop(key, None)), function(program)
        return known[key][1]

    return once
