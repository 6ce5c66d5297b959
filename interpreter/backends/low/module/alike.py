"""Pieces that are alike: of those, a choice or a draw offers only the first.

The test of two pieces for what `plan.alike` says: everything that tells pieces apart is equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .....dsl import ir
from .....dsl.types.types import EnumType, ListType, PerType, SetType, Type, UnionType, first_bit, size, width
from ...plan.alike import PiecesAlike, shift_of
from ..language import tree
from ..language.values import Num, NumShape, number
from ..writing.building import Code, plus, times
from ..writing.functions import once
from ..writing.numbers import arith, compared, narrowed

Named = tuple[tuple[int, Type], ...]
# Goes to a label when two pieces differ in something.
Apart = Callable[[Code, Num, Num, int], None]


class AlikeCode:
    """Tests whether two values of a type are alike."""

    def __init__(self, program: ir.Program, pieces: PiecesAlike) -> None:
        self.program, self.pieces = program, pieces

    def tells(self, type_: Type) -> bool:
        """Return whether values of a type may be alike and not equal."""
        return self.pieces.may_be(type_)

    def test(self, code: Code, type_: Type, named: Named, num: Num, other: Num) -> tree.Expr:
        """Return whether two values are alike: equal, or pieces that nothing tells apart."""
        equal = compared("=", num, other)
        bases = [(base, shift) for base, shift in _bases(type_) if isinstance(base, EnumType) and self.pieces.may_be(base)]
        if not bases or equal == tree.Mark(1):
            return equal
        are_alike = code.local(wide=False)
        code.emit(tree.Set(are_alike, equal))
        # The function reads what is noted of both pieces by their numbers, so it is called only where both values are pieces of
        # this kind: a word, or a value of another type in a union, is alike with nothing but itself.
        # A union may hold pieces of several kinds, each shifted to numbers of its own. Each kind has a function, called for the
        # unshifted numbers.
        for base, shift in bases:
            name = self._function(code, base, named)
            a, b = (arith(code, "-", val, number(shift)) for val in (num, other))
            inside = tree.Mark(1)
            tests: tree.Expr = inside
            for val in (a, b):
                low, high = compared(">=", val, number(0)), compared("<", val, number(size(base)))
                for test in (low, high):
                    tests = test if tests == inside else tests if test == inside else tree.Arith("and", tests, test, wide=False)
            call = tree.Set(are_alike, tree.Call(name, (a.node, b.node)))
            code.emit(tree.If(tree.Arith("and", tree.Not(are_alike), tests, wide=False), (call,)))
        return are_alike

    def _function(self, code: Code, piece: EnumType, named: Named) -> str:
        """The function that tells whether two pieces of a kind are alike; written once."""
        # Names that cannot stand for such a piece make no version of their own.
        spoken = tuple((base, type_) for base, type_ in named if any(_mentions(base, base + width(type_), type_, piece)))
        name = ".".join(("alike", piece.name, *(str(base) for base, _ in spoken)))

        def write(inner: Code) -> NumShape:
            num, other = (Num(inner.local(), 0, size(piece) - 1) for _ in range(2))
            are_alike = inner.local(wide=False)
            inner.emit(tree.Set(are_alike, tree.Mark(0)))
            with inner.block() as apart:
                for differ in self._marks(piece, spoken):
                    differ(inner, num, other, apart)
                inner.emit(tree.Set(are_alike, tree.Mark(1)))
            inner.emit(tree.Return(are_alike))
            return NumShape(0, 1)

        # The name holds the slots that it compares besides the fields, so equal calls share one function.
        once(code.whole, name, (True, True), False, write)
        return name

    def _marks(self, piece: EnumType, named: Named) -> Iterator[Apart]:
        """Return the marks that may distinguish pieces."""
        shape = self.pieces.kinds[piece.name]
        yield _numbers(shape.numbers)
        for field in self.program.fields:
            yield from _marks_of(field, piece)
        for base, type_ in named:
            yield from _mentions(base, base + width(type_), type_, piece)


def _bases(type_: Type) -> tuple[tuple[Type, int], ...]:
    return type_.shifts() if isinstance(type_, UnionType) else ((type_, 0),)


def _numbers(numbers: tuple[int, ...]) -> Apart:
    """Pieces with different owners, or of which different things are fixed."""
    def differ(code: Code, num: Num, other: Num, apart: int) -> None:
        address = code.whole.constants.bytes_of(numbers, 4)
        a, b = (tree.Load(times(narrowed(val.node), 4), address, 4) for val in (num, other))
        code.emit(tree.Leave(apart, tree.Test("ne", a, b)))

    return differ


def _marks_of(field: ir.FieldSlots, piece: EnumType) -> Iterator[Apart]:
    """Return the marks of a piece from one field."""
    if field.owner == piece:
        yield _run(field.base, width(field.type), 1, 0)
    copies, type_ = size(field.owner) if field.owner else 1, field.type
    while isinstance(type_, PerType):
        if type_.index == piece:
            yield _run(field.base, width(type_.value), copies, width(type_))
        copies, type_ = copies * size(type_.index), type_.value
    yield from _mentions(field.base, field.base + copies * width(type_), type_, piece)


def _run(base: int, per_piece: int, copies: int, stride: int) -> Apart:
    """Slots of which each piece has a number, in a number of places."""
    def differ(code: Code, num: Num, other: Num, apart: int) -> None:
        a, b = (code.in_local(times(narrowed(arith(code, "*", val, number(per_piece)).node), code.width), wide=False)
                for val in (num, other))
        start = code.whole.memory.state + code.width * base

        def compare(offset: tree.Expr | None) -> None:
            for i in range(per_piece):
                addresses = [address if offset is None else tree.Arith("add", address, offset, wide=False)
                             for address in (a, b)]
                left, right = (tree.Load(address, start + code.width * i, code.width) for address in addresses)
                code.emit(tree.Leave(apart, tree.Test("ne", left, right)))

        if copies == 1:
            compare(None)
        else:
            _each_address(code, 0, copies, code.width * stride, compare)

    return differ


def _mentions(base: int, end: int, type_: Type, piece: EnumType) -> Iterator[Apart]:
    """Return where values of a type, kept side by side, speak of a piece."""
    match type_:
        case SetType(element):
            shift = shift_of(element, piece)
            if shift is not None:
                yield _in_sets(base, end, shift - first_bit(element))
        case ListType(element, limit):
            shift = shift_of(element, piece)
            if shift is not None:
                yield _in_lists(base, end, limit, shift)
        case _:
            # Values of other types have one slot.
            shift = shift_of(type_, piece)
            if shift is not None:
                yield _in_slots(base, end, shift)


def _in_sets(base: int, end: int, bit: int) -> Apart:
    """A piece is in a set where the other is not; `bit` is that of the first piece."""
    def differ(code: Code, num: Num, other: Num, apart: int) -> None:
        def look(address: tree.Expr) -> None:
            mask = code.in_local(tree.Load(address, 0, code.width))
            places = (arith(code, "+", val, number(bit)).node for val in (num, other))
            a, b = (tree.Arith("and", tree.Arith("shr_u", mask, place), tree.Int(1)) for place in places)
            code.emit(tree.Leave(apart, tree.Test("ne", a, b)))

        _each_slot(code, base, end, 1, look)

    return differ


def _in_lists(base: int, end: int, limit: int, shift: int) -> Apart:
    """A piece stands in a list where the other does not; only what is in the list counts."""
    def differ(code: Code, num: Num, other: Num, apart: int) -> None:
        values = [arith(code, "+", val, number(shift)) for val in (num, other)]

        def look(start: tree.Expr) -> None:
            last = tree.Arith("add", start, times(narrowed(tree.Load(start, 0, code.width)), code.width), wide=False)
            end_ = code.in_local(last, wide=False)
            address = code.local(wide=False)
            code.emit(tree.Set(address, start))
            with code.block() as out, code.loop() as again:
                code.emit(tree.Leave(out, tree.Test("ge_u", address, end_, wide=False)),
                          tree.Set(address, plus(address, code.width)))
                _differ_at(code, address, values, apart)
                code.emit(tree.Leave(again))

        _each_slot(code, base, end, limit + 1, look)

    return differ


def _in_slots(base: int, end: int, shift: int) -> Apart:
    def differ(code: Code, num: Num, other: Num, apart: int) -> None:
        values = [arith(code, "+", val, number(shift)) for val in (num, other)]
        _each_slot(code, base, end, 1, lambda slot: _differ_at(code, slot, values, apart))

    return differ


def _differ_at(code: Code, address: tree.Expr, values: list[Num], apart: int) -> None:
    """Go to a label when one of two values is at an address, and the other is not."""
    value = code.in_local(tree.Load(address, 0, code.width))
    a, b = (tree.Test("eq", value, val.node) for val in values)
    code.emit(tree.Leave(apart, tree.Test("ne", a, b, wide=False)))


def _each_slot(code: Code, base: int, end: int, stride: int, visit: Callable[[tree.Expr], None]) -> None:
    """Go through the addresses of slots."""
    first = code.whole.memory.state + code.width * base
    _each_address(code, first, (end - base) // stride, code.width * stride, visit)


def _each_address(code: Code, first: int, count: int, stride: int, visit: Callable[[tree.Expr], None]) -> None:
    if count == 0:
        return
    address = code.local(wide=False)
    code.emit(tree.Set(address, tree.Mark(first)))
    with code.loop() as again:
        visit(address)
        code.emit(tree.Set(address, plus(address, stride)),
                  tree.Leave(again, tree.Test("lt_u", address, tree.Mark(first + count * stride), wide=False)))


