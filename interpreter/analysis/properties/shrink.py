"""From a game that breaks a law to the shortest found that breaks it in the same way.

Steps are left out; what chance or a player then needs and nobody gives is the first choice there is.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ...game.rules import Rules
from ...game.state import Choice
from ...runtime.faults import RulebookFault
from ..playouts.shrinking import shortest
from .law.law import Breach, ReachedPosition, Step
from .search import BrokenLaw, breach_of


def shrunk(rules: Rules, broken: BrokenLaw) -> BrokenLaw:
    """The shortest game found that breaks the law in the same way at its last position."""
    shorter: list[tuple[Breach, tuple[Step, ...]]] = [(broken.breach, broken.steps)]

    def attempt(steps: tuple[Step, ...]) -> tuple[Step, ...] | None:
        reached = played(rules, steps, len(shorter[-1][1]))
        breach = None if reached is None else breach_of(broken.law, reached)
        if reached is None or breach is None or breach.about != broken.breach.about:
            return None
        shorter.append((breach, reached.steps))
        return reached.steps

    # Delta debugging of the steps; `attempt` keeps what it found, so that the breach goes with the shortest game.
    shortest(broken.steps, attempt)
    breach, steps = shorter[-1]
    return evolve(broken, breach=breach, steps=steps)


def played(rules: Rules, path: Sequence[Step], limit: int) -> ReachedPosition | None:
    """The game that these steps come to, as far as they can be made; None after `limit` steps or more."""
    left = list(path)
    try:
        reached = ReachedPosition(rules.initial(), ())
        while left and not reached.state.is_over:
            choice = _next(reached, left)
            # A game that is no shorter than the shortest so far is of no use.
            if len(reached.steps) + 1 >= limit:
                return None
            if choice is not None:
                steps = (*reached.steps, (choice.player, choice.notation))
                reached = ReachedPosition(rules.step(reached.state, choice), steps, reached.state)
    except RulebookFault:
        return None
    return reached


def _next(reached: ReachedPosition, left: list[Step]) -> Choice | None:
    """The next of the steps that are left which can be made, by any player; None when none is left.

    Where chance has to decide, and the next step is a player's, it is the first outcome.
    """
    choices = reached.rules.decisions.choices(reached.state)
    by_chance = choices[0].player is None
    while left:
        # The step that is left is kept for later: only the roll in front of it has lost its line.
        if left[0][0] is not None and by_chance:
            return choices[0]
        seat, notation = left.pop(0)
        for choice in choices:
            if choice.notation == notation and (seat is None) == by_chance:
                return choice
    return None
