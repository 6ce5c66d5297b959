"""Random games, and games that exist, played in two rulebooks at once until they diverge, and on from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from ...game.rules import Rules
from ...game.state import Choice, State
from ...playthroughs.results import Now
from ...playthroughs.runner import Runner
from ...playthroughs.syntax import Line, Playthrough
from ...runtime.chance import Dice
from ...runtime.faults import RulebookFault
from ..playouts.simulate import seed_of
from .attempts import Before, Found, Tried
from .pair import Comparison, Divergence, Key, Pair, Step, begun, common, divergences, fault_alone, legal, stepped

# A game in which the shared moves lead nowhere is left after this number of positions.
MAX_POSITIONS = 3_000
# The most choices and rolls by which one game is ahead of the other, when only it has them.
MAX_AHEAD = 30
# The choices and rolls for which the second game is played on alone, once in a game.
MAX_ALONE = 400


def explore(compared: Comparison, numbers: Iterable[int], seed: int, limit: int = MAX_POSITIONS) -> Iterator[Tried]:
    """Play the games with these numbers of a series at random in both, and yield what each came to.

    Where the two offer different choices, the game goes on with one that both offer. Where they are in
    different positions, both go on from one of these, or from what of it can be in both; what cannot is
    left as it is in each, and no longer compared. Where only one of them asks for something, it goes
    ahead. So one game may show several divergences. Games in which both go wrong alike end there. A game that goes wrong
    in a position which it has from the other only is no divergence. What fails by a bug is counted.
    """
    for number in numbers:
        tried = Tried(games=1)
        game = _Game(compared, Dice(seed_of(seed, number)), limit)
        try:
            game.play()
        except RulebookFault:
            pass
        # A bug of ours in one game must not end the others.
        except Exception as error:
            tried.failed.append(f"game {number + 1}: {type(error).__name__}: {error}")
        tried.positions = game.positions
        tried.note(Found(*pair, number) for pair in game.found.values())
        yield tried


def follow(compared: Comparison, playthrough: Playthrough, read_other: Callable[[Path], Playthrough]) -> Tried:
    """Play a playthrough by the first rules, and compare each of its positions and moves with the second.

    Every position is looked at for itself, arranged ones and those in branches too, so that one file
    can show several divergences.
    """
    watched = _Watched(compared.a, playthrough, read_other)
    watched.run()
    tried = Tried(playthroughs=1)
    found: list[Found] = []
    for state, step in dict.fromkeys(watched.seen):
        # How a game ends is looked at with the step that ends it.
        pair = None if state.is_over else _both(compared, state)
        if pair is None:
            continue
        tried.positions += 1
        before = Before(state.slots, pair.b.slots, step)
        with suppress(RulebookFault):
            found += [Found(divergence, before, None, playthrough.name) for divergence in _shown(compared, pair, step)]
    tried.note(found)
    return tried


def _shown(compared: Comparison, pair: Pair, step: Step | None) -> tuple[Divergence, ...]:
    """Return how the two diverge at a position, or after a move or roll there."""
    if step is None:
        return divergences(compared, pair)
    choice = legal(pair, step)
    after = None if choice is None else stepped(compared, pair, choice)
    return divergences(compared, after) if isinstance(after, Pair) else () if after is None else (after,)


def _both(compared: Comparison, state: State) -> Pair | None:
    """A position of the first game in both; None where the second cannot be in it."""
    other = compared.over.carried(state)
    return None if other is None else Pair(state, other, own=(True, False))


class _Watched(Runner):
    """Plays a playthrough and notes every position, and every move or roll with the position before it."""

    def __init__(self, rules: Rules, playthrough: Playthrough, read_other: Callable[[Path], Playthrough]) -> None:
        super().__init__(rules, playthrough, read_other, self.note)
        self.seen: list[tuple[State, Step | None]] = []

    def play_line(self, line: Line, now: Now) -> None:
        self.seen.append((now.state, None))
        super().play_line(line, now)
        self.seen.append((now.state, None))

    def note(self, now: Now, choice: Choice | str, by: int | None) -> None:
        """Note a choice or roll, and the position that it is made in."""
        self.seen.append((now.state, None))
        self.seen.append((now.state, (by, str(choice))))


class _Game:
    """One game in both; `found` are its divergences, each with where it is, and the moves and rolls up to it."""

    def __init__(self, compared: Comparison, dice: Dice, limit: int) -> None:
        self.compared, self.dice, self.limit = compared, dice, limit
        self.found: dict[Key, tuple[Divergence, Before, tuple[Step, ...] | None]] = {}
        self.positions = 0
        self.steps: list[Step] | None = []

    def play(self) -> None:
        """Play until the first game is over, or the two can no longer be compared."""
        start = begun(self.compared)
        if isinstance(start, Divergence):
            self.steps = None
            self.note(start, Before(self.compared.a.program.start, self.compared.b.program.start, None))
            return
        pair: Pair | None = start
        before: Before | None = None
        while pair is not None and self.positions < self.limit:
            self.positions += 1
            alike = self.is_plainly_equal(pair)
            if not alike and self.is_apart(pair, before):
                pair, before = self.together(pair), None
                continue
            choice = pair.a.rules.random_choice(pair.a, self.dice) if alike else self.shared(pair)
            if choice is None:
                pair, before = None if pair.a.is_over else self.ahead(pair), None
                continue
            before = Before(pair.a.slots, pair.b.slots, (choice.player, choice.notation))
            if self.steps is not None:
                self.steps.append((choice.player, choice.notation))
            pair = self.after(pair, choice, before)

    def is_plainly_equal(self, pair: Pair) -> bool:
        """Return whether a look at the numbers shows that nothing differs."""
        return self.compared.plainly.equal(pair.a, pair.b, pair.left)

    def is_apart(self, pair: Pair, before: Before | None) -> bool:
        """Note how the two diverge, and say whether they are in different positions from here on."""
        differences = divergences(self.compared, pair)
        apart = any(not difference.is_of_offers for difference in differences)
        here = Before(pair.a.slots, pair.b.slots, None)
        for difference in differences:
            self.note(difference, here if difference.is_of_offers or before is None else before)
        if apart:
            self.steps = None
        return apart

    def after(self, pair: Pair, choice: Choice, before: Before) -> Pair | None:
        """Both after a choice; None where one goes wrong."""
        after = stepped(self.compared, pair, choice)
        if isinstance(after, Divergence):
            self.note(after, before)
            return None
        return self.alone(pair, choice) if after is None else after

    def alone(self, pair: Pair, choice: Choice) -> Pair | None:
        """Both after a choice that only the game can carry out that came here by its own rules; None where there is none."""
        self.steps = None
        if pair.own[0]:
            return self.whole(pair.a.rules.step(pair.a, choice), pair, swapped=False)
        return self.whole(pair.b.rules.step(pair.b, choice.notation), pair, swapped=True) if pair.own[1] else None

    def note(self, difference: Divergence, before: Before) -> None:
        """Keep the first divergence of each kind."""
        self.found.setdefault(difference.key, (difference, before, None if self.steps is None else tuple(self.steps)))

    def shared(self, pair: Pair) -> Choice | None:
        """A random choice that both games offer, or None."""
        if pair.a.is_over or pair.b.is_over:
            return None
        choice = pair.a.rules.random_choice(pair.a, self.dice)
        both = common(pair)
        if any(offered.notation == choice.notation for offered in both):
            return choice
        return self.dice.one_of(both) if both else None

    # -- going on ------------------------------------------------------------------------------

    def together(self, pair: Pair) -> Pair | None:
        """Both in the position of the first, or of the second, as far as they can be; None where they cannot go on."""
        if pair.own[1]:
            self.play_second_alone(pair)
        whole = (self.whole(pair.a, pair, swapped=False), self.whole(pair.b, pair, swapped=True))
        for joined in (*whole, self.in_part(pair)):
            if joined is not None and all(divergence.is_of_offers for divergence in divergences(self.compared, joined)):
                return joined
        return None

    def play_second_alone(self, pair: Pair) -> None:
        """Note that the second game goes wrong, played on from where its own rules have come to, and the first does not.

        From here on it takes over positions of the first, in which its faults do not count.
        """
        wrong = _wrong_alone(pair.b, Dice(self.dice.seed))
        if wrong is None:
            return
        state, choice, fault = wrong
        other = _wrong_alone(pair.a, Dice(self.dice.seed))
        if other is None or other[2].message != fault.message:
            found = fault_alone(self.compared, state, choice, fault)
            step = None if choice is None else (choice.player, choice.notation)
            self.found.setdefault(found.key, (found, Before(pair.a.slots, state.slots, step), None))

    def whole(self, state: State, pair: Pair, swapped: bool) -> Pair | None:
        """Both in a position of one of them."""
        way = self.compared.back if swapped else self.compared.over
        carried = None if state.is_over else way.carried(state)
        if carried is None:
            return None
        if swapped:
            return Pair(carried, state, own=(False, pair.own[1]))
        return Pair(state, carried, own=(pair.own[0], False))

    def in_part(self, pair: Pair) -> Pair | None:
        """The second game with what it can have of the position of the first; the rest is compared no longer."""
        if pair.a.is_over or pair.b.is_over:
            return None
        other = self.compared.over.carried_onto(pair.a, pair.b)
        left = pair.left | frozenset(self.compared.over.apart(pair.a, other))
        return Pair(pair.a, other, left=left, own=(pair.own[0], False))

    def ahead(self, pair: Pair) -> Pair | None:
        """The one game played on alone up to where the other waits; None where it does not get there."""
        for alone, waiting, swapped in ((pair.b, pair.a, False), (pair.a, pair.b, True)):
            met = self.met(alone, waiting)
            if met is not None:
                both = Pair(*((met, waiting) if swapped else (waiting, met)), left=pair.left, own=pair.own)
                self.steps = None
                return self.together(both)
        return None

    def met(self, alone: State, waiting: State) -> State | None:
        """A game played on at random up to the place in the rules where another waits."""
        there = waiting.rules.point(waiting)
        for _ in range(MAX_AHEAD):
            point = alone.rules.point(alone)
            if point is None or there is None:
                return None
            if point.label == there.label and alone.rules.mover(alone) == waiting.rules.mover(waiting):
                return alone
            alone = alone.rules.step(alone, alone.rules.random_choice(alone, self.dice))
        return None


def _wrong_alone(state: State, dice: Dice) -> tuple[State, Choice | None, RulebookFault] | None:
    """A position of a game played on at random, and the choice, in which it goes wrong; None where it does not."""
    for _ in range(MAX_ALONE):
        if state.is_over:
            return None
        choice = None
        try:
            choice = state.rules.random_choice(state, dice)
            state = state.rules.step(state, choice)
        except RulebookFault as fault:
            return state, choice, fault
    return None
