"""Laws of codes and states in a module: at each position some legal codes are tried, and the position is put back.

The module traps where a law does not hold (`BROKEN`); the site says which law. `analysis.properties.codes` has the same laws in
Python, in the same order.
"""

from __future__ import annotations

from .....dsl import ir
from .....dsl.types.types import size
from ..language import tree
from ..layout.extras import Totals
from ..layout.slots import SlotRanges
from ..module.position import BASE, LISTED, ZERO, PositionCode
from ..writing.building import TOP, Code, plus, times
from ..writing.functions import once
from ..writing.whole import Whole

# The faults besides `building.FAULT` and the others there, and at which law.
BROKEN = 6
ONCE, ONE_POSITION, COME_BACK, FIT, FORGET, TOTAL, REPEATS = range(1, 8)
# At most this many codes are tried, spread over all: a power of 2.
MAX_PROBED = 8


class ProbeCode:
    """Writes the function that tests a position, which it leaves as it was."""

    def __init__(self, whole: Whole, position: PositionCode, totals: Totals) -> None:
        self.whole, self.memory, self.position, self.program = whole, whole.memory, position, whole.program
        self.totals = totals
        self.state = tree.Mark(self.memory.state)
        self.state_bytes = tree.Mark(self.memory.width * self.program.size)
        self.locals = min((local.base for local in self.program.locals), default=self.program.size)
        once(whole, "differ", (False, False, False), False, self.differ)
        once(whole, "total", (False, False), True, self.total)
        once(whole, "require_fit", (), None, self.require_fit)
        once(whole, "require_once", (True, False, False), None, self.require_once)
        once(whole, "require_forgotten", (), None, self.require_forgotten)
        once(whole, "try_code", (True, False, False), None, self.try_code)
        once(whole, "probe", (True,), None, self.probe)

    def broken(self, code: Code, law: int) -> None:
        """Trap: a law does not hold."""
        code.wrong(BROKEN, law)

    # -- parts -----------------------------------------------------------------------------------

    def differ(self, code: Code) -> None:
        """Return whether some bytes at two addresses differ; they are a multiple of 4."""
        first, second, count = (code.local(wide=False) for _ in range(3))
        end = code.in_local(tree.Arith("add", first, count, wide=False), wide=False)
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", first, end, wide=False)))
            word_a, word_b = (tree.Load(address, 0, 4, wide=False) for address in (first, second))
            with code.when(tree.Test("ne", word_a, word_b, wide=False)):
                code.emit(tree.Return(tree.Mark(1)))
            code.emit(tree.Set(first, plus(first, 4)), tree.Set(second, plus(second, 4)), tree.Leave(again))
        code.emit(tree.Return(ZERO))

    def total(self, code: Code) -> None:
        """The sum of the slots whose addresses lie between two addresses."""
        address, end, total = code.local(wide=False), code.local(wide=False), code.local()
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, end, wide=False)))
            slot = tree.Load(tree.Load(address, 0, 4, wide=False), 0, self.memory.width)
            code.emit(tree.Set(total, tree.Arith("add", total, slot)), tree.Set(address, plus(address, 4)), tree.Leave(again))
        code.emit(tree.Return(total))

    def require_fit(self, code: Code) -> None:
        """Trap unless each slot of a field holds a value of its type, and each total is what it was at the beginning."""
        ranges = SlotRanges(self.program).ranges[: self.locals]
        bounds = self.whole.constants.bytes_of([bound for pair in ranges for bound in pair], 8)
        slot, address = code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(slot, self.state), tree.Set(address, tree.Mark(bounds)))
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, tree.Mark(bounds + 16 * len(ranges)), wide=False)))
            value = code.in_local(tree.Load(slot, 0, self.memory.width))
            outside: tuple[tuple[tree.TestOperator, int], ...] = (("lt_s", 0), ("gt_s", 8))
            for sign, offset in outside:
                with code.when(tree.Test(sign, value, tree.Load(address, offset, 8))):
                    self.broken(code, FIT)
            code.emit(tree.Set(slot, plus(slot, self.memory.width)), tree.Set(address, plus(address, 16)), tree.Leave(again))
        for slots, expected in self.totals:
            first = self.whole.constants.bytes_of([self.memory.state + self.memory.width * place for place in slots], 4)
            total = tree.Call("total", (tree.Mark(first), tree.Mark(first + 4 * len(slots))))
            with code.when(tree.Test("ne", total, tree.Int(expected))):
                self.broken(code, TOTAL)

    def require_forgotten(self, code: Code) -> None:
        """Trap unless a game that is over remembers nothing of where the rules stood."""
        for slot in (ir.BLOCK_SLOT, *range(self.locals, self.program.size)):
            with code.when(tree.Test("ne", self.position.slot(slot), tree.Int(0))):
                self.broken(code, FORGET)

    def require_once(self, code: Code) -> None:
        """Trap unless a code belongs to the point, and stands once between two addresses."""
        # INVARIANT: the first three locals are the parameters of the function, in this order.
        packed, address, end = code.local(), code.local(wide=False), code.local(wide=False)
        times_listed = code.local(wide=False)
        cases: dict[int, list[tree.Stmt]] = {}
        for number, point in self.position.points.items():
            low, high = codes_of(point)
            with code.nested() as case:
                outside = tree.Arith("or", tree.Test("lt_s", packed, tree.Int(low)), tree.Test("ge_s", packed, tree.Int(high)),
                                     wide=False)
                with code.when(outside):
                    self.broken(code, ONCE)
            cases[number] = case
        self.position.at_point(code, cases, ())
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, end, wide=False)))
            same = tree.Test("eq", self.position.load_code(address), packed)
            code.emit(tree.Set(times_listed, tree.Arith("add", times_listed, same, wide=False)),
                      tree.Set(address, plus(address, self.memory.code_width)), tree.Leave(again))
        with code.when(tree.Test("ne", times_listed, tree.Mark(1), wide=False)):
            self.broken(code, ONCE)

    def try_code(self, code: Code) -> None:
        """Carry out a code twice from the position at an address, with room for another behind it; trap if that differs."""
        packed, state, after = code.local(), code.local(wide=False), code.local(wide=False)
        enter = tree.Perform(tree.Call("enter", (packed,)), gives=False)
        back = tree.Copy(self.state, state, self.state_bytes)
        # Twice from one position: whatever is kept beside the state and should not be shows as a difference.
        code.emit(enter, tree.Copy(after, self.state, self.state_bytes), back, enter)
        with code.when(tree.Call("differ", (after, self.state, self.state_bytes))):
            self.broken(code, ONE_POSITION)
        code.emit(back)

    # -- the whole -------------------------------------------------------------------------------

    def probe(self, code: Code) -> None:
        """Test all laws; the number of steps that are left says which codes are tried."""
        left = code.local()
        code.emit(tree.Perform(tree.Call("require_fit", ()), gives=False))
        with code.when(tree.Test("ne", self.position.slot(ir.ENDED_SLOT), tree.Int(0))):
            code.emit(tree.Perform(tree.Call("require_forgotten", ()), gives=False), tree.Return(None))
        width = self.memory.code_width
        count = code.in_local(tree.Call("legal", ()), wide=False)
        size_of_codes = code.in_local(times(count, width), wide=False)
        around = code.in_local(BASE, wide=False)
        code.emit(tree.Set(TOP, BASE))
        # As in perft: what is kept lies before the room that a transition frees.
        state, after = (code.in_local(tree.Call("room", (self.state_bytes,)), wide=False) for _ in range(2))
        codes = code.in_local(tree.Call("room", (size_of_codes,)), wide=False)
        end = code.in_local(tree.Arith("add", codes, size_of_codes, wide=False), wide=False)
        code.emit(tree.Copy(state, self.state, self.state_bytes),
                  tree.Copy(codes, tree.Mark(self.memory.codes), size_of_codes), tree.Set(BASE, TOP))
        shift = tree.Mark(MAX_PROBED.bit_length() - 1)
        apart = code.in_local(tree.Arith("shr_u", plus(count, MAX_PROBED - 1), shift, wide=False), wide=False)
        first = tree.Narrow(tree.Arith("rem_u", left, tree.Widen(apart)))
        address = code.local(wide=False)
        code.emit(tree.Set(address, tree.Arith("add", codes, times(first, width), wide=False)))
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", address, end, wide=False)))
            packed = code.in_local(self.position.load_code(address))
            code.emit(tree.Perform(tree.Call("require_once", (packed, codes, end)), gives=False),
                      tree.Perform(tree.Call("try_code", (packed, state, after)), gives=False),
                      tree.Set(address, tree.Arith("add", address, times(apart, width), wide=False)), tree.Leave(again))
        with code.when(tree.Test("ne", tree.Call("legal", ()), count, wide=False)):
            self.broken(code, COME_BACK)
        with code.when(tree.Call("differ", (codes, tree.Mark(self.memory.codes), size_of_codes))):
            self.broken(code, COME_BACK)
        code.emit(tree.Set(BASE, around), tree.Set(TOP, around), tree.Set(LISTED, ZERO))


def codes_of(point: ir.ChooseMove | ir.RollValue) -> tuple[int, int]:
    """The least code that a point may have, and the one behind the greatest."""
    if isinstance(point, ir.RollValue):
        return 0, size(point.bound.type)
    return point.moves[0].first, point.moves[-1].first + point.moves[-1].count
