"""A seat that may not use an item, in a module: as `analysis.balance.restricted.RestrictedPlayer` chooses, with the same draws.

The host writes a table anywhere; its address stands at `BARRED`, or 0 where nothing is barred. All its numbers have 8 bytes:
the seat, and then for each kind of move (`numbered`) the address of its rows, or 0. Rows: how many there are, and of each
three numbers: a code of the kind, divided by the first, modulo the second, is the place of a byte behind the address that is
the third. A code is barred if one of these bytes is not 0.
"""

from __future__ import annotations

from .....dsl import ir
from ..language import tree
from ..layout.memory import BARRED
from ..module.playing import PlayCode
from ..module.position import COUNT, LISTED, ZERO
from ..writing.building import Code, plus, times
from ..writing.functions import once
from .counting import numbered

ROW_BYTES = 24


class BarredCode:
    """Writes the function that replaces a code that is barred."""

    def __init__(self, playing: PlayCode) -> None:
        self.position, self.listed, self.drawing = playing.position, playing.listed, playing.drawing
        whole = playing.whole
        self.memory, self.program = whole.memory, whole.program
        self.kinds = numbered(self.program)
        once(whole, "is_barred", (False, True), False, self.is_barred)
        once(whole, "keep_allowed", (False, True, False, False, False), False, self.keep_allowed)
        once(whole, "allowed", (True,), True, self.allowed)

    def is_barred(self, code: Code) -> None:
        """Return whether a code of a kind of move is barred; the code counts from the first of its kind."""
        kind, apart = code.local(wide=False), code.local()
        entry = tree.Arith("add", tree.Narrow(tree.Load(ZERO, BARRED, 8)), times(kind, 8), wide=False)
        rows = code.in_local(tree.Narrow(tree.Load(entry, 8, 8)), wide=False)
        with code.when(tree.Test("eq", rows, ZERO, wide=False)):
            code.emit(tree.Return(ZERO))
        address, end = code.local(wide=False), code.local(wide=False)
        size = times(tree.Narrow(tree.Load(rows, 0, 8)), ROW_BYTES)
        code.emit(tree.Set(address, plus(rows, 8)), tree.Set(end, tree.Arith("add", address, size, wide=False)))
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, end, wide=False)))
            place = tree.Arith("rem_u", tree.Arith("div_u", apart, tree.Load(address, 0, 8)), tree.Load(address, 8, 8))
            byte = tree.Load(tree.Narrow(tree.Arith("add", tree.Load(address, 16, 8), place)), 0, 1)
            with code.when(tree.Test("ne", byte, tree.Int(0))):
                code.emit(tree.Return(tree.Mark(1)))
            code.emit(tree.Set(address, plus(address, ROW_BYTES)), tree.Leave(again))
        code.emit(tree.Return(ZERO))

    def keep_allowed(self, code: Code) -> None:
        """Put the codes of a kind that lie between two addresses and are not barred to another; the address behind them."""
        kind, first = code.local(wide=False), code.local()
        address, end, to = (code.local(wide=False) for _ in range(3))
        width = self.memory.code_width
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, end, wide=False)))
            packed = code.in_local(self.position.load_code(address))
            with code.when(tree.Not(tree.Call("is_barred", (kind, tree.Arith("sub", packed, first))))):
                code.emit(tree.Store(to, 0, packed, width), tree.Set(to, plus(to, width)))
            code.emit(tree.Set(address, plus(address, width)), tree.Leave(again))
        code.emit(tree.Return(to))

    def allowed(self, code: Code) -> None:
        """The code that is made in place of one: the same, or a random other one where it is barred and there are others."""
        packed = code.local()
        seat = tree.Narrow(tree.Load(tree.Narrow(tree.Load(ZERO, BARRED, 8)), 0, 8))
        with code.when(tree.Test("ne", self.position.mover_now(code), seat, wide=False)):
            code.emit(tree.Return(packed))
        cases = {number: self.allowed_at(code, number, point, packed) for number, point in self.position.points.items()
                 if isinstance(point, ir.ChooseMove)}
        self.position.at_point(code, cases, (tree.Stop(),))
        code.emit(tree.Return(packed))

    def allowed_at(self, code: Code, number: int, point: ir.ChooseMove, packed: tree.Local) -> list[tree.Stmt]:
        with code.nested() as body:
            barred: tree.Expr = tree.Mark(0)
            # From the last kind to the first, so the test of the first kind stands outermost and is made first.
            for place, move in reversed(list(enumerate(point.moves))):
                this = tree.Call("is_barred", (tree.Mark(self.kinds[number, place]),
                                               tree.Arith("sub", packed, tree.Int(move.first))))
                below = tree.Test("lt_s", packed, tree.Int(move.first + move.count))
                barred = tree.Either(tree.Both(below, this), tree.Both(tree.Not(below), barred)) if place + 1 < len(
                    point.moves) else this
            with code.when(tree.Not(barred)):
                code.emit(tree.Return(packed))
            self.draw_other(code, number, point, packed)
        return body

    def draw_other(self, code: Code, number: int, point: ir.ChooseMove, packed: tree.Local) -> None:
        """Draw a kind of move of which codes are allowed, and one of these; nothing where there are none."""
        # Other positions were listed since, if the player has looked ahead.
        code.emit(tree.Set(LISTED, ZERO))
        self.listed.list_now(code)
        start, several = tree.Mark(self.memory.codes), len(point.moves) > 1
        first, end, to = (code.local(wide=False) for _ in range(3))
        code.emit(tree.Set(first, start), tree.Set(to, start), tree.Set(LISTED, ZERO))
        for place, move in enumerate(point.moves):
            address = tree.Load(ZERO, self.memory.kinds + 4 * place, 4, wide=False) if several else \
                plus(times(COUNT, self.memory.code_width), self.memory.codes)
            code.emit(tree.Set(end, address), tree.Set(to, tree.Call("keep_allowed", (
                tree.Mark(self.kinds[number, place]), tree.Int(move.first), first, end, to))), tree.Set(first, end))
            if several:
                code.emit(tree.Store(ZERO, self.memory.kinds + 4 * place, to, 4, wide=False))
        with code.when(tree.Test("eq", to, start, wide=False)):
            code.emit(tree.Return(packed))
        if several:
            self.drawing.pick_kind(code, len(point.moves), (first, end))
        else:
            # A kind is drawn where there is but one, too.
            code.emit(tree.Perform(tree.Call("below", (tree.Int(1),)), gives=True), tree.Set(first, start), tree.Set(end, to))
        code.emit(tree.Set(packed, self.drawing.one_of(first, tree.Widen(self.position.codes_between(first, end)))))
