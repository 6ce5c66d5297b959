"""Names of a type -> one to three letters for each, no two alike where three letters are enough."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

LONGEST = 3
SHORT = 2


@lru_cache(maxsize=512)
def letters_for(names: Sequence[str]) -> tuple[str, ...]:
    """Return letters for each name, the fewest first that are not taken; for the last of very many, perhaps twice the same."""
    if all(len(name) <= SHORT for name in names):
        return tuple(names)
    # Letters that differ in their case alone count as the same: on a small sign they look so.
    taken: set[str] = set()
    out = []
    for name in names:
        letters = next((text for text in _ways(name) if text.casefold() not in taken), name[:LONGEST])
        taken.add(letters.casefold())
        out.append(letters)
    return tuple(out)


def _ways(name: str) -> Iterator[str]:
    """Ways to shorten a name, the best first: itself, its first letter, those of its words, its first letters, any two."""
    last = name.rpartition(".")[2]
    if len(last) <= SHORT:
        yield last
    words = [word for word in re.split(r"[_\s.-]+", last) if word]
    if not words:
        yield last[:LONGEST]
        return
    if len(words) > 1:
        yield "".join(word[0] for word in words[:LONGEST]).upper()
    yield words[0][0].upper()
    plain = "".join(words)
    for end in range(2, LONGEST + 1):
        yield plain[:1].upper() + plain[1:end]
    yield from (plain[0].upper() + letter for letter in plain[1:])
    yield from (plain[0].upper() + plain[1:2] + letter for letter in plain[2:])
