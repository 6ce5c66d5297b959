"""Random games, and games that exist, played in two rulebooks at once until they part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from attrs import define, field, frozen

from ..chance import Dice
from ..faults import RulebookFault
from ..playthroughs.results import Now
from ..playthroughs.runner import Runner
from ..playthroughs.syntax import Line, Playthrough
from ..rules import Rules
from ..simulate import seed_of
from ..state import Choice, State
from ..state_text import BadState, carried_over
from .pair import Changed, Pair, Parting, Step, begun, common, is_plainly_equal, legal, partings

Key = tuple[str, tuple[str, ...]]

# A game in which the shared moves lead nowhere is left after so many positions.
MAX_POSITIONS = 3_000


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
    def rank(self) -> tuple[int, int]:
        """How hard it is to show: what a playthrough shows is easy, then the shortest way from the beginning."""
        if self.steps is None:
            return (0, 0) if self.source.endswith(".play") else (2, 0)
        return 1, len(self.steps)

    @property
    def key(self) -> Key:
        """What makes two partings the same."""
        return self.parting.key


@define
class Tried:
    """How much was tried; of each parting the shortest game, and in how many games it is.

    `games` are random ones, `parted` counts those of both kinds in which the two part.
    """

    games: int = 0
    playthroughs: int = 0
    parted: int = 0
    positions: int = 0
    found: dict[Key, Found] = field(factory=dict)
    times: dict[Key, int] = field(factory=dict)

    def add(self, other: Tried) -> None:
        """Count what others tried too."""
        self.games += other.games
        self.playthroughs += other.playthroughs
        self.parted += other.parted
        self.positions += other.positions
        for key, one in other.found.items():
            self.times[key] = self.times.get(key, 0) + other.times[key]
            self._keep(one)

    def note(self, found: Iterable[Found], positions: int) -> None:
        """Count a game or playthrough, with its partings."""
        partings = tuple({one.key: one for one in found}.values())
        self.parted += bool(partings)
        self.positions += positions
        for one in partings:
            self.times[one.key] = self.times.get(one.key, 0) + 1
            self._keep(one)

    def _keep(self, one: Found) -> None:
        """Keep the easier to show of two games that part alike."""
        known = self.found.get(one.key)
        if known is None or one.rank < known.rank:
            self.found[one.key] = one


def explore(a: Rules, b: Rules, numbers: Iterable[int], seed: int, changed: Changed,
            limit: int = MAX_POSITIONS) -> Iterator[Tried]:
    """Play the games with these numbers of a series at random in both, and yield what each came to.

    Where the two offer different choices, the game goes on with one that both offer; where they are in
    different positions, both go on from one of these. So one game may show several partings.
    Games in which both go wrong alike end there.
    """
    quick = is_plainly_equal(a, b)
    for number in numbers:
        tried = Tried()
        game = _Game(changed)
        with suppress(RulebookFault):
            start = begun(a, b)
            if isinstance(start, Parting):
                game.steps = None
                game.note(start, Before(a.program.start, b.program.start, None))
            else:
                game.play(start, Dice(seed_of(seed, number)), quick, limit)
        tried.games = 1
        tried.note((Found(*one, f"game {number} of seed {seed}") for one in game.found.values()), game.positions)
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
        pair = _both(b, state)
        if pair is None:
            continue
        tried.positions += 1
        before = Before(state.slots, pair.b.slots, step)
        with suppress(RulebookFault):
            found += [Found(one, before, None, playthrough.name) for one in _shown(pair, step, changed)]
    tried.playthroughs = 1
    tried.note(found, 0)
    return tried


def _shown(pair: Pair, step: Step | None, changed: Changed) -> tuple[Parting, ...]:
    """How the two part at a position, or after a move or roll there."""
    if step is None:
        return partings(pair, changed)
    choice = legal(pair, step)
    after = None if choice is None else pair.traced(choice)
    return partings(after, changed) if isinstance(after, Pair) else () if after is None else (after,)


def _both(b: Rules, state: State) -> Pair | None:
    """A position of the first game in both; None where the second cannot be in it."""
    try:
        return Pair(state, carried_over(state, b))
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
        self.found: dict[Key, tuple[Parting, Before, tuple[Step, ...] | None]] = {}
        self.positions = 0
        self.steps: list[Step] | None = []

    def play(self, pair: Pair | None, dice: Dice, quick: Callable[[Pair], bool], limit: int) -> None:
        """Play until the first game is over, or the two can no longer be in one position."""
        before: Before | None = None
        while pair is not None and self.positions < limit:
            self.positions += 1
            choice: Choice | None
            if quick(pair):
                choice = pair.a.rules.random_choice(pair.a, dice)
            else:
                if self.is_apart(partings(pair, self.changed), pair, before):
                    pair = self.together(pair)
                    continue
                choice = self.shared(pair, dice)
            if choice is None:
                return
            before = Before(pair.a.slots, pair.b.slots, (choice.player, choice.notation))
            if self.steps is not None:
                self.steps.append((choice.player, choice.notation))
            pair = self.after(pair, choice, before, quick)

    def is_apart(self, differences: tuple[Parting, ...], pair: Pair, before: Before | None) -> bool:
        """Note partings, and say whether the two are in different positions from here on."""
        apart = any(not one.is_of_offers for one in differences)
        here = Before(pair.a.slots, pair.b.slots, None)
        for one in differences:
            self.note(one, here if one.is_of_offers or before is None else before)
        if apart:
            self.steps = None
        return apart

    def together(self, pair: Pair) -> Pair | None:
        """Both in the position of the first, or of the second; None where neither can be, or they part even so."""
        for first, second, swapped in ((pair.a, pair.b, False), (pair.b, pair.a, True)):
            both = None if first.is_over else _both(second.rules, first)
            if both is not None:
                again = Pair(both.b, both.a) if swapped else both
                if all(one.is_of_offers for one in partings(again, self.changed)):
                    return again
        return None

    def after(self, pair: Pair, choice: Choice, before: Before, quick: Callable[[Pair], bool]) -> Pair | None:
        """Both after a choice; None where one goes wrong."""
        after = pair.step(choice)
        if isinstance(after, Pair) and not quick(after):
            # Once more, noting which clauses are applied.
            after = pair.traced(choice)
        if isinstance(after, Parting):
            self.note(after, before)
            return None
        return after

    def note(self, difference: Parting, before: Before) -> None:
        """Keep the first parting of each kind."""
        self.found.setdefault(difference.key, (difference, before, None if self.steps is None else tuple(self.steps)))

    def shared(self, pair: Pair, dice: Dice) -> Choice | None:
        """A random choice that both games offer, or None."""
        if pair.a.is_over:
            return None
        choice = pair.a.rules.random_choice(pair.a, dice)
        both = common(pair)
        if any(one.notation == choice.notation for one in both):
            return choice
        return dice.one_of(both) if both else None
