"""Lower open values of several parts: an open value for each, the list that they make together, and the text that writes it.

The parts are open values like others, so that listing, refusing and undoing know nothing of chains and amounts. After the
first step of a chain each may be `no step`, a word behind those that a step may be; then so are those behind it. An amount has
a number for each kind, which may be 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import assert_never

from ... import ir
from ... import syntax as ast
from ...types.types import (
    AMOUNT,
    BETWEEN,
    EnumType,
    FlagType,
    IntType,
    ListType,
    PerType,
    Scalar,
    UnionType,
    name_of,
    size,
    values,
)
from .lowering import Lowering
from .phrases import phrase_of

# What an open value of several parts is made of, and its parts.
Several = tuple[ast.Chain | ast.AmountOf, tuple[ir.Bound, ...]]


def parts_of(lowering: Lowering, binder: ast.Binder, several: ast.Chain | ast.AmountOf) -> list[ir.Bound]:
    """Return the open values that a chain or an amount is made of; its name stands for them together from now on."""
    return _steps(lowering, binder, several) if isinstance(several, ast.Chain) else _numbers(lowering, binder, several)


def _steps(lowering: Lowering, binder: ast.Binder, chain: ast.Chain) -> list[ir.Bound]:
    type_ = _type(lowering, chain)
    later, none = step_or(type_.element, ""), ir.Const(_no_step(type_))
    bounds: list[ir.Bound] = []
    for number in range(type_.limit):
        names = tuple(bound.name for bound in bounds)
        lowering.env[lowering.typing.locals[chain]] = ir.MakeList(tuple(map(ir.Temp, names)))
        domain, name = lowering.domain(chain.domain), lowering.shared.temp(binder.name)
        # A chain has at least one step, so the first cannot be `no step`.
        if not number:
            bounds.append(ir.Bound(name, domain, None, type_.element))
            continue
        ended = ir.Compare("=", ir.Temp(names[-1]), none)
        # Behind the end only `no step` is left: each chain has one code and not one for every way to go on.
        condition = ir.Either(ir.Not(ended), ir.Compare("=", ir.Temp(name), none))
        bounds.append(ir.Bound(name, ir.WordDomain(_unless(ended, domain), (none.value,)), condition, later))
    lowering.env[lowering.typing.locals[binder]] = whole(lowering, chain, tuple(ir.Temp(bound.name) for bound in bounds))
    return bounds


def step_or(element: Scalar, word: str) -> UnionType:
    """Return the type of a step that may also be a word; the values of the step keep their numbers."""
    match element:
        case UnionType(bases, extras):
            return UnionType(bases, (*extras, word))
        case IntType() | EnumType() | FlagType():
            return UnionType((element,), (word,))
        case _:
            assert_never(element)


def _no_step(type_: ListType) -> int:
    """Return the number of the word for `no step`, the last word that a step of a chain may be."""
    # Words have the numbers -1, -2 and so on, in their order: the last of N words is -N.
    return -len(step_or(type_.element, "").extras)


def _numbers(lowering: Lowering, binder: ast.Binder, amount: ast.AmountOf) -> list[ir.Bound]:
    """Return a number for each kind; the last asks that not all of them are 0."""
    type_, locals_ = amount_type(lowering, amount), lowering.typing.locals
    assert isinstance(type_.value, IntType), "checked to hold numbers"
    kinds = values(type_.index)
    bounds: list[ir.Bound] = []
    for kind in kinds:
        known = tuple(ir.Temp(bound.name) for bound in bounds)
        lowering.env[locals_[amount]] = ir.MakeList((*known, *[ir.Const(0)] * (len(kinds) - len(known))))
        lowering.env[locals_[amount.kind]] = ir.Const(kind)
        domain, name = lowering.domain(amount.domain), lowering.shared.temp(binder.name)
        bounds.append(ir.Bound(name, domain, None, _words(binder, type_, kind),
                               phrase_of(lowering, amount.domain, tuple(bound.name for bound in bounds))))
    temps = tuple(ir.Temp(bound.name) for bound in bounds)
    last = bounds[-1]
    # An amount of nothing would be a move that is written as an empty text.
    bounds[-1] = ir.Bound(last.name, last.domain, _is_some(temps), last.type, last.among)
    lowering.env[locals_[binder]] = whole(lowering, amount, temps)
    return bounds


def _is_some(numbers: tuple[ir.Expr, ...]) -> ir.Expr:
    """Return whether one of these numbers is not 0."""
    comparisons: Iterator[ir.Expr] = (ir.Compare("!=", number, ir.Const(0)) for number in numbers)
    return reduce(ir.Either, comparisons)


def _words(binder: ast.Binder, type_: PerType, kind: int) -> EnumType:
    """Return the type of the number of a kind, whose values are written with the kind: `2wood`, or `2x6` of the sixes."""
    word = name_of(type_.index, kind)
    between = "x" if word[:1].isdecimal() else ""
    of_each = values(type_.value) if isinstance(type_.value, IntType) else ()
    return EnumType(f"{binder.name} of {word}", ("", *(f"{number}{between}{word}" for number in of_each if number)), AMOUNT,
                    type_.index if isinstance(type_.index, EnumType) else None)


def whole(lowering: Lowering, several: ast.Chain | ast.AmountOf, parts: tuple[ir.Expr, ...]) -> ir.Expr:
    """Return the parts together: the list of the steps that there are, or the number of each kind."""
    if isinstance(several, ast.AmountOf):
        return ir.MakeList(parts)
    step = lowering.shared.temp("step")
    is_taken = ir.Compare("!=", ir.Temp(step), ir.Const(_no_step(_type(lowering, several))))
    return ir.Gather("list", step, ir.ListDomain(ir.MakeList(parts)), is_taken, None, False, None)


def _type(lowering: Lowering, chain: ast.Chain) -> ListType:
    type_ = lowering.typing.types[chain]
    assert isinstance(type_, ListType), "a chain is a list"
    return type_


def amount_type(lowering: Lowering, amount: ast.AmountOf) -> PerType:
    """Return the type of an amount: a number for each value of a type."""
    type_ = lowering.typing.types[amount]
    assert isinstance(type_, PerType), "an amount has a number for each kind"
    return type_


def _unless(ended: ir.Expr, domain: ir.Domain) -> ir.Domain:
    """Return a domain that need not be worked out where the chain has ended."""
    match domain:
        case ir.ListDomain(elements):
            return ir.ListDomain(ir.IfElse(ended, ir.Values(()), elements))
        case ir.SetDomain(elements, low):
            return ir.SetDomain(ir.IfElse(ended, ir.Const(0), elements), low)
        case _:
            # What a range or a type holds is not worked out.
            return domain


def count_of(lowering: Lowering, binder: ast.Binder) -> int:
    """Return how many open values a binder makes."""
    match binder.domain:
        case ast.Chain():
            return _type(lowering, binder.domain).limit
        case ast.AmountOf():
            return size(amount_type(lowering, binder.domain).index)
        case _:
            # Any other domain gives one value at a time.
            return 1


def written(lowering: Lowering, parts: tuple[str | ast.Expr, ...], lowered: tuple[str | ir.TextPart, ...],
            several: dict[str, Several]) -> Iterator[str | ir.TextPart]:
    """Yield the parts of a notation in which an open value of several parts is written as these, with its text between them."""
    for part, lowered_part in zip(parts, lowered, strict=True):
        if not isinstance(part, ast.Name) or part.name not in several:
            yield lowered_part
            continue
        owner, (first, *more) = several[part.name]
        between = EnumType(f"{part.name} between", ("", owner.between), BETWEEN)
        before: tuple[ir.Expr, ...] = (ir.Temp(first.name),)
        yield ir.TextPart(ir.Temp(first.name), first.type)
        for bound in more:
            yield ir.TextPart(_is_parted(lowering, owner, before, bound), between)
            yield ir.TextPart(ir.Temp(bound.name), bound.type)
            before = (*before, ir.Temp(bound.name))


def _is_parted(lowering: Lowering, several: ast.Chain | ast.AmountOf, before: tuple[ir.Expr, ...],
               bound: ir.Bound) -> ir.Expr:
    """Return whether the text between the parts stands before this one."""
    if isinstance(several, ast.Chain):
        return ir.Compare("!=", ir.Temp(bound.name), ir.Const(_no_step(_type(lowering, several))))
    return ir.Both(ir.Compare("!=", ir.Temp(bound.name), ir.Const(0)), _is_some(before))
