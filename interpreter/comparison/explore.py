"""Random games, and games that exist, played in two rulebooks at once until they part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from attrs import define, field, frozen

from ..chance import Dice
from ..faults import RulebookFault
from ..playthroughs.runner import Now, Runner
from ..playthroughs.syntax import Line, Playthrough
from ..rules import Rules
from ..simulate import MAX_STEPS, seed_of
from ..state import Choice, State
from ..state_text import BadState
from .pair import Changed, Pair, Parting, Step, common, is_plainly_equal, legal, parting

Key = tuple[str, tuple[str, ...]]


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
    """

    parting: Parting
    before: Before
    steps: tuple[Step, ...] | None
    source: str

    @property
    def key(self) -> Key:
        """What makes two partings the same: their kind and their clauses."""
        return self.parting.kind, self.parting.clauses


@define
class Tried:
    """How much was tried: games, how many of them parted, positions; of each parting the shortest game, and how often."""

    games: int = 0
    parted: int = 0
    positions: int = 0
    found: dict[Key, Found] = field(factory=dict)
    times: dict[Key, int] = field(factory=dict)

    def add(self, other: Tried) -> None:
        """Count what others tried too."""
        self.games += other.games
        self.parted += other.parted
        self.positions += other.positions
        for key, one in other.found.items():
            self.times[key] = self.times.get(key, 0) + other.times[key]
            self._keep(one)

    def note(self, found: Iterable[Found], positions: int) -> None:
        """Count a game."""
        partings = tuple(found)
        self.games += 1
        self.parted += bool(partings)
        self.positions += positions
        for one in partings:
            self.times[one.key] = self.times.get(one.key, 0) + 1
            self._keep(one)

    def _keep(self, one: Found) -> None:
        """Keep the shorter of two games that part alike; one from a playthrough is shortest."""
        known = self.found.get(one.key)
        if known is None or len(one.steps or ()) < len(known.steps or ()):
            self.found[one.key] = one


def explore(a: Rules, b: Rules, numbers: Iterable[int], seed: int, changed: Changed,
            limit: int = MAX_STEPS) -> Iterator[Tried]:
    """Play the games with these numbers of a series at random in both, and yield what each came to.

    Where the two only offer different choices, the game goes on with one that both offer, so that it
    may part again. Games in which both go wrong alike end there.
    """
    quick = is_plainly_equal(a, b)
    for number in numbers:
        tried = Tried()
        game = _Game(changed)
        with suppress(RulebookFault):
            game.play(Pair.begun(a, b), Dice(seed_of(seed, number)), quick, limit)
        tried.note((Found(*one, f"game {number} of seed {seed}") for one in game.found), game.positions)
        yield tried


def follow(a: Rules, b: Rules, playthrough: Playthrough, read_other: Callable[[Path], Playthrough],
           changed: Changed) -> Tried:
    """Play a playthrough by the first rules, and hold each of its positions and moves against the second.

    Every position is looked at for itself, arranged ones and those in branches too, so that one file
    can show several partings.
    """
    watched = _Watched(a, playthrough, read_other)
    watched.run()
    tried = Tried()
    found: list[Found] = []
    for state, step in dict.fromkeys(watched.seen):
        pair = _both(a, b, state)
        if pair is None:
            continue
        tried.positions += 1
        before = Before(state.slots, pair.b.slots, step)
        if step is None:
            difference = parting(pair, changed)
        else:
            choice = legal(pair, step)
            after = None if choice is None else pair.traced(choice)
            difference = parting(after, changed) if isinstance(after, Pair) else after
        if difference is not None:
            found.append(Found(difference, before, None, playthrough.name))
    tried.note(found, 0)
    return tried


def _both(a: Rules, b: Rules, state: State) -> Pair | None:
    """The same position in both games; None where the second cannot be in it."""
    try:
        return Pair(state, b.state_from_text(a.state_text(state)))
    except BadState:
        return None


class _Watched(Runner):
    """Plays a playthrough and notes every position, and every move or roll with the position before it."""

    def __init__(self, rules: Rules, playthrough: Playthrough, read_other: Callable[[Path], Playthrough]) -> None:
        super().__init__(rules, playthrough, read_other)
        self.seen: list[tuple[State, Step | None]] = []

    def play_line(self, line: Line, now: Now) -> None:
        self.seen.append((now.state, None))
        super().play_line(line, now)
        self.seen.append((now.state, None))

    def step(self, now: Now, choice: Choice | str, by: int | None) -> None:
        self.seen.append((now.state, None))
        self.seen.append((now.state, (by, str(choice))))
        super().step(now, choice, by)


class _Game:
    """One game in both; `found` are its partings, each with where it is, and the moves and rolls up to it."""

    def __init__(self, changed: Changed) -> None:
        self.changed = changed
        self.found: list[tuple[Parting, Before, tuple[Step, ...]]] = []
        self.positions = 0
        self.steps: list[Step] = []

    def play(self, pair: Pair, dice: Dice, quick: Callable[[Pair], bool], limit: int) -> None:
        """Play until the two have nothing in common any more, or the game is over."""
        before: Before | None = None
        while self.positions < limit:
            self.positions += 1
            choice: Choice | None
            if quick(pair):
                choice = pair.a.rules.random_choice(pair.a, dice)
            else:
                difference = parting(pair, self.changed)
                if difference is not None:
                    offers = difference.kind in ("choices", "chance")
                    here = Before(pair.a.slots, pair.b.slots, None)
                    self.found.append((difference, here if offers or before is None else before, tuple(self.steps)))
                    if not offers:
                        return
                choice = self.shared(pair, dice)
            if choice is None:
                return
            before = Before(pair.a.slots, pair.b.slots, (choice.player, choice.notation))
            self.steps.append((choice.player, choice.notation))
            after = pair.step(choice)
            if isinstance(after, Pair) and not quick(after):
                # Once more, noting which clauses are applied.
                after = pair.traced(choice)
            if isinstance(after, Parting):
                self.found.append((after, before, tuple(self.steps)))
                return
            pair = after

    def shared(self, pair: Pair, dice: Dice) -> Choice | None:
        """A random choice that both games offer, or None."""
        if pair.a.is_over:
            return None
        choice = pair.a.rules.random_choice(pair.a, dice)
        both = common(pair)
        if any(one.notation == choice.notation for one in both):
            return choice
        return dice.one_of(both) if both else None
