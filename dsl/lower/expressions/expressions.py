"""Lower typed expressions: every name becomes a slot, a constant, a table or a function."""

from __future__ import annotations

from typing import assert_never

from ... import ir
from ... import syntax as ast
from ...symbols.symbols import (
    APPLIED,
    BEFORE,
    DECIDER,
    OF_TILES,
    OPEN,
    REMEMBERED,
    TIMES,
    TURNS,
    Builtin,
    ColumnInfo,
    Constant,
    FieldInfo,
    FunctionInfo,
    Local,
    OwnedName,
)
from ...types.conversion import exceeded
from ...types.types import DomainType, EnumType, ListType, PerType, Scalar, SetType, Type, UnionType, first_bit
from ..shared.shared import Shared, cells_of
from . import amounts
from .ahead import can, supposed
from .boards import board_call
from .domains import as_few, domain_of
from .gathers import gather, ranked, size_of
from .histories import remembered, times
from .lowering import Forms, Lowering
from .steps import happened
from .tiles import tile_call, turned_further
from .unions import recoded, shifted


def lowering_of(shared: Shared, clause: str, env: dict[Local, ir.Expr], merging: bool = False) -> Lowering:
    """Return a `Lowering` of expressions of all forms."""
    return Lowering(shared, clause, env, merging, _FORMS)


def _expr(lowering: Lowering, node: ast.Expr) -> ir.Expr:
    """Return the value of an expression."""
    lowered, type_ = _plain(lowering, node), lowering.typing.types.get(node)
    # INVARIANT: the order of these steps. A value is read as it is kept, and becomes one of the type that is known here.
    # Only then does it become the side or region that it stands for, or what the place around it takes.
    stored_type, expected = lowering.typing.stored_type.get(node), lowering.typing.coerce_to.get(node)
    if isinstance(stored_type, Scalar) and isinstance(type_, Scalar):
        lowered = recoded(lowering.shared, lowered, stored_type, type_, surely=True)
    if node in lowering.typing.promote_to_side:
        lowering.shared.table("side_of", lowering.symbols.seating.side_of)
        return ir.Lookup("side_of", lowered)
    if node in lowering.typing.promote_to_region:
        assert isinstance(type_, EnumType)
        return ir.RegionOf(lowering.shared.board(type_).name, lowered)
    # Not with `promote_to_side` or `promote_to_region`: what stands for a side or region is checked to be wanted as just
    # that.
    if isinstance(expected, Scalar) and isinstance(type_, Scalar):
        lowered = recoded(lowering.shared, lowered, type_, expected)
    if isinstance(expected, SetType) and isinstance(type_, SetType):
        lowered = _shifted_set(lowering, lowered, first_bit(type_.element), first_bit(expected.element))
    return lowered


def _shifted_set(lowering: Lowering, set_: ir.Expr, low: int, new_low: int) -> ir.Expr:
    """Return a set whose first bit stands for one number as a set whose first bit stands for another."""
    if low == new_low:
        return set_
    name = lowering.shared.temp("number")
    return ir.Gather("set", name, ir.SetDomain(set_, low), None, None, False, None, new_low)


def _entries(lowering: Lowering, node: ast.Collection, collection: ir.Expr, element: Type) -> ir.Expr:
    """Return a list as it is written, whose entries must fit; checked in play where their types do not say so."""
    passed = [exceeded(lowering.type_of(item), element) for item in node.items]
    low = next((low for low, _ in passed if low is not None), None)
    high = next((high for _, high in passed if high is not None), None)
    if low is None and high is None:
        return collection
    return ir.EntriesWithin(collection, low, high, lowering.site(node, "a value out of range"))


def _plain(lowering: Lowering, node: ast.Expr) -> ir.Expr:
    match node:
        case ast.Integer():
            return ir.Const(node.value)
        case ast.Flag():
            return ir.Const(int(node.value))
        case ast.Name():
            return _name(lowering, node)
        case ast.Attribute():
            return _attribute(lowering, node)
        case ast.Index():
            if isinstance(lowering.type_of(node.subject), ListType):
                return ir.ItemAt(_expr(lowering, node.subject), _expr(lowering, node.key),
                                 lowering.site(node, "the list has no such entry"))
            column = lowering.typing.meanings.get(node.subject)
            numbers = amounts.open_numbers(lowering, node.subject)
            if numbers is not None:
                return amounts.open_part(lowering, node.subject, numbers, amounts.key_of(lowering, node))
            if isinstance(column, ColumnInfo) and isinstance(node.subject, ast.Attribute):
                return amounts.indexed(lowering, node.subject, column, node.key)
            return lowering.read(_place(lowering, node), lowering.type_of(node))
        case ast.Call():
            return _call(lowering, node)
        case ast.Unary():
            return _unary(lowering, node)
        case ast.Binary():
            return _binary(lowering, node)
        case ast.Conditional():
            return ir.IfElse(_expr(lowering, node.condition), _expr(lowering, node.this), _expr(lowering, node.that))
        case ast.Quantified():
            return gather(lowering, node.kind, node.binder, node.body)
        case ast.Happening():
            return happened(lowering, node)
        case ast.Ranked():
            return ranked(lowering, node)
        case ast.Comprehension():
            type_ = lowering.type_of(node)
            low = first_bit(type_.element) if isinstance(type_, SetType) else 0
            return gather(lowering, node.kind, node.binder, node.body, low)
        case ast.Chain():
            raise AssertionError("a chain is several open values")
        case ast.AmountOf():
            raise AssertionError("an amount is several open values")
        case ast.Supposed():
            return supposed(lowering, node)
        case ast.Can():
            return can(lowering, node)
        case ast.TupleOf():
            return ir.Tuple(tuple(_expr(lowering, item) for item in node.items))
        case ast.Collection():
            items = tuple(_expr(lowering, item) for item in node.items)
            type_ = lowering.type_of(node)
            if isinstance(type_, ListType):
                return _entries(lowering, node, ir.MakeList(items), type_.element)
            return ir.MakeSet(items, first_bit(type_.element) if isinstance(type_, SetType) else 0)
        case ast.Amounts():
            raise AssertionError("numbers for all values of a type are taken part by part")
        case ast.RangeOf():
            raise AssertionError("a range is a domain, not a value")
        case _:
            assert_never(node)


def _name(lowering: Lowering, node: ast.Name) -> ir.Expr:
    meaning = lowering.typing.meanings[node]
    match meaning:
        case Constant():
            return ir.Const(meaning.value)
        case Builtin():
            assert meaning.name == DECIDER, f"{meaning.name} has no value by itself"
            return ir.Decider()
        case Local():
            return _local(lowering, meaning)
        case FieldInfo():
            return lowering.read(lowering.field_slot(meaning, None, ()), meaning.type)
        case _:
            # The check lets no name of another meaning stand for a value.
            raise AssertionError(f"{node.name} has no value")


def _local(lowering: Lowering, local: Local) -> ir.Expr:
    value = lowering.env[local]
    if isinstance(value, ir.Slot) and isinstance(local.type, ListType):
        return ir.ReadList(value)
    match local.type:
        # The temporary holds the region as it was named. A merge since then may have made it part of another.
        case EnumType(kind="region") if lowering.merging and isinstance(value, ir.Temp):
            return ir.RegionOf(lowering.shared.board(local.type).name, value)
        case _:
            # No other value changes while a name stands for it.
            return value


def _attribute(lowering: Lowering, node: ast.Attribute) -> ir.Expr:
    meaning = lowering.typing.meanings[node]
    match meaning:
        case Builtin("side"):
            lowering.shared.table("side_of", lowering.symbols.seating.side_of)
            return ir.Lookup("side_of", _expr(lowering, node.subject))
        case ColumnInfo():
            table = lowering.shared.table(f"{meaning.owner.name}.{meaning.name}", cells_of(meaning))
            return ir.Lookup(table, _expr(lowering, node.subject))
        case OwnedName():
            first = ir.Arith("*", _expr(lowering, node.subject), ir.Const(meaning.per_owner))
            return ir.Arith("+", first, ir.Const(meaning.number))
        case FieldInfo():
            return lowering.read(_place(lowering, node), meaning.type)
        case _:
            # The check lets no part of another meaning stand for a value.
            raise AssertionError(f"{node.name} has no value")


# ---- Places --------------------------------------------------------------------------------------


def _place(lowering: Lowering, node: ast.Expr) -> ir.Slot | ir.Temp:
    """Return where the value of a field, a part of it, or a `var` is kept."""
    keys: list[ast.Expr] = []
    base = node
    while isinstance(base, ast.Index):
        keys.insert(0, base.key)
        base = base.subject
    meaning = lowering.typing.meanings[base]
    if isinstance(meaning, Local):
        value = lowering.env[meaning]
        if isinstance(value, ir.Slot):
            return ir.Slot(value.base, value.steps + lowering.steps(meaning.type, keys))
        assert isinstance(value, ir.Temp)
        return value
    assert isinstance(meaning, FieldInfo), meaning
    subject = base.subject if isinstance(base, ast.Attribute) else None
    return lowering.field_slot(meaning, subject, tuple(keys))


# ---- Operators -----------------------------------------------------------------------------------


def _unary(lowering: Lowering, node: ast.Unary) -> ir.Expr:
    operand = _expr(lowering, node.operand)
    match node.operator:
        case "not":
            return ir.Not(operand)
        case "-":
            return ir.Negate(operand)
    type_ = lowering.type_of(node.operand)
    if isinstance(type_, UnionType) and type_.extras:
        return ir.Present(operand, lowering.site(node, f"`{node.operand.span.text}` is missing"))
    return operand


def _binary(lowering: Lowering, node: ast.Binary) -> ir.Expr:
    match node.operator:
        case "and":
            return ir.Both(_expr(lowering, node.left), _expr(lowering, node.right))
        case "or":
            return ir.Either(_expr(lowering, node.left), _expr(lowering, node.right))
        case "in":
            return _member(lowering, node)
        case "not in":
            return ir.Not(_member(lowering, node))
    type_ = lowering.type_of(node.left)
    if isinstance(type_, PerType):
        return amounts.compared(lowering, node, type_)
    left, right = _expr(lowering, node.left), _expr(lowering, node.right)
    if isinstance(lowering.type_of(node), ListType):
        joined = ir.JointDomain(ir.ListDomain(left), ir.ListDomain(right), 0)
        return ir.Gather("list", lowering.shared.temp("entry"), joined, None, None, False, None)
    if node.operator in ("+", "-") and isinstance(lowering.type_of(node), SetType):
        return ir.SetArith(node.operator, left, right)
    if node.operator in ("+", "-") and type_ in TURNS:
        return turned_further(node.operator, left, right, type_)
    if node.operator in ("+", "-", "*", "div", "mod"):
        return ir.Arith(node.operator, left, right)
    assert node.operator in ("=", "!=", "<", "<=", ">", ">="), "`starting with` is a domain"
    return ir.Compare(node.operator, left, right)


def _member(lowering: Lowering, node: ast.Binary) -> ir.Expr:
    """Return whether a value is in a domain; being of a type is lying in its part of a union's numbers."""
    domain, among = as_few(lowering.domain(node.right)), lowering.type_of(node.right)
    union = lowering.typing.stored_type.get(node.left, lowering.type_of(node.left))
    # A value that is recoded first is no number of the union any more, so it cannot be found in its part of the numbers.
    if not isinstance(domain, ir.RangeDomain) or not isinstance(union, UnionType) or node.left in lowering.typing.coerce_to:
        return ir.Member(_expr(lowering, node.left), domain)
    assert isinstance(among, DomainType), "a range is a domain"
    shift = next((shift for base, shift in union.shifts() if base == among.element), 0)
    return ir.Member(_plain(lowering, node.left),
                     ir.RangeDomain(shifted(domain.low, shift), shifted(domain.high, shift)))


# ---- Calls ---------------------------------------------------------------------------------------


def _call(lowering: Lowering, node: ast.Call) -> ir.Expr:
    meaning = lowering.typing.meanings[node]
    if isinstance(meaning, FunctionInfo):
        return ir.CallFunction(meaning.name, tuple(_expr(lowering, argument) for argument in node.arguments))
    assert isinstance(meaning, Builtin), meaning
    if meaning.name in ("min", "max", "abs"):
        return ir.Primitive(meaning.name, tuple(_expr(lowering, argument) for argument in node.arguments))
    if meaning.name == OPEN:
        return lowering.opened(node, _expr(lowering, node.arguments[0]))
    if meaning.name == BEFORE:
        return ir.Before(_expr(lowering, node.arguments[0]))
    if meaning.name == APPLIED:
        return ir.Applied(tuple(argument.span.text for argument in node.arguments))
    if meaning.name in (TIMES, REMEMBERED):
        (history,) = node.arguments
        assert isinstance(history, ast.Name), "a history is called by its name"
        return times(lowering, history) if meaning.name == TIMES else remembered(lowering, history)
    if meaning.name == "size":
        return size_of(lowering, node.arguments[0])
    if meaning.name in OF_TILES:
        return tile_call(lowering, node, meaning.name)
    return board_call(lowering, node, meaning.name)


# ---- Texts ---------------------------------------------------------------------------------------


def numbered_text(lowering: Lowering, node: ast.Text, names: tuple[str, ...] = (), spoken: bool = False) -> int:
    """Return the number of a text that may use these temporary names."""
    parts = tuple(
        part if isinstance(part, str) else ir.TextPart(_written(lowering, part), lowering.type_of(part), spoken)
        for part in node.parts)
    lowering.shared.texts.append(ir.TextOf(parts, names))
    return len(lowering.shared.texts) - 1


def _written(lowering: Lowering, node: ast.Expr) -> ir.Expr:
    """Return how the program writes a value into a text."""
    type_ = lowering.type_of(node)
    return amounts.listed(lowering, node, type_) if isinstance(type_, PerType) else _expr(lowering, node)


_FORMS = Forms(_expr, domain_of, _place)
