"""Check open values of several parts: chains, whose steps may each speak of those before it, and amounts of several kinds."""

from __future__ import annotations

from ... import syntax as ast
from ...symbols.constants import AlreadyReported, NotKnown, fold
from ...symbols.symbols import BoardInfo, DomainOf
from ...symbols.type_reader import TypeReader
from ...types.conversion import exceeded, fits, number_range
from ...types.types import UNKNOWN, EnumType, IntType, ListType, PerType, Type, UnionType, lowest, size
from ..scope.checking import Checker
from ..scope.fitting import fit
from ..scope.scopes import Scopes
from ..scope.typing import Typing

MAX_STEPS_OF_CHAIN = 30
MAX_KINDS_OF_AMOUNT = 30
MAX_OF_A_KIND = 999


def bind_chain(checker: Checker, node: ast.Binder, chain: ast.Chain) -> Type:
    """Let a binder's name stand for the list of all steps; while the next step is looked for, for those before it."""
    scopes = checker.scopes
    # The name has two meanings. In the domain of a step it is the list of the steps before it, so that a step can depend on
    # these. In the rest of the move it is the whole list. Both have the same type.
    type_ = _type(scopes, chain)
    scopes.typing.types[chain] = type_
    with scopes.nested():
        scopes.declare(chain, node.name, node.name_span, type_, "each")
        element = checker.domain(chain.domain)
        # The domain may give a narrower type than the chain declares, such as one region of a union. It must fit, because the
        # values are stored as entries of the declared type.
        if isinstance(type_, ListType) and element not in (UNKNOWN, type_.element):
            if exceeded(element, type_.element) != (None, None) and fits(element, type_.element):
                # A number of a field is tested in play; the steps of a chain are only gone through, so a test comes too late.
                scopes.complain("E301", f"this is {element}, where {type_.element} is needed", chain.domain.span,
                                help=f"let the chain take `{number_range(element)}`")
            fit(scopes, chain.domain, element, type_.element)
    scopes.declare(node, node.name, node.name_span, type_, "each")
    _sign(scopes, chain)
    _no_conditions(scopes, node, "a chain takes its conditions in `require`, or in the domain of its steps")
    return type_


def bind_amount(checker: Checker, node: ast.Binder, amount: ast.AmountOf) -> Type:
    """Let a binder's name stand for a number of each kind; while the next number is looked for, those to come are 0."""
    scopes = checker.scopes
    index = _kinds(checker, amount.kind.domain)
    # The final range follows from the range of the numbers, which may itself speak of the amount so far. Inside, the widest
    # range that is allowed breaks this circle.
    before = UNKNOWN if index is None else PerType(IntType(0, MAX_OF_A_KIND), index)
    with scopes.nested():
        scopes.declare(amount, node.name, node.name_span, before, "each")
        scopes.declare(amount.kind, amount.kind.name, amount.kind.name_span, index or UNKNOWN, "each")
        numbers = _numbers(checker, amount.domain)
    type_ = UNKNOWN if index is None or numbers is None else PerType(IntType(0, numbers.high), index)
    scopes.typing.types[amount] = type_
    scopes.declare(node, node.name, node.name_span, type_, "each")
    _sign(scopes, amount)
    _no_conditions(scopes, node, "an amount takes its conditions in `require`, or in the range of its numbers")
    return type_


def _sign(scopes: Scopes, node: ast.Chain | ast.AmountOf) -> None:
    """Check the text between the parts: a playthrough could not tell a comma from the end of the move."""
    if "," in node.between:
        scopes.complain("E206", "a comma between the parts would end the move in a playthrough", node.span,
                        help=f"write another sign, such as `\"{'+' if isinstance(node, ast.AmountOf) else '-'}\"`")


def _no_conditions(scopes: Scopes, node: ast.Binder, complaint: str) -> None:
    for extra in (node.condition, node.key):
        if extra is not None:
            scopes.complain("E206", complaint, extra.span)


def _type(scopes: Scopes, chain: ast.Chain) -> Type:
    reader = TypeReader(scopes.symbols, scopes.diagnostics)
    element, limit = reader.type(chain.element), reader.constant_value(chain.limit, IntType(2, MAX_STEPS_OF_CHAIN))
    if element == UNKNOWN or limit is None:
        return UNKNOWN
    # Words have negative numbers, and a chain adds the word `no step` to those of its steps. A step with a negative number
    # would be taken for a word.
    if not isinstance(element, EnumType | IntType | UnionType) or lowest(element) < 0:
        numbers = f"`0..{size(element) - 1}`" if isinstance(element, IntType) else None
        scopes.complain("E301", f"the steps of a chain must be words or numbers from 0, and this is {element}",
                        chain.element.span, help=numbers and f"count from 0, as in {numbers}, and let the rules subtract")
        return UNKNOWN
    return ListType(element, limit)


def _kinds(checker: Checker, node: ast.Expr) -> EnumType | IntType | None:
    """Return the type whose values are the kinds of an amount; None if it is none that can be counted by."""
    scopes = checker.scopes
    index = checker.domain(node)
    if index == UNKNOWN:
        return None
    if not isinstance(index, EnumType | IntType) or not _is_whole(scopes.typing, node) or not _can_be_kinds(index):
        scopes.complain("E301", "the kinds of an amount must be words of a type, or numbers from 0 that the rulebook fixes",
                        node.span, help="give a kind that cannot be chosen the range `0..0`")
        return None
    if size(index) > MAX_KINDS_OF_AMOUNT:
        scopes.complain("E304", f"an amount of {size(index)} kinds", node.span,
                        help=f"at most {MAX_KINDS_OF_AMOUNT} are allowed; to choose a few of many kinds, use a `chain`")
        return None
    return index


def _can_be_kinds(index: EnumType | IntType) -> bool:
    # Regions merge in play, and pieces may be alike: neither gives each number a kind that stays the same.
    return index.low >= 0 if isinstance(index, IntType) else index.kind not in ("piece", "region")


def _is_whole(typing: Typing, node: ast.Expr) -> bool:
    """Return whether a domain is a whole type, or a range that is the same in every position."""
    if isinstance(node, ast.Name):
        return isinstance(typing.meanings.get(node), DomainOf | BoardInfo)
    try:
        # `fold` gives a pair, which is never false: what counts is that neither end raises.
        return isinstance(node, ast.RangeOf) and all(fold(end, typing.meanings.get) for end in (node.low, node.high))
    except (AlreadyReported, NotKnown):
        return False


def _numbers(checker: Checker, node: ast.Expr) -> IntType | None:
    """Return the range of the numbers of each kind; None if they are no numbers that an amount can have."""
    numbers = checker.domain(node)
    if numbers == UNKNOWN:
        return None
    if not isinstance(numbers, IntType) or numbers.low < 0:
        checker.scopes.complain("E301", f"the numbers of an amount must be 0 or greater, and this is {numbers}", node.span)
        return None
    if numbers.high > MAX_OF_A_KIND:
        checker.scopes.complain("E304", f"up to {numbers.high} of a kind", node.span,
                                help=f"at most {MAX_OF_A_KIND} are allowed: `0..min(n, {MAX_OF_A_KIND})`")
        return None
    return numbers
