"""Random games, and games that exist, played in two rulebooks at once until they diverge, and on from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from ...game.rules import Rules
from ...game.state import Choice, State
from ...playthroughs.lines.syntax import Line, Playthrough
from ...playthroughs.running.results import PlaythroughState
from ...playthroughs.running.runner import PlaythroughRunner
from ...runtime.chance import Dice
from ...runtime.faults import RulebookFault
from ...runtime.series import SeriesDice
from .diverging_games import DivergencePoint, DivergingGame, Exploration
from .pair import (
    Comparison,
    Divergence,
    PositionPair,
    Step,
    begun,
    common,
    divergences,
    fault_alone,
    legal,
    named,
    stepped,
)
from .quick_check import Key
from .quick_offers import drawn

# A game in which the shared moves lead nowhere is left after this number of positions.
MAX_POSITIONS = 3_000
# The most choices and rolls by which one game is ahead of the other, when only it has them.
MAX_AHEAD = 30
# The choices and rolls for which the second game is played on alone, once in a game, from where the games diverge: longer
# than most games, and less than one in tandem may last.
MAX_ALONE = 400


def explore(compared: Comparison, numbers: Iterable[int], seed: int, limit: int = MAX_POSITIONS,
            shortest: Examples | None = None) -> Iterator[Exploration]:
    """Play the games with these numbers of a series at random in both, and yield what each came to.

    Where the two offer different choices, the game goes on with one that both offer. Where they are in
    different positions, both go on from one of these, or from what of it can be in both; what cannot is
    left as it is in each, and no longer compared. Where only one of them asks for something, it goes
    ahead. So one game may show several divergences. Games in which both raise the same fault end there. A game with a fault
    in a position which it has from the other only is no divergence. What fails by a bug is counted.

    With `shortest`, the shortest examples of earlier games, a divergence without a shorter example is counted alone.
    """
    for number in numbers:
        exploration = Exploration(games=1)
        game = _Game(compared, SeriesDice(seed, number), limit, Examples() if shortest is None else shortest)
        try:
            game.play()
        except RulebookFault:
            pass
        # A bug of ours in one game must not end the others.
        except Exception as error:
            exploration.failed.append(f"game {number + 1}: {type(error).__name__}: {error}")
        exploration.positions = game.positions
        examples = (DivergingGame(*example, number) for example in game.divergences.values() if example is not None)
        exploration.note(number, game.divergences, examples)
        yield exploration


def follow(compared: Comparison, playthrough: Playthrough, read_other: Callable[[Path], Playthrough]) -> Exploration:
    """Play a playthrough by the first rules, and compare each of its positions and moves with the second.

    Every position is looked at for itself, arranged ones and those in branches too, so that one file
    can show several divergences.
    """
    watched = _PositionRecorder(compared.a, playthrough, read_other)
    watched.run()
    exploration = Exploration(playthroughs=1)
    occurrences: list[DivergingGame] = []
    for state, step in dict.fromkeys(watched.seen):
        # How a game ends is looked at with the step that ends it.
        pair = None if state.is_over else _pair_of(compared, state)
        if pair is None:
            continue
        exploration.positions += 1
        before = DivergencePoint(state.slots, pair.b.slots, step)
        with suppress(RulebookFault):
            occurrences += [DivergingGame(divergence, before, None, playthrough.name)
                            for divergence in _shown(compared, pair, step)]
    exploration.note(playthrough.name, dict.fromkeys(occurrence.key for occurrence in occurrences), occurrences)
    return exploration


def _shown(compared: Comparison, pair: PositionPair, step: Step | None) -> tuple[Divergence, ...]:
    """Return how the two diverge at a position, or after a move or roll there."""
    alike = _is_quickly_equal(compared, pair)
    if step is None:
        return () if alike else divergences(compared, pair)
    choice = named(step, pair.a.rules.decisions.choices(pair.a)) if alike else legal(pair, step)
    after = None if choice is None else stepped(compared, pair, choice)
    if isinstance(after, PositionPair):
        return () if _is_quickly_equal(compared, after) else divergences(compared, after)
    return () if after is None else (after,)


def _is_quickly_equal(compared: Comparison, pair: PositionPair) -> bool:
    return compared.quick.equal(pair.a, pair.b, pair.left)


def _pair_of(compared: Comparison, state: State) -> PositionPair | None:
    """A position of the first game in both; None where the second cannot be in it."""
    other = compared.over.carried(state)
    return None if other is None else PositionPair(state, other, own=(True, False))


class _PositionRecorder(PlaythroughRunner):
    """Plays a playthrough and notes every position, and every move or roll with the position before it."""

    def __init__(self, rules: Rules, playthrough: Playthrough, read_other: Callable[[Path], Playthrough]) -> None:
        super().__init__(rules, playthrough, read_other, self.note)
        self.seen: list[tuple[State, Step | None]] = []

    def play_line(self, line: Line, current: PlaythroughState) -> None:
        self.seen.append((current.state, None))
        super().play_line(line, current)
        self.seen.append((current.state, None))

    def note(self, current: PlaythroughState, choice: Choice | str, by: int | None) -> None:
        """Note a choice or roll, and the position that it is made in."""
        self.seen.append((current.state, None))
        self.seen.append((current.state, (by, str(choice))))


class Examples:
    """The length of the shortest example of each divergence, by its key and by whether it begins at the start of a game."""

    def __init__(self) -> None:
        self.lengths: dict[tuple[Key, bool], int] = {}

    def has(self, key: Key, steps: int | None) -> bool:
        """Return whether there is an example that has no more steps; None stands for no steps from the beginning."""
        length = self.lengths.get((key, steps is None))
        return length is not None and length <= (steps or 0)

    def add(self, key: Key, steps: int | None) -> None:
        """Note an example."""
        self.lengths[key, steps is None] = steps or 0


class _Game:
    """One game in both; `divergences` has each with where it is, and the moves and rolls up to it.

    A divergence is None there where others have shorter examples of it.
    """

    def __init__(self, compared: Comparison, dice: SeriesDice, limit: int, shortest: Examples) -> None:
        self.compared, self.dice, self.limit, self.shortest = compared, dice, limit, shortest
        self.divergences: dict[Key, tuple[Divergence, DivergencePoint, tuple[Step, ...] | None] | None] = {}
        self.positions = 0
        # The codes from the beginning; None where a game has taken over a position of the other.
        self.codes: list[int] | None = []
        self.tandem = compared.tandem

    def play(self) -> None:
        """Play until the first game is over, or the two can no longer be compared."""
        start = begun(self.compared)
        if isinstance(start, Divergence):
            self.codes = None
            self.note(start, DivergencePoint(self.compared.a.program.start, self.compared.b.program.start, None))
            return
        pair: PositionPair | None = start
        before: DivergencePoint | None = None
        while pair is not None and self.positions < self.limit:
            pair, before = self.ahead_in_tandem(pair, before)
            if self.positions >= self.limit:
                break
            self.positions += 1
            alike = self.is_quickly_equal(pair)
            choice = None if alike else self.quickly_shared(pair)
            if choice is None and not alike and self.is_apart(pair, before):
                pair, before = self.together(pair), None
                continue
            if choice is None:
                choice = pair.a.rules.random_choice(pair.a, self.dice) if alike else self.shared(pair)
            if choice is None:
                pair, before = None if pair.a.is_over else self.ahead(pair), None
                continue
            before = DivergencePoint(pair.a.slots, pair.b.slots, (choice.player, choice.notation))
            if self.codes is not None:
                self.codes.append(choice.code)
            pair = self.after(pair, choice, before)

    # -- going on quickly ----------------------------------------------------------------------

    def ahead_in_tandem(self, pair: PositionPair,
                        before: DivergencePoint | None) -> tuple[PositionPair, DivergencePoint | None]:
        """Both, played on by modules up to where they have to be looked at; the same where no modules play."""
        if self.tandem is None or pair.left or not self.compared.quick.is_same_point(pair.a, pair.b):
            return pair, before
        run = self.tandem.play(pair.a, pair.b, self.dice, self.limit - self.positions, self.all_known)
        if run is None:
            # A fault occurs in this game, which only Python can say.
            self.tandem = None
            return pair, before
        if run.before is None:
            return pair, before
        self.positions += len(run.codes)
        if self.codes is not None:
            self.codes += run.codes
        a, b = run.before
        choice = a.rules.decisions.choice(a, run.codes[-1])
        return PositionPair(run.a, run.b, (a, b, choice), pair.left, own=pair.own, same_code=True), \
            DivergencePoint(a.slots, b.slots, (choice.player, choice.notation))

    def all_known(self, keys: tuple[Key, ...], start: int = 0) -> bool:
        """Return whether these divergences were noted in this game, or need only be counted; they are counted then.

        `start` is the number of steps beyond those that are noted.
        """
        length = None if self.codes is None else len(self.codes) + start
        new = [key for key in keys if key not in self.divergences]
        if not all(self.shortest.has(key, length) for key in new):
            return False
        self.divergences.update(dict.fromkeys(new))
        return True

    def quickly_shared(self, pair: PositionPair) -> Choice | None:
        """A random choice that both offer, where they differ in their offers alone and in ways that are known; else None."""
        quick, offers = self.compared.quick, self.compared.offers
        if pair.left or pair.a.is_over or not quick.is_equal_but_for_offers(pair.a, pair.b):
            return None
        offered = pair.a.rules.decisions.legal_codes(pair.a), pair.b.rules.decisions.legal_codes(pair.b)
        keys = offers.keys(pair.a, pair.b, offered)
        if not keys or not self.all_known(keys):
            return None
        code = drawn(pair.a, offered, self.dice)
        return None if code is None else pair.a.rules.decisions.choice(pair.a, code)

    def is_quickly_equal(self, pair: PositionPair) -> bool:
        """Return whether a look at the numbers shows that nothing differs."""
        return _is_quickly_equal(self.compared, pair)

    def is_apart(self, pair: PositionPair, before: DivergencePoint | None) -> bool:
        """Note how the two diverge, and say whether they are in different positions from here on."""
        differences = divergences(self.compared, pair)
        apart = any(not difference.is_of_offers for difference in differences)
        point = DivergencePoint(pair.a.slots, pair.b.slots, None)
        for difference in differences:
            self.note(difference, point if difference.is_of_offers or before is None else before)
        if apart:
            self.codes = None
        return apart

    def after(self, pair: PositionPair, choice: Choice, before: DivergencePoint) -> PositionPair | None:
        """Both after a choice; None where one raises a fault."""
        after = stepped(self.compared, pair, choice)
        if isinstance(after, Divergence):
            self.note(after, before)
            return None
        return self.alone(pair, choice) if after is None else after

    def alone(self, pair: PositionPair, choice: Choice) -> PositionPair | None:
        """Both after a choice that only the game can carry out that came here by its own rules; None where there is none."""
        self.codes = None
        if pair.own[0]:
            return self.whole(pair.a.rules.step(pair.a, choice), pair, swapped=False)
        return self.whole(pair.b.rules.step(pair.b, choice.notation), pair, swapped=True) if pair.own[1] else None

    def note(self, difference: Divergence, before: DivergencePoint) -> None:
        """Keep the first divergence of each kind."""
        if difference.key in self.divergences:
            return
        length = None if self.codes is None else len(self.codes)
        if self.shortest.has(difference.key, length):
            self.divergences[difference.key] = None
            return
        steps = None if self.codes is None else _steps(self.compared.a, self.codes)
        self.divergences[difference.key] = difference, before, steps
        self.shortest.add(difference.key, length)

    def shared(self, pair: PositionPair) -> Choice | None:
        """A random choice that both games offer, or None."""
        if pair.a.is_over or pair.b.is_over:
            return None
        choice = pair.a.rules.random_choice(pair.a, self.dice)
        choices = common(pair)
        if any(offered.notation == choice.notation for offered in choices):
            return choice
        return self.dice.one_of(choices) if choices else None

    # -- going on ------------------------------------------------------------------------------

    def together(self, pair: PositionPair) -> PositionPair | None:
        """Both in the position of the first, or of the second, as far as they can be; None where they cannot go on."""
        if pair.own[1]:
            self.play_second_alone(pair)
        # The order says whose position is kept: that of the first rulebook if the second can be in it.
        whole = (self.whole(pair.a, pair, swapped=False), self.whole(pair.b, pair, swapped=True))
        for joined in (*whole, self.in_part(pair)):
            if joined is not None and all(divergence.is_of_offers for divergence in divergences(self.compared, joined)):
                return joined
        return None

    def play_second_alone(self, pair: PositionPair) -> None:
        """Note that the second game raises a fault, played on from where its own rules have come to, and the first does not.

        From here on it takes over positions of the first, in which its faults do not count.
        """
        wrong = _wrong_alone(pair.b, SeriesDice(self.dice.seed, self.dice.number))
        if wrong is None:
            return
        state, choice, fault = wrong
        other = _wrong_alone(pair.a, SeriesDice(self.dice.seed, self.dice.number))
        if other is None or other[2].message != fault.message:
            divergence = fault_alone(self.compared, state, choice, fault)
            step = None if choice is None else (choice.player, choice.notation)
            self.divergences.setdefault(divergence.key, (divergence, DivergencePoint(pair.a.slots, state.slots, step), None))

    def whole(self, state: State, pair: PositionPair, swapped: bool) -> PositionPair | None:
        """Both in a position of one of them."""
        way = self.compared.back if swapped else self.compared.over
        carried = None if state.is_over else way.carried(state)
        if carried is None:
            return None
        if swapped:
            return PositionPair(carried, state, own=(False, pair.own[1]))
        return PositionPair(state, carried, own=(pair.own[0], False))

    def in_part(self, pair: PositionPair) -> PositionPair | None:
        """The second game with what it can have of the position of the first; the rest is compared no longer."""
        if pair.a.is_over or pair.b.is_over:
            return None
        other = self.compared.over.carried_onto(pair.a, pair.b)
        left = pair.left | frozenset(self.compared.over.apart(pair.a, other))
        return PositionPair(pair.a, other, left=left, own=(pair.own[0], False))

    def ahead(self, pair: PositionPair) -> PositionPair | None:
        """The one game played on alone up to where the other waits; None where it does not get there."""
        for alone, waiting, swapped in ((pair.b, pair.a, False), (pair.a, pair.b, True)):
            met = self.met(alone, waiting)
            if met is not None:
                next_pair = PositionPair(*((met, waiting) if swapped else (waiting, met)), left=pair.left, own=pair.own)
                self.codes = None
                return self.together(next_pair)
        return None

    def met(self, alone: State, waiting: State) -> State | None:
        """A game played on at random up to the place in the rules where another waits."""
        goal = waiting.rules.decisions.point(waiting)
        for _ in range(MAX_AHEAD):
            point = alone.rules.decisions.point(alone)
            if point is None or goal is None:
                return None
            if point.label == goal.label and alone.rules.decisions.mover(alone) == waiting.rules.decisions.mover(waiting):
                return alone
            alone = alone.rules.step(alone, alone.rules.random_choice(alone, self.dice))
        return None


def _steps(rules: Rules, codes: list[int]) -> tuple[Step, ...]:
    """The moves and rolls with these codes from the beginning; the last may be one that cannot be carried out."""
    state, out = rules.initial(), list[Step]()
    # The last code is named but not carried out: it may be the one that raises a fault.
    for place, code in enumerate(codes):
        if place:
            state = rules.after(state, codes[place - 1])
        choice = rules.decisions.choice(state, code)
        out.append((choice.player, choice.notation))
    return tuple(out)


def _wrong_alone(state: State, dice: Dice) -> tuple[State, Choice | None, RulebookFault] | None:
    """A position of a game played on at random, and the choice, in which it raises a fault; None where it does not."""
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
