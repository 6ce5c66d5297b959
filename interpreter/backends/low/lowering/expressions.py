"""Expressions of a program to the small language.

What an expression needs first (a loop, a test) is added to the statements of the function; what is left is a value
that can be worked out where it stands, because nothing is written in the middle of an expression.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from .....dsl import ir
from ..language import tree
from ..language.values import Cond, Listed, Num, Several, Unsupported, Val, joined, known, number, shape_of
from ..writing import numbers
from ..writing.building import FAULT, Code, all_of, negated
from ..writing.numbers import compared
from . import boards, calls, domains, gathers, happened, lists, paths, primitives, sorting

# The most parts of two values that are computed both, which is cheaper than a jump.
SHORT = 12


def value(code: Code, node: ir.Expr) -> Val:
    """The value of an expression."""
    code.whole.spend()
    match node:
        case ir.Const(of):
            return number(of)
        case ir.Values(values):
            return code.whole.constants.listed(values)
        case ir.Temp(name):
            return code.env[name]
        case ir.Slot():
            return lists.slot_value(code, node)
        case ir.ReadList(at):
            return lists.state_list(code, at)
        case ir.Lookup(table, index):
            return lists.looked_up(code, table, num(code, index))
        case ir.Arith(operator, left, right):
            return numbers.arith(code, operator, num(code, left), num(code, right))
        case ir.Negate(operand):
            return numbers.arith(code, "-", number(0), num(code, operand))
        case ir.Compare(operator, left, right):
            return compare(code, operator, value(code, left), value(code, right))
        case ir.Both(left, right):
            return Cond(joint(code, left, right, conjunction=True))
        case ir.Either(left, right):
            return Cond(joint(code, left, right, conjunction=False))
        case ir.Not(operand):
            return Cond(negated(cond(code, operand)))
        case ir.IfElse(condition, this, that):
            return chosen(code, condition, lambda: value(code, this), lambda: value(code, that))
        case ir.CallFunction(function, arguments):
            return calls.called(code, function, arguments)
        case ir.Supposed(rule, arguments, function, given):
            return calls.supposed(code, rule, arguments, (function, given))
        case ir.Primitive(name, arguments, board):
            return boards.called(code, name, arguments, board) if board else primitives.called(code, name, arguments)
        case ir.Tuple(items):
            return Several(tuple(value(code, item) for item in items))
        case ir.MakeSet(items, low):
            return numbers.made_set(code, [num(code, item) for item in items], low)
        case ir.MakeList(items):
            return lists.made_list(code, [num(code, item) for item in items])
        case ir.SetArith(operator, left, right):
            return numbers.set_arith(operator, num(code, left), num(code, right))
        case ir.SizeOf("set", of):
            return Num(tree.Bits("popcnt", num(code, of).node), 0, 64)
        case ir.SizeOf(_, of):
            return lists.length(code, listed(code, of))
        case ir.ItemAt(of, place, site):
            return lists.item_at(code, listed(code, of), num(code, place), site)
        case ir.Member(of, domain):
            return Cond(domains.member(code, value(code, of), domain))
        case ir.RegionOf(board, space):
            return boards.region_of(code, board, num(code, space))
        case ir.Within(of, low, high, site):
            return code.fault_unless(num(code, of), low, high, site)
        case ir.EntriesWithin(of, low, high, site):
            return lists.entries_within(code, listed(code, of), low, high, site)
        case ir.Present(of, site):
            return present(code, num(code, of), site)
        case ir.Opened(of):
            return value(code, of)
        case ir.PickException(conditions, over, sites):
            return picked(code, conditions, over, sites)
        case ir.Gather():
            return gathers.gathered(code, node)
        case ir.Ranked():
            return sorting.ranked(code, node)
        case ir.Paths():
            return paths.found(code, node)
        case ir.Before(of):
            return calls.before(code, of)
        case ir.Decider() if code.decider is not None:
            return code.decider
        case ir.Happened():
            return happened.happened(code, node)
        case ir.Applied(clauses):
            return happened.applied(code, clauses)
        case ir.Decider():
            raise Unsupported("who decided a step")
        case _:
            assert_never(node)


def num(code: Code, node: ir.Expr) -> Num:
    """The value of an expression that is a number or flag."""
    return as_num(value(code, node))


def as_num(val: Val) -> Num:
    match val:
        case Num():
            return val
        case Cond(tree.Mark(of)):
            return number(of)
        case Cond(node):
            return Num(tree.Widen(node), 0, 1)
    raise Unsupported("a list where a number is needed")


def cond(code: Code, node: ir.Expr) -> tree.Expr:
    """An expression as a condition."""
    return as_cond(value(code, node))


def as_cond(val: Val) -> tree.Expr:
    match val:
        case Cond(node):
            return node
        case Num(tree.Widen(node)):
            return node
        case Num(node, low, high):
            if low > 0 or high < 0:
                return tree.Mark(1)
            if low == high == 0:
                return tree.Mark(0)
            return tree.Test("ne", node, tree.Int(0))
    raise Unsupported("a list where a condition is needed")


def listed(code: Code, node: ir.Expr) -> Listed:
    """The value of an expression that is a list."""
    val = value(code, node)
    if not isinstance(val, Listed):
        raise Unsupported("a number where a list is needed")
    return val


# ---- Conditions ----------------------------------------------------------------------------


def compare(code: Code, operator: str, left: Val, right: Val) -> Cond:
    """A comparison of numbers, lists, or values side by side."""
    match left, right:
        case Several(items), Several(others) if len(items) == len(others):
            return Cond(side_by_side(code, operator, items, others))
        case Listed(), Listed():
            return Cond(lists.compared(code, operator, left, right))
        case Cond(one), Cond(other) if operator in ("=", "!="):
            return Cond(tree.Test("eq" if operator == "=" else "ne", one, other, wide=False))
    return Cond(compared(operator, as_num(left), as_num(right)))


def side_by_side(code: Code, operator: str, left: tuple[Val, ...], right: tuple[Val, ...]) -> tree.Expr:
    """A comparison by the first values that differ."""
    node, other = code.kept(left[0]), code.kept(right[0])
    if len(left) == 1:
        return compare(code, operator, node, other).node
    rest = side_by_side(code, operator, left[1:], right[1:])
    equal = compare(code, "=", node, other).node
    match operator:
        case "=":
            return all_of((equal, rest))
        case "!=":
            return tree.Arith("or", negated(equal), rest, wide=False)
    apart = compare(code, operator.rstrip("="), node, other).node
    return tree.Arith("or", apart, tree.Arith("and", equal, rest, wide=False), wide=False)


def joint(code: Code, left: ir.Expr, right: ir.Expr, conjunction: bool) -> tree.Expr:
    """Two conditions joined; the right one is worked out only where it matters."""
    first = cond(code, left)
    if isinstance(first, tree.Mark):
        return cond(code, right) if bool(first.value) == conjunction else first
    with code.nested() as body, supposing(code, left, conjunction) as narrowed:
        second = cond(code, right)
    if not body:
        if isinstance(second, tree.Mark):
            return first if bool(second.value) == conjunction else second
        # Both are worked out where that costs less than a jump. Not so where the right one reads a place that is there only
        # because the left one holds.
        if parts(second) <= SHORT and not (narrowed and reads(second)):
            return tree.Arith("and" if conjunction else "or", first, second, wide=False)
        return tree.Both(first, second) if conjunction else tree.Either(first, second)
    result = code.local(wide=False)
    body.append(tree.Set(result, second))
    known_then = (tree.Set(result, tree.Mark(int(not conjunction))),)
    code.emit(tree.If(first, tuple(body), known_then) if conjunction else tree.If(first, known_then, tuple(body)))
    return result


def leave_when(code: Code, node: ir.Expr, wanted: bool, label: int) -> None:
    """Go to a label when a condition holds (`wanted`), or when it does not."""
    match node:
        case ir.Not(operand):
            leave_when(code, operand, not wanted, label)
        case ir.Both(left, right) | ir.Either(left, right):
            conjunction = isinstance(node, ir.Both)
            if wanted != conjunction:
                leave_when(code, left, wanted, label)
                with supposing(code, left, conjunction):
                    leave_when(code, right, wanted, label)
                return
            with code.block() as past:
                leave_when(code, left, not wanted, past)
                with supposing(code, left, conjunction):
                    leave_when(code, right, wanted, label)
        case ir.Gather("every" | "some" | "no"):
            gathers.leave_when(code, node, wanted, label)
        case ir.Member(of, domain):
            domains.leave_when_member(code, value(code, of), domain, wanted, label)
        case ir.CallFunction(function, arguments) if calls.is_simple(code, node):
            with calls.inside(code, function, arguments) as gives:
                leave_when(code, gives, wanted, label)
        case _:
            # Any other condition is worked out as a whole.
            test = cond(code, node)
            leave(code, test if wanted else negated(test), label)


def leave(code: Code, test: tree.Expr, label: int) -> None:
    """Go to a label when this holds."""
    match test:
        case tree.Mark(0):
            return
        case tree.Mark():
            code.emit(tree.Leave(label))
        case _:
            code.emit(tree.Leave(label, test))


@contextmanager
def supposing(code: Code, node: ir.Expr, holds: bool) -> Iterator[bool]:
    """Inside, a condition is known to hold, or not to hold; gives whether the range of a name is narrower for it."""
    around = dict(code.env)
    suppose(code, node, holds)
    yield any(code.env[name] is not val for name, val in around.items())
    code.env.update(around)


def suppose(code: Code, node: ir.Expr, holds: bool) -> None:
    """From here on, a condition is known to hold, or not to hold."""
    match node:
        case ir.Not(operand):
            suppose(code, operand, not holds)
        case ir.Both(left, right) if holds:
            suppose(code, left, holds)
            suppose(code, right, holds)
        case ir.Either(left, right) if not holds:
            suppose(code, left, holds)
            suppose(code, right, holds)
        case ir.Compare(operator, ir.Temp(name), ir.Const(other)):
            _narrow(code, name, operator if holds else numbers.OPPOSITE[operator], other)
        case ir.Member(ir.Temp(name), ir.RangeDomain(ir.Const(low), ir.Const(high))) if holds:
            _narrow(code, name, ">=", low)
            _narrow(code, name, "<=", high)
        case _:
            # Other conditions say nothing of the range of a name.
            pass


def _narrow(code: Code, name: str, operator: str, other: int) -> None:
    val = code.env.get(name)
    # A name that is given several values may be given another one in what follows.
    if not isinstance(val, Num) or name in code.variables:
        return
    low, high = val.low, val.high
    match operator:
        case "=":
            low, high = max(low, other), min(high, other)
        case "!=":
            low, high = low + (low == other), high - (high == other)
        case "<":
            high = min(high, other - 1)
        case "<=":
            high = min(high, other)
        case ">":
            low = max(low, other + 1)
        case ">=":
            low = max(low, other)
    if low <= high:
        code.env[name] = Num(val.node, low, high)


# ---- Choosing between values ----------------------------------------------------------------


def chosen(code: Code, condition: ir.Expr, this: Callable[[], Val], that: Callable[[], Val]) -> Val:
    """One of two values, worked out only where it is needed."""
    test = cond(code, condition)
    if isinstance(test, tree.Mark):
        return this() if test.value else that()
    with code.nested() as then, supposing(code, condition, True) as narrowed:
        node = this()
    with code.nested() as otherwise, supposing(code, condition, False) as narrowed_too:
        other = that()
    return merged(code, test, (then, node), (otherwise, other), both=not (narrowed or narrowed_too))


Branch = tuple[list[tree.Stmt], Val]


def merged(code: Code, test: tree.Expr, this: Branch, that: Branch, both: bool = True) -> Val:
    """One of two values by a condition that is worked out already; each with the statements that it needs.

    `both` says whether places that they read are there whichever of them it is.
    """
    (then, node), (otherwise, other) = this, that
    shape = joined(shape_of(node), shape_of(other))
    if not then and not otherwise and isinstance(node, Num | Cond) and isinstance(other, Num | Cond):
        plain = parts(node.node) + parts(other.node) <= SHORT and (both or not (reads(node.node) or reads(other.node)))
        if plain and isinstance(node, Cond) and isinstance(other, Cond):
            return Cond(tree.Select(test, node.node, other.node, wide=False))
        if plain:
            a, b = as_num(node), as_num(other)
            return Num(tree.Select(test, a.node, b.node), min(a.low, b.low), max(a.high, b.high))
    place = code.place_for(shape)
    for body, val in (this, that):
        with code.nested() as more:
            code.assign(place, val)
        body.extend(more)
    code.emit(tree.If(test, tuple(then), tuple(otherwise)))
    return place


def parts(node: tree.Expr) -> int:
    """Return how many parts an expression has; calls count as many."""
    match node:
        case tree.Arith(_, left, right) | tree.Test(_, left, right) | tree.Both(left, right) | tree.Either(left, right):
            return 1 + parts(left) + parts(right)
        case tree.Select(condition, this, that):
            return 1 + parts(condition) + parts(this) + parts(that)
        case tree.Not(of) | tree.Bits(_, of) | tree.Widen(of) | tree.Narrow(of) | tree.Load(of):
            return 1 + parts(of)
        case tree.Call() | tree.Share():
            return 100
        case _:
            # A constant, a name or a mark is one part.
            return 1


def reads(node: tree.Expr) -> bool:
    """Return whether an expression reads a computed place; a value that its name cannot have may have no such place."""
    match node:
        case tree.Load(tree.Mark()):
            return False
        case tree.Load() | tree.Call():
            return True
        case tree.Arith(_, left, right) | tree.Test(_, left, right) | tree.Both(left, right) | tree.Either(left, right):
            return reads(left) or reads(right)
        case tree.Select(condition, this, that):
            return reads(condition) or reads(this) or reads(that)
        case tree.Not(of) | tree.Bits(_, of) | tree.Widen(of) | tree.Narrow(of):
            return reads(of)
        case _:
            # A constant, a name or a mark reads nothing; a share has no place in a condition.
            return False


# ---- What must be so -------------------------------------------------------------------------


def present(code: Code, val: Num, site: int) -> Num:
    """A value that must not be a word."""
    if val.low >= 0:
        return val
    held = code.held(val.node)
    with code.when(tree.Test("lt_s", held, tree.Int(0))):
        code.wrong(FAULT, site)
    return Num(held, 0, max(0, val.high))


def picked(code: Code, conditions: Sequence[ir.Expr], over: Sequence[Sequence[int]], sites: Sequence[int]) -> Num:
    """The place of the exception that applies, or -1."""
    holds = [cond(code, condition) for condition in conditions]
    if len(holds) == 1:
        return numbers.either(holds[0], number(0), number(-1))
    held = [code.held(hold, wide=False) for hold in holds]
    place = code.local()
    code.emit(tree.Set(place, tree.Int(-1)))
    for i in range(len(held)):
        beaten = [negated(held[other]) for other in range(len(held)) if i in over[other]]
        with code.when(all_of((held[i], *beaten))):
            for other in range(i):
                with code.when(tree.Test("eq", place, tree.Int(other))):
                    code.wrong(FAULT, sites[other], other=tree.Int(sites[i]))
            code.emit(tree.Set(place, tree.Int(i)))
    return Num(place, -1, len(held) - 1)


def constant(val: Val) -> int | None:
    """The value, where it is known."""
    return known(val)
