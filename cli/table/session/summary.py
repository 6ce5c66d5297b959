"""Summarise a position: the running rules, the ranking, and the last moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ....interpreter.game.call_stack import call_stack
from ....interpreter.game.game_log import ViewedStep
from ....interpreter.game.state import Outcome, State
from ....interpreter.game.viewing.event_log import PlayedStep
from ....interpreter.game.viewing.observation import Viewer
from ....interpreter.runtime.faults import RulebookFault
from ....pictures.rows import in_words
from ..text.speech import points, render_steps, wrapped

SHOWN_MOVES = 5


def summary(state: State, steps: list[ViewedStep], viewer: Viewer | None, levels: bool = True) -> Iterator[str]:
    """Yield the running rules (with `levels`), the ranking, and the last moves `steps`, as a viewer sees them."""
    rules = state.rules
    if levels:
        yield "Where we stand in the rules:"
    for depth, level in enumerate(call_stack(state) if levels else ()):
        says = level.statement or ", ".join(f"{name} is {value}" for name, value in level.arguments)
        yield wrapped(f"{level.clause}: {says}" if says else level.clause, indent=2 + 2 * depth, hanging=2)
    # With hidden values as at the start: a ranking by the real ones would tell what the viewer may not know.
    yield from _leaders(state if viewer is None else State(rules, rules.observer.as_seen(state, viewer)),
                        f", as far as {seer(rules.seats, viewer)}" if viewer is not None else "")
    if steps:
        yield "The last moves:"
        yield from render_steps(rules, steps, indent=2)


def seer(seats: list[str], viewer: Viewer) -> str:
    """The viewer with a verb: `Anna sees`, `all see`."""
    return f"{seats[viewer]} sees" if isinstance(viewer, int) else "all see"


def recent_from(steps: Sequence[PlayedStep]) -> int:
    """The place of the first of the last moves of players, which are shown with the rolls between and after them."""
    moves = list(islice((i for i in reversed(range(len(steps))) if steps[i].seat is not None), SHOWN_MOVES))
    return moves[-1] if moves else 0


def _leaders(state: State, reader: str) -> Iterator[str]:
    """The scores, and the ranking that the ends would give now, without points that only the end counts."""
    rules = state.rules
    try:
        scores = rules.endings.scores(state)
        ranked = {end.id: rules.endings.outcome_by(state, end.id) for end in rules.program.ends if end.kind == "ranking"}
    except RulebookFault:
        yield f"No player can be ranked{reader}."
        return
    if scores is not None:
        yield f"Points{reader}: {points(rules.seats, scores)}."
    order_of_end = {end: _order(rules.seats, outcome) for end, outcome in ranked.items()}
    orders = dict.fromkeys(order_of_end.values())
    for order in orders:
        ends = " or ".join(in_words(end) for end, text in order_of_end.items() if text == order)
        by = f" by {ends}" if len(orders) > 1 else ""
        yield wrapped(f"If it ended now{by}{reader}: {order}.", hanging=2)
    if scores is None and not ranked:
        yield "This game counts no points."


def _order(seats: list[str], outcome: Outcome) -> str:
    first, *others = [" and ".join(seats[seat] for seat in group) for group in outcome.ranking]
    drawn = ", which is a draw" if outcome.is_draw else ""
    if not others:
        return f"{first.replace(' and ', ', ', first.count(' and ') - 1)} are equal{drawn}" if " and " in first else first
    return f"{first}{' are equal' if drawn else ''}{drawn}" + "".join(f", then {group}" for group in others)
