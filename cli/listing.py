"""The choices at hand as a list: what each of them is called in it, and what is meant by what is typed.

They are numbered, or have letters where numbers stand in the moves themselves: a number then means itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import count, product

from ..interpreter.machine import Kind
from ..interpreter.rules import Rules
from ..interpreter.state import State
from .speech import width, wrapped

# `q` leaves the game.
LETTERS = "abcdefghijklmnoprstuvwxyz"


class Listing:
    """The choices of a position, in the order of the rulebook."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.point = rules, rules.point(state)
        self.choices = rules.choices(state)

    @cached_property
    def labels(self) -> list[str]:
        """What the choices are called."""
        if not any(map(_numbers, self.notations)):
            return [str(i) for i in range(1, len(self.choices) + 1)]
        letters = ("".join(each) for length in count(1) for each in product(LETTERS, repeat=length))
        return [next(letters) for _ in self.choices]

    @property
    def notations(self) -> list[str]:
        """How the choices are written."""
        return [choice.notation for choice in self.choices]

    def meant(self, text: str) -> str | None:
        """The choice that is called so, or the only one with this number in it."""
        labelled = dict(zip(self.labels, self.notations, strict=True)).get(text.casefold())
        numbered = [one for one in self.notations if _numbers(one) == [text]]
        return labelled or (numbered[0] if len(numbered) == 1 else None)

    def unknown(self, text: str) -> str:
        """What is said of a number that is no choice."""
        if self.labels[0].isdecimal():
            return f"there is no choice {text}; they are numbered 1 to {len(self.choices)}"
        return f"{text} alone is no choice; type the move, or its letter: {self.labels[0]} to {self.labels[-1]}"

    # -- lines ---------------------------------------------------------------------------------

    def lines(self, most: int) -> Iterator[str]:
        """The choices in columns; of many some of each kind, those of a kind below what it is about."""
        kinds: dict[Kind, list[int]] = {}
        for place, choice in enumerate(self.choices):
            assert self.point is not None, "there are choices"
            kinds.setdefault(self.point.kind_of(choice.code), []).append(place)
        if len(self.choices) <= most:
            yield from self._columns(list(range(len(self.choices))))
            return
        for (kind, places), share in zip(kinds.items(), _shares([len(one) for one in kinds.values()], most), strict=True):
            clause = self.rules.clauses.get(kind.id)
            said = clause.statement if clause is not None and clause.kind == "move" and len(kinds) > 1 else ""
            if said:
                yield wrapped(f"{said} ({len(places)} of this kind)" if share < len(places) else said, indent=2)
            yield from self._columns([places[i * len(places) // share] for i in range(share)])
        yield f"    and {len(self.choices) - most} more (`choices` lists them all)"

    def _columns(self, places: list[int]) -> Iterator[str]:
        shown = [f"{self.labels[place]:>3} {self.notations[place]}" for place in places]
        column = max(map(len, shown)) + 2
        columns = max(1, min(6, width() // column))
        for i in range(0, len(shown), columns):
            yield "".join(text.ljust(column) for text in shown[i : i + columns]).rstrip()


def _shares(counts: list[int], most: int) -> list[int]:
    """How many of each kind are shown: all have one more in turn, as long as there are any left."""
    shares = [min(1, one) for one in counts]
    while sum(shares) < most and shares != counts:
        for i, one in enumerate(counts):
            if shares[i] < one and sum(shares) < most:
                shares[i] += 1
    return shares


def _numbers(notation: str) -> list[str]:
    """The words of a move that are numbers."""
    return re.findall(r"(?<![\w.])\d+(?![\w.])", notation)
