"""Check parts of things, and return their types: `thing.part`, and a part in brackets."""

from __future__ import annotations

from ... import syntax as ast
from ...source.diagnostics import did_you_mean
from ...source.fixes import in_place
from ...source.habits import help_for
from ...symbols.symbols import BoardInfo, Builtin, Constant, EffectInfo, FieldInfo, Local, Part, SymbolTable
from ...types.types import UNKNOWN, DomainType, EnumType, IntType, ListType, PerType, SetType, Type, UnknownType
from ..functions.boards import works_on
from ..scope.checking import Checker, absence
from ..scope.fitting import collected, present
from ..scope.scopes import Scopes
from ..scope.typing import Typing

# The words by which other languages name the number of elements.
_SIZES = ("size", "length", "count", "len", "number")
# Functions of the language of one space or player, which other languages write as a part of it.
_FUNCTIONS = ("neighbours", "diagonals", "row", "column", "next", "previous")


def attribute(checker: Checker, node: ast.Attribute) -> Type:
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
    written = node.subject.span.text
    meant = None
    if isinstance(subject, SetType | ListType) and node.name in _SIZES:
        meant = f"size({written})"
    elif isinstance(subject, PerType) and _type_of(scopes, node.name) == subject.index:
        meant = f"{written}[{node.name}]"
    scopes.complain("E301", f"{subject} has no `{node.name}`", node.span, help=None if meant is None else f"write `{meant}`",
                    fixes=() if meant is None else (in_place(node.span, meant),))


def _type_of(scopes: Scopes, name: str) -> Type | None:
    """Return the type of a name in scope, or of a word, row or space; None for other names."""
    meaning = scopes.scope.get(name) or scopes.symbols.names.globals.get(name)
    return meaning.type if isinstance(meaning, Local | Constant) else None


def _complain_of_no_part(scopes: Scopes, node: ast.Attribute, subject: EnumType) -> None:
    """Report a part that things of a type do not have, with what is meant."""
    scopes.stands_for_nothing(node)
    # A declaration that does not parse may be the one that declares it.
    if scopes.symbols.names.may_declare(node.name):
        return
    is_function = node.name in _FUNCTIONS and isinstance(scopes.symbols.names.globals.get(node.name), Builtin)
    if is_function and works_on(scopes.symbols, node.name, subject):
        meant = f"{node.name}({node.subject.span.text})"
        scopes.complain("E201", f"{subject} has no `{node.name}`", node.span, help=f"write `{meant}`",
                        fixes=(in_place(node.span, meant),))
        return
    known = [name for owner, name in scopes.symbols.names.attributes if owner == subject.name]
    scopes.complain("E201", f"{subject} has no `{node.name}`", node.span,
                    help=absence(scopes.symbols, node.name) or _elsewhere(scopes.symbols, node, subject) or help_for(node.name)
                    or did_you_mean(node.name, known))


def _elsewhere(symbols: SymbolTable, node: ast.Attribute, subject: EnumType) -> str | None:
    """Return the help for a field that another thing has for each thing of this type, such as `p.boats[island]`."""
    for (type_name, name), meaning in symbols.names.attributes.items():
        per = meaning.type if name == node.name and isinstance(meaning, FieldInfo) else None
        if isinstance(per, PerType) and per.index == subject:
            owner = "p" if type_name == "player" else type_name
            return f"{type_name} has `{name}`, for each {subject}: write `{owner}.{name}[{node.subject.span.text}]`"
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


def index(checker: Checker, node: ast.Index) -> Type:
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
        case _:
            # All other types are single values, or several that have no order of their own.
            checker.expr(node.key, UNKNOWN)
            _no_parts(scopes, node, subject)
            return UNKNOWN


def _no_parts(scopes: Scopes, node: ast.Index, subject: Type) -> None:
    """Record that brackets pick nothing from a value, with what the author may mean."""
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
