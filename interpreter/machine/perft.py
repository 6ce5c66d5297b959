"""A machine and a state to counts: the number of ways to play on for a number of choices.

Perft ("performance test") is the usual check of a move generator in computer chess: the number
of move sequences of a given length is compared with a number that others have published. Rules
that allow one move too many, or forget one, hardly ever give the right counts.

Choices and outcomes of chance count alike: each takes one step of the depth, and an outcome
counts once however likely it is. Choices made at once, in secret, are steps one after another.
"""

from __future__ import annotations

from collections.abc import Callable

from ..backends.backend import Vector
from .machine import DecisionPoint, Machine


def perft(machine: Machine, state: Vector, depth: int) -> int:
    """The number of sequences of exactly `depth` legal choices from here.

    A leaf is a whole sequence, not a position: two sequences that lead to the same position are
    two leaves. A game that ends after its last choice is a leaf; one that ends earlier is none.
    The state is left as it is. Raises RulebookFault for a fault on the way.

    >>> from rulewright.dsl.load.loader import find, read
    >>> from rulewright.dsl.driver.compile import program_for
    >>> from rulewright.interpreter.backends.python.program import PythonProgram
    >>> files = read(find("tic_tac_toe"))
    >>> machine = Machine(PythonProgram(program_for(files.declarations, 2, {}, files.diagnostics)), ["x", "o"])
    >>> [perft(machine, machine.start(), depth) for depth in range(5)]
    [1, 9, 72, 504, 3024]
    """
    if depth == 0:
        return 1
    point = _point(machine, state)
    if point is None:
        return 0
    codes = _codes(machine, state, point)
    # The last choices are counted, not carried out: that saves most of the work.
    if depth == 1:
        return len(codes)
    return sum(perft(machine, _after(machine, state, point, code), depth - 1) for code in codes)


def divide(machine: Machine, state: Vector, depth: int,
           count: Callable[[Vector, int], int | None] = lambda _state, _depth: None) -> dict[str, int]:
    """As `perft`, apart for each first choice: its notation, and the sequences that begin with it.

    When a count is wrong, this tells where to look: compare with another program, carry out the
    choice that differs, and divide again. `count` may count faster; None is what it cannot count. Raises
    ValueError for a depth of 0, where there is no first choice, and RulebookFault as `perft` does, or when two legal
    moves are written alike. Outcomes of chance that are written alike are counted together.
    """
    if depth < 1:
        raise ValueError(f"a depth of {depth} has no first choice; at least 1 is needed")
    point = _point(machine, state)
    if point is None:
        return {}
    counts: dict[str, int] = {}
    codes = _codes(machine, state, point)
    # Outcomes of chance may be written alike, as two equal cards; moves must not, because players type them.
    if point.player is not None:
        machine.require_distinct(state, point, codes)
    for code in codes:
        kind = point.kind_of(code)
        notation = kind.written(state, code - kind.first)
        after = _after(machine, state, point, code)
        counted = count(after, depth - 1)
        counted = perft(machine, after, depth - 1) if counted is None else counted
        counts[notation] = counts.get(notation, 0) + counted
    return counts


def endings(machine: Machine, state: Vector, depth: int) -> list[int]:
    """Return how many games end with exactly 0, 1, 2 .. `depth` more choices.

    The sum is the number of different games that are over by then. Raises RulebookFault as
    `perft` does.
    """
    counts = [0] * (depth + 1)
    _count_endings(machine, state, 0, counts)
    return counts


def _count_endings(machine: Machine, state: Vector, depth: int, counts: list[int]) -> None:
    point = _point(machine, state)
    if point is None:
        counts[depth] += 1
    elif depth + 1 < len(counts):
        for code in _codes(machine, state, point):
            _count_endings(machine, _after(machine, state, point, code), depth + 1, counts)


def _point(machine: Machine, state: Vector) -> DecisionPoint | None:
    """Return where the rules wait, or None when the game is over."""
    if state[1]:
        return None
    point = machine.points[state[0]]
    assert point is not None, "a state that goes on waits at a point"
    return point


def _codes(machine: Machine, state: Vector, point: DecisionPoint) -> list[int]:
    """All that may come next, choice or chance."""
    return machine.outcomes(state, point)[0] if point.player is None else machine.legal(state, point)


def _after(machine: Machine, state: Vector, point: DecisionPoint, code: int) -> Vector:
    after = state.copy()
    machine.apply(after, point, code)
    return after
