"""Check names, and return their types: locals, words of the type expected, declarations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ... import syntax as ast
from ...source.diagnostics import did_you_mean
from ...source.fixes import behind, one_of
from ...source.habits import help_for
from ...symbols.symbols import (
    DECIDER,
    Ambiguous,
    BoardInfo,
    Builtin,
    ColumnInfo,
    Constant,
    DomainOf,
    EffectInfo,
    EventInfo,
    FaultyName,
    FieldInfo,
    FunctionInfo,
    Local,
    Meaning,
    OwnedName,
    RuleInfo,
    SpaceSet,
    SymbolTable,
)
from ...types.types import UNKNOWN, DomainType, EnumType, SetType, Type, UnionType, UnknownType, all_bits, members
from ..scope.checking import absence
from ..scope.scopes import Scopes
from .steps import check_decider

_KIND: dict[type[Meaning], str] = {
    FunctionInfo: "a function", Builtin: "a function", RuleInfo: "a rule", EventInfo: "an event",
}


def name(scopes: Scopes, node: ast.Name, expected: Type | None) -> Type:
    """Return the type of what a name stands for: a local, a word of the type expected, or a global."""
    # The nearest meaning counts: a name in scope, then a word of the type that is expected, then what is declared.
    meaning = scopes.scope.get(node.name) or _word(scopes, node, expected) or scopes.symbols.names.meaning(node.name)
    if meaning is None and node.name == DECIDER:
        return check_decider(scopes, node)
    if meaning is None:
        _unknown(scopes, node, expected)
        return UNKNOWN
    scopes.typing.meanings[node] = meaning
    scopes.typing.used.add(meaning)
    match meaning:
        case FieldInfo() if meaning.history is not None:
            scopes.complain("E306", f"`{node.name}` is a history, and no value", node.span,
                            help=f"write `times({node.name})` or `size({node.name})`; only `remember` and `forget` change it",
                            fixes=one_of(node.span, (f"times({node.name})", f"size({node.name})")))
            return UNKNOWN
        case Local() | Constant() | FieldInfo():
            return meaning.type
        case DomainOf():
            return DomainType(meaning.type)
        case BoardInfo() | SpaceSet():
            return DomainType(meaning.space)
        case FaultyName():
            return UNKNOWN
        case Ambiguous():
            if not isinstance(expected, UnknownType):
                scopes.complain("E204", f"`{node.name}` is a word of several types, "
                                     "and it is not clear which is meant", node.span)
            return UNKNOWN
        case FunctionInfo() | Builtin() | RuleInfo() | EventInfo():
            scopes.complain("E204", f"`{node.name}` is {_KIND[type(meaning)]}, where a value is needed", node.span,
                            help=f"write `{node.name}(...)`" if isinstance(meaning, FunctionInfo | Builtin) else None,
                            fixes=(behind(node.span, "()"),) if not getattr(meaning, "params", True) else ())
            return UNKNOWN
        case ColumnInfo() | EffectInfo() | OwnedName():
            raise AssertionError("a part of a thing is no name by itself")
        case _:
            assert_never(meaning)


def _unknown(scopes: Scopes, node: ast.Name, expected: Type | None) -> None:
    """Report a name that stands for nothing, with what may have been meant."""
    scopes.stands_for_nothing(node, expected)
    if isinstance(expected, UnknownType):
        return
    elsewhere = any(word.name == node.name for word in scopes.symbols.names.words)
    help = (absence(scopes.symbols, node.name) or help_for(node.name) or _part_named(scopes.symbols, node.name)
            or _never_none(node.name, expected)
            or (f"it is a word of another type; {expected} is needed here" if elsewhere and expected is not None
                else did_you_mean(node.name, members(expected)))
            or did_you_mean(node.name, [*scopes.scope, *_fitting(scopes.symbols, expected)]))
    scopes.complain("E201", f"unknown name `{node.name}`", node.span, help=help,
                    fixes=one_of(node.span, members(expected)) if help is None else ())


def _never_none(name: str, expected: Type | None) -> str | None:
    """Return the help with `none` where the type that is expected has no such word."""
    if name != "none" or expected is None:
        return None
    return f"a value of type `{expected}` is always there; where it may be missing, declare it as `{expected} or none`"


def _fitting(symbols: SymbolTable, expected: Type | None) -> Iterator[str]:
    """Yield the names of the rulebook without the words of types that are not the one expected."""
    for name, meaning in symbols.names.globals.items():
        if not (isinstance(expected, EnumType) and isinstance(meaning, Constant) and isinstance(meaning.type, EnumType)
                and meaning.type != expected):
            yield name


def _part_named(symbols: SymbolTable, name: str) -> str | None:
    """Return the help with a name that only parts of things have."""
    owner = next((type_name for type_name, part in symbols.names.attributes if part == name), None)
    return owner and f"each {owner} has `{name}`: write whose it is, as in `x.{name}`; in a first value, `{owner}.{name}`"


def _word(scopes: Scopes, node: ast.Name, expected: Type | None) -> Constant | None:
    """Return the word that an expected type gives a meaning to: `none`, `all`, a member."""
    match expected:
        case SetType(element) if node.name == "all":
            return Constant("all", expected, all_bits(element))
        # A rulebook knows no names of players; expectations of playthroughs do.
        case EnumType(kind="player" | "lone side") if node.name in scopes.seats:
            return Constant(node.name, expected, scopes.seats.index(node.name))
        case EnumType(kind="region"):
            # A space's name stands for the region that the space lies in now.
            return None
        case EnumType() if node.name in expected.members:
            return Constant(node.name, expected, expected.members.index(node.name))
        case UnionType(_, extras) if node.name in extras:
            return Constant(node.name, expected, -1 - extras.index(node.name))
        case UnionType(bases):
            return next((known for base in bases if (known := _word(scopes, node, base)) is not None), None)
        case _:
            # No other type has words of its own, or this is none of them.
            return None
