"""Random choices one after the other, as fast as generated functions can be called: the inner loop of random games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..backends.backend import BLOCK, State
from ..runtime.faults import GameOver
from ..runtime.step_counter import MAX_PASSES, StepCounter


class SimplePoint(NamedTuple):
    """A point with one kind of move, whose moves need not be compared: what lists and enters it, its first code.

    What is `offered` is counted where a seat decides, and not for chance.
    """

    legal: Callable[[State], list[int]]
    enter: Callable[[State, int], int]
    first: int
    offered: bool


class Run(NamedTuple):
    """The result of a run: the block that comes next, or the end that was reached, and counts of the choices."""

    steps: int
    block: int
    end: int | None
    choices: int
    offered: int
    widest: int


def random_run(points: Sequence[SimplePoint | None], s: State, random: Callable[[], float], limit: int,
               counter: StepCounter) -> Run:
    """Choose at random from point to point, up to one that is not simple, or where nothing is legal. Raises Fault."""
    steps = choices = offered = widest = 0
    block, end = s[BLOCK], None
    try:
        while steps < limit and (point := points[block]) is not None:
            legal, enter, first, counts = point
            counter.left = MAX_PASSES
            codes = legal(s)
            count = len(codes)
            if not count:
                break
            steps += 1
            if counts:
                choices += 1
                offered += count
                if count > widest:
                    widest = count
            block = enter(s, codes[int(random() * count)] - first)
    except GameOver as over:
        end = over.end
    return Run(steps, block, end, choices, offered, widest)
