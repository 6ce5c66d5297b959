"""A position in the lines that set it up: its facts, the place where the rules stand, and what they remember there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...game.call_stack import rules_around
from ...game.rules import Rules
from ...game.state import State


def places(state: State) -> Iterator[str]:
    """The names by which a playthrough may go to where a position stands."""
    point = state.rules.decisions.point(state)
    if point is not None:
        procedure = state.rules.analyses.rule_of_block[point.block]
        if procedure != "play":
            yield procedure
        yield point.label


def facts(state: State, *others: Rules) -> Iterator[str]:
    """The lines that set a state's cells, where they are not as at the very start of its game and of those of other rules."""
    rules = state.rules
    # What is as at the start of all these games needs no line; with other rules another start may count.
    starts = [State(other, other.program.start) for other in (rules, *others)]
    for board in rules.program.boards:
        if board.roots is None or board.region is None:
            continue
        spaces = board.space.members
        root_of = [state.slots[board.roots + i] for i in range(len(spaces))]
        for root in dict.fromkeys(root_of):
            inside = [space for space, own in zip(spaces, root_of, strict=True) if own == root]
            if len(inside) > 1:
                yield f"merge {', '.join(inside)}"
    for name in rules.cells.existing(state):
        value = rules.cells.value(state, name)
        as_at_start = all(name in start.rules.cells and start.rules.cells.value(start, name) == value for start in starts)
        if not as_at_start:
            yield f"{name} = {value}"


def given_values(state: State) -> Iterator[str]:
    """Return the values that the rules being carried out remember, by name; those that they only count with have none."""
    around = rules_around(state)
    for name, cell in state.rules.cells.items():
        value = state.rules.cells.value(state, name)
        if cell.local and cell.part_of in around and not re.search("[# ]", name) and not value.startswith("["):
            yield f"{name} = {value}"
