"""Expressions over known values and the tables of the rulebook -> their values, before play."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import assert_never

from ....dsl import ir

COMPARE: dict[ir.Comparison, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
# The most values of a loop that are tried before play.
PASSES = 128


class Unknown(Exception):
    """An expression depends on the position, or would raise a fault."""

    # What would raise a fault is left to play: there it is a fault of the rulebook, with its place, and only if it comes up.


class Knowledge:
    """Works out expressions of a program from values of names alone."""

    def __init__(self, program: ir.Program) -> None:
        self.tables = dict(program.tables)
        self.functions = {function.name: function for function in program.functions}

    def value(self, node: ir.Expr, names: Mapping[str, int]) -> int:
        """The value of a number or condition. Raises Unknown."""
        match node:
            case ir.Const(value):
                return value
            case ir.Temp(name) if name in names:
                return names[name]
            case ir.Lookup(table, index):
                return _number(self.cell(table, self.value(index, names)))
            case ir.Arith(sign, left, right):
                return _arith(sign, self.value(left, names), self.value(right, names))
            case ir.Negate(operand):
                return -self.value(operand, names)
            case ir.Not(operand):
                return int(not self.value(operand, names))
            case ir.Both(left, right):
                return int(bool(self.value(left, names) and self.value(right, names)))
            case ir.Either(left, right):
                return int(bool(self.value(left, names) or self.value(right, names)))
            case ir.IfElse(condition, this, that):
                return self.value(this if self.value(condition, names) else that, names)
            case ir.Compare(sign, left, right):
                return int(COMPARE[sign](self.value(left, names), self.value(right, names)))
            case ir.Member(item, domain):
                return int(self.value(item, names) in self.values(domain, names))
            case ir.MakeSet(items, low):
                return _set([self.value(item, names) - low for item in items])
            case ir.SetArith(sign, left, right):
                a, b = self.value(left, names), self.value(right, names)
                return a | b if sign == "+" else a & ~b
            case ir.Gather("some" | "no" | "every" as kind, _, _, _, _, _, body) if body is not None:
                answers = [self.value(body, inner) for inner in self.passes(node, names)]
                return int(all(answers) if kind == "every" else any(answers) == (kind == "some"))
            case ir.CallFunction(name, arguments):
                function = self.functions[name]
                arguments_known = [self.value(argument, names) for argument in arguments]
                return self.result(function.value, dict(zip(function.params, arguments_known, strict=True)))
            case _:
                # Other expressions depend on the position, are no numbers, or may raise a fault.
                raise Unknown

    def result(self, value: ir.Value, names: dict[str, int]) -> int:
        """Return the result of a function. Raises Unknown."""
        holds = [i for i, exception in enumerate(value.exceptions) if self.value(exception.condition, names)]
        # As the machine picks: an exception gives way to those that are declared to go over it.
        left = [i for i in holds if all(i not in value.exceptions[other].over for other in holds)]
        if len(left) > 1:
            raise Unknown
        if left:
            return self.result(value.exceptions[left[0]].value, names)
        for let in value.lets:
            number = self.value(let.value, names)
            if (let.low is not None and number < let.low) or (let.high is not None and number > let.high):
                raise Unknown
            names = {**names, let.name: number}
        return self.value(value.gives, names)

    def passes(self, node: ir.Gather, names: Mapping[str, int]) -> list[dict[str, int]]:
        """The names in a loop, for each of its values that meet its condition."""
        inner = [{**names, node.name: value} for value in self.values(node.domain, names)]
        condition = node.condition
        return inner if condition is None else [item for item in inner if self.value(condition, item)]

    def values(self, domain: ir.Domain, names: Mapping[str, int]) -> tuple[int, ...]:
        """The values of a domain, in their order. Raises Unknown."""
        match domain:
            case ir.RangeDomain(low, high):
                first, last = self.value(low, names), self.value(high, names)
                if last - first >= PASSES:
                    raise Unknown
                return tuple(range(first, last + 1))
            case ir.SetDomain(source, low):
                mask = self.value(source, names)
                return tuple(low + i for i in range(mask.bit_length()) if mask >> i & 1)
            case ir.ListDomain(ir.Values(values)):
                return values
            case ir.ListDomain(ir.Lookup(table, index)):
                return _numbers(self.cell(table, self.value(index, names)))
            case ir.ListDomain(ir.MakeList(items)):
                return tuple(self.value(item, names) for item in items)
            case _:
                # Other domains depend on the position.
                raise Unknown

    def cell(self, table: str, index: int) -> object:
        """An entry of a table."""
        cells = self.tables[table]
        if not -len(cells) <= index < len(cells):
            raise Unknown
        return cells[index]


def _number(cell: object) -> int:
    if not isinstance(cell, int):
        raise Unknown
    return int(cell)


def _numbers(cell: object) -> tuple[int, ...]:
    if not isinstance(cell, tuple) or not all(isinstance(item, int) for item in cell):
        raise Unknown
    return cell


def _set(places: list[int]) -> int:
    if any(place < 0 for place in places):
        raise Unknown
    return sum(1 << place for place in set(places))


def _arith(sign: ir.ArithOperator, left: int, right: int) -> int:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "div" | "mod":
            if right == 0:
                raise Unknown
            return left // right if sign == "div" else left % right
        case _:
            assert_never(sign)


def folded(node: ir.Expr) -> ir.Expr:
    """A condition with the same value and the same faults, as short as it can be said; a constant where that is known."""
    match node:
        case ir.Compare(sign, ir.Const(a), ir.Const(b)):
            return ir.Const(int(COMPARE[sign](a, b)))
        case ir.Not(operand):
            match folded(operand):
                case ir.Const(value):
                    return ir.Const(int(not value))
                case ir.Not(inner):
                    return inner
                case inner:
                    # Nothing is known of another condition.
                    return ir.Not(inner)
        case ir.Both(left, right):
            return _joint(node, folded(left), folded(right), True)
        case ir.Either(left, right):
            return _joint(node, folded(left), folded(right), False)
        case _:
            # Other expressions are as short as they can be.
            return node


def _joint(node: ir.Both | ir.Either, left: ir.Expr, right: ir.Expr, conjunction: bool) -> ir.Expr:
    match left, right:
        case (ir.Const(value), other) | (other, ir.Const(value)) if bool(value) == conjunction:
            return other
        case (ir.Const(), _):
            return left
        case _:
            # Neither side decides the whole.
            pass
    if left == right:
        return left
    return type(node)(left, right)
