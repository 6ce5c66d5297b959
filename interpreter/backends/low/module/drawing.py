"""Functions that draw one of the codes that are listed: a kind of move and a move of it, or an outcome by its weight."""

from __future__ import annotations

from .....dsl import ir
from ..language import tree
from ..layout.memory import UNIFORM
from ..writing.building import Code, plus, times
from ..writing.numbers import narrowed
from .legal_moves import LegalMovesCode
from .position import CHOICES, COUNT, OFFERED, WEIGHTS, WIDEST, ZERO, PositionCode


class DrawingCode:
    """Writes functions that draw at random among what is listed."""

    def __init__(self, position: PositionCode, listed: LegalMovesCode) -> None:
        self.position, self.listed, self.memory = position, listed, position.memory

    def drawn_at(self, code: Code, number: int, packed: tree.Local, part: tuple[tree.Local, tree.Local]) -> list[tree.Stmt]:
        point = self.position.points[number]
        start = tree.Mark(self.memory.codes)
        with code.nested() as body:
            if isinstance(point, ir.RollValue):
                self.roll(code, point, packed)
                return body
            self.note_offer(code)
            if len(point.moves) == 1:
                code.emit(tree.Set(packed, self.one_of(start, tree.Widen(COUNT))))
                return body
            first, end = part
            with code.nested() as kind:
                self.pick_kind(code, len(point.moves), (first, end))
            every = (tree.Set(first, start), tree.Set(end, plus(times(COUNT, self.memory.code_width), self.memory.codes)))
            code.emit(tree.If(tree.Test("ne", tree.Load(ZERO, UNIFORM, 8), tree.Int(0)), every, tuple(kind)))
            code.emit(tree.Set(packed, self.one_of(first, tree.Widen(self.position.codes_between(first, end)))))
        return body

    def note_offer(self, code: Code) -> None:
        """Count a choice, and how many moves were offered."""
        count = code.in_local(tree.Widen(COUNT))
        code.emit(tree.Set(CHOICES, tree.Arith("add", CHOICES, tree.Int(1))),
                  tree.Set(OFFERED, tree.Arith("add", OFFERED, count)),
                  tree.Set(WIDEST, tree.Select(tree.Test("gt_s", count, WIDEST), count, WIDEST)))

    def one_of(self, first: tree.Expr, count: tree.Expr) -> tree.Expr:
        """One of the codes from an address on, each equally likely."""
        place = times(narrowed(tree.Call("below", (count,))), self.memory.code_width)
        return self.position.load_code(tree.Arith("add", first, place, wide=False))

    def pick_kind(self, code: Code, kinds: int, part: tuple[tree.Local, tree.Local]) -> None:
        """One of the kinds of move that are possible, each equally likely: where its codes begin and end."""
        first, end = part
        possible, address = code.local(), code.local(wide=False)
        ends = [tree.Load(tree.Mark(self.memory.kinds), 4 * i, 4, wide=False) for i in range(kinds)]
        starts: list[tree.Expr] = [tree.Mark(self.memory.codes), *ends[:-1]]
        total: tree.Expr = tree.Int(0)
        for start, other in zip(starts, ends, strict=True):
            total = tree.Arith("add", total, tree.Widen(tree.Test("ne", start, other, wide=False)))
        code.emit(tree.Set(possible, tree.Call("below", (total,))), tree.Set(end, starts[0]), tree.Set(address, ZERO))
        with code.loop() as again:
            code.emit(tree.Set(first, end),
                      tree.Set(end, tree.Load(plus(times(address, 4), self.memory.kinds), 0, 4, wide=False)),
                      tree.Set(address, plus(address, 1)), tree.Leave(again, tree.Test("eq", first, end, wide=False)),
                      tree.Set(possible, tree.Arith("sub", possible, tree.Int(1))),
                      tree.Leave(again, tree.Test("ge_s", possible, tree.Int(0))))

    def roll(self, code: Code, roll: ir.RollValue, packed: tree.Local) -> None:
        """One of the outcomes, each as likely as it is heavy."""
        start = tree.Mark(self.memory.codes)
        if not self.listed.is_weighted(roll):
            code.emit(tree.Set(packed, self.one_of(start, tree.Widen(COUNT))))
            return
        total, address, end = code.local(), code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(total, tree.Int(0)), tree.Set(address, WEIGHTS),
                  tree.Set(end, tree.Arith("add", WEIGHTS, times(COUNT, 8), wide=False)))
        with code.loop() as again:
            code.emit(tree.Set(total, tree.Arith("add", total, tree.Load(address, 0, 8))), tree.Set(address, plus(address, 8)),
                      tree.Leave(again, tree.Test("lt_u", address, end, wide=False)))
        # A share of 53 random bits is exact up to here only; Python draws among more.
        code.beyond_when(tree.Test("gt_u", total, tree.Int(1 << 52)))
        code.emit(tree.Set(total, tree.Call("below", (total,))), tree.Set(address, WEIGHTS))
        with code.loop() as again:
            code.emit(tree.Set(total, tree.Arith("sub", total, tree.Load(address, 0, 8))), tree.Set(address, plus(address, 8)),
                      tree.Leave(again, tree.Test("ge_s", total, tree.Int(0))))
        place = self.codes_of_weights(address)
        code.emit(tree.Set(packed, self.position.load_code(tree.Arith("add", start, place, wide=False))))

    def codes_of_weights(self, past: tree.Expr) -> tree.Expr:
        """Return how far from the first the code lies whose weight ends at an address."""
        place = tree.Arith("shr_u", tree.Arith("sub", past, plus(WEIGHTS, 8), wide=False), tree.Mark(3), wide=False)
        return times(place, self.memory.code_width)
