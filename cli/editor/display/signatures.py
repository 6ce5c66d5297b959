"""A place inside the brackets of a call -> the values that the function, rule or event takes, and which is being written."""

from __future__ import annotations

import re

from attrs import frozen

from ..files.names import RulebookNames
from .hovers import call_of, explanation, values_taken

_CALLED = re.compile(r"([^\W\d]\w*)\s*$")
# A call that goes over more characters than these is not looked through.
LONGEST = 2000


@frozen
class Signature:
    """A call: how it is written, its values as parts of that, and the number of the one being written, from 0."""

    label: str
    values: tuple[str, ...]
    active: int
    says: str


def signature_at(names: RulebookNames, before: str) -> Signature | None:
    """Return the signature of the innermost call that is open at the end of a text."""
    called, active = open_call(before)
    if called is None:
        return None
    declared = names.by_name.get(called)
    written = None if declared is None else call_of(declared)
    if declared is not None and written is not None:
        return Signature(written, values_taken(declared), active, "")
    return _of_the_language(called, active)


def open_call(before: str) -> tuple[str | None, int]:
    """Return the name of the innermost call that is open at the end of a text, and the number of its value there, from 0."""
    index, active = _open(before[-LONGEST:])
    called = None if index is None else _CALLED.search(index)
    return (None, 0) if called is None else (called[1], active)


def _of_the_language(name: str, active: int) -> Signature | None:
    page = explanation(name)
    written = None if page is None else re.search(rf"`({re.escape(name)}\(([^`]*)\))`", page)
    if page is None or written is None:
        return None
    return Signature(written[1], tuple(part.strip() for part in written[2].split(",")), active, page)


def _open(before: str) -> tuple[str | None, int]:
    """Return the text before the last bracket that is open, and the number of commas behind it at its own level."""
    depth = commas = 0
    for index in range(len(before) - 1, -1, -1):
        sign = before[index]
        if sign in ")]}":
            depth += 1
        elif sign in "([{" and depth:
            depth -= 1
        elif sign == "(":
            return before[:index], commas
        elif sign in "[{":
            return None, 0
        elif sign == "," and not depth:
            commas += 1
    return None, 0
