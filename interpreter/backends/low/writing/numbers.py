"""Numbers and sets: arithmetic with ranges, comparisons, bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, assert_never

from .....dsl import ir
from ..language import tree
from ..language.values import LIMIT, Cond, Num, Unsupported, Val, known, number
from .building import Code, any_of

TESTS: dict[ir.Comparison, tree.TestOperator] = {"=": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
Division = Literal["div", "mod"]
# Sets have no value beyond this bit.
HIGHEST_BIT = 62


def as_num(val: Val) -> Num:
    """A value that is a number or flag, as a number."""
    match val:
        case Num():
            return val
        case Cond(tree.Mark(operand)):
            return number(operand)
        case Cond(node):
            return Num(tree.Widen(node), 0, 1)
        case _:
            # Lists and values side by side are no numbers.
            raise Unsupported("a list where a number is needed")


def as_cond(val: Val) -> tree.Expr:
    """A value that is a number or flag, as a condition."""
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
        case _:
            # Lists and values side by side are no conditions.
            raise Unsupported("a list where a condition is needed")


def arith(code: Code, operator: ir.ArithOperator, left: Num, right: Num) -> Num:
    """`left operator right`; the game is handed over when the numbers are too great for that."""
    a, b = known(left), known(right)
    # A division by 0 is left to play, where it hands the game over: Python names the fault.
    if a is not None and b is not None and not (b == 0 and operator in ("div", "mod")):
        result = {"+": a + b, "-": a - b, "*": a * b}.get(operator)
        # Python divides as rulebooks do: rounded down.
        exact = result if result is not None else a // b if operator == "div" else a % b
        if abs(exact) <= LIMIT:
            return number(exact)
    match operator:
        case "+":
            if b == 0 or a == 0:
                return left if b == 0 else right
            return _bounded(code, "add", left, right, left.low + right.low, left.high + right.high)
        case "-":
            if b == 0:
                return left
            return _bounded(code, "sub", left, right, left.low - right.high, left.high - right.low)
        case "*":
            return product(code, left, right)
        case "div" | "mod":
            return _divided(code, operator, left, right)
        case _:
            assert_never(operator)


def _bounded(code: Code, operator: Literal["add", "sub"], left: Num, right: Num, low: int, high: int) -> Num:
    """A sum or difference; where it could pass the limit, both numbers must lie well within it."""
    # Most ranges of a rulebook are small, so most sums are written without any test.
    if low >= -LIMIT and high <= LIMIT:
        return Num(tree.Arith(operator, left.node, right.node), low, high)
    left, right = code.within(left, -LIMIT // 2, LIMIT // 2), code.within(right, -LIMIT // 2, LIMIT // 2)
    return Num(tree.Arith(operator, left.node, right.node), max(low, -LIMIT), min(high, LIMIT))


def product(code: Code, left: Num, right: Num) -> Num:
    """A product."""
    if known(left) is not None:
        left, right = right, left
    factor = known(right)
    if factor == 1:
        return left
    # A product is least and greatest at corners of the two ranges, whatever their signs.
    corners = _corners(left, right)
    if min(corners) < -LIMIT or max(corners) > LIMIT:
        # With both within 2**30 the product is within 2**60, below the limit.
        left, right = code.within(left, -(1 << 30), 1 << 30), code.within(right, -(1 << 30), 1 << 30)
        corners = _corners(left, right)
    low, high = min(corners), max(corners)
    if factor is not None and factor > 0 and factor & (factor - 1) == 0:
        return Num(tree.Arith("shl", left.node, tree.Int(factor.bit_length() - 1)), low, high)
    return Num(tree.Arith("mul", left.node, right.node), low, high)


def _corners(left: Num, right: Num) -> list[int]:
    return [x * y for x in (left.low, left.high) for y in (right.low, right.high)]


def _divided(code: Code, operator: Division, left: Num, right: Num) -> Num:
    """A quotient rounded down, or what is left over."""
    if right.low <= 0 <= right.high:
        divisor = code.in_local(right.node)
        code.beyond_when(tree.Test("eq", divisor, tree.Int(0)))
        right = Num(divisor, right.low, right.high)
    if left.low >= 0 and right.low >= 0:
        return _unsigned_division(operator, left, Num(right.node, max(1, right.low), max(1, right.high)), code)
    return _rounded_down(code, operator, left, right)


def _unsigned_division(operator: Division, left: Num, right: Num, code: Code) -> Num:
    """Division of numbers from 0 up."""
    divisor = known(right)
    if operator == "mod" and divisor is not None and left.high < 2 * divisor:
        if left.high < divisor:
            return left
        # Counting round, as from seat to seat, passes the end once at most: a subtraction is cheaper than a division.
        dividend = code.in_local(left.node)
        less = tree.Arith("sub", dividend, tree.Int(divisor))
        return Num(tree.Select(tree.Test("ge_s", dividend, tree.Int(divisor)), less, dividend), 0, divisor - 1)
    low, high = (left.low // right.high, left.high // right.low) if operator == "div" else (0, min(left.high, right.high - 1))
    if divisor is not None and divisor & (divisor - 1) == 0:
        if operator == "div":
            return Num(tree.Arith("shr_u", left.node, tree.Int(divisor.bit_length() - 1)), low, high)
        return Num(tree.Arith("and", left.node, tree.Int(divisor - 1)), low, high)
    plain: Literal["div_u", "rem_u"] = "div_u" if operator == "div" else "rem_u"
    # Many processors divide 32 bits much faster than 64.
    if left.high < 1 << 31 and right.high < 1 << 31:
        return Num(tree.Widen(tree.Arith(plain, narrowed(left.node), narrowed(right.node), wide=False)), low, high)
    return Num(tree.Arith(plain, left.node, right.node), low, high)


def _rounded_down(code: Code, operator: Division, left: Num, right: Num) -> Num:
    """Division where a number may lie below 0: machines round towards 0, rulebooks down."""
    a, b = code.in_local(left.node), code.in_local(right.node)
    rest = code.in_local(tree.Arith("rem_s", a, b))
    # The rest has the sign of the left number. Where the signs of rest and divisor differ, rounding towards 0 has left the
    # quotient one too great, and the rest one divisor short.
    apart = tree.Arith("xor", rest, b)
    off = tree.Arith("and", tree.Test("ne", rest, tree.Int(0)), tree.Test("lt_s", apart, tree.Int(0)), wide=False)
    most = max(abs(left.low), abs(left.high))
    if operator == "div":
        quotient = tree.Arith("sub", tree.Arith("div_s", a, b), tree.Widen(off))
        # A quotient is never further from 0 than the number that is divided, but for the rounding down.
        return Num(quotient, -most - 1, most)
    span = max(abs(right.low), abs(right.high))
    low, high = (0 if right.low > 0 else -span), (0 if right.high < 0 else span)
    return Num(tree.Select(off, tree.Arith("add", rest, b), rest), low, max(low, high - (right.low > 0)))


def narrowed(node: tree.Expr) -> tree.Expr:
    """The low half of a word, as a mark."""
    match node:
        case tree.Int(value):
            return tree.Mark(value)
        case tree.Widen(operand):
            return operand
        case _:
            # The low half of any other word is computed in play.
            return tree.Narrow(node)


def compared(operator: ir.Comparison, left: Num, right: Num) -> tree.Expr:
    """A comparison of numbers; known where the ranges say so."""
    sure = _sure(operator, left, right)
    if sure is not None:
        return tree.Mark(int(sure))
    return tree.Test(TESTS[operator], left.node, right.node)


def _sure(operator: ir.Comparison, left: Num, right: Num) -> bool | None:
    match operator:
        case "=" | "!=":
            if left.high < right.low or right.high < left.low:
                return operator == "!="
            if left.low == left.high == right.low == right.high:
                return operator == "="
        case "<" | ">=":
            if left.high < right.low:
                return operator == "<"
            if left.low >= right.high:
                return operator == ">="
        case "<=" | ">":
            if left.high <= right.low:
                return operator == "<="
            if left.low > right.high:
                return operator == ">"
        case _:
            assert_never(operator)
    return None


def either(condition: tree.Expr, this: Num, that: Num) -> Num:
    """One of two numbers."""
    if isinstance(condition, tree.Mark):
        return this if condition.value else that
    return Num(tree.Select(condition, this.node, that.node), min(this.low, that.low), max(this.high, that.high))


# ---- Sets --------------------------------------------------------------------------------------


def bit(code: Code, item: Num, low: int) -> Num:
    """The set of one value; `low` is the first bit."""
    value = known(item)
    if value is not None and 0 <= value - low <= HIGHEST_BIT:
        return number(1 << (value - low))
    inside = code.within(item, low, low + HIGHEST_BIT)
    shift = arith(code, "-", inside, number(low))
    return Num(tree.Arith("shl", tree.Int(1), shift.node), 1 << max(0, inside.low - low), 1 << max(0, inside.high - low))


def made_set(code: Code, items: Sequence[Num], low: int) -> Num:
    """The set of these values."""
    out = number(0)
    for item in items:
        out = set_arith("+", out, bit(code, item, low))
    return out


def set_arith(operator: ir.SetOperator, left: Num, right: Num) -> Num:
    """Return the union of two sets, or the left one without the right one."""
    a, b = known(left), known(right)
    if a is not None and b is not None:
        return number(a | b if operator == "+" else a & ~b)
    most = (1 << max(left.high, right.high, 0).bit_length()) - 1
    if min(left.low, right.low) < 0:
        raise Unsupported("a set that is no set")
    if operator == "+":
        return right if a == 0 else left if b == 0 else Num(tree.Arith("or", left.node, right.node), 0, most)
    rest = tree.Int(~b) if b is not None else tree.Arith("xor", right.node, tree.Int(-1))
    return Num(tree.Arith("and", left.node, rest), 0, left.high)


def in_set(code: Code, value: Num, mask: Num, low: int) -> tree.Expr:
    """Return whether a value is in a set; a word never is."""
    num = code.reusable(value)
    assert isinstance(num, Num)
    shift = tree.Arith("sub", num.node, tree.Int(low)) if low else num.node
    bit: tree.Expr = tree.Narrow(tree.Arith("and", tree.Arith("shr_u", mask.node, shift), tree.Int(1)))
    range_tests: list[tree.Expr] = []
    # WebAssembly takes the distance of a shift modulo 64, so a value far outside would meet another value's bit.
    if num.low < low:
        range_tests.append(tree.Test("ge_s", num.node, tree.Int(low)))
    if num.high > low + HIGHEST_BIT:
        range_tests.append(tree.Test("le_s", num.node, tree.Int(low + HIGHEST_BIT)))
    for node in range_tests:
        bit = tree.Arith("and", node, bit, wide=False)
    return bit


def any_equal(value: Num, words: Sequence[int]) -> tree.Expr:
    """Return whether a number is one of these."""
    return any_of([compared("=", value, number(word)) for word in words])


def flag(val: Cond) -> Num:
    """A condition as a number."""
    return Num(tree.Widen(val.node), 0, 1)
