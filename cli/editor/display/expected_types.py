"""A place in a rulebook -> the type of value that is expected there, and the types of what can stand there."""

from __future__ import annotations

import re

from ....dsl.source.span import Source
from ....dsl.symbols.symbols import ColumnInfo, Constant, FieldInfo, FunctionInfo, SymbolTable
from ....dsl.types.conversion import fits
from ....dsl.types.types import Type, UnionType
from ..files.names import DeclaredKind, DeclaredName, RulebookNames
from .signatures import open_call

# What stands before a value that is compared with, or given to, what stands on the left.
_COMPARED = re.compile(r"([^\W\d]\w*)(?:\[[^\]]*\])?\s*(?:<=|>=|!=|=|<|>|\bbecomes|\bgains|\bloses)\s*\w*$")
# What stands in a type before the name of another.
_MADE = r"(?:(?:\w+ or|set of|list of|history of|[\w.]+ per) \(?)*\w*$"
# What stands before the type of a parameter, of a value of a rule or function, of what a function gives, and of a field.
_TYPED = re.compile(
    rf"(?:parameter\s+\w+|(?:rule|phase|function|event)\b.*[(,]\s*\w+|function\b.*\)|\s+var\s+\w+):\s*{_MADE}")
_FIELD = re.compile(rf"\s+[^\W\d]\w*:\s*{_MADE}")
# What stands before the name of what has fields.
_OWNER = re.compile(r"each\s+\w*$")
_HAS_FIELDS = re.compile(r"state\b|each\s+\w+\s+has\b")
_PARTS_OF: tuple[DeclaredKind, ...] = ("word", "row", "space", "seat")


def expected_at(names: RulebookNames, source: Source, line: int, column: int) -> Type | None:
    """Return the type that is expected at a place: of the other side of a comparison or change, or of a value of a call."""
    before = source.line(line)[: column - 1]
    compared = _COMPARED.search(before)
    if compared is not None:
        use = names.at(source.name, line, compared.end(1))
        return None if use is None else use.type
    called, active = open_call(before)
    for compiled in names.rulebooks if called is not None else ():
        infos = () if compiled.symbols is None else (
            compiled.symbols.functions.get(called or ""), compiled.symbols.rules.get(called or ""),
            compiled.symbols.events.get(called or ""))
        info = next((info for info in infos if info is not None), None)
        if info is not None and active < len(info.params):
            return info.params[active].type
    return None


def is_owner_expected(source: Source, line: int, column: int) -> bool:
    """Return whether the name of what has fields stands at a place, such as `player`."""
    return _OWNER.match(source.line(line)[: column - 1]) is not None


def is_type_expected(source: Source, line: int, column: int) -> bool:
    """Return whether a type stands at a place: of a field, a parameter, or a value that a rule or function takes."""
    before = source.line(line)[: column - 1]
    if _TYPED.match(before):
        return True
    begun = next((text for text in reversed(source.lines[: line - 1]) if text[:1].strip() and not text.startswith("#")), "")
    return _FIELD.match(before) is not None and _HAS_FIELDS.match(begun) is not None


def type_of(names: RulebookNames, declared: DeclaredName) -> Type | None:
    """Return the type of the value that a name stands for, if it stands for one."""
    owner = declared.id.rpartition(".")[0]
    for compiled in names.rulebooks:
        if compiled.symbols is not None:
            type_ = _type_in(compiled.symbols, declared, owner)
            if type_ is not None:
                return type_
    return None


def _type_in(symbols: SymbolTable, declared: DeclaredName, owner: str) -> Type | None:
    if declared.kind in _PARTS_OF:
        return symbols.names.types.get(owner)
    is_global = owner in ("", "state")
    known = symbols.names.globals.get(declared.name) if is_global else symbols.names.attributes.get((owner, declared.name))
    return known.type if isinstance(known, Constant | FieldInfo | ColumnInfo | FunctionInfo) else None


def is_expected(type_: Type | None, expected: Type | None) -> bool:
    """Return whether a value of a type can stand where another is expected; one that may be missing counts by what it is."""
    if type_ is None or expected is None:
        return False
    own_bases = type_.bases if isinstance(type_, UnionType) else (type_,)
    expected_bases = expected.bases if isinstance(expected, UnionType) else (expected,)
    return any(fits(base, other) for base in own_bases for other in expected_bases)


def words_expected(expected: Type | None) -> tuple[str, ...]:
    """Return the words that stand for no value of another type, such as `none`, where they are expected."""
    return expected.extras if isinstance(expected, UnionType) else ()
