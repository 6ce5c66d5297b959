"""Many positions of one game in a module's memory, each carried on by one call: the exports `lanes` and `playouts_from`.

A table of numbers of 4 bytes, which the host writes anywhere, says where the columns of the lanes are (`FIELDS`); a column
that is not wanted is at 0. A lane is loaded, its order is carried out, and only then is it put back: so a lane that traps
is as before.
"""

from __future__ import annotations

from .....dsl import ir
from ..language import tree
from ..layout.memory import DONE, KIND, PLAYED, STOP
from ..writing.building import TOP, Code, plus, times
from ..writing.whole import Whole
from .position import BASE, CHOICES, LISTED, OFFERED, ROOM_START, WIDEST, ZERO
from .runtime import DRAWN

# The table: addresses of columns, numbers of bytes or entries, and what to do.
FIELDS = ("states", "chances", "games", "orders", "taken", "movers", "counts", "codes", "codes_row", "masks", "masks_row",
          "winners", "scores", "limit", "flags")
PLACES = {name: 4 * i for i, name in enumerate(FIELDS)}
# Orders that are no codes: leave the position as it is, begin a game, choose or roll at random, play on at random to the end.
LOOK, BEGIN, DRAW, PLAYOUT = -1, -2, -3, -4
# Flags: roll wherever chance decides; let the chance of a lane be that of its game before the order.
ROLL, RESEED = 1, 2


class Lanes:
    """Writes the function that carries on several positions."""

    def __init__(self, whole: Whole) -> None:
        self.whole, self.memory, self.program = whole, whole.memory, whole.program
        self.state_bytes = self.memory.width * self.program.size
        self.ended = tree.Test("ne", tree.Load(ZERO, self.memory.state + self.memory.width * ir.ENDED_SLOT, self.memory.width),
                               tree.Int(0))

    def write(self, code: Code) -> None:
        """Carry out the orders of the lanes from one up to, and without, another; gives the lane that it came to."""
        self.table, self.seed = code.local(wide=False), code.local()
        self.lane, end = code.local(wide=False), code.local(wide=False)
        self.left = code.local()
        with code.block() as out, code.loop() as again:
            # Before the lane is touched: where it traps, this says which one it was.
            code.emit(tree.Store(ZERO, DONE, tree.Widen(self.lane), 8),
                      tree.Leave(out, tree.Test("ge_s", self.lane, end, wide=False)),
                      tree.Leave(out, tree.Test("ne", tree.Load(ZERO, STOP, 8), tree.Int(0))))
            self.load(code)
            taken = self.carry_out(code)
            self.roll(code)
            self.report(code, taken)
            code.emit(tree.Set(self.lane, plus(self.lane, 1)), tree.Leave(again))
        code.emit(tree.Return(self.lane))

    # -- parts of the table ----------------------------------------------------------------------

    def number(self, name: str) -> tree.Expr:
        """A number of the table."""
        return tree.Load(self.table, PLACES[name], 4, wide=False)

    def place(self, name: str, row: tree.Expr) -> tree.Expr:
        """The address of the entry of this lane in a column; `row` are the bytes of an entry."""
        return tree.Arith("add", self.number(name), tree.Arith("mul", self.lane, row, wide=False), wide=False)

    def is_there(self, name: str) -> tree.Expr:
        return tree.Test("ne", self.number(name), ZERO, wide=False)

    def has_flag(self, flag: int) -> tree.Expr:
        return tree.Test("ne", tree.Arith("and", self.number("flags"), tree.Mark(flag), wide=False), ZERO, wide=False)

    # -- a lane ----------------------------------------------------------------------------------

    def load(self, code: Code) -> None:
        """Go to the position of the lane, with its chance."""
        code.emit(tree.Copy(tree.Mark(self.memory.state), self.place("states", tree.Mark(self.state_bytes)),
                            tree.Mark(self.state_bytes)),
                  tree.Set(BASE, ROOM_START), tree.Set(LISTED, ZERO), tree.Store(ZERO, KIND, tree.Int(0), 8),
                  tree.Set(self.left, tree.Widen(self.number("limit"))))
        with code.when(self.is_there("chances")):
            code.emit(tree.Set(DRAWN, tree.Load(self.place("chances", tree.Mark(8)), 0, 8)))
        with code.when(self.has_flag(RESEED)):
            self.reseed(code)

    def reseed(self, code: Code) -> None:
        number = tree.Load(self.place("games", tree.Mark(8)), 0, 8)
        code.emit(tree.Store(ZERO, PLAYED, number, 8),
                  tree.Perform(tree.Call("begin_series", (self.seed, number)), gives=False))

    def carry_out(self, code: Code) -> tree.Local:
        """Carry out the order; whether that could be done."""
        order, taken = code.local(), code.local(wide=False)
        code.emit(tree.Set(order, tree.Load(self.place("orders", tree.Mark(8)), 0, 8)), tree.Set(taken, tree.Mark(1)))
        with code.when(tree.Test("ge_s", order, tree.Int(0))):
            code.emit(tree.Set(taken, tree.Call("step", (order,))))
        with code.when(tree.Test("eq", order, tree.Int(BEGIN))):
            self.reseed(code)
            code.emit(tree.Perform(tree.Call("begin_game", ()), gives=False))
        with code.when(tree.Test("eq", order, tree.Int(DRAW))):
            code.emit(tree.Set(taken, tree.Test("ge_s", tree.Call("draw", ()), tree.Int(0))))
        with code.when(tree.Test("eq", order, tree.Int(PLAYOUT))):
            code.emit(tree.Set(LISTED, ZERO), tree.Perform(tree.Call("playout", (self.left,)), gives=True))
        return taken

    def roll(self, code: Code) -> None:
        """Roll wherever chance decides, if that is wanted, and not too often."""
        with code.when(self.has_flag(ROLL)), code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("le_s", self.left, tree.Int(0))),
                      tree.Leave(out, tree.Test("ne", tree.Call("mover", ()), tree.Mark(-1), wide=False)),
                      tree.Set(self.left, tree.Arith("sub", self.left, tree.Int(1))),
                      tree.Perform(tree.Call("draw", ()), gives=True), tree.Leave(again))

    def report(self, code: Code, taken: tree.Local) -> None:
        """Write down the facts about the position, and then the position."""
        self.report_legal(code)
        self.report_end(code)
        with code.when(self.is_there("movers")):
            code.emit(tree.Store(self.place("movers", tree.Mark(4)), 0, tree.Call("mover", ()), 4, wide=False))
        with code.when(self.is_there("taken")):
            code.emit(tree.Store(self.place("taken", tree.Mark(4)), 0, taken, 4, wide=False))
        with code.when(self.is_there("chances")):
            code.emit(tree.Store(self.place("chances", tree.Mark(8)), 0, DRAWN, 8))
        code.emit(tree.Copy(self.place("states", tree.Mark(self.state_bytes)), tree.Mark(self.memory.state),
                            tree.Mark(self.state_bytes)))

    def report_legal(self, code: Code) -> None:
        """Put down how many codes are legal, which, and where they lie."""
        listed = tree.Arith("or", tree.Arith("or", self.number("counts"), self.number("codes"), wide=False),
                            self.number("masks"), wide=False)
        width = self.memory.code_width
        with code.when(tree.Test("ne", listed, ZERO, wide=False)):
            count = code.in_local(tree.Call("legal", ()), wide=False)
            with code.when(self.is_there("counts")):
                code.emit(tree.Store(self.place("counts", tree.Mark(4)), 0, count, 4, wide=False))
            with code.when(self.is_there("codes")):
                row = code.in_local(self.number("codes_row"), wide=False)
                fits = tree.Select(tree.Test("lt_u", count, row, wide=False), count, row, wide=False)
                code.emit(tree.Copy(self.place("codes", times(row, width)), tree.Mark(self.memory.codes), times(fits, width)))
            with code.when(self.is_there("masks")):
                self.mark(code, count)

    def mark(self, code: Code, count: tree.Expr) -> None:
        """Put down a byte for each code: 1 where it is legal."""
        row = code.in_local(self.number("masks_row"), wide=False)
        mask = code.in_local(self.place("masks", row), wide=False)
        code.emit(tree.Clear(mask, row))
        address, end = code.local(wide=False), code.local(wide=False)
        width = self.memory.code_width
        code.emit(tree.Set(address, tree.Mark(self.memory.codes)), tree.Set(end, plus(times(count, width), self.memory.codes)))
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, end, wide=False)))
            packed = code.in_local(tree.Load(address, 0, width))
            # The host chooses how long a row is; codes beyond its end have no byte.
            with code.when(tree.Test("lt_u", packed, tree.Widen(row))):
                code.emit(tree.Store(tree.Arith("add", mask, tree.Narrow(packed), wide=False), 0, tree.Int(1), 1))
            code.emit(tree.Set(address, plus(address, width)), tree.Leave(again))

    def report_end(self, code: Code) -> None:
        """Put down who has won, and the scores, of a game that is over; 0 for others."""
        # Winners and scores may need lists: the room of the transition is free by now.
        code.emit(tree.Set(TOP, BASE))
        with code.when(self.is_there("winners")):
            place = code.in_local(self.place("winners", tree.Mark(8)), wide=False)
            code.emit(tree.Store(place, 0, tree.Int(0), 8))
            with code.when(self.ended):
                code.emit(tree.Store(place, 0, tree.Call("winners", ()), 8))
        with code.when(self.is_there("scores")):
            size = 8 * self.program.players
            place = code.in_local(self.place("scores", tree.Mark(size)), wide=False)
            code.emit(tree.Clear(place, tree.Mark(size)))
            with code.when(self.ended):
                for seat in range(self.program.players):
                    code.emit(tree.Store(place, 8 * seat, tree.Call("score", (tree.Mark(seat),)), 8))

    # -- playouts from a position -------------------------------------------------------------------

    def playouts_from(self, code: Code) -> None:
        """Games of a series that go on from the position, each with a result; how many were played. The position stays."""
        seed, number, count, limit = code.local(), code.local(), code.local(wide=False), code.local()
        done, address = code.local(wide=False), code.local(wide=False)
        size = tree.Mark(self.state_bytes)
        code.emit(tree.Set(BASE, ROOM_START), tree.Set(TOP, ROOM_START), tree.Store(ZERO, DONE, tree.Int(0), 8))
        # The position is kept at the beginning of the room, and `base` is moved behind it: transitions free what comes after.
        saved = code.in_local(tree.Call("room", (size,)), wide=False)
        state = tree.Mark(self.memory.state)
        code.emit(tree.Copy(saved, state, size), tree.Set(BASE, TOP), tree.Set(done, ZERO),
                  tree.Set(address, tree.Mark(self.memory.results)))
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_s", done, count, wide=False)),
                      tree.Leave(out, tree.Test("ge_s", done, tree.Mark(self.memory.games_kept), wide=False)),
                      tree.Store(ZERO, PLAYED, number, 8),
                      *(tree.Set(item, tree.Int(0)) for item in (CHOICES, OFFERED, WIDEST)), tree.Set(LISTED, ZERO),
                      tree.Store(ZERO, KIND, tree.Int(0), 8),
                      tree.Perform(tree.Call("begin_series", (seed, number)), gives=False),
                      tree.Perform(tree.Call("playout", (limit,)), gives=True),
                      tree.Leave(out, tree.Test("ne", tree.Load(ZERO, STOP, 8), tree.Int(0))),
                      tree.Perform(tree.Call("put_result", (address,)), gives=False), tree.Copy(state, saved, size),
                      tree.Set(address, plus(address, self.memory.record)), tree.Set(done, plus(done, 1)),
                      tree.Set(number, tree.Arith("add", number, tree.Int(1))),
                      tree.Store(ZERO, DONE, tree.Widen(done), 8), tree.Leave(again))
        code.emit(tree.Copy(state, saved, size), tree.Set(BASE, ROOM_START), tree.Set(TOP, ROOM_START), tree.Return(done))
