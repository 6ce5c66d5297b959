"""Expressions of a program to the small language.

What an expression needs first (a loop, a test) is added to the statements of the function; what is left is a value
that can be worked out where it stands, because nothing is written in the middle of an expression.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from .....dsl import ir
from ..emitting import boards, comparing, lists
from ..language import tree
from ..language.values import Cond, ListVal, Num, Several, Unsupported, Val, number
from ..writing import numbers
from ..writing.building import FAULT, Code, all_of, negated
from ..writing.numbers import as_cond, as_num
from . import calls, conditions, domains, gathers, happened, paths, primitives, slots, sorting


def value(code: Code, node: ir.Expr) -> Val:
    """The value of an expression."""
    code.whole.spend()
    match node:
        case ir.Const(constant):
            return number(constant)
        case ir.Values(values):
            return code.whole.constants.listed(values)
        case ir.Temp(name):
            return code.env[name]
        case ir.Slot():
            return slots.slot_value(code, node)
        case ir.ReadList(slot):
            return slots.state_list(code, slot)
        case ir.Lookup(table, index):
            return lists.looked_up(code, table, num(code, index))
        case ir.Arith(operator, left, right):
            return numbers.arith(code, operator, num(code, left), num(code, right))
        case ir.Negate(operand):
            return numbers.arith(code, "-", number(0), num(code, operand))
        case ir.Compare(operator, left, right):
            return comparing.compare(code, operator, value(code, left), value(code, right))
        case ir.Both(left, right):
            return Cond(conditions.joint(code, left, right, conjunction=True))
        case ir.Either(left, right):
            return Cond(conditions.joint(code, left, right, conjunction=False))
        case ir.Not(operand):
            return Cond(negated(cond(code, operand)))
        case ir.IfElse(condition, this, that):
            return conditions.chosen(code, condition, lambda: value(code, this), lambda: value(code, that))
        case ir.CallFunction(function, arguments):
            return calls.called(code, function, arguments)
        case ir.Supposed(rule, arguments, function, tested):
            return calls.supposed(code, rule, arguments, (function, tested))
        case ir.Primitive(name, arguments, board):
            return primitives.of_board(code, name, arguments, board) if board else primitives.called(code, name, arguments)
        case ir.Tuple(items):
            return Several(tuple(value(code, item) for item in items))
        case ir.MakeSet(items, low):
            return numbers.made_set(code, [num(code, item) for item in items], low)
        case ir.MakeList(items):
            return lists.made_list(code, [num(code, item) for item in items])
        case ir.SetArith(operator, left, right):
            return numbers.set_arith(operator, num(code, left), num(code, right))
        case ir.SizeOf("set", constant):
            return Num(tree.Bits("popcnt", num(code, constant).node), 0, 64)
        case ir.SizeOf(_, constant):
            return lists.length(code, listed(code, constant))
        case ir.ItemAt(constant, place, site):
            return lists.item_at(code, listed(code, constant), num(code, place), site)
        case ir.Member(constant, domain):
            return Cond(domains.member(code, value(code, constant), domain))
        case ir.RegionOf(board, space):
            return boards.region_of(code, board, num(code, space))
        case ir.Within(constant, low, high, site):
            return code.fault_unless(num(code, constant), low, high, site)
        case ir.EntriesWithin(constant, low, high, site):
            return lists.entries_within(code, listed(code, constant), low, high, site)
        case ir.Present(constant, site):
            return present(code, num(code, constant), site)
        case ir.Opened(constant):
            return value(code, constant)
        case ir.PickException(tests, over, sites):
            return picked(code, tests, over, sites)
        case ir.Gather():
            return gathers.gathered(code, node)
        case ir.Ranked():
            return sorting.ranked(code, node)
        case ir.Paths():
            return paths.paths_of(code, node)
        case ir.Before(constant):
            return calls.before(code, constant)
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


def cond(code: Code, node: ir.Expr) -> tree.Expr:
    """An expression as a condition."""
    return as_cond(value(code, node))


def listed(code: Code, node: ir.Expr) -> ListVal:
    """The value of an expression that is a list."""
    val = value(code, node)
    if not isinstance(val, ListVal):
        raise Unsupported("a number where a list is needed")
    return val


# ---- What must be so -------------------------------------------------------------------------


def present(code: Code, val: Num, site: int) -> Num:
    """A value that must not be a word."""
    # Words such as `none` are numbers below 0: by its range, this value is no word.
    if val.low >= 0:
        return val
    local = code.in_local(val.node)
    with code.when(tree.Test("lt_s", local, tree.Int(0))):
        code.wrong(FAULT, site)
    return Num(local, 0, max(0, val.high))


def picked(code: Code, tests: Sequence[ir.Expr], over: Sequence[Sequence[int]], sites: Sequence[int]) -> Num:
    """The place of the exception that applies, or -1."""
    holds = [cond(code, test) for test in tests]
    if len(holds) == 1:
        return numbers.either(holds[0], number(0), number(-1))
    applies = [code.in_local(hold, wide=False) for hold in holds]
    place = code.local()
    code.emit(tree.Set(place, tree.Int(-1)))
    for i in range(len(applies)):
        beaten = [negated(applies[other]) for other in range(len(applies)) if i in over[other]]
        with code.when(all_of((applies[i], *beaten))):
            for other in range(i):
                # Two that apply, neither of which goes over the other: a fault of the rulebook, reported with the places of
                # both.
                with code.when(tree.Test("eq", place, tree.Int(other))):
                    code.wrong(FAULT, sites[other], other=tree.Int(sites[i]))
            code.emit(tree.Set(place, tree.Int(i)))
    return Num(place, -1, len(applies) - 1)

