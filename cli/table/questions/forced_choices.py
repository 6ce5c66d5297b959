"""Find forced choices that the table makes without asking."""

from __future__ import annotations

from ....interpreter.game.state import Choice, State
from ....interpreter.game.table.decisions import Decisions
from ...words.english import ENGLISH

ASKED_ALL_THE_SAME = ENGLISH["only"]


def only_choice(decisions: Decisions, state: State) -> Choice | None:
    """Return the only legal move of the player to move; None if there are several, or if no player is to move."""
    point = decisions.point(state)
    if point is None or point.player is None:
        return None
    choices = decisions.choices(state)
    return choices[0] if len(choices) == 1 else None


def is_private(decisions: Decisions, state: State) -> bool:
    """Return whether the choice or the decision reveals something that some players may not see."""
    point = decisions.point(state)
    return point is not None and (point.private or point.secret is not None or point.audience is not None)


def forced(decisions: Decisions, state: State, shared: bool) -> Choice | None:
    """Return the forced choice that the table makes; on a shared screen only if all may know that."""
    only = only_choice(decisions, state)
    return None if only is None or (shared and is_private(decisions, state)) else only
