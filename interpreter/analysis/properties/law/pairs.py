"""Two games from one position as lines of a playthrough: the one in a branch, the other from where it begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....game.state import State
from ....game.viewing.event_log import PlayedStep
from ....playthroughs.lines.writer import lines_of
from ....playthroughs.positions.arrange import arrange
from ....playthroughs.positions.scene import facts, given_values, places
from ....playthroughs.positions.ways import BadPosition
from ....runtime.faults import IllegalChoice, RulebookFault


def pair_lines(state: State, first: Sequence[PlayedStep], other: State, second: Sequence[PlayedStep]) -> Iterator[str]:
    """The lines of a game from a position, and of another game from another position."""
    lines, others = (lines_of(state.rules.seats, played).splitlines() for played in (first, second))
    yield from _branch("one game", lines)
    if other == state:
        yield from _branch("another game", others)
        return
    scene = _scene(other, second)
    if scene is None:
        yield from (f"# in another game {name} = {state.rules.cells.value(other, name)}" for name in changed(state, other))
        return
    yield 'position "another game"'
    yield from (f"    {line}" for line in scene)
    yield from others


def changed(state: State, other: State) -> list[str]:
    """The names of the cells in which two positions differ."""
    return [name for name in state.rules.cells if state.rules.cells.value(state, name) != state.rules.cells.value(other, name)]


def _branch(name: str, moves: list[str]) -> list[str]:
    """Moves that are played and forgotten; nothing where there are none."""
    return [f'branch "{name}"', *(f"    {line}" for line in moves), "end"] if moves else []


def _scene(state: State, played: Sequence[PlayedStep]) -> tuple[str, ...] | None:
    """The lines that set up a position from which this can be played; None where no lines can."""
    # The rules may wait at one block in several ways. The first from which the game goes on as it did is as good as any.
    for place in places(state):
        lines = (*facts(state), f"at {place} {', '.join(given_values(state))}".rstrip())
        try:
            # Tried out first: lines are given only if they lead to this position, and the game can be played from there.
            set_up = arrange(state.rules, tuple(enumerate(lines, 1)))
            if _is_alike(set_up, state) and _can_be_played(set_up, played):
                return lines
        except (BadPosition, RulebookFault, IllegalChoice):
            continue
    return None


def _is_alike(state: State, other: State) -> bool:
    """Return whether two positions hold the same fields and choices; the memory of waiting rules may be stale."""
    rules, first = state.rules, state.rules.machines.plain.first_local
    return (state.slots[:first], rules.decisions.choices(state)) == (other.slots[:first], rules.decisions.choices(other))


def _can_be_played(state: State, played: Sequence[PlayedStep]) -> bool:
    """Return whether these are choices of the same players from a position on. Raises IllegalChoice and RulebookFault."""
    for step in played:
        mover = state.rules.decisions.to_move(state)
        if (mover if isinstance(mover, int) else None) != step.seat:
            return False
        state = state.rules.step(state, step.notation)
    return True
