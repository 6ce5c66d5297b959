"""Declare parameters, constants and enums with made words, in an order in which each may use the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from .. import syntax as ast
from ..source.diagnostics import counted, did_you_mean
from ..symbols.parameters import words_of
from ..symbols.symbols import Constant
from ..syntax.walk import nodes_in
from ..types.conversion import number_range
from ..types.types import UNKNOWN, Scalar, Type, UnknownType, member
from .enums import declare_enum
from .names import Names

Valued = ast.Constant | ast.Parameter | ast.Enum


def parameter(names: Names, node: ast.Parameter, parameters: Mapping[str, str | int]) -> None:
    """Declare a parameter, with its value, or that which is set for it among `parameters`."""
    type_ = names.reader.type(node.type)
    if not isinstance(type_, Scalar | UnknownType):
        names.diagnostics.add("E901", f"a parameter of {type_} is not supported yet", node.type.span)
        type_ = UNKNOWN
    value = names.reader.constant_value(node.value, type_)
    if node.name in parameters and node.set_by is not None:
        names.diagnostics.add("E308", f"the parameter `{node.name}` cannot be set: a variant sets it", node.set_by,
                        related=(("it is declared here", node.name_span),))
    elif node.name in parameters and type_ != UNKNOWN:
        value = _value_set(names, node, type_, _written(parameters[node.name]))
    if value is None or type_ == UNKNOWN:
        names.wrong(node.name)
        return
    if not names.define(node.name, node.name_span, Constant(node.name, type_, value)):
        return
    names.symbols.parameters.append(node)
    names.clause(node.name, "parameter", node.name_span, node.statement, assumed=node.assumed)
    if not names.holds(node.condition) and node.condition is not None and node.name in parameters:
        names.diagnostics.add("E308", f"the parameter `{node.name}` cannot be set for {names.symbols.seating.players} players",
                        node.name_span, help=f"only when {node.condition.span.text}")


def _value_set(names: Names, node: ast.Parameter, type_: Type, text: str) -> int | None:
    """Return the value of a parameter that is set from outside, written as in the rulebook."""
    numbers = number_range(type_)
    # `int` is not asked for more digits: its time grows with their square, and beyond 4,300 it raises ValueError.
    if numbers is not None and text.lstrip("-").isdecimal() and len(text) < 20 and (
            numbers.low <= int(text) <= numbers.high):
        return int(text)
    words = words_of(type_)
    if text in words:
        return member(type_, text)
    allowed = ([] if numbers is None else [str(numbers)]) + words
    names.diagnostics.add("E308", f"`{text}` is not a value of the parameter `{node.name}`", node.name_span,
                          help=" ".join(filter(None, (did_you_mean(text, words), f"it takes {', '.join(allowed)}"))))
    return None


def _written(value: str | int) -> str:
    """Return a value as it is written in the rulebook; Python's own True and False are flags."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def check_parameters(names: Names, header: ast.Rulebook, declarations: tuple[ast.Declaration, ...],
                     parameters: Mapping[str, str | int]) -> None:
    """Report parameters that are set and that the rulebook does not have."""
    known = [node.name for node in declarations if isinstance(node, ast.Parameter)]
    others = {node.name: node for node in declarations if isinstance(node, ast.Constant | ast.Table)}
    for name, value in parameters.items():
        other = others.get(name.partition(".")[0])
        if other is not None and isinstance(other, ast.Table) == ("." in name):
            kind = "a value of a table" if isinstance(other, ast.Table) else "a constant"
            names.diagnostics.add("E308", f"`{name}` is {kind}, not a parameter", other.name_span,
                            help=f"a variant can set it; in a file `mine.rules` write\n"
                                 f"      variant mine of {header.name}\n\n      set {name} = {value}")
        elif name not in known and not names.symbols.names.may_declare(name):
            names.diagnostics.add("E308", f"unknown parameter `{name}`", header.name_span,
                            help=did_you_mean(name, known) or f"there are: {', '.join(known) or 'none'}")


def values(names: Names, nodes: list[Valued], parameters: Mapping[str, str | int]) -> None:
    """Declare constants, parameters and enums with made words, wherever they stand: each may use the others."""
    needs = {node: {part.name for part in nodes_in(_needed(node)) if isinstance(part, ast.Name | ast.NamedType)}
             for node in nodes}
    left = nodes
    while left:
        # Each round declares one at least, or ends the loop. So there are at most as many rounds as declarations.
        open_names = {node.name for node in left}
        ready = [node for node in left if not needs[node] & open_names]
        # A constant may use a word that an enum makes, which nobody can tell from its text: enums go first.
        ready = [node for node in ready if isinstance(node, ast.Enum)] or _not_waiting(names, ready, needs, left) or ready
        if not ready:
            break
        for node in ready:
            if isinstance(node, ast.Parameter):
                parameter(names, node, parameters)
            elif isinstance(node, ast.Enum):
                declare_enum(names, node)
            else:
                constant(names, node)
        left = [node for node in left if node not in ready]
    for node in left:
        names.wrong(node.name)
        # What waits for a circle without being on it is not reported: the circle is the one mistake.
        if _needs_itself(node, left, needs):
            names.diagnostics.add("E404", f"the {type(node).__name__.lower()} "
                            f"`{node.name}` needs its own {'words' if isinstance(node, ast.Enum) else 'value'}", node.name_span)


def _not_waiting(names: Names, ready: list[Valued], needs: Mapping[Valued, set[str]], left: list[Valued]) -> list[Valued]:
    """Return those that use no word that an enum which is still to come may make."""
    if not any(isinstance(node, ast.Enum) for node in left):
        return ready
    known = {node.name for node in left}
    return [node for node in ready if all(name in known or names.symbols.names.meaning(name) for name in needs[node])]


def _needed(node: Valued) -> tuple[ast.Node | None, ...]:
    """Return the parts of a constant, a parameter or an enum that others must come before."""
    match node:
        case ast.Constant():
            return node.values
        case ast.Parameter():
            return node.type, node.value, node.condition
        case ast.Enum():
            return node.owner, node.made, *node.conditions
        case _:
            assert_never(node)


def _needs_itself(node: Valued, nodes: list[Valued], needs: Mapping[Valued, set[str]]) -> bool:
    visited: set[str] = set()
    edge = set(needs[node])
    while edge:
        visited |= edge
        edge = {name for other in nodes if other.name in edge for name in needs[other]} - visited
    return node.name in visited


def constant(names: Names, node: ast.Constant) -> None:
    """Declare a constant, with its value for this number of players."""
    known = value_for_players(names, node)
    if known is None:
        names.wrong(node.name)
    elif names.define(node.name, node.name_span, Constant(node.name, *known)):
        names.symbols.constants[node.name] = node
        names.clause(node.name, "constant", node.name_span, node.statement, assumed=node.assumed)


def value_for_players(names: Names, node: ast.Constant) -> tuple[Type, int] | None:
    """Return the type and value of a constant for this number of players; None where it has none."""
    value = _of_players(names, node)
    return None if value is None else names.reader.constant(value)


def _of_players(names: Names, node: ast.Constant) -> ast.Expr | None:
    """Return the cell of a constant for this number of players."""
    if not node.columns:
        return node.values[0]
    symbols = names.symbols
    missing = [n for n in range(symbols.seating.fewest, symbols.seating.most + 1) if n not in node.columns]
    twice = [n for n in node.columns if node.columns.count(n) > 1]
    if len(node.values) != len(node.columns):
        count, expected = counted(len(node.values), "value"), counted(len(node.columns), "column")
        names.diagnostics.add("E205", f"{count} for {expected}", node.span)
    elif twice:
        names.diagnostics.add("E205", f"two columns are for {twice[0]} players", node.name_span)
    elif missing:
        names.diagnostics.add("E205", f"`{node.name}` has no value for {missing[0]} players", node.name_span,
                        help=f"add a column {missing[0]} to the table")
    else:
        return node.values[node.columns.index(symbols.seating.players)]
    return None
