"""Functions of a module while they are written: each once, and those whose ranges are found by writing them again."""

from __future__ import annotations

from collections.abc import Callable

from ..language import tree
from ..language.values import LIMIT
from .building import Code
from .whole import Whole

# The most rounds in which the ranges of names with several values are computed.
ROUNDS = 4


def new_code(whole: Whole) -> Code:
    """A new function, with nothing in it."""
    code = Code(whole)
    code.variables = whole.variables
    return code


def once(whole: Whole, name: str, params: tuple[bool, ...], gives: bool | None, write: Callable[[Code], object],
         export: str | None = None, pure: bool = False) -> None:
    """Write a function unless it is there; `write` makes locals for its parameters first. `pure` ones write no slots."""
    if name in whole.names:
        return
    whole.names.add(name)
    code = new_code(whole)
    code.reads = {} if pure else None
    write(code)
    whole.written.append(tree.Function(name, params, tuple(code.wide), gives, code.body, export))


def settled(whole: Whole, write: Callable[[Code], None]) -> Code:
    """A function, written until the ranges of names that are given several values are known."""
    ranges: dict[str, tuple[int, int]] = {}
    attempt = 0
    while True:
        attempt += 1
        code = new_code(whole)
        code.ranges = dict(ranges)
        write(code)
        # Ranges only grow from one attempt to the next, and go to the limit after ROUNDS, so this comes to an end.
        if code.ranges == ranges:
            return code
        # Ranges that go on growing have no limit.
        wider = {name for name, range_ in code.ranges.items() if ranges.get(name) != range_}
        ranges = code.ranges | (dict.fromkeys(wider, (-LIMIT, LIMIT)) if attempt >= ROUNDS else {})
