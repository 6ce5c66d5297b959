"""Tables and lists: where their numbers are in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .....dsl import ir
from ..language import tree
from ..language.values import LIMIT, ListShape, ListVal, Num, NumShape, Shape, Unsupported, Val, known, number
from ..layout.constants import TooNarrow, are_bits, mask_of
from ..writing.building import FAULT, Code, any_of, plus, times
from ..writing.numbers import TESTS, in_set, narrowed
from ..writing.numbers import compared as compared_numbers

# ---- Tables ----------------------------------------------------------------------------------


def looked_up(code: Code, table: str, index: Num) -> Val:
    """An entry of a table; an index below 0 counts from its end."""
    constants = code.whole.constants
    cells = constants.tables[table]
    value = known(index)
    if value is not None and -len(cells) <= value < len(cells):
        cell = cells[value]
        return constants.listed(cell) if isinstance(cell, tuple) else number(int(cell))  # type: ignore[call-overload]  # no list
    index = code.within(index, -len(cells), len(cells) - 1)
    before = max(0, -index.low)
    match constants.shape(table):
        case NumShape(low, high):
            address, size = constants.numbers(table, before)
            return Num(tree.Load(*_cell(index, address, size), size), low, high)
        case ListShape(most, entry):
            address = constants.lists(table, before)
            return ListVal(tree.Load(*_cell(index, address, 4), 4, wide=False), most, entry, fixed=True)
        case _:
            # Conditions and values side by side stand in no table.
            raise Unsupported("a table of what is neither number nor list")


def _cell(index: Num, address: int, size: int) -> tuple[tree.Expr, int]:
    """The address of a cell, and what is added to it."""
    offset = times(narrowed(index.node), size)
    return (plus(offset, address), 0) if index.low < 0 else (offset, address)


def mask_looked_up(code: Code, table: str, index: Num) -> Num | None:
    """The set of what a list in a table holds; None where that is no set."""
    constants = code.whole.constants
    shape, cells = constants.shape(table), constants.tables[table]
    if not isinstance(shape, ListShape) or not are_bits(shape.entry):
        return None
    index = code.within(index, -len(cells), len(cells) - 1)
    address = constants.masks(table, max(0, -index.low))
    return Num(tree.Load(*_cell(index, address, 8), 8), 0, LIMIT)


# ---- Lists -------------------------------------------------------------------------------------


def length(code: Code, entries: ListVal) -> Num:
    """Return how many entries a list has."""
    if entries.known is not None:
        return number(len(entries.known))
    return Num(tree.Load(*_address_of(entries), code.width), 0, entries.most)


def _address_of(entries: ListVal) -> tuple[tree.Expr, int]:
    return (tree.Mark(0), entries.node.value) if isinstance(entries.node,
                                                            tree.Mark) and entries.node.value >= 0 else (entries.node, 0)


def end_of(code: Code, entries: ListVal) -> tree.Expr:
    """The address of the last entry of a list whose address is held (of its length, where it has none)."""
    if entries.known is not None:
        return plus(entries.node, code.width * len(entries.known))
    count = narrowed(length(code, entries).node)
    return tree.Arith("add", entries.node, times(count, code.width), wide=False)


def entry_at(code: Code, address: tree.Expr, offset: int, entry: Shape) -> Val:
    """The entry of a list at an address."""
    match entry:
        case NumShape(low, high):
            return Num(tree.Load(address, offset, code.width), low, high)
        case ListShape(most, inner):
            return ListVal(tree.Load(address, offset, 4, wide=False), most, inner, fixed=True)
        case _:
            # Conditions and values side by side are no entries.
            raise Unsupported("a list of what is neither number nor list")


def item_at(code: Code, entries: ListVal, place: Num, site: int) -> Val:
    """The entry at a place counted from 1."""
    listed = code.reusable(entries)
    assert isinstance(listed, ListVal)
    index = code.in_local(place.node)
    count = length(code, listed)
    with code.when(any_of((tree.Test("lt_s", index, tree.Int(1)), tree.Test("gt_s", index, count.node)))):
        code.wrong(FAULT, site, index)
    # The length stands before the entries, so the first entry lies one word on.
    address = tree.Arith("add", listed.node, times(narrowed(index), code.width), wide=False)
    return entry_at(code, address, 0, listed.entry)


def each_entry(code: Code, entries: ListVal, visit: Callable[[Val, int, int], None]) -> None:
    """Go through a list; `visit` is given an entry and the labels for the next one and for the end."""
    listed = code.reusable(entries)
    assert isinstance(listed, ListVal)
    if listed.most == 0 or listed.known == ():
        return
    address = code.local(wide=False)
    code.emit(tree.Set(address, listed.node))
    last = code.in_local(end_of(code, listed), wide=False)
    with code.block() as out:
        # The loop tests at its end. A list known before play has entries here; any other is tested before the first pass.
        if listed.known is None:
            code.emit(tree.Leave(out, tree.Test("eq", address, last, wide=False)))
        with code.loop() as again:
            with code.block() as following:
                visit(entry_at(code, address, code.width, listed.entry), following, out)
            code.emit(tree.Set(address, plus(address, code.width)), tree.Leave(again,
                                                                               tree.Test("lt_u", address, last, wide=False)))


def made_list(code: Code, items: Sequence[Num]) -> ListVal:
    """A new list of these values."""
    values = [known(item) for item in items]
    if all(value is not None for value in values):
        return code.whole.constants.listed([value for value in values if value is not None])
    items = [num for item in items if isinstance(num := code.reusable(item), Num)]
    place = code.allocated(tree.Mark(len(items)))
    put_word(code, place, 0, number(len(items)))
    for i, item in enumerate(items, 1):
        put_word(code, place, i * code.width, item)
    shape = NumShape(min(item.low for item in items), max(item.high for item in items))
    return ListVal(place, len(items), shape, fixed=True)


def put_word(code: Code, address: tree.Expr, offset: int, value: Num) -> None:
    """Put a number into a word of memory. Raises TooNarrow."""
    bound = 1 << 8 * code.width - 1
    if value.low < -bound or value.high >= bound:
        raise TooNarrow
    code.emit(tree.Store(address, offset, value.node, code.width))


def copied(code: Code, entries: ListVal) -> ListVal:
    """A list that does not change while rules are carried out."""
    if entries.fixed:
        return entries
    listed = code.reusable(entries)
    assert isinstance(listed, ListVal)
    count = code.in_local(narrowed(length(code, listed).node), wide=False)
    place = code.allocated(count)
    code.emit(tree.Copy(place, listed.node, plus(times(count, code.width), code.width)))
    return ListVal(place, entries.most, entries.entry, fixed=True)


def new_list(code: Code, most: int | tree.Expr) -> tuple[tree.Local, tree.Local]:
    """Room for a list of at most N entries: its address, and that of its last entry so far."""
    place = code.allocated(tree.Mark(most) if isinstance(most, int) else most)
    last = code.local(wide=False)
    code.emit(tree.Set(last, place))
    return place, last


def push(code: Code, last: tree.Local, value: Num) -> None:
    """Add an entry to a list that is made."""
    code.emit(tree.Set(last, plus(last, code.width)))
    put_word(code, last, 0, value)


def finish(code: Code, place: tree.Local, last: tree.Local) -> None:
    """Put down how long a list that was made has become."""
    span = tree.Arith("sub", last, place, wide=False)
    count = tree.Arith("shr_u", span, tree.Mark(code.width.bit_length() - 1), wide=False)
    code.emit(tree.Store(place, 0, tree.Widen(count), code.width))


def entries_within(code: Code, entries: ListVal, low: int | None, high: int | None, site: int) -> ListVal:
    """The list itself, whose entries must lie in a range."""
    listed = code.reusable(entries)
    assert isinstance(listed, ListVal)
    assert isinstance(listed.entry, NumShape), "only numbers have ranges"

    def check(entry: Val, _following: int, _out: int) -> None:
        assert isinstance(entry, Num)
        code.fault_unless(entry, low, high, site)

    each_entry(code, listed, check)
    least, most = listed.entry.low, listed.entry.high
    inside = NumShape(least if low is None else max(least, low), most if high is None else min(most, high))
    if inside.low > inside.high:
        inside = NumShape(0, 0)
    return ListVal(listed.node, listed.most, inside, listed.fixed)


def compared(code: Code, operator: ir.Comparison, left: ListVal, right: ListVal) -> tree.Expr:
    """A comparison of lists by the first entries that differ, and then by length."""
    node, other = code.reusable(left), code.reusable(right)
    assert isinstance(node, ListVal)
    assert isinstance(other, ListVal)
    if not isinstance(node.entry, NumShape) or not isinstance(other.entry, NumShape):
        raise Unsupported("a comparison of lists of lists")
    # `in_order` gives a number below 0, 0 or above it, so every comparison of lists is one of that number with 0.
    order = tree.Call("in_order", (node.node, other.node))
    return tree.Test(TESTS[operator], order, tree.Mark(0), wide=False)


def holds(code: Code, entries: ListVal, value: Num) -> tree.Expr:
    """Return whether a list has an entry."""
    if entries.known is not None and are_bits(entries.entry):
        return in_set(code, value, number(mask_of(entries.known)), 0)
    value_local = code.in_local(value.node)
    is_entry = code.local(wide=False)
    code.emit(tree.Set(is_entry, tree.Mark(0)))

    def look(entry: Val, _following: int, out: int) -> None:
        if not isinstance(entry, Num):
            raise Unsupported("a number looked for among lists")
        test = compared_numbers("=", entry, Num(value_local, value.low, value.high))
        if test != tree.Mark(0):
            code.emit(tree.If(test, (tree.Set(is_entry, tree.Mark(1)), tree.Leave(out))))

    each_entry(code, entries, look)
    return is_entry


def entries_within_or_beyond(code: Code, entries: ListVal, low: int, high: int) -> ListVal:
    """The list itself, whose entries lie in a range, or else the game is handed over."""
    entry = entries.entry
    if not isinstance(entry, NumShape):
        raise Unsupported("a list of lists in the state")
    if low <= entry.low and entry.high <= high:
        return entries

    def check(val: Val, _following: int, _out: int) -> None:
        assert isinstance(val, Num)
        code.within(val, low, high)

    each_entry(code, entries, check)
    return entries
