"""A roll -> its functions: the outcomes, how heavy each is, and how it is written."""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from .....dsl.types.types import size
from ...plan.apart import may_repeat
from ..values import naming
from ..values.loops import LoopCode
from .alike import AlikeCode
from .codes import decoded
from .listing import ListingCode
from .pieces import ModulePart, piece
from .points import audience, rows_met
from .texts import TextCode


class RollCode:
    """Writes the functions of rolls."""

    def __init__(self, program: ir.Program, code: LoopCode, listing: ListingCode, alike: AlikeCode, texts: TextCode) -> None:
        self.program, self.code, self.listing, self.alike, self.texts = program, code, listing, alike, texts
        self.tables = dict(program.tables)

    def roll(self, number: int, roll: ir.RollValue, procedure: str) -> Iterator[ModulePart]:
        """The functions of a roll of a clause, each in a piece of its own."""
        yield piece(procedure, naming.legal(number), self.listing.listing, outcomes(roll), self.listing.legal)
        if self._weighs(roll):
            yield piece(procedure, naming.weight(number), self._weight, roll)
        if self.code.names.record:
            yield piece(procedure, naming.note(number), self._noted_roll, roll)
        yield piece(procedure, naming.notation(number), self._notation_of_roll, roll)
        if roll.audience is not None:
            yield piece(procedure, naming.audience(number), audience, self.program, self.code, roll.audience)

    def _noted_roll(self, name: str, roll: ir.RollValue) -> Iterator[str]:
        """The function that notes the rows that an outcome makes use of."""
        yield f"def {name}(s, code):"
        yield from decoded((roll.bound,), 1)
        yield from rows_met(self.code, (roll.bound,))
        yield "    return"

    def _notation_of_roll(self, name: str, roll: ir.RollValue) -> Iterator[str]:
        """The function that writes an outcome as players write it."""
        yield f"def {name}(s, code):"
        yield from decoded((roll.bound,), 1)
        yield f"    return {self.texts.text(self.program.texts[roll.notation])}"

    def _weighs(self, roll: ir.RollValue) -> bool:
        """Return whether outcomes are not all equally heavy."""
        bound = roll.bound
        return roll.weight is not None or self.alike.key(bound.type) is not None or may_repeat(bound.domain, self.tables)

    def _weight(self, name: str, roll: ir.RollValue) -> Iterator[str]:
        """The function that gives how heavy an outcome is: as often as it, or what is just like it, is among the values."""
        bound, key = roll.bound, self.alike.key(roll.bound.type)
        several = key is not None or may_repeat(bound.domain, self.tables)
        kind = bound.name if key is None else f"{key}(s, {bound.name})"
        with self.code.names.scope.listing((bound,)):
            weight = "1" if roll.weight is None else self.code.expr(roll.weight)
            clause = self.code.clause(bound, *self.code.names.budget.are_long((bound,), roll.weight)) if several else ""
        yield f"def {name}(s, code):"
        yield from decoded((bound,), 1)
        if not several:
            yield f"    return {weight}"
            return
        yield f"    kind = {kind}"
        yield f"    return sum([{weight} {clause}{' and' if bound.condition is not None else ' if'} {kind} == kind])"


def outcomes(roll: ir.RollValue) -> ir.MoveOption:
    """A roll as a kind of move."""
    return ir.MoveOption(roll.clause, (roll.bound,), (), roll.notation, roll.to, 0, size(roll.bound.type))
