"""A random game that notes where it came by, to be compared with the same game by other rules: the export `trace`.

A table, which the host writes anywhere, says where the notes go and which slots count (`FIELDS`). At each position a hash is
noted of where the rules wait, of the slots that count, of who decides, and of what may come next. Where hashes are expected,
the game ends at the first that is another one, with nothing drawn.
"""

from __future__ import annotations

from .....dsl import ir
from ..language import tree
from ..layout.memory import DONE, KIND, STOP
from ..writing.building import TOP, Code, plus, times
from ..writing.functions import once
from .playing import PlayCode
from .position import BASE, COUNT, LISTED, ROOM_START, WEIGHTS, ZERO
from .runtime import DRAWN, FIRST, signed

# The table: 8 bytes for the chance, then 4 bytes each.
CHANCE = 0
FIELDS = ("limit", "slots", "slot_count", "points", "states", "hashes", "expected", "chances", "codes")
PLACES = {name: 8 + 4 * i for i, name in enumerate(FIELDS)}
TABLE_BYTES = 8 + 4 * len(FIELDS)
# Of each block: what it is known by in both games (below 0: nothing), and where further slots are listed that count there.
POINT_BYTES = 8
# The number of bits by which a hash is folded onto itself.
FOLD = 29


class Traces:
    """Writes the function that plays a game and notes where it came by."""

    def __init__(self, playing: PlayCode) -> None:
        self.position, self.listed = playing.position, playing.listed
        self.running, self.drawing = playing.running, playing.drawing
        whole = playing.whole
        self.memory, self.program = whole.memory, whole.program
        once(whole, "draw_listed", (), True, self.draw_listed)
        once(whole, "folded", (True, True), True, self.folded)
        once(whole, "hash_slots", (True, False, False), True, self.hash_slots)
        once(whole, "hash_offers", (True,), True, self.hash_offers)

    def number(self, table: tree.Expr, name: str) -> tree.Expr:
        """A number of the table."""
        return tree.Load(table, PLACES[name], 4, wide=False)

    def write(self, code: Code) -> None:
        """Play on at random, for at most `limit` steps; how many were made. A game that is over makes none."""
        table = code.local(wide=False)
        done = code.local(wide=False)
        code.emit(tree.Set(DRAWN, tree.Load(table, CHANCE, 8)), tree.Set(BASE, ROOM_START), tree.Set(done, ZERO),
                  tree.Store(ZERO, KIND, tree.Int(0), 8), tree.Store(ZERO, DONE, tree.Int(0), 8))
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_s", done, self.number(table, "limit"), wide=False)),
                      tree.Leave(out, tree.Test("ne", self.position.slot(ir.ENDED_SLOT), tree.Int(0))),
                      tree.Leave(out, tree.Test("ne", tree.Load(ZERO, STOP, 8), tree.Int(0))))
            away = times(tree.Narrow(self.position.slot(ir.BLOCK_SLOT)), POINT_BYTES)
            point = code.in_local(tree.Arith("add", self.number(table, "points"), away, wide=False), wide=False)
            code.emit(tree.Leave(out, tree.Test("lt_s", tree.Load(point, 0, 4, wide=False), ZERO, wide=False)))
            hashed = self.hashed(code, table, point)
            eighth = code.in_local(times(done, 8), wide=False)
            with code.when(tree.Test("ne", self.number(table, "expected"), ZERO, wide=False)):
                other = tree.Load(tree.Arith("add", self.number(table, "expected"), eighth, wide=False), 0, 8)
                # Before anything is drawn: the two games stand at the same place with the same chance then.
                code.emit(tree.Leave(out, tree.Test("ne", other, hashed)))
            self.note(code, table, done, eighth, hashed)
            code.emit(tree.Set(done, plus(done, 1)), tree.Store(ZERO, DONE, tree.Widen(done), 8), tree.Leave(again))
        code.emit(tree.Store(table, CHANCE, DRAWN, 8), tree.Return(done))

    def note(self, code: Code, table: tree.Local, done: tree.Local, eighth: tree.Expr, hashed: tree.Expr) -> None:
        """Note a position, and what is drawn in it."""
        size = self.memory.width * self.program.size

        def place(name: str) -> tree.Expr:
            return tree.Arith("add", self.number(table, name), eighth, wide=False)

        with code.when(tree.Test("ne", self.number(table, "states"), ZERO, wide=False)):
            code.emit(tree.Copy(tree.Arith("add", self.number(table, "states"), times(done, size), wide=False),
                                tree.Mark(self.memory.state), tree.Mark(size)))
        code.emit(tree.Store(place("hashes"), 0, hashed, 8), tree.Store(place("chances"), 0, DRAWN, 8),
                  tree.Store(place("codes"), 0, tree.Call("draw_listed", ()), 8))

    # -- hashes ------------------------------------------------------------------------------------

    def hashed(self, code: Code, table: tree.Local, point: tree.Expr) -> tree.Expr:
        """A hash of the position; what may come next is listed then."""
        hashed = code.local()
        code.emit(tree.Set(hashed, tree.Widen(tree.Load(point, 0, 4, wide=False))),
                  tree.Set(hashed, tree.Call("hash_slots", (hashed, self.number(table, "slots"),
                                                            self.number(table, "slot_count")))))
        further = code.in_local(tree.Load(point, 4, 4, wide=False), wide=False)
        with code.when(tree.Test("ne", further, ZERO, wide=False)):
            count = tree.Load(further, 0, 4, wide=False)
            code.emit(tree.Set(hashed, tree.Call("hash_slots", (hashed, plus(further, 4), count))))
        code.emit(tree.Set(hashed, tree.Call("folded", (hashed, tree.Widen(tree.Call("mover", ()))))),
                  tree.Set(LISTED, ZERO))
        self.listed.list_now(code)
        code.emit(tree.Set(hashed, tree.Call("hash_offers", (hashed,))))
        return hashed

    def folded(self, code: Code) -> None:
        """A hash with one more number in it."""
        hashed, value = code.local(), code.local()
        code.emit(tree.Return(self.fold(code, hashed, value)))

    def fold(self, code: Code, hashed: tree.Local, value: tree.Expr) -> tree.Expr:
        """Take one more number into a hash, now; what the hash is then."""
        code.emit(tree.Set(hashed, tree.Arith("mul", tree.Arith("add", hashed, value), signed(FIRST))))
        return tree.Arith("xor", hashed, tree.Arith("shr_u", hashed, tree.Int(FOLD)))

    def hash_slots(self, code: Code) -> None:
        """A hash with some slots in it, of which the places are listed at an address."""
        hashed, address, end = code.local(), code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(end, tree.Arith("add", address, times(end, 4), wide=False)))
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, end, wide=False)))
            value = tree.Load(tree.Load(address, 0, 4, wide=False), self.memory.state, self.memory.width)
            folded = self.fold(code, hashed, value)
            code.emit(tree.Set(hashed, folded), tree.Set(address, plus(address, 4)), tree.Leave(again))
        code.emit(tree.Return(hashed))

    def hash_offers(self, code: Code) -> None:
        """A hash with what may come next in it: the codes, and how likely each is."""
        hashed, address, end = code.local(), code.local(wide=False), code.local(wide=False)
        width = self.memory.code_width
        counted = self.fold(code, hashed, tree.Widen(COUNT))
        code.emit(tree.Set(hashed, counted), tree.Set(address, tree.Mark(self.memory.codes)),
                  tree.Set(end, plus(times(COUNT, width), self.memory.codes)))
        self.hash_run(code, hashed, address, end, width)
        weighted = [number for number, point in self.position.points.items()
                    if isinstance(point, ir.RollValue) and self.listed.is_weighted(point)]
        for number in weighted:
            with code.when(tree.Test("eq", self.position.slot(ir.BLOCK_SLOT), tree.Int(number))):
                code.emit(tree.Set(address, WEIGHTS), tree.Set(end, tree.Arith("add", WEIGHTS, times(COUNT, 8), wide=False)))
                self.hash_run(code, hashed, address, end, 8)
        code.emit(tree.Return(hashed))

    def hash_run(self, code: Code, hashed: tree.Local, address: tree.Local, end: tree.Local, width: int) -> None:
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, end, wide=False)))
            folded = self.fold(code, hashed, tree.Load(address, 0, width))
            code.emit(tree.Set(hashed, folded), tree.Set(address, plus(address, width)), tree.Leave(again))

    # -- chance --------------------------------------------------------------------------------------

    def draw_listed(self, code: Code) -> None:
        """Choose or roll at random among what is listed, and carry it out; gives the code."""
        packed, block = code.local(), code.local(wide=False)
        part = code.local(wide=False), code.local(wide=False)
        cases = {number: [*self.drawing.drawn_at(code, number, packed, part), tree.Set(TOP, BASE), tree.Set(LISTED, ZERO),
                          *self.running.enter_at(number, packed, block)] for number in self.position.points}
        self.position.at_point(code, cases, (tree.Stop(),))
        self.running.run_on(code, block)
        code.emit(tree.Return(packed))
