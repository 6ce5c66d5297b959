"""Domains: going through their values, and whether a value is among them."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from .....dsl import ir
from ..emitting import boards, comparing, lists
from ..language import tree
from ..language.values import LIMIT, ListVal, Num, NumShape, Unsupported, Val, known, number
from ..layout.constants import as_number
from ..writing.building import Code, all_of, any_of, negated
from ..writing.numbers import any_equal, arith, as_num, compared, in_set, narrowed
from . import expressions

# Visits a value: its label for the next value, and that for the end.
Visit = Callable[[Val, int, int], None]
# Loops over known values are written out up to this size: as many times as there are values, as many parts. More for
# lists of the rulebook, whose entries need not be looked up then.
WRITTEN_OUT, LIST_WRITTEN_OUT = 160, 400
# Where a domain can have more values than these, those that it has are counted before room is made for a list of them.
COUNTED_FROM = 1024


def through(code: Code, domain: ir.Domain, visit: Visit, counted: bool = False, lasting: bool = True,
            size: int | None = None) -> None:
    """Go through the values of a domain.

    `counted` says whether each pass counts; `lasting` that what is done for a value cannot change the domain. With
    `size`, the parts of what is done for a value, it may be written out for each of a few known values.
    """
    def visiting(value: Val, following: int, out: int) -> None:
        if counted:
            code.count_pass()
        with code.releasing():
            visit(value, following, out)

    match domain:
        case ir.RangeDomain(ir.Const(low), ir.Const(high)) if size is not None and 0 < (high - low + 1) * size <= WRITTEN_OUT:
            with code.block() as out:
                for item in range(low, high + 1):
                    with code.block() as following:
                        visiting(number(item), following, out)
        case ir.RangeDomain(low, high):
            _through_range(code, expressions.num(code, low), expressions.num(code, high), visiting)
        case ir.SetDomain(source, low):
            _through_set(code, expressions.num(code, source), low, visiting)
        case ir.ListDomain(ir.MakeList((item,))):
            with code.block() as out:
                visiting(code.reusable(expressions.num(code, item)), out, out)
        case ir.ListDomain(ir.MakeList(items)) if size is not None and 0 < len(items) * size <= LIST_WRITTEN_OUT:
            values = [code.reusable(expressions.num(code, item)) for item in items]
            with code.block() as out:
                for value in values:
                    with code.block() as following:
                        visiting(value, following, out)
        case ir.ListDomain(source):
            listed = expressions.listed(code, source)
            if size is not None and 0 < _leaves(listed) * size <= LIST_WRITTEN_OUT:
                _written_out(code, listed, visiting)
                return
            lists.each_entry(code, listed if lasting else lists.copied(code, listed), visiting)
        case ir.RegionDomain(board) if lasting:
            boards.each_region(code, board, visiting)
        case _:
            # The values of other domains are listed first.
            lists.each_entry(code, listing(code, domain), visiting)


def _leaves(entries: ListVal) -> int:
    """Return how many numbers there are in a known list and in the lists in it; 0 where it is not known."""
    def count(values: tuple[object, ...]) -> int:
        return sum(count(value) if isinstance(value, tuple) else 1 for value in values)

    return count(entries.known) if entries.known is not None else 0


def _written_out(code: Code, entries: ListVal, visit: Visit) -> None:
    """Write the body out for each entry of a known list, one after another."""
    assert entries.known is not None, "only known lists are written out"
    with code.block() as out:
        for node in entries.known:
            with code.block() as following:
                visit(code.whole.constants.listed(node) if isinstance(node, tuple) else number(as_number(node)), following, out)


def _through_range(code: Code, low: Num, high: Num, visit: Visit) -> None:
    """Count from one number to another, in a local of its own."""
    if high.high < low.low:
        return
    number_, last = code.local(), code.reusable(high)
    assert isinstance(last, Num)
    end = last.node if known(last) is not None else code.in_local(last.node)
    code.emit(tree.Set(number_, low.node))
    value = Num(number_, low.low, max(high.high, low.low))
    with code.block() as out:
        if low.high > high.low:
            code.emit(tree.Leave(out, tree.Test("gt_s", number_, end)))
        if low.low == high.high and low.high == high.low:
            visit(number(low.low), out, out)
            return
        with code.loop() as again:
            with code.block() as following:
                visit(value, following, out)
            code.emit(tree.Set(number_, tree.Arith("add", number_, tree.Int(1))),
                      tree.Leave(again, tree.Test("le_s", number_, end)))


def _through_set(code: Code, members: Num, low: int, visit: Visit) -> None:
    """Take the bits of a set one by one, the lowest first."""
    left, value = code.local(), code.local()
    code.emit(tree.Set(left, members.node))
    highest = low + max(0, members.high.bit_length() - 1)
    with code.block() as out:
        code.emit(tree.Leave(out, tree.Test("eq", left, tree.Int(0))))
        with code.loop() as again:
            place = tree.Bits("ctz", left)
            code.emit(tree.Set(value, tree.Arith("add", place, tree.Int(low)) if low else place))
            # `x & (x - 1)` is x without its lowest bit. It is taken off before the visit, which may go on to the next value.
            code.emit(tree.Set(left, tree.Arith("and", left, tree.Arith("sub", left, tree.Int(1)))))
            with code.block() as following:
                visit(Num(value, low, highest), following, out)
            code.emit(tree.Leave(again, tree.Test("ne", left, tree.Int(0))))


# ---- Domains as lists --------------------------------------------------------------------------


def bounds_of(code: Code, domain: ir.Domain) -> tuple[int, int]:
    """The lowest and the highest value that a domain can have; worked out without a trace."""
    before = code.allocations
    with code.nested():
        shape = _shape(code, domain)
    code.allocations = before
    return shape


def _shape(code: Code, domain: ir.Domain) -> tuple[int, int]:
    match domain:
        case ir.RangeDomain(low, high):
            return expressions.num(code, low).low, expressions.num(code, high).high
        case ir.SetDomain(source, low):
            return low, low + max(0, expressions.num(code, source).high.bit_length() - 1)
        case ir.ListDomain(source):
            entry = expressions.listed(code, source).entry
            if not isinstance(entry, NumShape):
                raise Unsupported("a list of lists among other values")
            return entry.low, entry.high
        case ir.RegionDomain(board):
            return 0, boards.spaces_of(code, board) - 1
        case ir.WordDomain(source, words):
            ends = _shape(code, source)
            return min(*ends, *words), max(*ends, *words)
        case ir.RotatedDomain(source, _):
            return _shape(code, source)
        case ir.JointDomain(source, more, shift):
            (a, b), (c, d) = _shape(code, source), _shape(code, more)
            return min(a, c + shift), max(b, d + shift)
        case _:
            assert_never(domain)


def count_of(code: Code, domain: ir.Domain) -> tuple[tree.Expr, int]:
    """At least as many as a domain has values, as a mark, and the most that can be."""
    match domain:
        case ir.RangeDomain(low, high):
            first, last = expressions.num(code, low), expressions.num(code, high)
            most = max(0, last.high - first.low + 1)
            if known(first) is not None and known(last) is not None:
                return tree.Mark(most), most
            span = arith(code, "+", arith(code, "-", last, first), number(1))
            count = as_num(code.reusable(span))
            # No list of that length has room (`memory.ROOM`), and the count still fits into a mark.
            code.beyond_when(tree.Test("gt_s", count.node, tree.Int(1 << 20)))
            return narrowed(tree.Select(tree.Test("gt_s", count.node, tree.Int(0)), count.node, tree.Int(0))), most
        case ir.SetDomain(source):
            bits = max(0, expressions.num(code, source).high).bit_length()
            return tree.Mark(bits), bits
        case ir.ListDomain(source):
            listed = expressions.listed(code, source)
            return narrowed(lists.length(code, listed).node), listed.most
        case ir.RegionDomain(board):
            spaces = boards.spaces_of(code, board)
            return tree.Mark(spaces), spaces
        case ir.WordDomain(source, words):
            return _together(code, count_of(code, source), (tree.Mark(len(words)), len(words)))
        case ir.RotatedDomain(source, _):
            return count_of(code, source)
        case ir.JointDomain(source, more):
            return _together(code, count_of(code, source), count_of(code, more))
        case _:
            assert_never(domain)


def _together(code: Code, pair: tuple[tree.Expr, int], other: tuple[tree.Expr, int]) -> tuple[tree.Expr, int]:
    (a, m), (b, n) = pair, other
    if isinstance(a, tree.Mark) and isinstance(b, tree.Mark):
        return tree.Mark(a.value + b.value), m + n
    return tree.Arith("add", a, b, wide=False), m + n


def room_of(code: Code, domain: ir.Domain) -> tuple[tree.Expr, int]:
    """Return how many entries room is made for where the values of a domain are listed, and the most that there can be."""
    count, most = count_of(code, domain)
    return tree.Mark(most) if most <= COUNTED_FROM else code.in_local(count, wide=False), most


def room_for(code: Code, domain: ir.Domain) -> tuple[tree.Local, tree.Local, int]:
    """Room for a list of the values of a domain: its address, that of its last entry so far, and the most that can be."""
    count, most = room_of(code, domain)
    return *lists.new_list(code, count), most


def listing(code: Code, domain: ir.Domain) -> ListVal:
    """The values of a domain as a list of its own."""
    place, last, most = room_for(code, domain)
    low, high = bounds_of(code, domain)
    _append_values(code, domain, last, 0)
    lists.finish(code, place, last)
    if isinstance(domain, ir.RotatedDomain):
        start = expressions.num(code, domain.start)
        code.emit(tree.Perform(tree.Call("rotate", (place, start.node)), gives=False))
    return ListVal(place, most, NumShape(min(low, high), max(low, high)), fixed=True)


def _append_values(code: Code, domain: ir.Domain, last: tree.Local, shift: int) -> None:
    """Add the values of a domain to a list, each so much greater."""
    match domain:
        case ir.WordDomain(source, words):
            _append_values(code, source, last, shift)
            for word in words:
                lists.push(code, last, number(word + shift))
        case ir.JointDomain(source, more, between):
            _append_values(code, source, last, shift)
            _append_values(code, more, last, shift + between)
        case _:
            # The values of other domains come one after another.
            inner: ir.Domain = domain
            if isinstance(domain, ir.RotatedDomain) and shift == 0:
                inner = domain.of

            def visit(value: Val, _following: int, _out: int) -> None:
                lists.push(code, last, arith(code, "+", as_num(value), number(shift)))

            if isinstance(inner, ir.WordDomain | ir.JointDomain):
                _append_values(code, inner, last, shift)
            else:
                through(code, inner, visit)


# ---- Membership ----------------------------------------------------------------------------------


def member(code: Code, value: Val, domain: ir.Domain) -> tree.Expr:
    """Return whether a value is in a domain."""
    if isinstance(value, ListVal):
        return _list_among(code, value, domain)
    num = as_num(code.reusable(as_num(value)))
    match domain:
        case ir.RangeDomain(low, high):
            first, last = expressions.num(code, low), expressions.num(code, high)
            a, b = known(first), known(last)
            if a is not None and b is not None and num.low < a and num.high > b and b - a < LIMIT:
                return tree.Test("le_u", tree.Arith("sub", num.node, tree.Int(a)) if a else num.node, tree.Int(b - a))
            return _all((compared("<=", first, num), compared("<=", num, last)))
        case ir.SetDomain(source, low):
            return in_set(code, num, expressions.num(code, source), low)
        case ir.RegionDomain(board):
            return boards.is_region(code, board, num)
        case ir.WordDomain(source, words):
            return _any((any_equal(num, words), member(code, num, source)))
        case ir.RotatedDomain(source, _):
            return member(code, num, source)
        case ir.JointDomain(source, more, shift):
            return _any((member(code, num, source), member(code, arith(code, "-", num, number(shift)), more)))
        case ir.ListDomain(ir.Lookup(table, index)):
            mask = lists.mask_looked_up(code, table, expressions.num(code, index))
            if mask is not None:
                return in_set(code, num, mask, 0)
            return lists.holds(code, expressions.listed(code, domain.of), num)
        case ir.ListDomain(ir.MakeList(items)):
            others = [expressions.num(code, item) for item in items]
            return _any([compared("=", num, other) for other in others])
        case ir.ListDomain(source):
            return lists.holds(code, expressions.listed(code, source), num)
        case _:
            assert_never(domain)


def _list_among(code: Code, value: ListVal, domain: ir.Domain) -> tree.Expr:
    """Return whether a list is among lists."""
    if not isinstance(domain, ir.ListDomain):
        raise Unsupported("a list looked for among numbers")
    listed, is_member = code.reusable(value), code.local(wide=False)
    assert isinstance(listed, ListVal)
    code.emit(tree.Set(is_member, tree.Mark(0)))

    def look(entry: Val, _following: int, out: int) -> None:
        if not isinstance(entry, ListVal):
            raise Unsupported("a list looked for among numbers")
        equal = lists.compared(code, "=", entry, listed)
        code.emit(tree.If(equal, (tree.Set(is_member, tree.Mark(1)), tree.Leave(out))))

    lists.each_entry(code, expressions.listed(code, domain.of), look)
    return is_member


def leave_when_member(code: Code, value: Val, domain: ir.Domain, expected: bool, label: int) -> None:
    """Go to a label when a value is in a domain (`expected`), or when it is not."""
    test = member(code, value, domain)
    comparing.leave(code, test if expected else negated(test), label)


def _all(tests: tuple[tree.Expr, ...]) -> tree.Expr:
    left = [test for test in tests if test != tree.Mark(1)]
    return tree.Mark(0) if tree.Mark(0) in left else all_of(left)


def _any(tests: tuple[tree.Expr, ...] | list[tree.Expr]) -> tree.Expr:
    left = [test for test in tests if test != tree.Mark(0)]
    return tree.Mark(1) if tree.Mark(1) in left else any_of(left)
