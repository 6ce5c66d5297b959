"""The law of secrets: what a player sees, is told, offered and refused depends on nothing that is hidden from him."""

from __future__ import annotations

from collections.abc import Iterator

from ..chance import Dice
from ..faults import RulebookFault
from ..observation import SPECTATOR, Viewer
from ..playthroughs.arrange import BadPosition, arrange
from ..playthroughs.scene import facts, given, places
from ..playthroughs.writer import lines_of
from ..record import Told
from ..rules import Rules
from ..standing import Level
from ..state import Refusal, State
from .law import Breach, Here, Law
from .twins import Twins, View, compared

ATTEMPTS = 3
MOST_STEPS = 6
MOST_TOLD = 3


def _secrets_are_kept(here: Here) -> Breach | None:
    """Nobody can tell the position from another that differs only in what is hidden from him."""
    viewers: tuple[Viewer, ...] = (*range(len(here.rules.seats)), SPECTATOR)
    for attempt in range(ATTEMPTS):
        for viewer in viewers:
            for twins, one, two in compared(here.state, viewer, Dice(here.seed + attempt), MOST_STEPS):
                if one != two:
                    return Breach(_told(here.state, twins, one, two), (), tuple(_lines(here.state, twins)))
    return None


def _keeps_secrets(rules: Rules) -> bool:
    return rules.keeps_secrets


# ---- Words ---------------------------------------------------------------------------------------


def _told(state: State, twins: Twins, one: View, two: View) -> str:
    """What the viewer can tell the two games by."""
    rules, viewer = state.rules, twins.viewer
    who = rules.seats[viewer] if isinstance(viewer, int) else "somebody who looks on"
    part = next(part for part in (*one, *two) if one.get(part) != two.get(part))
    a, b = (", ".join(_only(view.get(part), other.get(part))) or "nothing" for view, other in ((one, two), (two, one)))
    changed = _changed(state, twins.began)
    hidden = f", although only {', '.join(changed)} differ{'s' if len(changed) == 1 else ''}" if changed else ""
    return f"{who} {part} {a} in one game and {b} in another that is the same to him{hidden}"


def _changed(one: State, other: State) -> list[str]:
    """The names of the cells in which two positions differ."""
    return [name for name in one.rules.cells if one.rules.written(one, name) != one.rules.written(other, name)]


def _only(part: object, other: object) -> list[str]:
    """What only one of two views has, in words."""
    if isinstance(part, dict) and isinstance(other, dict):
        only = [f"{name} = {value}" for name, value in part.items() if other.get(name) != value]
    elif isinstance(part, list | tuple) and isinstance(other, list | tuple):
        only = [_said(value) for value in part if value not in other]
    else:
        only = [_said(part)]
    return only[:MOST_TOLD] + ["..."] * (len(only) > MOST_TOLD)


def _said(thing: object) -> str:
    match thing:
        case Told(_, notation, events):
            return f"`{notation}`" + "".join(f" {event}" for event in events[:MOST_TOLD])
        case Level(clause, statement):
            return f"`{statement}` [{clause}]"
        case (Refusal(clause, message), *_):
            return f"`{message}` [{clause}]"
    return f"`{thing}`"


# ---- As a playthrough ----------------------------------------------------------------------------


def _lines(state: State, twins: Twins) -> Iterator[str]:
    """The two games from the position on: the one in a branch, the other from where it begins."""
    first, second = (lines_of(state.rules, played).splitlines() for played in twins.played)
    yield from _branch("one game", first)
    other = twins.began
    if other == state:
        yield from _branch("another game", second)
        return
    scene = _scene(other)
    if scene is None:
        yield from (f"# in another game {name} = {state.rules.written(other, name)}" for name in _changed(state, other))
        return
    yield 'position "another game"'
    yield from (f"    {line}" for line in scene)
    yield from second


def _branch(name: str, moves: list[str]) -> list[str]:
    """Moves that are played and forgotten; nothing where there are none."""
    return [f'branch "{name}"', *(f"    {line}" for line in moves), "end"] if moves else []


def _scene(state: State) -> tuple[str, ...] | None:
    """The lines that set a position up; None where no lines can."""
    for place in places(state):
        lines = (*facts(state), f"at {place} {', '.join(given(state))}".rstrip())
        try:
            if arrange(state.rules, tuple(enumerate(lines, 1))) == state:
                return lines
        except (BadPosition, RulebookFault):
            continue
    return None


SECRETS_ARE_KEPT = Law(
    "secrets_are_kept", "What a player sees, is told, offered and refused depends on nothing hidden from him.",
    _secrets_are_kept, _keeps_secrets, apart=12)
