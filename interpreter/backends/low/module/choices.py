"""Choices and rolls: functions that list what is legal, take a code apart, and weigh outcomes.

What is listed, in which order, and which requirement is tested when, is as the Python generator plans it.
"""

from __future__ import annotations

from .....dsl import ir
from .....dsl.types.types import UnionType, lowest, size
from ...plan.apart import may_repeat, repeats
from ...plan.listing import Level
from ..emitting import choosing, comparing, lists, remembered
from ..language import tree
from ..language.values import ListVal, Num, NumShape, Val, number
from ..lowering import conditions, domains, expressions
from ..writing.building import Code, negated, plus, times
from ..writing.numbers import arith, as_num, compared, either
from .alike import AlikeCode

# The most combinations of values that are compared.
COMPARED = 8192
# The parts of what puts down a code.
AN_OFFER = 10


class ListingCode:
    """Writes the function that lists the legal codes of a kind of move from an address on, and gives where they end."""

    def __init__(self, code: Code, alike: AlikeCode, move: ir.MoveOption) -> None:
        self.code, self.alike, self.move = code, alike, move
        self.at = code.local(wide=False)
        whole = code.whole
        self.plan = whole.planner.plan(move)
        code.remembered = self.plan.remembered
        # The open values that are listed before they are gone through.
        self.listed: dict[int, ListVal] = {}
        keyed = [alike.tells(bound.type) for bound in move.bound]
        self.early = [has and not whole.alike.tells_apart(move, i) for i, has in enumerate(keyed)]
        self.late = any(has and not early for has, early in zip(keyed, self.early, strict=True))
        self.repeats = not self.late and any(repeats(level, whole.tables) for level in self.plan.levels)
        self.offered: list[Num] = []

    def write(self) -> None:
        """The body of the function."""
        code = self.code
        # Codes that differ in a value before this one are never the same.
        repeating = [i for i, level in enumerate(self.plan.levels) if repeats(level, code.whole.tables)]
        self.repeated_from = repeating[0] if self.repeats else -1
        self.first = code.local(wide=False)
        self.combinations = self._room_for_values()
        with code.block() as out:
            self._tests(self.plan.tests, out)
            for level, planned in enumerate(self.plan.levels):
                if planned.shared is not None:
                    self.listed[level] = self._listed_once(level, planned)
            self._values(0)
        code.emit(tree.Return(self.at))

    def _room_for_values(self) -> tuple[tree.Local, tree.Local] | None:
        """Return where combinations of values that were offered are kept, if they are compared: the beginning and the end."""
        if not self.late:
            return None
        code = self.code
        place, last = code.local(wide=False), code.local(wide=False)
        code.allocations += 1
        code.emit(tree.Set(place, tree.Call("room", (tree.Mark(self.room),))), tree.Set(last, place))
        return place, last

    @property
    def room(self) -> int:
        """The bytes that combinations which are compared may take."""
        return 8 * len(self.move.bound) * min(self.move.count, COMPARED)

    def _tests(self, tests: tuple[ir.Expr, ...], out: int) -> None:
        """Go to a label when a requirement that can be tested here is not met."""
        for test in tests:
            conditions.leave_when(self.code, test, False, out)
            conditions.suppose(self.code, test, True)

    def _values(self, level: int) -> None:
        """Go through the values left open from this one on."""
        code = self.code
        if level == len(self.plan.levels):
            self._offer()
            return
        planned = self.plan.levels[level]
        bound = planned.bound
        if level == self.repeated_from:
            code.emit(tree.Set(self.first, self.at))

        def visit(value: Val, following: int, _out: int) -> None:
            with code.naming(bound.name, value), conditions.supposing(code, ir.Const(1), True):
                if level == len(self.plan.levels) - 1 and self._offer_without_jump(level, value):
                    return
                if bound.condition is not None and not self.early[level] and level not in self.listed:
                    conditions.leave_when(code, bound.condition, False, following)
                    conditions.suppose(code, bound.condition, True)
                self._tests(planned.tests, following)
                self.offered.append(as_num(code.env[bound.name]))
                self._values(level + 1)
                self.offered.pop()

        if level in self.listed or self.early[level]:
            lists.each_entry(code, self.listed.get(level) or self._one_of_each(bound, planned.long), visit)
        else:
            domains.through(code, bound.domain, visit, planned.long, size=self._size(level))

    def _size(self, level: int) -> int | None:
        """Return how much is computed for each value of the last open value; None for others, and where codes are compared."""
        if level < len(self.move.bound) - 1 or self.late or self.repeats:
            return None
        return AN_OFFER + self.code.whole.size_of((self.plan.levels[level].bound.condition, self.plan.levels[level].tests))

    def _listed_once(self, level: int, planned: Level) -> ListVal:
        """The values of an open value that are listed once for all moves of the position."""
        early = self.early[level]
        key = planned.shared, planned.bound.type if early else None, self.move.named if early else None
        return remembered.list_of(self.code, key, lambda: self._one_of_each(planned.bound, planned.long, early))

    def _one_of_each(self, bound: ir.Bound, long: bool, alike: bool = True) -> ListVal:
        """The values of a domain that meet the condition; with `alike`, of those that are alike the first."""
        code = self.code
        place, last, most = domains.room_for(code, bound.domain)
        low, high = domains.bounds_of(code, bound.domain)
        so_far = ListVal(place, most, NumShape(low, high), fixed=True)

        def visit(value: Val, following: int, _out: int) -> None:
            with code.naming(bound.name, value):
                if bound.condition is not None:
                    conditions.leave_when(code, bound.condition, False, following)
                num = as_num(code.reusable(as_num(value)))
                lists.finish(code, place, last)

                def compare(other: Val, _following: int, _out: int) -> None:
                    same = self.alike.test(code, bound.type, self.move.named, as_num(other), num)
                    comparing.leave(code, same, following)

                if alike:
                    lists.each_entry(code, so_far, compare)
                lists.push(code, last, num)

        domains.through(code, bound.domain, visit, long)
        lists.finish(code, place, last)
        return so_far

    def _offer_without_jump(self, level: int, value: Val) -> bool:
        """Put down a code in any case, and go past it if its one test holds; return whether that can be done.

        Whether a move is legal is hard to foretell in random games, and a jump that a processor foretells wrongly takes longer
        than all this. The next code, or none, is put over one that is not legal; behind the last there is room for it.
        """
        code, planned = self.code, self.plan.levels[level]
        condition = None if self.early[level] or level in self.listed else planned.bound.condition
        tests = planned.tests if condition is None else (condition, *planned.tests)
        if len(tests) != 1 or self.late or self.repeats or code.whole.may_overflow:
            return False
        allocations = code.allocations
        with code.nested() as body:
            test = expressions.cond(code, tests[0])
        needs_more = body or code.allocations != allocations
        if needs_more or isinstance(test, tree.Mark) or choosing.parts(test) > choosing.SHORT:
            return False
        code_ = encoded(code, self.move, [*self.offered, as_num(value)])
        size_ = code.whole.memory.code_width
        code.emit(tree.Store(self.at, 0, code_.node, size_),
                  tree.Set(self.at, tree.Arith("add", self.at, times(test, size_), wide=False)))
        return True

    def _offer(self) -> None:
        """Put down the code of a combination, unless it, or one like it, is there already."""
        code, whole = self.code, self.code.whole
        value = encoded(code, self.move, self.offered)
        with code.block() as past:
            if self.late:
                self._unlike_others(past)
            elif self.repeats:
                value = as_num(code.reusable(value))
                self._new(value, past)
            if whole.may_overflow:
                code.beyond_when(tree.Test("ge_u", self.at, tree.Mark(whole.memory.codes_end), wide=False))
            size_ = whole.memory.code_width
            code.emit(tree.Store(self.at, 0, value.node, size_), tree.Set(self.at, plus(self.at, size_)))

    def _new(self, value: Num, past: int) -> None:
        """Go past when this code was offered already."""
        code, size_ = self.code, self.code.whole.memory.code_width
        look = code.in_local(self.first, wide=False)
        assert isinstance(look, tree.Local)
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", look, self.at, wide=False)),
                      tree.Leave(past, tree.Test("eq", tree.Load(look, 0, size_), value.node)),
                      tree.Set(look, plus(look, size_)), tree.Leave(again))

    def _unlike_others(self, past: int) -> None:
        """Go past when a combination of values that are alike was offered already; else keep these."""
        code, bounds = self.code, self.move.bound
        assert self.combinations is not None
        place, last = self.combinations
        size_ = 8 * len(bounds)
        values = [Num(code.in_local(num.node), num.low, num.high) for num in self.offered]
        look = code.in_local(place, wide=False)
        assert isinstance(look, tree.Local)
        with code.block() as out, code.loop() as again:
            code.emit(tree.Leave(out, tree.Test("ge_u", look, last, wide=False)))
            with code.block() as other:
                for i, (bound, value) in enumerate(zip(bounds, values, strict=True)):
                    earlier = Num(code.in_local(tree.Load(look, 8 * i, 8)), value.low, value.high)
                    same = self.alike.test(code, bound.type, self.move.named, earlier, value)
                    comparing.leave(code, negated(same), other)
                code.emit(tree.Leave(past))
            code.emit(tree.Set(look, plus(look, size_)), tree.Leave(again))
        code.beyond_when(tree.Test("ge_u", last, plus(place, self.room), wide=False))
        code.emit(*(tree.Store(last, 8 * i, value.node, 8) for i, value in enumerate(values)))
        code.emit(tree.Set(last, plus(last, size_)))


# ---- Codes -----------------------------------------------------------------------------------


def encoded(code: Code, move: ir.MoveOption, values: list[Num]) -> Num:
    """The code of a combination of values."""
    total = number(0)
    for bound, value in zip(move.bound, values, strict=True):
        total = arith(code, "+", arith(code, "*", total, number(size(bound.type))), _place(code, bound, value))
    return arith(code, "+", total, number(move.first))


def _place(code: Code, bound: ir.Bound, value: Num) -> Num:
    """The place of a value among those of its type."""
    words = len(bound.type.extras) if isinstance(bound.type, UnionType) else 0
    plain = arith(code, "-", value, number(lowest(bound.type)))
    if not words:
        return plain
    num = as_num(code.reusable(value))
    # Words are -1, -2 and so on. Their places come after those of all other values, that of -1 first.
    beyond = arith(code, "-", number(size(bound.type) - words - 1), num)
    shifted = arith(code, "-", num, number(lowest(bound.type)))
    placed = either(compared(">=", num, number(0)), shifted, beyond)
    return Num(placed.node, 0, size(bound.type) - 1)


def decode(code: Code, bounds: tuple[ir.Bound, ...], packed: tree.Expr) -> None:
    """Give the open values of a code (counted from the first of its kind) their names."""
    most = 1
    for bound in bounds:
        most *= size(bound.type)
    left = Num(packed, 0, max(0, most - 1))
    for i, bound in reversed(list(enumerate(bounds))):
        total = number(size(bound.type))
        place = arith(code, "mod", left, total) if i else left
        own_place = Num(code.in_local(place.node), 0, size(bound.type) - 1)
        if i:
            left = Num(code.in_local(arith(code, "div", left, total).node), 0, max(0, left.high // size(bound.type)))
        code.env[bound.name] = code.reusable(_value(code, bound, own_place))


def _value(code: Code, bound: ir.Bound, place: Num) -> Num:
    words = len(bound.type.extras) if isinstance(bound.type, UnionType) else 0
    plain = size(bound.type) - words
    low = lowest(bound.type)
    value = arith(code, "+", place, number(low))
    if not words:
        return value
    picked = either(compared("<", place, number(plain)), value, arith(code, "-", number(plain - 1), place))
    return Num(picked.node, min(-words, low), max(-1, low + plain - 1))


# ---- Chance ------------------------------------------------------------------------------------


def as_move(roll: ir.RollValue) -> ir.MoveOption:
    """A roll as a kind of move."""
    return ir.MoveOption(roll.clause, (roll.bound,), (), roll.notation, roll.to, 0, size(roll.bound.type))


def has_weight(code: Code, alike: AlikeCode, roll: ir.RollValue) -> bool:
    """Return whether the outcomes of a roll are not all equally likely."""
    return roll.weight is not None or alike.tells(roll.bound.type) or may_repeat(roll.bound.domain, code.whole.tables)


def weigh(code: Code, alike: AlikeCode, roll: ir.RollValue) -> None:
    """The function of an outcome that gives how heavy it is."""
    bound = roll.bound
    packed = code.local()
    decode(code, (bound,), packed)
    several = alike.tells(bound.type) or may_repeat(bound.domain, code.whole.tables)

    def weight() -> Num:
        return number(1) if roll.weight is None else expressions.num(code, roll.weight)

    if not several:
        code.emit(tree.Return(weight().node))
        return
    kind = as_num(code.settled(code.env[bound.name]))
    total = code.local()
    code.emit(tree.Set(total, tree.Int(0)))
    (long,) = code.whole.budget.are_long((bound,), roll.weight)

    def add(value: Val, following: int, _out: int) -> None:
        with code.naming(bound.name, value):
            if bound.condition is not None:
                conditions.leave_when(code, bound.condition, False, following)
            same = alike.test(code, bound.type, (), as_num(value), kind)
            comparing.leave(code, negated(same), following)
            code.emit(tree.Set(total, tree.Arith("add", total, weight().node)))

    domains.through(code, bound.domain, add, long)
    code.emit(tree.Return(total))

