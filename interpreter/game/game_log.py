"""A game as a viewer sees it: its steps, with the events and the secret choices that they may know of."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from .rules import State
from .viewing.event_log import PlayedStep
from .viewing.observation import UNSEEN, SecretChoice, Viewer


@frozen
class ViewedStep:
    """A choice or roll as a viewer sees it, with the secret choices that it revealed.

    `sentences` are the events in words, `about` what a roll was for.
    """

    seat: int | None
    notation: str
    events: tuple[str, ...]
    revealed: tuple[SecretChoice, ...]
    sentences: tuple[str, ...]
    about: str


def settled(played: Sequence[PlayedStep], state: State) -> int:
    """The number of steps, from the first on, that a log will show as it shows them now: all but choices not revealed yet."""
    # No other step comes between the choices of a secret round, so those not revealed yet are the last.
    # A round that began before the first step has more of them than there are steps.
    return max(0, len(played) - len(state.rules.observer.made_in_secret(state)))


def log_seen_by(played: Sequence[PlayedStep], state: State, viewer: Viewer | None, begin: int = 0,
                end: int | None = None) -> list[ViewedStep]:
    """A game as a viewer sees it, from its steps and the position they led to; without a viewer, all of it.

    Choices made in secret show when they are revealed. The log goes from the step of the number `begin` to before that of
    the number `end` (None: to the last).
    """
    first = settled(played, state)
    clauses = state.rules.clauses
    return [ViewedStep(item.seat, item.notation if _is_seen(item, i >= first, viewer) else UNSEEN,
                 item.trace.events if viewer is None else item.trace.events_seen_by(viewer), item.trace.revealed,
                 tuple(event.sentence(clauses[event.name], viewer) for event in item.trace.happened), item.trace.about)
            for i, item in enumerate(played[begin:end], begin)]


def _is_seen(played: PlayedStep, unrevealed: bool, viewer: Viewer | None) -> bool:
    if viewer is None:
        return True
    if unrevealed:
        return played.seat == viewer
    return played.trace.audience is None or viewer in played.trace.audience
