"""Check chains: open values of several steps, of which each may speak of those before it."""

from __future__ import annotations

from math import prod

from .. import syntax as ast
from ..symbols.type_reader import TypeReader
from ..types.types import UNKNOWN, EnumType, IntType, ListType, Type, size
from .checking import Checking

MAX_STEPS_OF_CHAIN = 30


def bind_chain(checker: Checking, node: ast.Binder, chain: ast.Chain) -> Type:
    """Let a binder's name stand for the list of all steps; while the next step is looked for, for those before it."""
    type_ = _type(checker, chain)
    checker.typing.types[chain] = type_
    with checker.nested():
        checker.declare(chain, node.name, node.name_span, type_, "each")
        element = checker.domain(chain.domain)
        if isinstance(type_, ListType) and element not in (UNKNOWN, type_.element):
            checker.fit(chain.domain, element, type_.element)
    checker.declare(node, node.name, node.name_span, type_, "each")
    for extra in (node.condition, node.key):
        if extra is not None:
            checker.complain("E206", "a chain has its conditions in `require`, and in the domain of its steps", extra.span)
    return type_


def codes_of(type_: ListType) -> int:
    """Return how many combinations of values the steps of a chain have."""
    # Each step behind the first may be `no step` as well: one value more.
    first = size(type_.element)
    return prod((first, *[first + 1] * (type_.limit - 1)))


def _type(checker: Checking, chain: ast.Chain) -> Type:
    reader = TypeReader(checker.symbols, checker.diagnostics)
    element, limit = reader.type(chain.element), reader.constant_value(chain.limit, IntType(2, MAX_STEPS_OF_CHAIN))
    if element == UNKNOWN or limit is None:
        return UNKNOWN
    if not isinstance(element, EnumType | IntType) or (isinstance(element, IntType) and element.low < 0):
        checker.complain("E301", f"the steps of a chain are words or numbers, and this is {element}", chain.element.span)
        return UNKNOWN
    return ListType(element, limit)
