"""Work out first values: the slots with which a field begins, for all things or for one."""

from __future__ import annotations

from ... import syntax as ast
from ...source.fixes import MOST_OFFERED, Fix, behind
from ...source.span import Span
from ...symbols.constants import AlreadyReported, NotKnown, fold
from ...symbols.symbols import ColumnInfo, Constant, FieldInfo
from ...syntax.walk import nodes_in
from ...types.conversion import converted, number_range
from ...types.types import (
    UNKNOWN,
    EnumType,
    IntType,
    ListType,
    PerType,
    SetType,
    Type,
    UnionType,
    first_bit,
    name_of,
    size,
    values,
    width,
)
from ..scope.checking import Checker
from ..scope.scopes import Scopes
from ..scope.typing import cell_of, start_of


def slots_of(checker: Checker, info: FieldInfo, setting: ast.Setting) -> tuple[int, ...] | None:
    """Return the slots of one part of a field, or None where the value is wrong."""
    cell = start_of(info.type, setting.value)
    if checker.value(setting.value, cell) == UNKNOWN:
        return None
    try:
        return _slots(checker.scopes, setting.value, cell)
    except AlreadyReported:
        return None
    except NotKnown as error:
        checker.scopes.complain("E307", f"this {error.reason}", error.node.span,
                                help="a field begins with numbers, constants, parameters and words")
    return None


def first_values(span: Span, type_: Type) -> tuple[Fix, ...]:
    """Return the changes that say with which value something of a type begins, behind the type."""
    cell = cell_of(type_)
    if isinstance(cell, IntType):
        # A range with 0 in it begins with 0 and is not asked for. So the end that is offered is the one nearest to 0.
        return (behind(span, f" = {cell.low if cell.low > 0 else cell.high}"),)
    if not isinstance(cell, EnumType | UnionType) or size(cell) > MOST_OFFERED:
        return ()
    return tuple(behind(span, f" = {name_of(cell, value)}") for value in values(cell))


def speaks_of_owner(info: FieldInfo, node: ast.Expr) -> bool:
    """Return whether a first value names the type that has the field, which then stands for the one that has it."""
    owner = None if info.owner is None else info.owner.name
    return any(isinstance(part, ast.Name) and part.name == owner for part in nodes_in(node))


def starts_of_owners(checker: Checker, info: FieldInfo, node: ast.Expr) -> None:
    """Work out the first value of a field for each thing that has it."""
    assert info.owner is not None, "the field has an owner"
    # The name of the type stands for each of its values in turn, so that columns of it are known before play.
    for value in range(len(info.owner.members)):
        with checker.scopes.symbols.names.knowing(Constant(info.owner.name, info.owner, value)):
            slots = _copied(checker, info, node) or slots_of(checker, info, ast.Setting(node.span, None, node, None))
        if slots is None:
            return
        checker.scopes.typing.starts_at[info, value] = slots * (width(info.type) // len(slots))


def _copied(checker: Checker, info: FieldInfo, node: ast.Expr) -> tuple[int, ...] | None:
    """Return the slots of a column of several values, such as a set or a number for each value of a type."""
    if width(info.type) == 1 or not isinstance(node, ast.Attribute) or checker.expr(node) != info.type:
        return None
    column, owner = checker.scopes.typing.meanings.get(node), checker.scopes.typing.meanings.get(node.subject)
    if not isinstance(column, ColumnInfo) or not isinstance(owner, Constant):
        return None
    cells = width(column.type)
    return column.values[owner.value * cells : (owner.value + 1) * cells]


def start(checker: Checker, info: FieldInfo, node: ast.Expr, cell: Type) -> None:
    """Work out the first value of a field."""
    scopes = checker.scopes
    if checker.value(node, cell) == UNKNOWN:
        return
    try:
        scopes.typing.starts[info] = _slots(scopes, node, cell)
    except AlreadyReported:
        return
    except NotKnown as error:
        scopes.complain("E307", f"this {error.reason}", error.node.span,
                        help="a field begins with numbers, constants, parameters and words")


def _slots(scopes: Scopes, node: ast.Expr, type_: Type) -> tuple[int, ...]:
    """Return the slots of a value that is known before play. Raises NotKnown."""
    match type_, node:
        case ListType(element, limit), ast.Collection(items=items):
            entries = [_folded_number(scopes, item, element) for item in items]
            if len(entries) > limit:
                scopes.complain("E303", f"{len(entries)} values in a list of at most {limit}", node.span)
            return (len(entries), *entries, *[0] * (limit - len(entries)))
        case SetType(element), ast.Collection(items=items):
            # Bits as a set first: a value that is named twice would be added twice, and carry into the next bit.
            return (sum(1 << bit for bit in {_folded_number(scopes, item, element) - first_bit(element) for item in items}),)
        case ListType(), _:
            raise NotKnown(node)
        case PerType(IntType() as number, index), ast.Amounts(parts=parts):
            amounts = {_folded_number(scopes, part.key, index): _folded_number(scopes, part.value, number) for part in parts}
            return tuple(amounts.get(key, 0) for key in values(index))
        case _:
            # Every other value is kept in one slot.
            return (_folded_number(scopes, node, type_),)


def _folded_number(scopes: Scopes, node: ast.Expr, type_: Type) -> int:
    own_type, value = fold(node, scopes.typing.meanings.get)
    numbers = number_range(type_)
    if numbers is not None and isinstance(own_type, IntType) and not numbers.low <= value <= numbers.high:
        scopes.complain("E303", f"{value} is not in {numbers}", node.span)
        return numbers.low
    code = converted(value, own_type, type_)
    return value if code is None else code
