"""The functions that list what may come next: the codes of moves, and of outcomes with their weights."""

from __future__ import annotations

from .....dsl import ir
from ..emitting import remembered
from ..language import tree
from ..writing.building import FAULT, Code, plus, times
from ..writing.functions import new_code
from . import choices
from .alike import AlikeCode
from .position import COUNT, LISTED, WEIGHTS, ZERO, PositionCode


class LegalMovesCode:
    """Writes functions that list the codes of what may come next."""

    def __init__(self, position: PositionCode, alike: AlikeCode) -> None:
        self.position, self.alike = position, alike
        self.whole, self.memory = position.whole, position.memory

    def list_codes(self, code: Code) -> None:
        """List the codes of what may come next; how many there are. Where each kind ends is noted."""
        end = code.local(wide=False)
        cases = {number: self.list_at(code, number, end) for number in self.position.points}
        code.emit(tree.Set(end, tree.Mark(self.memory.codes)))
        self.position.at_point(code, cases, ())
        code.emit(tree.Set(COUNT, self.position.codes_between(tree.Mark(self.memory.codes), end)), tree.Return(COUNT))

    def list_at(self, code: Code, number: int, end: tree.Local) -> list[tree.Stmt]:
        point = self.position.points[number]
        with code.nested() as body:
            kinds = len(point.moves) if isinstance(point, ir.ChooseMove) else 1
            # Once for all kinds of move of the point, so they share what is worked out.
            remembered.next_listing(code)
            for i in range(kinds):
                code.emit(tree.Set(end, tree.Call(f"o{number}_{i}", (end,))))
                if kinds > 1:
                    code.emit(tree.Store(tree.Mark(self.memory.kinds), 4 * i, end, 4, wide=False))
            if isinstance(point, ir.RollValue) and self.is_weighted(point):
                self.drop_weightless(code, number, end)
        return body

    def is_weighted(self, roll: ir.RollValue) -> bool:
        return choices.has_weight(new_code(self.whole), self.alike, roll)

    def drop_weightless(self, code: Code, number: int, end: tree.Local) -> None:
        """Keep the outcomes that have a weight, and note the weights."""
        size = self.memory.code_width
        address, to = code.local(wide=False), code.local(wide=False)
        weights = code.local(wide=False)
        start = tree.Mark(self.memory.codes)
        count = self.position.codes_between(start, end)
        code.emit(tree.Set(weights, tree.Call("room", (times(count, 8),))), tree.Set(WEIGHTS, weights),
                  tree.Set(address, start), tree.Set(to, start))
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, end, wide=False)))
            packed = code.in_local(self.position.load_code(address))
            weight = code.in_local(tree.Call(f"c{number}", (packed,)))
            with code.when(tree.Test("gt_s", weight, tree.Int(0))):
                code.emit(tree.Store(to, 0, packed, size), tree.Store(weights, 0, weight, 8),
                          tree.Set(to, plus(to, size)), tree.Set(weights, plus(weights, 8)))
            code.emit(tree.Set(address, plus(address, size)), tree.Leave(again))
        code.emit(tree.Set(end, to))

    def list_now(self, code: Code) -> None:
        """List the codes of what may come next, unless that is done; none is a fault."""
        with code.when(tree.Test("eq", LISTED, ZERO, wide=False)):
            self.position.begin(code)
            code.emit(tree.Perform(tree.Call("list", ()), gives=True), tree.Set(LISTED, tree.Mark(1)))
        with code.when(tree.Test("eq", COUNT, ZERO, wide=False)):
            self.position.at_point(code, {number: [tree.Perform(tree.Call("wrong", (
                tree.Mark(FAULT), tree.Mark(point.site), tree.Int(0), tree.Int(0))), gives=False), tree.Stop()]
                for number, point in self.position.points.items()}, (tree.Stop(),))

    def listed_at(self, code: Code, number: int, end: tree.Local) -> list[tree.Stmt]:
        """List the codes at a point, unless that is done; none is a fault."""
        point = self.position.points[number]
        with code.nested() as listing:
            self.position.begin(code)
            code.emit(tree.Set(end, tree.Mark(self.memory.codes)), *self.list_at(code, number, end),
                      tree.Set(COUNT, self.position.codes_between(tree.Mark(self.memory.codes), end)))
        with code.nested() as body:
            # Only where there may be nothing to choose are codes listed before the game waits.
            if isinstance(point, ir.ChooseMove) and point.otherwise is not None:
                code.emit(tree.If(tree.Test("eq", LISTED, ZERO, wide=False), tuple(listing)))
            else:
                code.emit(*listing)
            with code.when(tree.Test("eq", COUNT, ZERO, wide=False)):
                code.wrong(FAULT, point.site)
        return body
