"""Lower expressions to the values that they go through."""

from __future__ import annotations

from ... import ir
from ... import syntax as ast
from ...symbols.symbols import BoardInfo, DomainOf, SpaceSet
from ...types.types import DomainType, ListType, SetType, UnionType, first_bit, size
from .lowering import Lowering
from .unions import joined_domain

# Sets with a value beyond this bit are more than a word of some machines.
LAST_BIT = 61


def domain_of(lowering: Lowering, node: ast.Expr) -> ir.Domain:
    """Return the values that an expression goes through."""
    type_ = lowering.type_of(node)
    match type_:
        case SetType(element):
            return ir.SetDomain(lowering.expr(node), first_bit(element))
        case ListType():
            return ir.ListDomain(lowering.expr(node))
        case DomainType():
            return _domain_written(lowering, node, type_)
        case _:
            # The check lets nothing else be gone through.
            raise AssertionError(type_)


def _domain_written(lowering: Lowering, node: ast.Expr, type_: DomainType) -> ir.Domain:
    """Return the values that an expression goes through which is itself no value, such as a range or the name of a type."""
    match node:
        case ast.RangeOf():
            return ir.RangeDomain(lowering.expr(node.low), lowering.expr(node.high))
        case ast.Name():
            meaning = lowering.typing.meanings[node]
            if isinstance(meaning, SpaceSet):
                return ir.ListDomain(ir.Values(meaning.spaces))
            space = meaning.space if isinstance(meaning, BoardInfo) else None
            space = meaning.type if isinstance(meaning, DomainOf) else space
            assert space is not None
            if space.kind == "region":
                return ir.RegionDomain(lowering.shared.board(space).name)
            return ir.RangeDomain(ir.Const(0), ir.Const(size(space) - 1))
        case ast.Binary(operator="or"):
            assert isinstance(type_.element, UnionType)
            return _joined(lowering, node, type_.element)
        case ast.Binary(operator="starting with"):
            return ir.RotatedDomain(lowering.domain(node.left), lowering.expr(node.right))
        case _:
            # Functions of boards, and what is computed of several values, give lists.
            return ir.ListDomain(lowering.expr(node))


def _joined(lowering: Lowering, node: ast.Binary, union: UnionType) -> ir.Domain:
    """Return the values of a domain, and after them those of another type, or one word."""
    left = lowering.domain(node.left)
    added = lowering.typing.types.get(node.right)
    if not isinstance(added, DomainType | SetType | ListType):
        assert isinstance(node.right, ast.Name), "what is no domain is a word"
        return ir.WordDomain(left, (-1 - union.extras.index(node.right.name),))
    return joined_domain(left, lowering.domain(node.right), union.shifts()[-1][1])


def as_few(domain: ir.Domain) -> ir.Domain:
    """Return a set of known values as a list of them, where it has values that not every machine keeps in a set."""
    match domain:
        case ir.SetDomain(ir.MakeSet(items), low):
            known = [item.value for item in items if isinstance(item, ir.Const)]
            if len(known) == len(items) and max(known) - low > LAST_BIT:
                return ir.ListDomain(ir.Values(tuple(sorted(set(known)))))
        case _:
            # Other domains are as they are.
            pass
    return domain
