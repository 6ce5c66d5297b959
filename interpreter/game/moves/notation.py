"""A text to the move of a choice or roll that it stands for, legal or not."""

from __future__ import annotations

from collections.abc import Iterator

from ....dsl import ir
from ...machine import written
from ...machine.fault_location import written_alike
from ...machine.machine import DecisionPoint
from ..table.table import Table
from .any_order import in_order
from .candidates import Fit, fit

SECRETLY = "secretly "


def find(table: Table, point: DecisionPoint, s: list[int], text: str) -> int | None:
    """The code of the move at this point that a text stands for, legal or not; None for none.

    A region may be named by any of its spaces; a move of a secret choice may be written with
    `secretly` before it. Raises RulebookFault when the text does not tell which legal move is meant.
    """
    wanted = table.named(text)
    texts = (wanted, wanted.removeprefix(SECRETLY)) if point.secret is not None else (wanted,)
    found = (code for known in texts if (code := _find(table, point, s, known)) is not None)
    code = next(found, None)
    return next(_found_in_order(table, point, s, texts), None) if code is None else code


def _found_in_order(table: Table, point: DecisionPoint, s: list[int], texts: tuple[str, ...]) -> Iterator[int]:
    """Yield the codes of the moves that texts stand for which name the kinds of an amount in another order."""
    notations = [text_of(table.program, point, number).parts for number in range(len(point.kinds))]
    for text in texts:
        for meant in in_order(table, notations, text):
            code = _find(table, point, s, meant)
            if code is not None:
                yield code


def _find(table: Table, point: DecisionPoint, s: list[int], wanted: str) -> int | None:
    fits = [(number, one) for number in range(len(point.kinds)) if (one := fit_of(table, point, number, wanted)) is not None]
    for number, item in fits:
        meant = item.legal(s)
        if len(set(meant)) > 1 and point.player is not None and not names_all(table.program, point, number):
            raise written_alike(table.program, item.kind.id, item.kind.written(s, meant[0] - item.kind.first))
        if meant:
            return meant[0]
    refused = [code for _, item in fits for code in item.refused(s)]
    # Of several refused moves that are written so, the one that gets
    # furthest is the one that the player is most likely to mean.
    return max(refused, key=lambda code: _how_near(point, s, code), default=None)


def fit_of(table: Table, point: DecisionPoint, number: int, text: str) -> Fit | None:
    """Return how a text fits the notation of a kind of move at a point; None if it does not."""
    program = table.program
    return fit(table, point.kinds[number], bounds_of(program, point, number), text_of(program, point, number).parts, text)


def names_all(program: ir.Program, point: DecisionPoint, number: int) -> bool:
    """Return whether each open value of a kind of move stands in its notation as it is, so that it is written like no other."""
    return written.names_all(bounds_of(program, point, number), text_of(program, point, number))


def _how_near(point: DecisionPoint, s: list[int], code: int) -> int:
    """Return how far a refused move gets: values that are not offered, then the requirements in their order."""
    kind = point.kind_of(code)
    failed = [] if kind.refused is None else kind.refused(s, code - kind.first)
    return failed[0] if failed else len(kind.guards)


def bounds_of(program: ir.Program, point: DecisionPoint, number: int) -> tuple[ir.Bound, ...]:
    """The values that a kind of move at a point leaves open."""
    end = program.blocks[point.block].end
    if isinstance(end, ir.ChooseMove):
        return end.moves[number].bound
    assert isinstance(end, ir.RollValue)
    return (end.bound,)


def text_of(program: ir.Program, point: DecisionPoint, number: int) -> ir.TextOf:
    end = program.blocks[point.block].end
    if isinstance(end, ir.ChooseMove):
        return program.texts[end.moves[number].notation]
    assert isinstance(end, ir.RollValue)
    return program.texts[end.notation]


def is_known(table: Table, text: str) -> bool:
    """Return whether a text is written as a move of the game may be, here or elsewhere."""
    wanted = table.named(text)
    for point in table.machine.points:
        if point is not None:
            plain = wanted if point.secret is None else wanted.removeprefix(SECRETLY)
            if any(fit_of(table, point, number, plain) is not None for number in range(len(point.kinds))):
                return True
    return False
