"""Boards: regions that merge, and geometry that needs the state of a board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .....dsl import ir
from ....runtime.regions import region_slots
from ..language import tree
from ..language.values import ListVal, Num, NumShape, Unsupported, Val, number
from ..writing.building import FAULT, Code, all_of, plus, times
from ..writing.numbers import arith, as_num, compared, either, narrowed
from . import comparing, lists

# The most cells of a table of steps.
MOST_CELLS = 4096


def shape_named(code: Code, name: str) -> ir.BoardShape:
    """The board of this name."""
    return code.whole.boards[name]


def spaces_of(code: Code, board: str) -> int:
    """Return how many spaces a board has."""
    return len(code.whole.boards[board].space.members)


def _roots(code: Code, board: str) -> int:
    """The address of the regions that the spaces of a board lie in."""
    roots = shape_named(code, board).roots
    if roots is None:
        raise Unsupported("regions of a board that has none")
    return code.whole.memory.state + code.width * roots


def region_of(code: Code, board: str, space: Num) -> Num:
    """The region that a space lies in now."""
    count = spaces_of(code, board)
    inside = code.within(space, 0, count - 1)
    return Num(tree.Load(times(narrowed(inside.node), code.width), _roots(code, board), code.width), 0, count - 1)


def is_region(code: Code, board: str, value: Num) -> tree.Expr:
    """Return whether a space is the first of its region, by which the region goes."""
    is_first = code.local(wide=False)
    code.emit(tree.Set(is_first, tree.Mark(0)))
    # A word such as `none` lies below 0, before the first space: nothing is read for it.
    with code.when(compared(">=", value, number(0))):
        current = Num(value.node, max(0, value.low), max(0, value.high))
        code.emit(tree.Set(is_first, compared("=", region_of(code, board, current), current)))
    return is_first


def each_region(code: Code, board: str, visit: Callable[[Val, int, int], None]) -> None:
    """Go through the regions, in the order of their first spaces."""
    count = spaces_of(code, board)
    space = code.local()
    code.emit(tree.Set(space, tree.Int(0)))
    current = Num(space, 0, count - 1)
    with code.block() as out, code.loop() as again:
        with code.block() as following:
            comparing.leave(code, compared("!=", region_of(code, board, current), current), following)
            visit(current, following, out)
        code.emit(tree.Set(space, tree.Arith("add", space, tree.Int(1))),
                  tree.Leave(again, tree.Test("lt_s", space, tree.Int(count))))


def spaces(code: Code, board: str, region: Num) -> ListVal:
    """The spaces of a region, in their order."""
    count = spaces_of(code, board)
    place, last = lists.new_list(code, count)
    space = code.local()
    code.emit(tree.Set(space, tree.Int(0)))
    current = Num(space, 0, count - 1)
    with code.loop() as again:
        with code.when(compared("=", region_of(code, board, current), region)):
            lists.push(code, last, current)
        code.emit(tree.Set(space, tree.Arith("add", space, tree.Int(1))),
                  tree.Leave(again, tree.Test("lt_s", space, tree.Int(count))))
    lists.finish(code, place, last)
    return ListVal(place, count, NumShape(0, count - 1), fixed=True)


def region_neighbours(code: Code, board: str, region: Num) -> ListVal:
    """The regions next to a region, each once."""
    count = spaces_of(code, board)
    place, last = lists.new_list(code, count)
    code.emit(tree.Store(place, 0, tree.Int(0), code.width))
    space = code.local()
    code.emit(tree.Set(space, tree.Int(0)))
    current = Num(space, 0, count - 1)

    def visit_neighbour(other: Val, _following: int, _out: int) -> None:
        root = as_num(code.reusable(region_of(code, board, as_num(other))))
        with code.when(compared("!=", root, region)):
            # The list is searched while it grows, so its length is put down before each search.
            lists.finish(code, place, last)
            so_far = ListVal(place, count, NumShape(0, count - 1), fixed=True)
            is_known = lists.holds(code, so_far, root)
            with code.when(tree.Not(is_known)):
                lists.push(code, last, root)

    with code.loop() as again:
        with code.when(compared("=", region_of(code, board, current), region)):
            near = lists.looked_up(code, f"near.{board}", current)
            assert isinstance(near, ListVal)
            lists.each_entry(code, near, visit_neighbour)
        code.emit(tree.Set(space, tree.Arith("add", space, tree.Int(1))),
                  tree.Leave(again, tree.Test("lt_s", space, tree.Int(count))))
    lists.finish(code, place, last)
    return ListVal(place, count, NumShape(0, count - 1), fixed=True)


def walked(code: Code, board: str, region: Num, steps: Num) -> Num:
    """The region N steps on round a ring; each region is one step."""
    count = spaces_of(code, board)
    region = code.within(region, 0, count - 1)
    place, space, left, passes = code.local(), code.local(), code.local(), code.local()
    # One space back is all spaces but one forward, so the number of a space never falls below 0.
    forward = code.in_local(either(compared(">", steps, number(0)), number(1), number(count - 1)).node)
    away = either(compared("<", steps, number(0)), Num(tree.Arith("sub", tree.Int(0), steps.node), 0, 1 << 31), steps)
    code.emit(tree.Set(place, region.node), tree.Set(left, away.node))
    with code.block() as out, code.loop() as again:
        code.emit(tree.Leave(out, tree.Test("le_s", left, tree.Int(0))))
        # Where all spaces lie in one region there is no other to come to: after one time round it stays the same.
        code.emit(tree.Set(space, place), tree.Set(passes, tree.Int(count)))
        with code.block() as arrived, code.loop() as on:
            further = tree.Arith("add", space, forward)
            code.emit(tree.Set(space, further))
            with code.when(tree.Test("ge_s", space, tree.Int(count))):
                code.emit(tree.Set(space, tree.Arith("sub", space, tree.Int(count))))
            root = region_of(code, board, Num(space, 0, count - 1))
            code.emit(tree.Leave(arrived, tree.Test("ne", root.node, place)),
                      tree.Set(passes, tree.Arith("sub", passes, tree.Int(1))),
                      tree.Leave(on, tree.Test("gt_s", passes, tree.Int(0))))
        code.emit(tree.Set(place, region_of(code, board, Num(space, 0, count - 1)).node),
                  tree.Set(left, tree.Arith("sub", left, tree.Int(1))), tree.Leave(again))
    return Num(place, 0, count - 1)


# ---- Geometry ------------------------------------------------------------------------------------


def shifted(code: Code, board: str, space: Num, columns: Num, rows: Num) -> Num:
    """The space N columns and M rows away, or -1 off the board."""
    places = shape_named(code, board).places
    x_count, y_count = columns.high - columns.low + 1, rows.high - rows.low + 1
    if x_count * y_count * len(places) <= MOST_CELLS:
        return _shifted_by_table(code, places, (space, columns, rows), y_count)
    wide, high = max(column for column, _ in places), max(row for _, row in places)
    space = code.within(space, 0, len(places) - 1)
    table = code.whole.constants
    column = _entry(code, [column for column, _ in places], space, 1, wide)
    row = _entry(code, [row for _, row in places], space, 1, high)
    x = as_num(code.reusable(arith(code, "+", column, columns)))
    y = as_num(code.reusable(arith(code, "+", row, rows)))
    space_at = {place: i for i, place in enumerate(places)}
    cells = [space_at.get((c, r), -1) for r in range(1, high + 1) for c in range(1, wide + 1)]
    target = code.local()
    code.emit(tree.Set(target, tree.Int(-1)))
    inside = [compared(">=", x, number(1)), compared("<=", x, number(wide)),
              compared(">=", y, number(1)), compared("<=", y, number(high))]
    with code.when(all_of(inside)):
        index = tree.Arith("add", tree.Arith("mul", tree.Arith("sub", y.node, tree.Int(1)), tree.Int(wide)),
                           tree.Arith("sub", x.node, tree.Int(1)))
        address = table.bytes_of(cells, 4)
        code.emit(tree.Set(target, tree.Load(times(narrowed(index), 4), address, 4)))
    return Num(target, -1, len(places) - 1)


def _shifted_by_table(code: Code, places: Sequence[tuple[int, int]], coordinates: tuple[Num, Num, Num], y_count: int) -> Num:
    """The same, looked up among all spaces and all that can be asked for."""
    space, columns, rows = coordinates
    space_at = {place: i for i, place in enumerate(places)}
    cells = [space_at.get((column + x, row + y), -1) for x in range(columns.low, columns.high + 1)
             for y in range(rows.low, rows.high + 1) for column, row in places]
    across = arith(code, "*", arith(code, "-", columns, number(columns.low)), number(y_count))
    which = arith(code, "+", across, arith(code, "-", rows, number(rows.low)))
    inside = code.within(space, 0, len(places) - 1)
    index = arith(code, "+", arith(code, "*", which, number(len(places))), inside)
    size = 1 if len(places) <= 128 else 4
    address = code.whole.constants.bytes_of(cells, size)
    return Num(tree.Load(times(narrowed(index.node), size), address, size), -1, len(places) - 1)


def _entry(code: Code, cells: Sequence[int], index: Num, low: int, high: int) -> Num:
    """An entry of constant numbers, each of 4 bytes."""
    address = code.whole.constants.bytes_of(cells, 4)
    return Num(tree.Load(times(narrowed(index.node), 4), address, 4), low, high)


def stepped(code: Code, board: str, space: Num, direction: Num, count: Num) -> Num:
    """The space N steps on in a direction, or -1."""
    towards = shape_named(code, board).towards
    direction = as_num(code.reusable(code.within(direction, 0, len(towards) - 1)))
    x = _entry(code, [0 if toward is None else toward[0] for toward in towards], direction, -1, 1)
    y = _entry(code, [0 if toward is None else toward[1] for toward in towards], direction, -1, 1)
    has_target = _entry(code, [int(toward is not None) for toward in towards], direction, 0, 1)
    target = code.local()
    code.emit(tree.Set(target, tree.Int(-1)))
    # A direction that this board does not have leads nowhere; 0 columns and 0 rows on would be the space itself.
    with code.when(tree.Test("ne", has_target.node, tree.Int(0))):
        further = shifted(code, board, space, arith(code, "*", x, count), arith(code, "*", y, count))
        code.emit(tree.Set(target, further.node))
    return Num(target, -1, len(shape_named(code, board).places) - 1)


# ---- Merging -------------------------------------------------------------------------------------


def merge(code: Code, op: ir.MergeRegions, left: Callable[[], Num], right: Callable[[], Num]) -> None:
    """Merge the regions of two spaces; the merged region goes by its lowest space."""
    board = shape_named(code, op.board)
    # The second space is worked out when the region of the first is held, as in Python.
    first = as_num(code.reusable(region_of(code, op.board, left())))
    second = as_num(code.reusable(region_of(code, op.board, right())))
    count = spaces_of(code, op.board)
    with code.when(compared("!=", first, second)):
        less = code.in_local(tree.Test("lt_s", first.node, second.node), wide=False)
        into = Num(code.in_local(tree.Select(less, first.node, second.node)), 0, count - 1)
        gone = Num(code.in_local(tree.Select(less, second.node, first.node)), 0, count - 1)
        slots = region_slots(code.whole.program, board)
        for base, rule, high, nothing in slots.fields:
            for i, rest in enumerate(nothing):
                _merge_field(code, (base + i, len(nothing)), (into, gone), (rule, high, rest), op.site)
        _merge_spaces(code, op.board, into, gone)
        for slot, shift in slots.single:
            _replace(code, slot, arith(code, "+", gone, number(shift)), arith(code, "+", into, number(shift)))
        for slot in slots.sets:
            _replace_in_set(code, slot, into, gone)


def _merge_field(code: Code, field: tuple[int, int], regions: tuple[Num, Num], how: tuple[str, int, int], site: int) -> None:
    """Join the values of two regions in a field, or require that they are equal; `how` ends with the rest in the other."""
    (base, width), (into, gone), (rule, high, left) = field, regions, how
    low, top = code.whole.slots.around(base)
    offset = code.whole.memory.state + code.width * base
    a, b = (times(narrowed(arith(code, "*", num, number(width)).node), code.width) for num in (into, gone))
    value_a = Num(code.in_local(tree.Load(a, offset, code.width)), low, top)
    value_b = Num(code.in_local(tree.Load(b, offset, code.width)), low, top)
    if rule == "adds":
        total = code.fault_unless(arith(code, "+", value_a, value_b), 0, high, site)
        code.emit(tree.Store(a, offset, total.node, code.width), tree.Store(b, offset, tree.Int(left), code.width))
        return
    with code.when(tree.Test("ne", value_a.node, value_b.node)):
        code.wrong(FAULT, site)
    code.emit(tree.Store(b, offset, tree.Int(left), code.width))


def _merge_spaces(code: Code, board: str, into: Num, gone: Num) -> None:
    """The spaces of one region lie in the other from now on."""
    address = code.local(wide=False)
    first = _roots(code, board)
    code.emit(tree.Set(address, tree.Mark(first)))
    with code.loop() as again:
        with code.when(tree.Test("eq", tree.Load(address, 0, code.width), gone.node)):
            code.emit(tree.Store(address, 0, into.node, code.width))
        code.emit(tree.Set(address, plus(address, code.width)),
                  tree.Leave(again, tree.Test("lt_u", address, tree.Mark(first + code.width * spaces_of(code, board)),
                                              wide=False)))


def _replace(code: Code, slot: int, old: Num, new: Num) -> None:
    offset = code.whole.memory.state + code.width * slot
    with code.when(tree.Test("eq", tree.Load(tree.Mark(0), offset, code.width), old.node)):
        code.emit(tree.Store(tree.Mark(0), offset, new.node, code.width))


def _replace_in_set(code: Code, slot: int, into: Num, gone: Num) -> None:
    offset = code.whole.memory.state + code.width * slot
    members = code.in_local(tree.Load(tree.Mark(0), offset, code.width))
    had = tree.Narrow(tree.Arith("and", tree.Arith("shr_u", members, gone.node), tree.Int(1)))
    with code.when(had):
        without = tree.Arith("and", members, tree.Arith("xor", tree.Arith("shl", tree.Int(1), gone.node), tree.Int(-1)))
        joined = tree.Arith("or", without, tree.Arith("shl", tree.Int(1), into.node))
        code.emit(tree.Store(tree.Mark(0), offset, joined, code.width))
