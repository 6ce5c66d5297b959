"""Check parts of things, and return their types: `thing.part`, and a part in brackets."""

from __future__ import annotations

from ... import syntax as ast
from ...source.diagnostics import did_you_mean
from ...source.fixes import in_place
from ...source.habits import help_for
from ...symbols.symbols import BoardInfo, Builtin, EffectInfo, FieldInfo, Part, SymbolTable
from ...types.types import UNKNOWN, DomainType, EnumType, IntType, ListType, PerType, SetType, Type, UnknownType
from ..scope.checking import Checking, absence
from ..scope.fitting import collected, present
from ..scope.scopes import Scopes
from ..scope.typing import Typing

# The words by which other languages name the number of elements.
_SIZES = ("size", "length", "count", "len", "number")


def attribute(checker: Checking, node: ast.Attribute) -> Type:
    """Return the type of `thing.part`, and record which field, column or effect it names."""
    scopes = checker.scopes
    subject = present(scopes, node.subject, checker.expr(node.subject), node.name)
    if not isinstance(subject, EnumType):
        _complain_of_no_thing(scopes, node, subject)
        return UNKNOWN
    if subject.kind == "player" and node.name == "side":
        scopes.typing.meanings[node] = Builtin("side")
        return scopes.symbols.seating.side
    meaning = _part(scopes.symbols, scopes.typing, node, subject)
    if meaning is None:
        _complain_of_no_part(scopes, node, subject)
        return UNKNOWN
    scopes.typing.meanings[node] = meaning
    scopes.typing.used.add(meaning)
    if isinstance(meaning, EffectInfo):
        scopes.complain("E306", f"`{node.name}` is carried out; it is not a value", node.span)
        return UNKNOWN
    return meaning.type


def _complain_of_no_thing(scopes: Scopes, node: ast.Attribute, subject: Type) -> None:
    """Report a part of a value that has none, such as `hand.size`."""
    scopes.stands_for_nothing(node)
    if subject == UNKNOWN:
        return
    is_counted = isinstance(subject, SetType | ListType) and node.name in _SIZES
    counted = f"size({node.subject.span.text})" if is_counted else None
    scopes.complain("E301", f"{subject} has no `{node.name}`", node.span,
                    help=None if counted is None else f"write `{counted}`",
                    fixes=() if counted is None else (in_place(node.span, counted),))


def _complain_of_no_part(scopes: Scopes, node: ast.Attribute, subject: EnumType) -> None:
    """Report a part that things of a type do not have, with what is meant."""
    scopes.stands_for_nothing(node)
    # A declaration that does not parse may be the one that declares it.
    if scopes.symbols.names.may_declare(node.name):
        return
    known = [name for of, name in scopes.symbols.names.attributes if of == subject.name]
    scopes.complain("E201", f"{subject} has no `{node.name}`", node.span,
                    help=absence(scopes.symbols, node.name) or _elsewhere(scopes.symbols, node, subject) or help_for(node.name)
                    or did_you_mean(node.name, known))


def _elsewhere(symbols: SymbolTable, node: ast.Attribute, subject: EnumType) -> str | None:
    """Return the help for a field that another thing has for each thing of this type, such as `p.boats[island]`."""
    for (of, name), meaning in symbols.names.attributes.items():
        per = meaning.type if name == node.name and isinstance(meaning, FieldInfo) else None
        if isinstance(per, PerType) and per.index == subject:
            owner = "p" if of == "player" else of
            return f"{of} has `{name}`, for each {subject}: write `{owner}.{name}[{node.subject.span.text}]`"
    return None


def _part(symbols: SymbolTable, typing: Typing, node: ast.Attribute, subject: EnumType) -> Part | None:
    """Return the field or column of a thing; a space has also what its region has, a player what their side has."""
    meaning = symbols.names.attributes.get((subject.name, node.name))
    board = symbols.components.board_of(subject)
    # What a space has itself comes first: only what it has not is asked of its region.
    if meaning is None and board is not None and board.region is not None and subject == board.space:
        meaning = symbols.names.attributes.get((board.region.name, node.name))
        if meaning is not None:
            typing.promote_to_region.add(node.subject)
    if meaning is None and subject == symbols.seating.player:
        meaning = symbols.names.attributes.get((symbols.seating.side.name, node.name))
        if meaning is not None:
            typing.promote_to_side.add(node.subject)
    return meaning


def index(checker: Checking, node: ast.Index) -> Type:
    """Return the type of the part that stands in brackets."""
    scopes = checker.scopes
    subject = checker.expr(node.subject)
    match subject:
        case PerType() if isinstance(node.subject, ast.Call):
            scopes.complain("E301", "a part is picked where the field stands, and not of what a function gives", node.span)
            checker.expr(node.key, subject.index)
            return UNKNOWN
        case PerType(value, index):
            checker.value(node.key, index)
            return value
        case ListType(element, limit):
            checker.value(node.key, IntType(1, limit))
            return element
        case UnknownType():
            checker.expr(node.key, UNKNOWN)
            return UNKNOWN
    checker.expr(node.key, UNKNOWN)
    if isinstance(subject, DomainType):
        written = node.subject.span.text
        whole = isinstance(scopes.typing.meanings.get(node.subject), BoardInfo)
        lines = isinstance(subject.element, ListType)
        scopes.complain("E301", "brackets pick a part of one value, and these are several values", node.subject.span,
                        help=f"a space by its place is `at({written}, column, row)`" if whole else
                             f"no list holds lists: go through them, as in `some l in {written}: l[1] = ...`" if lines else
                             f"make a list of them: `[x in {written}][{node.key.span.text}]`",
                        fixes=() if whole or lines else (collected(scopes, node.subject, "[]"),))
    else:
        scopes.complain("E301", f"{subject} has no parts, so brackets pick nothing from it", node.subject.span)
    return UNKNOWN
