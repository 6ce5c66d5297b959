"""Lower functions of the rulebook, with the checks that keep numbers in their ranges.

The checker lets a number stand where its range only meets the one that is wanted. So a function
checks what it is given, if any call may give it too much, and what it gives.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from .. import ir
from .. import syntax as ast
from ..check import Typing
from ..symbols.symbols import FunctionInfo, Local
from ..types.conversion import exceeded, number_range
from ..types.types import ListType, Type, UnionType
from .expressions.expressions import lowering_of
from .shared.shared import Shared

Node = ast.Function | ast.FunctionException


@frozen
class _Function:
    """The context that stays the same through a function and its exceptions."""

    shared: Shared
    type: Type
    checks: tuple[ir.Let, ...]


def loose_params(typing: Typing) -> set[Local]:
    """Return the parameters of functions that some call may give a number outside their range."""
    return {info.params[number] for info, number in _loose(typing)}


def loose_by_name(typing: Typing) -> set[tuple[str, int]]:
    """Return the names of these functions, each with the number of such a parameter, from 0."""
    return {(info.name, number) for info, number in _loose(typing)}


def _loose(typing: Typing) -> Iterator[tuple[FunctionInfo, int]]:
    for node, meaning in typing.meanings.items():
        if isinstance(node, ast.Call) and isinstance(meaning, FunctionInfo):
            for number, (argument, param) in enumerate(zip(node.arguments, meaning.params, strict=True)):
                if exceeded(typing.types[argument], param.type) != (None, None):
                    yield meaning, number


def lower_function(shared: Shared, info: FunctionInfo, loose: set[Local]) -> ir.Function:
    """Return a function, its parameters under new names."""
    temps = tuple(shared.temp(param.name) for param in info.params)
    env: dict[Local, ir.Expr] = {param: ir.Temp(temp) for param, temp in zip(info.params, temps, strict=True)}
    checks = tuple(_check(shared, info, param, node, temp)
                   for param, node, temp in zip(info.params, info.node.params, temps, strict=True) if param in loose)
    value = _value(_Function(shared, info.type, checks), info.name, env, info.node)
    return ir.Function(info.name, temps, value)


def _check(shared: Shared, info: FunctionInfo, param: Local, node: ast.Param, temp: str) -> ir.Let:
    site = shared.site(node.span, info.name, "a value out of range")
    numbers = number_range(param.type.element if isinstance(param.type, ListType) else param.type)
    assert numbers is not None, "only numbers are outside a range"
    if isinstance(param.type, ListType):
        return ir.Let(temp, ir.EntriesWithin(ir.Temp(temp), numbers.low, numbers.high, site))
    # Words such as `none` are kept below 0, where no number of such a type is.
    low = -len(param.type.extras) if isinstance(param.type, UnionType) else numbers.low
    return ir.Let(temp, ir.Temp(temp), low, numbers.high, site)


def _value(function: _Function, clause: str, env: dict[Local, ir.Expr], node: Node) -> ir.Value:
    """Return a value with its exceptions, which see the parameters and not the names on the way."""
    shared = function.shared
    places = {exception.id: i for i, exception in enumerate(node.exceptions)}
    exceptions = tuple(
        ir.ValueException(exception.id, lowering_of(shared, exception.id, env).expr(exception.condition),
                          (places[exception.over.name],) if exception.over is not None else (),
                          _value(function, exception.id, dict(env), exception),
                          shared.site(exception.id_span, exception.id, "two exceptions apply"))
        for exception in node.exceptions)
    lowering = lowering_of(shared, clause, env)
    lets = list(function.checks)
    for let in node.lets:
        value = lowering.expr(let.value)
        temp = shared.temp(let.name)
        env[shared.typing.locals[let]] = ir.Temp(temp)
        lets.append(ir.Let(temp, value))
    gives = lowering.expr(node.gives)
    # Each exception is checked by itself, with the place of its own `gives`: a fault names the clause that gave the value.
    low, high = exceeded(shared.typing.types[node.gives], function.type)
    if low is not None or high is not None:
        site = shared.site(node.gives.span, clause, "a value out of range")
        temp = shared.temp("value")
        lets.append(ir.Let(temp, ir.EntriesWithin(gives, low, high, site)) if isinstance(function.type, ListType)
                    else ir.Let(temp, gives, low, high, site))
        gives = ir.Temp(temp)
    return ir.Value(tuple(lets), gives, exceptions)
