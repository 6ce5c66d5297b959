"""Conditions to whether they can ever hold, where the values of all their names are known before play.

So a booklet can leave out what never happens with these players and parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from ...dsl import syntax as ast
from ...dsl.check import Typing
from ...dsl.symbols.constants import NotKnown, fold, same
from ...dsl.symbols.symbols import FunctionInfo, Local
from ...dsl.syntax.walk import nodes_in
from ...dsl.types.conversion import converted
from ...dsl.types.types import Scalar, Type, size, values

# With more cases than this a condition counts as possible: a booklet may say too much, and never too little.
MAX_TRIALS = 10_000
Given = dict[Local, int]


def can_hold(condition: ast.Expr, typing: Typing) -> bool:
    """Return whether a condition may hold: yes, unless all values of its names were tried and it holds for none."""
    # Part by part: a part that depends on play is possible, and must not hide another that never holds.
    return all(_can_be(part, True, typing) for part in _parts(condition, "and"))


def can_fail(condition: ast.Expr, typing: Typing) -> bool:
    """Return whether a condition may not hold; of what depends on play it is said that it may."""
    return all(_can_be(part, False, typing) for part in _parts(condition, "or"))


def _parts(node: ast.Expr, operator: str) -> Iterator[ast.Expr]:
    if isinstance(node, ast.Binary) and node.operator == operator:
        yield from _parts(node.left, operator)
        yield from _parts(node.right, operator)
    else:
        yield node


def _can_be(node: ast.Expr, holds: bool, typing: Typing) -> bool:
    names = {local: None for part in nodes_in(node)
             if isinstance(part, ast.Name) and isinstance(local := typing.meanings.get(part), Local)}
    domains = [local.type for local in names if isinstance(local.type, Scalar)]
    # A name whose type is no scalar, such as a set or a list, has too many values to try.
    if len(domains) < len(names) or prod(map(size, domains)) > MAX_TRIALS:
        return True
    try:
        return any(_holds(node, typing, dict(zip(names, assignment, strict=True))) == holds
                   for assignment in product(*map(values, domains)))
    except NotKnown:
        return True


def _holds(node: ast.Expr, typing: Typing, values: Given) -> bool:
    match node:
        case ast.Unary(operator="not"):
            return not _holds(node.operand, typing, values)
        case ast.Binary(operator="and"):
            return _holds(node.left, typing, values) and _holds(node.right, typing, values)
        case ast.Binary(operator="or"):
            return _holds(node.left, typing, values) or _holds(node.right, typing, values)
        case ast.Binary(operator="=" | "!="):
            sides = (_value(side, typing, values) for side in (node.left, node.right))
            return same(node, *sides) == (node.operator == "=")
        case _:  # Of any other condition, as of an order of amounts, its value decides.
            return bool(_value(node, typing, values)[1])


def _value(node: ast.Expr, typing: Typing, values: Given) -> tuple[Type, int]:
    """The type and value of an expression; of a function that has but one line, by that line."""
    called = typing.meanings.get(node)
    if not isinstance(node, ast.Call) or not isinstance(called, FunctionInfo):
        return fold(node, typing.meanings.get, values)
    if called.node.lets or called.node.exceptions:
        raise NotKnown(node)
    arguments = {param: _argument(argument, param.type, typing, values)
                 for param, argument in zip(called.params, node.arguments, strict=True)}
    return fold(called.node.gives, typing.meanings.get, arguments)


def _argument(node: ast.Expr, into: Type, typing: Typing, values: Given) -> int:
    type_, value = fold(node, typing.meanings.get, values)
    handed = converted(value, type_, into)
    if handed is None:
        raise NotKnown(node)
    return handed
