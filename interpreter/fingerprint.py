"""A program to a short hash of what its rules do; layout, comments, statements and messages do not change it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import attrs

from ..dsl import ir

# What says where something stands in the rulebook, or what it says, and not what happens.
_SAID = ("site", "message", "statement")
# What counts only where there is something in it, so that rules without it keep the hash they had.
_IF_ANY = ("pieces", "named")
_PARTS = ("fewest", "most", "players", "player", "side", "side_of", "fields", "locals", "start", "entry", "tables",
          "functions", "straights", "routines", "blocks", "loops", "ends", "boards", "events", "pieces")


def fingerprint(program: ir.Program) -> str:
    """The hash of a program, of 12 hexadecimal digits.

    Two programs with one hash have the same positions, choices with the same notation, events, and ends.
    """
    digest = hashlib.sha256()
    for part in _PARTS:
        inside = getattr(program, part)
        for word in _words(inside, program.texts) if inside or part not in _IF_ANY else ():
            digest.update(word.encode() + b"\0")
    return digest.hexdigest()[:12]


def _words(value: object, texts: tuple[ir.TextOf, ...]) -> Iterator[str]:
    """A value as a sequence of words; texts that are notation count by what they say."""
    if isinstance(value, tuple):
        yield f"tuple {len(value)}"
        for one in value:
            yield from _words(one, texts)
        return
    kind = type(value)
    if not attrs.has(kind):
        yield repr(value)
        return
    yield kind.__name__
    for field in attrs.fields(kind):
        inside = getattr(value, field.name)
        if field.name not in _SAID and (inside or field.name not in _IF_ANY):
            yield from _words(texts[inside] if field.name == "notation" else inside, texts)
