"""A program to a short hash of what its rules do; layout, comments, statements and messages do not change it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from ...dsl import ir
from .canonical_form import CanonicalWriter

_PARTS = ("players", "player", "side", "side_of", "fields", "locals", "start", "entry", "procedures", "suspending", "blocks",
          "loops", "ends", "boards", "events", "pieces")
# What playthroughs and those who look at a position ask about, and play does not depend on.
_ASKED = ("invariants", "step_invariants", "symmetries", "columns")


def fingerprint(program: ir.Program, whole: bool = False) -> str:
    """The hash of a program, of 12 hexadecimal digits.

    Two programs with one hash have the same positions, choices with the same notation, events, ends and scores. With
    `whole`, also all that is said in play is the same, and all that may be asked about a position.
    """
    # 48 bits: among a thousand programs two have one hash in one of half a billion cases.
    return digest(program, whole)[:12]


def digest(program: ir.Program, whole: bool = False) -> str:
    """The whole of that hash, of 64 digits."""
    hasher = hashlib.sha256()
    for word in _words(program, whole):
        # The byte between them keeps `ab, c` and `a, bc` apart.
        hasher.update(word.encode() + b"\0")
    return hasher.hexdigest()


def _words(program: ir.Program, whole: bool) -> Iterator[str]:
    """A program as a sequence of words. Functions and tables come last, as far as anything before uses them."""
    words = CanonicalWriter(program, messages=whole)
    for part in (*_PARTS, *(_ASKED if whole else ())):
        yield from words.of(getattr(program, part))
    for board in program.boards:
        yield words.table(f"near.{board.name}")
    for owner, name, value in program.scores:
        yield from (owner, words.temporary(name))
        yield from words.of(value)
    if whole:
        yield from (words.table(name) for name, _ in program.tables)
        yield from (words.function(function.name) for function in program.functions)
    while words.left:
        yield from words.of(words.left.pop(0))
