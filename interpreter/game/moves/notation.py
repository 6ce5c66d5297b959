"""A text to the move of a choice or roll that it stands for, legal or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....dsl import ir
from ...machine import move_spellings
from ...machine.fault_location import written_alike
from ...machine.machine import DecisionPoint
from ..table.decisions import Decisions
from ..table.names import ValueNames
from ..table.values import Position
from .any_order import in_order
from .candidates import Fit, words_of

SECRETLY = "secretly "


class Notations:
    """The notations of the moves at a table."""

    def __init__(self, names: ValueNames, decisions: Decisions) -> None:
        self.names, self.decisions, self.program = names, decisions, names.program

    def code_of(self, position: Position, text: str) -> int | None:
        """The code of the move or outcome that a text stands for here, allowed or not; None for none. Raises RulebookFault."""
        point = self.decisions.point(position)
        with self.decisions.machine.locating_faults():
            return None if point is None else self.find(point, list(position.slots), text)

    def find(self, point: DecisionPoint, s: list[int], text: str) -> int | None:
        """The code of the move at this point that a text stands for, legal or not; None for none.

        A region may be named by any of its spaces; a move of a secret choice may be written with
        `secretly` before it. Raises RulebookFault when the text does not tell which legal move is meant.
        """
        typed = self.names.normalised(text)
        texts = dict.fromkeys((typed, plain(point, typed)))
        codes = (code for known in texts if (code := self._find(point, s, known)) is not None)
        code = next(codes, None)
        return next(self._codes_in_order(point, s, texts), None) if code is None else code

    def _codes_in_order(self, point: DecisionPoint, s: list[int], texts: Iterable[str]) -> Iterator[int]:
        """Yield the codes of the moves that texts stand for which name the kinds of an amount in another order."""
        notations = [text_of(self.program, point, number).parts for number in range(len(point.kinds))]
        for text in texts:
            for meant in in_order(self.names, notations, text):
                code = self._find(point, s, meant)
                if code is not None:
                    yield code

    def _find(self, point: DecisionPoint, s: list[int], text: str) -> int | None:
        fits = list(self.fitting(point, text))
        for number, item in fits:
            meant = item.legal(s)
            if len(set(meant)) > 1 and point.player is not None and not names_all(self.program, point, number):
                raise written_alike(self.program, item.kind.id, item.kind.written(s, meant[0] - item.kind.first))
            if meant:
                return meant[0]
        refused = [code for _, item in fits for code in item.refused(s)]
        # Of several refused moves that are written so, the one that gets
        # furthest is the one that the player is most likely to mean.
        return max(refused, key=lambda code: _how_near(point, s, code), default=None)

    def fitting(self, point: DecisionPoint, text: str) -> Iterator[tuple[int, Fit]]:
        """Yield the kinds of move at a point by whose notation a text may be written, each with its number."""
        for number, kind in enumerate(point.kinds):
            bounds, parts = bounds_of(self.program, point, number), text_of(self.program, point, number).parts
            words = words_of(self.names, bounds, parts, text)
            if words is not None:
                yield number, Fit(self.names, self.decisions, kind, bounds, parts, words)

    def is_known(self, text: str) -> bool:
        """Return whether a text is the notation of any move or roll of this game, here or elsewhere. Raises RulebookFault."""
        typed = self.names.normalised(text)
        with self.decisions.machine.locating_faults():
            return any(True for point in self.decisions.points for _ in self.fitting(point, plain(point, typed)))


def plain(point: DecisionPoint, text: str) -> str:
    """Return a text without the word that may stand before a secret choice."""
    return text if point.secret is None else text.removeprefix(SECRETLY)


def names_all(program: ir.Program, point: DecisionPoint, number: int) -> bool:
    """Return whether each open value of a kind of move stands in its notation as it is, so that it is written like no other."""
    return move_spellings.names_all(bounds_of(program, point, number), text_of(program, point, number))


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
    """The notation of a kind of move at a point."""
    end = program.blocks[point.block].end
    if isinstance(end, ir.ChooseMove):
        return program.texts[end.moves[number].notation]
    assert isinstance(end, ir.RollValue)
    return program.texts[end.notation]
