"""Rules to the fault that a few short random games come to, if one does.

What is looked for shows soon: a set-up that raises a fault, a choice in which nobody can move, moves that are written alike.
How much is played is bounded in steps, not in time, so that the same rules always give the same.
"""

from __future__ import annotations

from attrs import frozen

from ...game.rules import Rules
from ...runtime.chance import Dice, seed_of
from ...runtime.faults import RulebookFault

GAMES = 4
# The most choices and rolls in all games together; fewer where the rules are large, as each takes longer there.
MOST_STEPS = 240
MOST_WORK = 60_000
# Moves of one choice that are written to see whether two of them are alike.
MOST_WRITTEN = 1_000


@frozen
class Trouble:
    """A fault in a random game, and the moves and rolls before it."""

    fault: RulebookFault
    moves: tuple[str, ...]


def steps_with(blocks: int) -> int:
    """Return how many steps a short game of a program with this number of blocks takes at most."""
    return min(MOST_STEPS, MOST_WORK // blocks) // GAMES + 1


def trouble(rules: Rules, blocks: int | None = None) -> Trouble | None:
    """The first fault in some random games; None where none comes to one.

    `blocks` is the size of the program, where it has blocks besides that nothing leads to.
    """
    most = steps_with(len(rules.program.blocks) if blocks is None else blocks)
    troubles = (_trouble_in(rules, Dice(seed_of(0, number)), most) for number in range(GAMES))
    return next((fault for fault in troubles if fault is not None), None)


def _trouble_in(rules: Rules, dice: Dice, most: int) -> Trouble | None:
    """The fault in one random game, which is cut off after `most` steps."""
    moves: list[str] = []
    try:
        state = rules.initial()
        for _ in range(most):
            point = rules.decisions.point(state)
            if point is None:
                rules.endings.outcome(state)
                break
            choice = rules.random_choice(state, dice, written=len(rules.decisions.legal_codes(state)) <= MOST_WRITTEN)
            moves.append(choice.notation)
            state = rules.step(state, choice)
    except RulebookFault as fault:
        return Trouble(fault, tuple(moves))
    return None
