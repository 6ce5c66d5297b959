"""A game that diverges -> the shortest that diverges in the same way.

Moves are left out; what chance or a player then needs and nobody gives is the first choice that
both games have.
"""

from __future__ import annotations

from contextlib import suppress

from ...game.state import Choice
from ...runtime.faults import RulebookFault
from ..playouts.shrinking import shortest
from .diverging_games import DivergencePoint, DivergingGame
from .pair import Comparison, Divergence, PositionPair, Step, begun, common, divergences, stepped
from .quick_check import Key

# The steps that are played in all to find a shorter game.
MOST_STEPS = 20_000


def shrunk(compared: Comparison, game: DivergingGame, most: int = MOST_STEPS) -> DivergingGame:
    """The shortest game found that diverges by the same clauses, in the same kind of thing; `most` steps are played in all."""
    best = [game]
    left = [most]

    def attempt(steps: tuple[Step, ...]) -> tuple[Step, ...] | None:
        if left[0] <= 0:
            return None
        # What a try costs at most: it is not known before how far it comes.
        left[0] -= len(best[-1].steps or ())
        shorter = _diverged(compared, steps, game.key, len(best[-1].steps or ()))
        if shorter is None:
            return None
        best.append(DivergingGame(*shorter, game.game))
        return shorter[2]

    shortest(game.steps or (), attempt)
    return best[-1]


def _diverged(compared: Comparison, steps: tuple[Step, ...], key: Key,
              limit: int) -> tuple[Divergence, DivergencePoint, tuple[Step, ...]] | None:
    """The divergence that these steps come to, where, and the steps really made; None after `limit` steps or more."""
    steps_taken: list[Step] = []
    left = list(steps)
    with suppress(RulebookFault):
        pair = begun(compared)
        if isinstance(pair, Divergence):
            return None
        before: DivergencePoint | None = None
        while len(steps_taken) < limit:
            point = DivergencePoint(pair.a.slots, pair.b.slots, None)
            alike = compared.quick.equal(pair.a, pair.b, pair.left)
            differences = () if alike else divergences(compared, pair)
            # The key has the kind and the clauses of the divergence: a shorter game that diverges for another reason is no
            # witness.
            for difference in differences:
                if difference.key == key:
                    return difference, point if before is None or difference.is_of_offers else before, tuple(steps_taken)
            choice = None if pair.a.is_over or pair.b.is_over else _next(pair, alike, left)
            if choice is None or any(not difference.is_of_offers for difference in differences):
                return None
            before = DivergencePoint(pair.a.slots, pair.b.slots, (choice.player, choice.notation))
            steps_taken.append((choice.player, choice.notation))
            after = stepped(compared, pair, choice)
            if isinstance(after, Divergence):
                return (after, before, tuple(steps_taken)) if after.key == key else None
            if after is None:
                return None
            pair = after
    return None


def _next(pair: PositionPair, alike: bool, left: list[Step]) -> Choice | None:
    """The next of the steps that are left which both games allow, or else the first choice that both have."""
    choices = pair.a.rules.decisions.choices(pair.a) if alike else common(pair)
    by_step = {(choice.player, choice.notation): choice for choice in reversed(choices)}
    by_chance = pair.a.rules.decisions.mover(pair.a) == "chance"
    while left:
        choice = by_step.get(left[0])
        if choice is not None:
            left.pop(0)
            return choice
        # A player's step cannot be made while chance decides: it waits, and chance brings its first outcome in the meantime.
        if left[0][0] is not None and by_chance:
            break
        left.pop(0)
    return next(iter(choices), None)
