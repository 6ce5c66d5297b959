"""Random games, and at every position of them each law that is to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import define, field, frozen

from ...game.rules import Rules
from ...runtime.chance import Dice, seed_of
from ...runtime.faults import RulebookFault
from .effects import Effects
from .law.law import Breach, Law, ReachedPosition, Step
from .positions import CHOICES_CAN_BE_MADE, SOMEONE_CAN_MOVE, cannot_be_made

MAX_STEPS = 1_000

Key = tuple[str, tuple[str, ...]]


@frozen
class BrokenLaw:
    """A law that does not hold, how, and the steps from the beginning of a game that lead there."""

    law: Law
    breach: Breach
    steps: tuple[Step, ...]

    @property
    def key(self) -> Key:
        """The identity of a breach: two with one key are the same."""
        return self.law.id, self.breach.about


@define
class PropertyResult:
    """The results of games: how often each law was looked at, and each way in which one is broken, by the shortest game;
    and what moves of each kind changed.

    `ended` of the games came to an end; the others were left, where a law is broken or after many steps.
    """

    games: int = 0
    ended: int = 0
    positions: int = 0
    looked: dict[str, int] = field(factory=dict)
    broken: dict[Key, BrokenLaw] = field(factory=dict)
    effects: Effects = field(factory=Effects)

    def note(self, broken: BrokenLaw) -> None:
        """Keep the shorter of two games that break a law alike."""
        known = self.broken.get(broken.key)
        if known is None or len(broken.steps) < len(known.steps):
            self.broken[broken.key] = broken

    def add(self, other: PropertyResult) -> None:
        """Add the results of others to the counts."""
        self.games += other.games
        self.ended += other.ended
        self.positions += other.positions
        for law, count in other.looked.items():
            self.looked[law] = self.looked.get(law, 0) + count
        for breach in other.broken.values():
            self.note(breach)
        self.effects.add(other.effects)


def breach_of(law: Law, reached: ReachedPosition) -> Breach | None:
    """Return how a law is broken at a position. A fault while it is looked at breaks it."""
    try:
        return law.look(reached)
    except RulebookFault as fault:
        return Breach(str(fault), fault.clauses[-1:])
    # A bug of the machine is found here as well; it must not end the search.
    except Exception as error:
        return Breach(f"{type(error).__name__}: {error}", (type(error).__name__,))


def chance_of(seed: int, number: int) -> Dice:
    """The chance of a game, by itself."""
    return Dice(seed_of(seed, number))


def hold(rules: Rules, laws: Sequence[Law], numbers: Iterable[int], seed: int, limit: int = MAX_STEPS,
         chance: Callable[[int, int], Dice] = chance_of) -> Iterator[PropertyResult]:
    """Play the games with these numbers of a series at random, and yield what each came to.

    A game is left where a law is broken, because what comes after may be broken by that, or after `limit` steps.
    """
    concerned = [law for law in laws if law.concerns(rules)]
    for number in numbers:
        result = PropertyResult(games=1)
        last = None
        for reached in positions(rules, chance(seed, number), limit, result):
            result.positions += 1
            result.effects.see(reached)
            # A law that takes long begins at another position in each game, so that all positions come up.
            due = (law for law in concerned if not law.whole_games and not (len(reached.steps) + number) % law.apart)
            _look(result, due, reached)
            last = reached
            result.ended += reached.state.is_over
            if result.broken:
                break
        if last is not None and not result.broken:
            _look(result, (law for law in concerned if law.whole_games), last)
        yield result


def _look(result: PropertyResult, laws: Iterable[Law], reached: ReachedPosition) -> None:
    """Look at laws up to the first that is broken: what breaks one most often breaks others too."""
    for law in laws:
        result.looked[law.id] = result.looked.get(law.id, 0) + 1
        breach = breach_of(law, reached)
        if breach is not None:
            result.note(BrokenLaw(law, breach, reached.steps))
            return


def positions(rules: Rules, dice: Dice, limit: int, result: PropertyResult | None = None) -> Iterator[ReachedPosition]:
    """The positions of a random game.

    A step that raises a fault ends the game; it is noted as a breach of the law that choices can be made.
    """
    try:
        reached = ReachedPosition(rules.initial(), ())
    except RulebookFault as fault:
        if result is not None:
            result.note(BrokenLaw(SOMEONE_CAN_MOVE, Breach(str(fault), fault.clauses[-1:]), ()))
        return
    yield reached
    while not reached.state.is_over and len(reached.steps) < limit:
        after = _after(reached, dice)
        if isinstance(after, Breach):
            if result is not None:
                result.note(BrokenLaw(CHOICES_CAN_BE_MADE, after, reached.steps))
            return
        reached = after
        yield reached


def _after(reached: ReachedPosition, dice: Dice) -> ReachedPosition | Breach:
    """A random step on; or its fault."""
    rules, state = reached.rules, reached.state
    try:
        choice = rules.random_choice(state, dice)
    except RulebookFault as fault:
        return Breach(str(fault), fault.clauses[-1:])
    try:
        return ReachedPosition(rules.step(state, choice), (*reached.steps, (choice.player, choice.notation)), state, choice)
    except Exception as error:
        return cannot_be_made(state, choice) or Breach(str(error), (choice.clause,))
