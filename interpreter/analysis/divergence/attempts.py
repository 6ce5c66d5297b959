"""Games that part, and how much was tried to find them."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field, frozen

from .pair import Key, Parting, Step


@frozen
class Before:
    """The position of each game in which they part, or before the move or roll after which they do."""

    a: tuple[int, ...]
    b: tuple[int, ...]
    step: Step | None


@frozen
class Found:
    """A game that parts: what differs, where, and which game it is.

    `steps` are the moves and rolls up to the parting, None where it was not reached from the beginning.
    `game` is the number of a random game, or the name of a playthrough.
    """

    parting: Parting
    before: Before
    steps: tuple[Step, ...] | None
    game: int | str

    @property
    def reach(self) -> int:
        """How it was reached: in a playthrough, from the beginning of a random game, or from a position taken over in one."""
        if isinstance(self.game, str):
            return 0
        return 1 if self.steps is not None else 2

    @property
    def key(self) -> Key:
        """What makes two partings the same."""
        return self.parting.key


@define
class Seen:
    """One way to part: examples of it, and all games and playthroughs in which it was seen.

    There is one example for each way to reach it, the shortest.
    """

    examples: dict[int, Found]
    games: set[int] = field(factory=set)
    playthroughs: set[str] = field(factory=set)

    @property
    def parting(self) -> Parting:
        """The parting of the first example."""
        return self.best[0].parting

    @property
    def best(self) -> tuple[Found, ...]:
        """The examples, those that are easier to show first."""
        return tuple(self.examples[reach] for reach in sorted(self.examples))

    def add(self, other: Seen) -> None:
        """Take in where others have seen it."""
        for reach, example in other.examples.items():
            known = self.examples.get(reach)
            if known is None or len(example.steps or ()) < len(known.steps or ()):
                self.examples[reach] = example
        self.count(other)

    def count(self, other: Seen) -> None:
        """Take in the games in which others have seen it, and not their examples."""
        self.games |= other.games
        self.playthroughs |= other.playthroughs


@define
class Tried:
    """How much was tried, and every way to part that was seen.

    `games` are random ones; `parted` are those of them, and of the playthroughs, in which the two part; `failed` says
    which could not be compared, and why.
    """

    games: int = 0
    playthroughs: int = 0
    parted: int = 0
    positions: int = 0
    seen: dict[Key, Seen] = field(factory=dict)
    failed: list[str] = field(factory=list)

    def add(self, other: Tried) -> None:
        """Count what others tried too."""
        self.games += other.games
        self.playthroughs += other.playthroughs
        self.parted += other.parted
        self.positions += other.positions
        self.failed += other.failed
        for key, seen in other.seen.items():
            self._see(key, seen)

    def note(self, found: Iterable[Found]) -> None:
        """Count the partings of a game or playthrough, each way once."""
        partings: dict[Key, Found] = {}
        for occurrence in found:
            partings.setdefault(occurrence.key, occurrence)
        self.parted += bool(partings)
        for parting in partings.values():
            where = Seen({parting.reach: parting})
            if isinstance(parting.game, str):
                where.playthroughs.add(parting.game)
            else:
                where.games.add(parting.game)
            self._see(parting.key, where)

    def _see(self, key: Key, seen: Seen) -> None:
        self.seen.setdefault(key, Seen({})).add(seen)

    def distinct(self) -> tuple[Seen, ...]:
        """The ways to part; what more clauses have to do with than with another of the same causes is told with that one."""
        out: dict[Key, Seen] = {}
        for key, seen in sorted(self.seen.items(), key=lambda item: (len(item[0][1]), len(item[0][2]))):
            simpler = next((known for known in out.values() if _is_part_of(known.parting, seen.parting)), None)
            if simpler is None:
                out[key] = Seen(dict(seen.examples), set(seen.games), set(seen.playthroughs))
            else:
                simpler.count(seen)
        return tuple(out[key] for key in self.seen if key in out)


def _is_part_of(parting: Parting, other: Parting) -> bool:
    if parting.kind != other.kind or not set(parting.clauses) <= set(other.clauses):
        return False
    # Of one step some rows of a table explain a parting, and of another step some of them and others.
    return set(parting.causes) == set(other.causes) or (
        parting.clauses == other.clauses and set(parting.causes) < set(other.causes)
    )
