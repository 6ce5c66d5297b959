"""Find forced choices that the table makes without asking."""

from __future__ import annotations

from ....interpreter.game.rules import Rules
from ....interpreter.game.state import Choice, State
from ...words.english import ENGLISH

ASKED_ALL_THE_SAME = ENGLISH["only"]


def only_choice(rules: Rules, state: State) -> Choice | None:
    """Return the only legal move of the player to move; None if there are several, or if no player is to move."""
    point = rules.point(state)
    if point is None or point.player is None:
        return None
    choices = rules.choices(state)
    return choices[0] if len(choices) == 1 else None


def is_private(rules: Rules, state: State) -> bool:
    """Return whether the choice or the decision reveals something that some players may not see."""
    point = rules.point(state)
    return point is not None and (point.private or point.secret is not None or point.audience is not None)


def forced(rules: Rules, state: State, shared: bool) -> Choice | None:
    """Return the forced choice that the table makes; on a shared screen only if all may know that."""
    only = only_choice(rules, state)
    return None if only is None or (shared and is_private(rules, state)) else only
