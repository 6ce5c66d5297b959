"""The ends of a program to how near each seat is to winning: what the rulebook itself says of victory, by degrees.

A condition that compares numbers holds by a degree from 0 to GRADE: half where both sides of `>` are equal, and the more the
farther they are apart; `=` wholly, or by less than half, the more the nearer they are. Conditions joined by `and` hold by the
product of their degrees, by `or` by their sum less their product. All else holds wholly or not at all. So a goal of the rules
becomes an evaluation of positions that knows no game (after Schiffel and Thielscher, "Fluxplayer: A Successful General Game
Player", AAAI 2007).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from attrs import evolve, frozen

from ....dsl import ir
from ....dsl.types.types import IntType
from ...backends.plan.rebuild import inlined, size_of, substituted
from ...game.rules import Rules
from ...game.viewing.outcomes import members_of
from ..playouts.search import Evaluator, evaluator_for

GRADE = 1000
# The weight of an end that is nowhere near.
FAR = 100
# A longer condition is only looked at as it stands.
MOST_PARTS = 400
NUMBERS, ORDERS = ("min", "max", "abs"), ("<", "<=", ">", ">=")


# A seat is this much worth if it would win wholly.
WHOLE = 10 * GRADE


@frozen(eq=False)
class _End:
    """An end by degrees: how near it is, and how far each seat would win by it."""

    near: ir.Expr
    wins: tuple[ir.Expr, ...]


def progress_of(rules: Rules) -> Evaluator | None:
    """Return the degrees by which seats are near to winning, from 0 to WHOLE; None where the rules say nothing by degrees."""
    program, grades = rules.program, _Grades(rules.program)
    ends = [end for end in (_end(program, grades, ending) for ending in program.ends) if end is not None]
    if not ends:
        return None
    near = _total(end.near for end in ends)
    wins = (_total(ir.Arith("*", end.near, end.wins[seat]) for end in ends) for seat in range(program.players))
    numbers = (ir.Arith("div", ir.Arith("*", ir.Const(WHOLE // GRADE), won), near) for won in wins)
    return evaluator_for(rules, tuple((ir.Condition(number, (), (), program.sites),) for number in numbers))


def _total(parts: Iterable[ir.Expr]) -> ir.Expr:
    return reduce(lambda left, right: ir.Arith("+", left, right), parts)


def _end(program: ir.Program, grades: _Grades, ending: ir.Ending) -> _End | None:
    """Return an end by degrees; None where who wins by it is no matter of degree."""
    if ending.kind != "winners" or ending.value is None:
        return None
    wins: list[ir.Expr] = [ir.Const(0)] * program.players
    measured = False
    for place, seats in enumerate(members_of(program, ending.of)):
        value = grades.of(substituted(ending.value, {ending.name: ir.Const(place)}))
        measured = measured or grades.is_graded(value)
        for seat in seats:
            wins[seat] = value
    near = ir.Arith("+", ir.Const(FAR), grades.of(ending.condition))
    return _End(near, tuple(wins)) if measured else None


class _Grades:
    """Conditions of a program to numbers that say by which degree they hold."""

    def __init__(self, program: ir.Program) -> None:
        self.functions = {function.name: function for function in program.functions}
        self.numbers = {slot for field in program.fields if isinstance(field.type, IntType)
                        for slot in range(field.base, field.base + field.width)}

    def of(self, node: ir.Expr) -> ir.Expr:
        """Return the degree by which a condition holds, from 0 to GRADE."""
        match node:
            case ir.Both(left, right):
                return _product(self.of(left), self.of(right))
            case ir.Either(left, right):
                one, other = self.of(left), self.of(right)
                return ir.Arith("-", ir.Arith("+", one, other), _product(one, other))
            case ir.Not(operand):
                return ir.Arith("-", ir.Const(GRADE), self.of(operand))
            case ir.IfElse(condition, this, that):
                return ir.IfElse(condition, self.of(this), self.of(that))
            case ir.Compare(operator, left, right) if operator in ORDERS or self.is_number(left) or self.is_number(right):
                return _compared(operator, left, right)
            case ir.Gather(kind="some" | "every", domain=ir.RangeDomain(ir.Const(low), ir.Const(high)), condition=None,
                           body=body) if body is not None and low <= high:
                return evolve(node, kind="max" if node.kind == "some" else "min", body=self.of(body))
            case ir.CallFunction() if (value := self._inlined(node)) is not None:
                return self.of(value)
            case _:
                # Other conditions are no comparison of numbers: they hold or not.
                return ir.IfElse(node, ir.Const(GRADE), ir.Const(0))

    def is_graded(self, node: ir.Expr) -> bool:
        """Return whether a degree can be other than all or nothing."""
        return any(isinstance(part, ir.Arith) and part.operator == "div" for part in ir.inside(node))

    def is_number(self, node: ir.Expr) -> bool:
        """Return whether a value is a number, and no word, piece or space."""
        match node:
            case ir.Arith() | ir.Negate() | ir.SizeOf() | ir.Within():
                return True
            case ir.Gather(kind=kind):
                return kind in ("count", "sum")
            case ir.Primitive(name=name):
                return name in NUMBERS
            case ir.Slot(base=base):
                return base in self.numbers
            case ir.IfElse(_, this, that):
                return self.is_number(this) or self.is_number(that)
            case ir.CallFunction(function=name):
                return self.is_number(self.functions[name].value.gives)
            case _:
                # Other values are words, pieces, spaces, sets or lists, or too seldom compared to matter.
                return False

    def _inlined(self, node: ir.CallFunction) -> ir.Expr | None:
        found = inlined(self.functions[node.function], node.arguments)
        return found if found is not None and size_of(found) <= MOST_PARTS else None


def _compared(operator: ir.Comparison, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """Return the degree of a comparison of numbers, by their difference as a part of their sum."""
    whole = ir.Primitive("max", (ir.Const(1), _sum(left, right)))
    apart = ir.Arith("div", ir.Arith("*", ir.Const(GRADE), ir.Primitive("abs", (ir.Arith("-", left, right),))), whole)
    half = ir.Const(GRADE // 2)
    match operator:
        case "=":
            # What is not so holds by less than half, so that of `a > b or a = b and ...` the first part decides.
            close = ir.Arith("-", half, ir.Arith("div", apart, ir.Const(2)))
            return ir.IfElse(ir.Compare("=", left, right), ir.Const(GRADE), close)
        case "<" | "<=":
            return _compared(">", right, left)
        case ">" | ">=":
            ahead = ir.Arith("div", ir.Arith("*", half, ir.Arith("-", left, right)), whole)
            return ir.Arith("+", half, ahead)
        case _:
            return ir.IfElse(ir.Compare(operator, left, right), ir.Const(GRADE), ir.Const(0))


def _product(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Arith("div", ir.Arith("*", left, right), ir.Const(GRADE))


def _sum(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Arith("+", ir.Primitive("abs", (left,)), ir.Primitive("abs", (right,)))
