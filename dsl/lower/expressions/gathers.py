"""Lower quantifiers, comprehensions and ranks to IR that gathers values."""

from __future__ import annotations

from ... import ir
from ... import syntax as ast
from ...types.types import ListType, SetType
from . import amounts
from .lowering import Lowering


def gather(lowering: Lowering, kind: ir.GatherKind, binder: ast.Binder, body: ast.Expr | None, low: int = 0) -> ir.Expr:
    """Return the IR that gathers the values of a binder in this way: as a set, a sum, a count."""
    domain = lowering.domain(binder.domain)
    local = lowering.typing.locals[binder]
    joined = amounts.JOINED.get(kind)
    keys = amounts.known_keys(domain)
    if joined and keys and body is not None and amounts.picks_by(lowering, binder, body):
        return _one_by_one(lowering, binder, keys, body, joined)
    name = lowering.shared.temp(binder.name)
    lowering.env[local] = ir.Temp(name)
    return ir.Gather(
        kind, name, domain, None if binder.condition is None else lowering.expr(binder.condition),
        None if binder.key is None else lowering.expr(binder.key), binder.descending,
        None if body is None else lowering.expr(body), low)


def _one_by_one(lowering: Lowering, binder: ast.Binder, keys: tuple[ir.Const, ...], body: ast.Expr,
                joined: amounts.Fold) -> ir.Expr:
    """Return a loop over the kinds of an open amount as one expression: what is known of each number can then be used."""
    parts = []
    for key in keys:
        lowering.env[lowering.typing.locals[binder]] = key
        part = lowering.expr(body)
        if binder.condition is not None:
            part = joined.only_if(lowering.expr(binder.condition), part)
        parts.append(part)
    return joined.together(parts)


def ranked(lowering: Lowering, node: ast.Ranked) -> ir.Expr:
    """Return the prize of a value by its rank among others."""
    places, prizes = lowering.expr(node.of), tuple(lowering.expr(prize) for prize in node.prizes)
    among = gather(lowering, "list", node.binder, None)
    assert isinstance(among, ir.Gather)
    assert among.key is not None, "the checker asks for a key"
    pairs = ir.Gather("pairs", among.name, among.domain, among.condition, None, False, among.key)
    return ir.Ranked(places, pairs, node.binder.descending, prizes)


def size_of(lowering: Lowering, node: ast.Expr) -> ir.Expr:
    """Return how many values an expression has or goes through."""
    type_ = lowering.type_of(node)
    if isinstance(type_, SetType | ListType):
        return ir.SizeOf("set" if isinstance(type_, SetType) else "list", lowering.expr(node))
    return ir.Gather("count", lowering.shared.temp("each"), lowering.domain(node), None, None, False, None)
