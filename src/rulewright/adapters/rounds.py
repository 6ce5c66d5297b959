"""Simultaneous choices: a position -> the seats that choose before any choice is seen, and what each may choose."""

from __future__ import annotations

from ..dsl import ir
from ..interpreter.backends.backend import BLOCK
from ..interpreter.game.rules import Rules
from ..interpreter.game.state import State

__all__ = ["asked_together", "not_simultaneous"]


def not_simultaneous(program: ir.Program) -> str | None:
    """Return the clause of the first choice that players make one after the other; None where all choose at once."""
    return next((block.end.clause for block in program.blocks
                 if isinstance(block.end, ir.ChooseMove) and block.end.secret is None), None)


def asked_together(rules: Rules, state: State) -> dict[int, list[int]]:
    """The legal codes of each seat that a simultaneous choice asks, in the order in which it asks them.

    `state` waits for the first of them. What a seat may choose does not depend on what the seats before it chose, because they
    could see it then; so each of them is taken to choose the first of its moves. Raises RulebookFault.
    """
    point = rules.decisions.point(state)
    assert point is not None and point.secret is not None, "the choice is simultaneous"
    offers: dict[int, list[int]] = {}
    for _ in range(state.slots[point.secret.order]):
        seat = rules.decisions.to_move(state)
        if not isinstance(seat, int) or state.slots[BLOCK] != point.block or seat in offers:
            break
        offers[seat] = list(rules.decisions.legal_codes(state))
        # INVARIANT: the choice of the last seat would carry the round out, and is never needed.
        if len(offers) < state.slots[point.secret.order]:
            state = rules.step(state, offers[seat][0])
    return offers
