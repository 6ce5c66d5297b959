"""Counts: how often something is chosen or rolled in random games, and how those fare who choose it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import field

from ....dsl.source.records import define
from ...machine.machine import MoveKind

_PLACE = "{}"
_REST = "..."


class WrongPattern(ValueError):
    """A pattern of moves that does not say what is counted."""


@define
class Tally:
    """The counts of one value: how often it was `made`, by how many `players` of games that ended, and how many `won`."""

    choices: int = 0
    players: int = 0
    won: int = 0

    def add(self, other: Tally) -> None:
        """Add the counts of other games."""
        self.choices += other.choices
        self.players += other.players
        self.won += other.won

    def as_json(self) -> dict[str, object]:
        """The numbers by their names, with the wins of a hundred."""
        share = {"won_percent": 100 * self.won / self.players} if self.players else {}
        return {"made": self.choices, "players": self.players, "won": self.won, **share}


@define
class Pattern:
    """A notation with `{}` for what is counted, as `studies {}`; `...` at its end stands for the rest of it.

    `begins` is what stands before the `{}`.

    Raises WrongPattern when there is not exactly one `{}`.
    """

    text: str
    begins: str = field(init=False, repr=False)
    _regex: re.Pattern[str] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if self.text.count(_PLACE) != 1:
            raise WrongPattern(f"--count {self.text!r}: write a notation with one `{_PLACE}` for what is counted, "
                               f"as in `studies {_PLACE}`")
        words, rest = self.text.split(), ""
        if words[-1] == _REST:
            words, rest = words[:-1], "( .*)?"
        pattern = " ".join(re.escape(word).replace(re.escape(_PLACE), r"(?P<value>\S+)") for word in words)
        self._regex = re.compile(pattern + rest)
        self.begins = " ".join(words).partition(_PLACE)[0]

    def value(self, notation: str) -> str | None:
        """Return the value in the place of `{}`, or None for another notation."""
        match = self._regex.fullmatch(notation)
        return None if match is None else match["value"]


@define
class Counts:
    """Counts of some patterns over a number of games; `members` are the seats of each seat and side by its name."""

    patterns: tuple[Pattern, ...]
    members: Mapping[str, frozenset[int]]
    tallies: dict[str, dict[str, Tally]] = field(factory=dict)
    _game: dict[tuple[str, str], set[int]] = field(factory=dict, init=False, repr=False)

    def note(self, s: list[int], kind: MoveKind, code: int, seat: int | None) -> None:
        """Count a move or roll; a seat or side that chance names is taken for who made it."""
        notation = kind.written(s, code - kind.first)
        for pattern in self.patterns:
            value = pattern.value(notation)
            if value is not None:
                self.tally(pattern.text, value).choices += 1
                makers = self.members.get(value, frozenset()) if seat is None else {seat}
                # A set: a player who makes a move several times in a game counts as one player of that game.
                self._game.setdefault((pattern.text, value), set()).update(makers)

    def end(self, winners: Iterable[int] | None) -> None:
        """The game is over, with these winners, or was cut off (None)."""
        for (pattern, value), makers in self._game.items():
            if winners is not None:
                tally = self.tally(pattern, value)
                tally.players += len(makers)
                tally.won += len(makers & set(winners))
        # Also after a game that was cut off: what was made in it counts, and nobody has won it.
        self._game.clear()

    def tally(self, pattern: str, value: str) -> Tally:
        """Return the tally of a value so far."""
        return self.tallies.setdefault(pattern, {}).setdefault(value, Tally())

    def add(self, other: Counts) -> None:
        """Take in the counts of other games."""
        for pattern, values in other.tallies.items():
            for value, tally in values.items():
                self.tally(pattern, value).add(tally)

    def as_json(self) -> dict[str, object]:
        """The tallies of each pattern, those first that were made most often."""
        return {
            pattern.text: {value: tally.as_json() for value, tally in self._ordered(pattern.text)} for pattern in self.patterns
        }

    def _ordered(self, pattern: str) -> list[tuple[str, Tally]]:
        return sorted(self.tallies.get(pattern, {}).items(), key=lambda pair: (-pair[1].choices, pair[0]))
