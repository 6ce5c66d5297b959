"""Distances over the neighbouring spaces of a board where each step counts one, as loops over room of their own.

What is found, and in which order, is as in `interpreter.runtime.paths`.
"""

from __future__ import annotations

from collections.abc import Callable

from ..language import tree
from ..language.values import ListVal, Num, NumShape, Val
from ..writing.building import Code, negated, plus
from ..writing.numbers import as_num, narrowed
from . import boards, lists

# Whether a space may stand between the ends of a path: goes to a label when it may not.
Refuses = Callable[[Num, int], None] | None


def _queue(code: Code, count: int, first: Num) -> tuple[tree.Local, tree.Local, tree.Local, tree.Local]:
    """A list with the start in it, its end and beginning, and room that notes which spaces were seen."""
    place, last = lists.new_list(code, count)
    address = code.local(wide=False)
    visited = code.local(wide=False)
    code.emit(tree.Set(visited, tree.Call("room", (tree.Mark(count),))), tree.Clear(visited, tree.Mark(count)))
    lists.push(code, last, first)
    code.emit(tree.Set(address, place), _note(visited, first))
    return place, last, address, visited


def _note(visited: tree.Expr, space: Num) -> tree.Stmt:
    return tree.Store(tree.Arith("add", visited, narrowed(space.node), wide=False), 0, tree.Int(1), 1)


def _was_seen(visited: tree.Expr, space: Num) -> tree.Expr:
    return narrowed(tree.Load(tree.Arith("add", visited, narrowed(space.node), wide=False), 0, 1))


def _spread(code: Code, board: str, start: Num, refuses: Refuses, step: Callable[[tree.Local, tree.Local, int], None],
            ) -> tuple[tree.Local, tree.Local, tree.Local, tree.Local]:
    """Go from the start to its neighbours, from these to theirs, and so on.

    `step` is given the number of steps made so far, what was seen, and the label for the end, before each step.
    Gives the list of spaces in the order in which they were reached, its end, the steps made, and what was seen.
    """
    count = boards.spaces_of(code, board)
    place, last, current, visited = _queue(code, count, start)
    steps, edge = code.local(), code.local(wide=False)
    code.emit(tree.Set(steps, tree.Int(0)))

    def visit_neighbour(other: Val, _following: int, _out: int) -> None:
        space = as_num(code.reusable(other))
        with code.when(negated(_was_seen(visited, space))):
            code.emit(_note(visited, space))
            lists.push(code, last, space)

    with code.block() as out, code.loop() as again:
        code.emit(tree.Leave(out, tree.Test("eq", current, last, wide=False)))
        step(steps, visited, out)
        # What is pushed from here on is one step further: `edge` is where the spaces of this distance end.
        code.emit(tree.Set(edge, last))
        with code.loop() as on:
            code.emit(tree.Set(current, plus(current, code.width)))
            space = Num(code.in_local(tree.Load(current, 0, code.width)), 0, count - 1)
            with code.block() as following:
                if refuses is not None:
                    with code.block() as passes:
                        # The start may be a space that no path could pass: only what lies between the ends is asked.
                        code.emit(tree.Leave(passes, tree.Test("eq", steps, tree.Int(0))))
                        refuses(space, following)
                neighbours = lists.looked_up(code, f"near.{board}", space)
                assert isinstance(neighbours, ListVal)
                lists.each_entry(code, neighbours, visit_neighbour)
            code.emit(tree.Leave(on, tree.Test("lt_u", current, edge, wide=False)))
        code.emit(tree.Set(steps, tree.Arith("add", steps, tree.Int(1))), tree.Leave(again))
    return place, last, steps, visited


def near(code: Code, board: str, start: Num, steps: Num, itself: bool, refuses: Refuses = None) -> ListVal:
    """The spaces to which a path of at most N steps leads, the nearest first; with the start if `itself`."""
    count = boards.spaces_of(code, board)
    start = code.within(start, 0, count - 1)

    def enough(taken: tree.Local, _visited: tree.Local, out: int) -> None:
        code.emit(tree.Leave(out, tree.Test("ge_s", taken, steps.node)))

    place, last, _, _ = _spread(code, board, start, refuses, enough)
    # The start stands first; without it the list begins one entry later.
    first = place if itself else code.local(wide=False)
    if not itself:
        code.emit(tree.Set(first, plus(place, code.width)))
    lists.finish(code, first, last)
    return ListVal(first, count, NumShape(0, count - 1), fixed=True)


def distance(code: Code, board: str, start: Num, goal: Num, refuses: Refuses) -> Num:
    """The steps of the shortest path to a space; the number of spaces where none leads there."""
    count = boards.spaces_of(code, board)
    goal = code.within(goal, 0, count - 1)

    def leave_at_goal(_steps: tree.Local, visited: tree.Local, out: int) -> None:
        code.emit(tree.Leave(out, _was_seen(visited, goal)))

    with code.releasing():
        _, _, steps, visited = _spread(code, board, start, refuses, leave_at_goal)
        result = code.local()
        code.emit(tree.Set(result, tree.Select(_was_seen(visited, goal), steps, tree.Int(count))))
    return Num(result, 0, count)
