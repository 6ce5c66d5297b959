"""The law of secrets: the view, the legal moves and the refusals of a player depend on nothing hidden from them."""

from __future__ import annotations

from ....game.call_stack import Frame
from ....game.game_log import ViewedStep
from ....game.rules import Rules
from ....game.state import Refusal, State
from ....game.viewing.observation import SPECTATOR, Viewer
from ....runtime.chance import Dice
from ..law.law import Breach, Law, ReachedPosition
from ..law.pairs import changed, pair_lines
from .paired_run import PairedRun, View, compared

ATTEMPTS = 2
MOST_STEPS = 4
MOST_SHOWN = 3


def _secrets_are_kept(reached: ReachedPosition) -> Breach | None:
    """Check that no viewer can distinguish the position from one that differs only in what is hidden from them."""
    # Noninterference (Goguen and Meseguer 1982): what a viewer sees must not depend on what is hidden from them.
    viewers: tuple[Viewer, ...] = (*range(len(reached.rules.seats)), SPECTATOR)
    # The dice depend on the position alone, so a breach is found again when the game that led there is shrunk.
    for attempt in range(ATTEMPTS):
        for viewer in viewers:
            for paired, first, second in compared(reached.state, viewer, Dice(reached.seed + attempt), MOST_STEPS):
                if first != second:
                    return Breach(_difference(reached.state, paired, first, second), (), _lines(reached.state, paired))
    return None


def _keeps_secrets(rules: Rules) -> bool:
    return rules.observer.keeps_secrets


def _lines(state: State, paired: PairedRun) -> tuple[str, ...]:
    return tuple(pair_lines(state, paired.played[0], paired.began, paired.played[1]))


# ---- Words ---------------------------------------------------------------------------------------


def _difference(state: State, paired: PairedRun, first: View, second: View) -> str:
    """Describe a difference by which the viewer can distinguish the two games."""
    rules, viewer = state.rules, paired.viewer
    who = rules.seats[viewer] if isinstance(viewer, int) else "a spectator"
    part = next(part for part in (*first, *second) if first.get(part) != second.get(part))
    a, b = (", ".join(_only(view.get(part), other.get(part))) or "nothing"
            for view, other in ((first, second), (second, first)))
    differ = changed(state, paired.began)
    hidden = f", although only {', '.join(differ)} differ{'s' if len(differ) == 1 else ''}" if differ else ""
    return f"{who} {part} {a} in one game and {b} in another that is the same to them{hidden}"


def _only(part: object, other: object) -> list[str]:
    """Describe the entries that only one of two views has."""
    if isinstance(part, dict) and isinstance(other, dict):
        only = [f"{name} = {value}" for name, value in part.items() if other.get(name) != value]
    elif isinstance(part, list | tuple) and isinstance(other, list | tuple):
        only = [_in_words(value) for value in part if value not in other]
    else:
        only = [_in_words(part)]
    return only[:MOST_SHOWN] + ["..."] * (len(only) > MOST_SHOWN)


def _in_words(difference: object) -> str:
    match difference:
        case ViewedStep(_, notation, events):
            return f"`{notation}`" + "".join(f" {event}" for event in events[:MOST_SHOWN])
        case Frame(clause, statement):
            return f"`{statement}` [{clause}]"
        case (Refusal(clause, message), *_):
            return f"`{message}` [{clause}]"
        case _:
            # Other parts of a view are written as they are.
            return f"`{difference}`"


SECRETS_ARE_KEPT = Law(
    "secrets_are_kept", "The view, the legal moves and the refusals of a player depend on nothing hidden from them.",
    _secrets_are_kept, _keeps_secrets, apart=24)
