"""Lower chains: an open value for each step, the list that they make together, and the text that writes them as one.

The steps of a chain are open values like others, so that listing, refusing and undoing know nothing of chains. After the first
step each may be `no step`; then so are those behind it.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from .. import syntax as ast
from ..types.types import EnumType, IntType, ListType, UnionType
from .lowering import Lowering

NO_STEP = -1


def steps_of(lowering: Lowering, binder: ast.Binder, chain: ast.Chain) -> list[ir.Bound]:
    """Return the open values of the steps of a chain; its name stands for their list from now on."""
    type_ = _type(lowering, chain)
    bounds: list[ir.Bound] = []
    for number in range(type_.limit):
        names = tuple(bound.name for bound in bounds)
        lowering.env[lowering.typing.locals[chain]] = ir.MakeList(tuple(map(ir.Temp, names)))
        domain, name = lowering.domain(chain.domain), lowering.shared.temp(binder.name)
        if not number:
            bounds.append(ir.Bound(name, domain, None, type_.element))
            continue
        ended = ir.Compare("=", ir.Temp(names[-1]), ir.Const(NO_STEP))
        condition = ir.Either(ir.Not(ended), ir.Compare("=", ir.Temp(name), ir.Const(NO_STEP)))
        assert isinstance(type_.element, EnumType | IntType), "the checker asks for words or numbers"
        bounds.append(ir.Bound(name, ir.WordDomain(_unless(ended, domain), (NO_STEP,)), condition,
                               UnionType((type_.element,), ("",))))
    lowering.env[lowering.typing.locals[binder]] = whole(lowering, tuple(bound.name for bound in bounds))
    return bounds


def whole(lowering: Lowering, names: tuple[str, ...]) -> ir.Expr:
    """Return the list of the steps that there are."""
    step = lowering.shared.temp("step")
    there = ir.Compare("!=", ir.Temp(step), ir.Const(NO_STEP))
    return ir.Gather("list", step, ir.ListDomain(ir.MakeList(tuple(map(ir.Temp, names)))), there, None, False, None)


def _type(lowering: Lowering, chain: ast.Chain) -> ListType:
    type_ = lowering.typing.types[chain]
    assert isinstance(type_, ListType), "a chain is a list"
    return type_


def _unless(ended: ir.Expr, domain: ir.Domain) -> ir.Domain:
    """Return a domain that need not be worked out where the chain has ended."""
    match domain:
        case ir.ListDomain(of):
            return ir.ListDomain(ir.IfElse(ended, ir.Values(()), of))
        case ir.SetDomain(of, low):
            return ir.SetDomain(ir.IfElse(ended, ir.Const(0), of), low)
        case _:
            # What a range or a type holds is not worked out.
            return domain


def count_of(lowering: Lowering, binder: ast.Binder) -> int:
    """Return how many open values a binder makes."""
    return _type(lowering, binder.domain).limit if isinstance(binder.domain, ast.Chain) else 1


def written(lowering: Lowering, parts: tuple[str | ast.Expr, ...], lowered: tuple[str | ir.TextPart, ...],
            chains: dict[str, tuple[ast.Chain, tuple[ir.Bound, ...]]]) -> Iterator[str | ir.TextPart]:
    """Yield the parts of a notation in which a chain is written as its steps, with its text between them."""
    for part, made in zip(parts, lowered, strict=True):
        if not isinstance(part, ast.Name) or part.name not in chains:
            yield made
            continue
        chain, (first, *more) = chains[part.name]
        between = EnumType(f"{part.name} between", ("", chain.between))
        yield ir.TextPart(ir.Temp(first.name), first.type)
        for bound in more:
            yield ir.TextPart(ir.Compare("!=", ir.Temp(bound.name), ir.Const(NO_STEP)), between)
            yield ir.TextPart(ir.Temp(bound.name), bound.type)
