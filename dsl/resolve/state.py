"""Declare the fields of the state, and report a state that is too large."""

from __future__ import annotations

from .. import syntax as ast
from ..source.diagnostics import did_you_mean
from ..symbols.symbols import FieldInfo, Wrong
from ..types.types import UNKNOWN, EnumType, IntType, PerType, Type, UnknownType, size, width
from .names import Names

MAX_WIDTH = 100_000


def state(names: Names, header: ast.Rulebook, declarations: tuple[ast.Declaration, ...]) -> None:
    """Declare the fields of `state` and of `each ... has`."""
    for declaration in declarations:
        if isinstance(declaration, ast.Fields):
            _fields(names, declaration)
    fields = names.symbols.components.fields
    total = sum(map(_numbers, fields))
    if total > MAX_WIDTH:
        largest = max(fields, key=_numbers)
        names.diagnostics.add("E106", f"a state of {total} numbers; at most {MAX_WIDTH} are allowed", header.name_span,
                              help=f"`{largest.name}` takes {_numbers(largest)} of them; a list holds few of many in less")


def _numbers(field: FieldInfo) -> int:
    """Return how many numbers of the state a field takes."""
    return width(field.type) * (size(field.owner) if field.owner else 1)


def _fields(names: Names, node: ast.Fields) -> None:
    owner = None if node.owner is None else names.symbols.names.types.get(node.owner.name)
    if node.owner is not None and owner is None and not names.symbols.names.may_declare(node.owner.name):
        names.diagnostics.add("E201", f"unknown type `{node.owner.name}`", node.owner.span,
                        help=did_you_mean(node.owner.name, names.symbols.names.types))
    for field in node.fields:
        type_ = names.reader.type(field.type)
        if node.owner is None:
            _of_state(names, field, type_)
        elif isinstance(owner, EnumType):
            _of_each(names, field, type_, owner)


def _of_state(names: Names, node: ast.Field, type_: Type) -> None:
    info = FieldInfo(node.name, None, type_, node)
    if not names.define(node.name, node.name_span, Wrong(node.name) if type_ == UNKNOWN else info):
        return
    if type_ != UNKNOWN:
        names.symbols.components.fields.append(info)
    _merging(names, node, type_, merges=False)


def _of_each(names: Names, node: ast.Field, type_: Type, owner: EnumType) -> None:
    if (owner.name, node.name) in names.symbols.names.attributes or (owner.kind == "player" and node.name == "side"):
        names.diagnostics.add("E202", f"each {owner} has `{node.name}` already", node.name_span)
        return
    info = FieldInfo(node.name, owner, type_, node)
    names.symbols.names.attributes[owner.name, node.name] = info
    if type_ != UNKNOWN:
        names.symbols.components.fields.append(info)
    _merging(names, node, type_, merges=owner.kind == "region")


def _merging(names: Names, node: ast.Field, type_: Type, merges: bool) -> None:
    if node.merge and not merges:
        names.diagnostics.add("E206", "only the fields of a region merge", node.name_span)
    elif merges and node.merge is None:
        names.diagnostics.add("E207", f"field `{node.name}` has no rule for merging regions", node.name_span,
                        help="add `, merge adds` or `, merge keeps`")
    elif node.merge == "adds" and not isinstance(_part(type_), IntType | UnknownType):
        names.diagnostics.add("E301", f"only numbers are added when regions merge, and this is {type_}", node.type.span)


def _part(type_: Type) -> Type:
    return _part(type_.value) if isinstance(type_, PerType) else type_
