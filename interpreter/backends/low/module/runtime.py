"""Functions that every module has: room for lists, faults, chance, lists in order.

Chance is that of `interpreter.runtime.series`: a counter keyed by the seed and the number of the game, each value mixed as in
splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
"""

from __future__ import annotations

from ..language import tree
from ..layout.memory import DETAIL, KIND, OTHER, ROOM, SITE
from ..writing.building import BEYOND, TOP, Code, plus, times
from ..writing.functions import once
from ..writing.numbers import narrowed
from ..writing.whole import Whole

GAMMA = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
DRAWN = tree.Global("drawn", wide=True)


def write_all(whole: Whole) -> None:
    """Write them all."""
    once(whole, "wrong", (False, False, True, True), None, _wrong)
    once(whole, "room", (False,), False, _room)
    once(whole, "mixed", (True,), True, _mixed)
    once(whole, "below", (True,), True, _below)
    once(whole, "in_order", (False, False), False, _in_order)
    once(whole, "rotate", (False, True), None, _rotate)


def _wrong(code: Code) -> None:
    """Note a fault, its place and its numbers; the caller traps."""
    kind, site, detail, other = code.local(wide=False), code.local(wide=False), code.local(), code.local()
    zero = tree.Mark(0)
    code.emit(tree.Store(zero, KIND, tree.Widen(kind), 8), tree.Store(zero, SITE, tree.Widen(site), 8),
              tree.Store(zero, DETAIL, detail, 8), tree.Store(zero, OTHER, other, 8))


def _room(code: Code) -> None:
    """The address of this many bytes of room that nothing else has."""
    size, place = code.local(wide=False), code.local(wide=False)
    code.emit(tree.Set(place, TOP))
    # Rounded up to 8, so that words of 8 bytes lie where they are read fastest.
    more = tree.Arith("and", plus(size, 7), tree.Mark(-8), wide=False)
    code.emit(tree.Set(size, more))
    # Tested apart: a size near 2**32 would wrap the sum below round, and so seem to fit.
    too_much = tree.Test("gt_u", size, tree.Mark(ROOM), wide=False)
    end = tree.Global("room_end", wide=False)
    full = tree.Test("gt_u", tree.Arith("add", TOP, size, wide=False), end, wide=False)
    with code.when(tree.Arith("or", too_much, full, wide=False)):
        code.wrong(BEYOND)
    code.emit(tree.Set(TOP, tree.Arith("add", TOP, size, wide=False)), tree.Return(place))


def signed(value: int) -> tree.Int:
    """A word given as a number from 0 up."""
    return tree.Int(value - (1 << 64) if value >> 63 else value)


def _mixed(code: Code) -> None:
    """A word with its bits mixed."""
    code.emit(tree.Return(_mix(code, code.local())))


def _mix(code: Code, word: tree.Local) -> tree.Expr:
    """Mix the bits of a local."""
    for shift, factor in ((30, FIRST), (27, SECOND)):
        code.emit(tree.Set(word, tree.Arith("mul", _folded(word, shift), signed(factor))))
    return _folded(word, 31)


def _folded(word: tree.Expr, shift: int) -> tree.Expr:
    return tree.Arith("xor", word, tree.Arith("shr_u", word, tree.Int(shift)))


def _below(code: Code) -> None:
    """A random number from 0 up to, and without, a count: a share of 53 random bits."""
    most, word = code.local(), code.local()
    code.emit(tree.Set(word, tree.Arith("add", DRAWN, signed(GAMMA))), tree.Set(DRAWN, word))
    # 53 bits are what a float of Python's `random()` has, so both draw the same share (`chance.Dice.below`).
    code.emit(tree.Return(tree.Share(tree.Arith("shr_u", _mix(code, word), tree.Int(11)), most)))


def _in_order(code: Code) -> None:
    """Below 0, 0 or above 0 as a list comes before another, equals it, or comes after it."""
    local, other = code.local(wide=False), code.local(wide=False)
    width = code.width
    count, beyond = (code.in_local(tree.Load(address, 0, width)) for address in (local, other))
    least = code.in_local(tree.Select(tree.Test("lt_s", count, beyond), count, beyond))
    end = code.in_local(tree.Arith("add", local, times(narrowed(least), width), wide=False), wide=False)
    with code.block() as out, code.loop() as again:
        code.emit(tree.Leave(out, tree.Test("eq", local, end, wide=False)),
                  tree.Set(local, plus(local, width)), tree.Set(other, plus(other, width)))
        a, b = (code.in_local(tree.Load(address, 0, width)) for address in (local, other))
        with code.when(tree.Test("ne", a, b)):
            code.emit(tree.Return(tree.Select(tree.Test("lt_s", a, b), tree.Mark(-1), tree.Mark(1), wide=False)))
        code.emit(tree.Leave(again))
    # All entries that both have are equal: the shorter list comes first, as in Python.
    code.emit(tree.Return(tree.Arith("sub", tree.Test("gt_s", count, beyond), tree.Test("lt_s", count, beyond), wide=False)))


def _rotate(code: Code) -> None:
    """Let a list begin with an entry, if it has it."""
    place, start = code.local(wide=False), code.local()
    width = code.width
    count = code.in_local(narrowed(tree.Load(place, 0, width)), wide=False)
    first = code.in_local(plus(place, width), wide=False)
    end = code.in_local(tree.Arith("add", first, times(count, width), wide=False), wide=False)
    address = code.in_local(first, wide=False)
    assert isinstance(address, tree.Local)
    with code.block() as out, code.loop() as again:
        with code.when(tree.Test("ge_u", address, end, wide=False)):
            code.emit(tree.Return(None))
        code.emit(tree.Leave(out, tree.Test("eq", tree.Load(address, 0, width), start)),
                  tree.Set(address, plus(address, width)), tree.Leave(again))
    before = code.in_local(tree.Arith("sub", address, first, wide=False), wide=False)
    after = code.in_local(tree.Arith("sub", end, address, wide=False), wide=False)
    # The entries before the start are put aside while the others move to the front; their room is free again at the end.
    spare = code.in_local(tree.Call("room", (before,)), wide=False)
    code.emit(tree.Copy(spare, first, before), tree.Copy(first, address, after),
              tree.Copy(tree.Arith("add", first, after, wide=False), spare, before), tree.Set(TOP, spare))
