"""Expressions whose value is known when the rulebook is compiled: work it out, or say why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import syntax as ast
from .types import FLAG, IntType, Type, size
from .world import DomainOf, Known, Local, Meaning

Lookup = Callable[[str], Meaning | None]


class NotKnown(Exception):
    """The value depends on the state of play; `node` is the part that does."""

    def __init__(self, node: ast.Expr, reason: str = "is not known before play") -> None:
        super().__init__(reason)
        self.node = node
        self.reason = reason


def fold(node: ast.Expr, lookup: Lookup, given: Mapping[Local, int] | None = None) -> tuple[Type, int]:
    """The type and value of a constant expression.

    `given` holds values for local names, for trying a condition out over its whole domain.
    Raises NotKnown where the expression needs the state of play.
    """

    def value(part: ast.Expr) -> int:
        return fold(part, lookup, given)[1]

    match node:
        case ast.Integer():
            return IntType(node.value, node.value), node.value
        case ast.Flag():
            return FLAG, int(node.value)
        case ast.Name():
            meaning = lookup(node.name)
            if isinstance(meaning, Known):
                return meaning.type, meaning.value
            if isinstance(meaning, Local) and given is not None and meaning in given:
                return meaning.type, given[meaning]
            raise NotKnown(node)
        case ast.Unary(operator="not"):
            return FLAG, int(not value(node.operand))
        case ast.Unary(operator="-"):
            result = -value(node.operand)
            return IntType(result, result), result
        case ast.Conditional():
            return fold(node.this if value(node.condition) else node.that, lookup, given)
        case ast.Binary(operator="and"):
            return FLAG, int(bool(value(node.left)) and bool(value(node.right)))
        case ast.Binary(operator="or"):
            return FLAG, int(bool(value(node.left)) or bool(value(node.right)))
        case ast.Binary():
            return _binary(node, value(node.left), value(node.right))
        case ast.Call(subject=ast.Name(name=called), arguments=arguments) if called in ("min", "max") and arguments:
            pick = min if called == "min" else max
            result = pick(value(argument) for argument in arguments)
            return IntType(result, result), result
        case ast.Call(subject=ast.Name(name="size"), arguments=(ast.Name() as of,)):
            meaning = lookup(of.name)
            if isinstance(meaning, DomainOf):
                return IntType(size(meaning.type), size(meaning.type)), size(meaning.type)
    raise NotKnown(node)


def _binary(node: ast.Binary, left: int, right: int) -> tuple[Type, int]:
    match node.operator:
        case "+" | "-" | "*":
            result = {"+": left + right, "-": left - right, "*": left * right}[node.operator]
        case "div" | "mod":
            if right == 0:
                raise NotKnown(node, "divides by zero")
            result = left // right if node.operator == "div" else left % right
        case "=" | "!=" | "<" | "<=" | ">" | ">=":
            return FLAG, int(compare(node.operator, left, right))
        case _:
            raise NotKnown(node)
    return IntType(result, result), result


def compare(operator: str, left: int, right: int) -> bool:
    """Two numbers compared by an operator of the language."""
    match operator:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
    assert operator == ">=", operator
    return left >= right
