"""Choices that leave nothing to choose: which of them are made without asking."""

from __future__ import annotations

from ...interpreter.game.rules import Rules
from ...interpreter.game.state import Choice, State

ASKED_ALL_THE_SAME = "There is nothing else; it is asked all the same, so that nobody learns why."


def only_choice(rules: Rules, state: State) -> Choice | None:
    """The one thing that whoever is to move can do; None where there is more, or nobody is."""
    point = rules.point(state)
    if point is None or point.player is None:
        return None
    choices = rules.choices(state)
    return choices[0] if len(choices) == 1 else None


def is_private(rules: Rules, state: State) -> bool:
    """Whether what is offered, or what is decided, tells something that not all see."""
    point = rules.point(state)
    return point is not None and (point.private or point.secret is not None or point.audience is not None)


def forced(rules: Rules, state: State, shared: bool) -> Choice | None:
    """The choice that is made without asking, as there is no other; on a shared screen only where all may know that."""
    only = only_choice(rules, state)
    return None if only is None or (shared and is_private(rules, state)) else only
