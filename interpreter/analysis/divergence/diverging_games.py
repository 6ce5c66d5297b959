"""Games that part, and how much was tried to find them."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field, frozen

from .pair import Divergence, Step
from .quick_check import Key


@frozen
class DivergencePoint:
    """The position of each game in which they diverge, or before the move or roll after which they do."""

    a: tuple[int, ...]
    b: tuple[int, ...]
    step: Step | None


@frozen
class DivergingGame:
    """A game that diverges: what differs, where, and which game it is.

    `steps` are the moves and rolls up to the divergence, None where it was not reached from the beginning.
    `game` is the number of a random game, or the name of a playthrough.
    """

    divergence: Divergence
    before: DivergencePoint
    steps: tuple[Step, ...] | None
    game: int | str

    @property
    def reach(self) -> int:
        """Its origin: a playthrough, the beginning of a random game, or a position taken over in one."""
        if isinstance(self.game, str):
            return 0
        return 1 if self.steps is not None else 2

    @property
    def key(self) -> Key:
        """The identity of a divergence: two with one key are the same."""
        return self.divergence.key


@define
class Sightings:
    """One way to diverge: examples of it, and all games and playthroughs in which it was seen.

    There is one example for each way to reach it, the shortest; none where earlier games have shorter ones.
    """

    examples: dict[int, DivergingGame]
    games: set[int] = field(factory=set)
    playthroughs: set[str] = field(factory=set)

    @property
    def divergence(self) -> Divergence:
        """The divergence of the first example."""
        return self.best[0].divergence

    @property
    def best(self) -> tuple[DivergingGame, ...]:
        """The examples, those that are easier to show first."""
        return tuple(self.examples[reach] for reach in sorted(self.examples))

    def add(self, other: Sightings) -> None:
        """Take in where others have seen it."""
        for reach, example in other.examples.items():
            known = self.examples.get(reach)
            if known is None or len(example.steps or ()) < len(known.steps or ()):
                self.examples[reach] = example
        self.count(other)

    def count(self, other: Sightings) -> None:
        """Take in the games in which others have seen it, and not their examples."""
        self.games |= other.games
        self.playthroughs |= other.playthroughs


@define
class Exploration:
    """The games and positions compared so far, and every way to diverge that was seen.

    `games` are random ones; `diverged` are those of them, and of the playthroughs, in which the two diverge; `failed` says
    which could not be compared, and why.
    """

    games: int = 0
    playthroughs: int = 0
    diverged: int = 0
    positions: int = 0
    sightings: dict[Key, Sightings] = field(factory=dict)
    failed: list[str] = field(factory=list)

    def add(self, other: Exploration) -> None:
        """Add the games of others to the counts."""
        self.games += other.games
        self.playthroughs += other.playthroughs
        self.diverged += other.diverged
        self.positions += other.positions
        self.failed += other.failed
        for key, sightings in other.sightings.items():
            self._see(key, sightings)

    def note(self, game: int | str, keys: Iterable[Key], occurrences: Iterable[DivergingGame]) -> None:
        """Count the divergences of a random game, or of a playthrough, each way once; some have examples."""
        first: dict[Key, DivergingGame] = {}
        for occurrence in occurrences:
            first.setdefault(occurrence.key, occurrence)
        own_occurrences = tuple(keys)
        self.diverged += bool(own_occurrences)
        for key in own_occurrences:
            where = Sightings({first[key].reach: first[key]} if key in first else {})
            if isinstance(game, str):
                where.playthroughs.add(game)
            else:
                where.games.add(game)
            self._see(key, where)

    def _see(self, key: Key, sightings: Sightings) -> None:
        self.sightings.setdefault(key, Sightings({})).add(sightings)

    def distinct(self) -> tuple[Sightings, ...]:
        """The ways to diverge. One that concerns more clauses than another with the same causes counts as that one."""
        out: dict[Key, Sightings] = {}
        # Those with the fewest clauses and causes come first, so what a divergence is part of is known before it.
        for key, sightings in sorted(self.sightings.items(), key=lambda item: (len(item[0][1]), len(item[0][2]))):
            # The games are counted, and the examples are not taken over: they show more clauses than the simpler divergence
            # has.
            simpler = next((known for known in out.values() if _is_part_of(known.divergence, sightings.divergence)), None)
            if simpler is None:
                out[key] = Sightings(dict(sightings.examples), set(sightings.games), set(sightings.playthroughs))
            else:
                simpler.count(sightings)
        return tuple(out[key] for key in self.sightings if key in out)


def _is_part_of(divergence: Divergence, other: Divergence) -> bool:
    if divergence.kind != other.kind or not set(divergence.clauses) <= set(other.clauses):
        return False
    # Of one step some rows of a table explain a divergence, and of another step some of them and others.
    return set(divergence.causes) == set(other.causes) or (
        divergence.clauses == other.clauses and set(divergence.causes) < set(other.causes)
    )
