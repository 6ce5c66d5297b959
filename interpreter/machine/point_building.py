"""The blocks of a program and their generated functions -> the points where the machine waits."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ...dsl import ir
from ...dsl.types.types import size
from ..backends.backend import Backend, MoveFunctions, Vector
from ..canonical.free_temps import free_temps
from ..runtime.faults import Fault, RulebookFault
from ..runtime.move_codes import out_of_domain_place
from .move_spellings import are_distinct
from .points import DecisionPoint, MoveKind


@frozen(eq=False)
class PointBuilder:
    """Builds the points of a program. `fault` gives a fault of its functions the place in the rulebook."""

    program: ir.Program
    functions: Backend
    fault: Callable[[Fault], RulebookFault]

    def point(self, block: ir.Block) -> DecisionPoint | None:
        """The point of a block in which the machine waits; None for another block."""
        by = self.functions.points[block.id]
        if by is None:
            return None
        match block.end:
            case ir.ChooseMove() as end:
                kinds = tuple(
                    self._kind(functions, id=move.id, first=move.first, count=move.count, guards=move.guards,
                               sense=self._sense(move.bound, move.notation, move.relies))
                    for move, functions in zip(end.moves, by.kinds, strict=True))
                return DecisionPoint(
                    block=block.id, label=block.label, clause=end.clause, kinds=kinds, player=by.player, weight=None,
                    otherwise=end.otherwise, secret=end.secret, site=end.site, says=by.says, audience=by.audience,
                    private=end.private, listed=by.listed)
            case ir.RollValue() as end:
                kind = self._kind(by.kinds[0], id=end.clause, first=0, count=size(end.bound.type), guards=(),
                                  sense=self._sense((end.bound,), end.notation, 0))
                return DecisionPoint(
                    block=block.id, label=block.label, clause=end.clause, kinds=(kind,), player=None, weight=by.weight,
                    otherwise=None, secret=None, site=end.site, audience=by.audience)
            case _:
                # Functions of points are generated for these two ends only.
                raise AssertionError("play waits for a choice or a roll")

    def _kind(self, by: MoveFunctions, *, id: str, first: int, count: int, guards: tuple[ir.Guard, ...],
              sense: int) -> MoveKind:
        return MoveKind(
            id=id, first=first, count=count, guards=guards, sense=sense, legal=by.legal, enter=by.enter,
            written=self._locating(by.written), refused=by.refused, messages=by.messages, note=by.note,
            lifting=by.lifting, possible=by.possible, looked=by.looked)

    def _locating(self, written: Callable[[Vector, int], str]) -> Callable[[Vector, int], str]:
        """The same function, which raises RulebookFault where it raised Fault."""

        def locating(s: Vector, code: int) -> str:
            try:
                return written(s, code)
            except Fault as fault:
                raise self.fault(fault) from None

        return locating

    def _sense(self, bounds: tuple[ir.Bound, ...], notation: int, relies: int) -> int:
        """The place of refusal from which on a notation makes sense: its computed parts need values that may be chosen."""
        numbers = {bound.name: number for number, bound in enumerate(bounds, 1)}
        computed = [part.value for part in self.program.texts[notation].parts
                    if not isinstance(part, str) and not (isinstance(part.value, ir.Temp) and part.value.name in numbers)]
        needed = max([relies, *(numbers.get(name, 0) for name in free_temps(tuple(computed)))])
        count = len(bounds)
        return out_of_domain_place(needed, False, count) if needed <= count else needed - count


def is_simple(program: ir.Program, point: DecisionPoint) -> bool:
    """Return whether a random game only draws a code at a point and carries it out: nothing is weighed or compared."""
    end = program.blocks[point.block].end
    if len(point.kinds) > 1 or point.weight is not None:
        return False
    return not isinstance(end, ir.ChooseMove) or are_distinct(end.moves, program.texts)
