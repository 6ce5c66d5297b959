"""Declare the fields of the state, and report a state that is too large."""

from __future__ import annotations

from .. import syntax as ast
from ..source.diagnostics import did_you_mean
from ..source.fixes import behind
from ..symbols.histories import WORD_BITS, TooWide, packed
from ..symbols.symbols import FaultyName, FieldInfo, Meaning, SymbolTable
from ..types.types import UNKNOWN, EnumType, IntType, ListType, PerType, Type, UnknownType, size, width
from .names import Names

MAX_WIDTH = 100_000
# The most positions of a history, and the most numbers that it takes.
MAX_POSITIONS = 1000
MAX_HISTORY = 20_000


def state(names: Names, header: ast.Rulebook, declarations: tuple[ast.Declaration, ...]) -> None:
    """Declare the fields of `state` and of `each ... has`."""
    for declaration in declarations:
        if isinstance(declaration, ast.Fields):
            fields(names, declaration)
    # The fields that a history keeps may be declared after it.
    for node in (node for declaration in declarations if isinstance(declaration, ast.Fields) for node in declaration.fields):
        if isinstance(node.type, ast.HistoryType):
            _history(names, node, node.type)
    total = size_of(names.symbols)
    if total > MAX_WIDTH:
        largest = max(names.symbols.components.fields, key=_numbers)
        names.diagnostics.add("E106", f"a state of {total} numbers; at most {MAX_WIDTH} are allowed", header.name_span,
                              help=f"`{largest.name}` takes {_numbers(largest)} of them; where few of many values are present, "
                                   "a list takes less")


def size_of(symbols: SymbolTable) -> int:
    """Return how many numbers all fields of a state take; at most `MAX_WIDTH` are allowed."""
    return sum(map(_numbers, symbols.components.fields))


def _numbers(field: FieldInfo) -> int:
    """Return how many numbers of the state a field takes."""
    return width(field.type) * (size(field.owner) if field.owner else 1)


def fields(names: Names, node: ast.Fields) -> None:
    """Declare the fields of `state` or of each thing, but for histories."""
    owner = None if node.owner is None else names.symbols.names.types.get(node.owner.name)
    if node.owner is not None and owner is None and not names.symbols.names.may_declare(node.owner.name):
        names.diagnostics.add("E201", f"unknown type `{node.owner.name}`", node.owner.span,
                        help=did_you_mean(node.owner.name, names.symbols.names.types))
    for field in node.fields:
        if isinstance(field.type, ast.HistoryType):
            if node.owner is not None:
                names.diagnostics.add("E206", "a history belongs to the game", field.name_span, help="declare it below `state`")
            continue
        type_ = names.reader.type(field.type)
        if node.owner is None:
            _of_state(names, field, type_)
        elif isinstance(owner, EnumType):
            _of_each(names, field, type_, owner)


def _history(names: Names, node: ast.Field, type_: ast.HistoryType) -> None:
    """Declare a history as a list of numbers, into which the values of its fields are packed."""
    parts = [_packed_field(names, part) for part in type_.parts]
    limit = names.reader.constant_value(type_.limit, IntType(1, MAX_POSITIONS))
    fields = [field for field in parts if field is not None]
    if node.value is not None:
        names.diagnostics.add("E206", "a history is empty at first", node.value.span)
    if limit is None or len(fields) < len(parts):
        names.define(node.name, node.name_span, FaultyName(node.name))
        return
    try:
        history = packed(fields, limit)
    except TooWide as error:
        names.diagnostics.add("E301", f"`{error.field.name}` is too wide for a history", node.type.span,
                              help=f"a value of up to {WORD_BITS} bits can be kept, a set of up to {WORD_BITS} values")
        names.define(node.name, node.name_span, FaultyName(node.name))
        return
    count = limit * len(history.words)
    if count > MAX_HISTORY:
        names.diagnostics.add("E106", f"a history of {limit} positions of {len(history.words)} numbers; at most {MAX_HISTORY} "
                                      "numbers are allowed", node.type.span,
                              help="keep fewer positions, and forget those that cannot come again; or keep fewer fields")
    info = FieldInfo(node.name, None, ListType(IntType(0, (1 << WORD_BITS) - 1), count), node, history)
    if names.define(node.name, node.name_span, info):
        names.symbols.components.fields.append(info)


def _packed_field(names: Names, part: ast.Expr) -> FieldInfo | None:
    """Return the field that a history keeps; None where there is none, or where not all see it, which is recorded."""
    meaning: Meaning | None
    if isinstance(part, ast.Attribute) and isinstance(part.subject, ast.Name):
        meaning = names.symbols.names.attributes.get((part.subject.name, part.name))
        known = [name for owner, name in names.symbols.names.attributes if owner == part.subject.name]
    else:
        assert isinstance(part, ast.Name), "the grammar has no other parts"
        meaning = names.symbols.names.meaning(part.name)
        known = [name for name, info in names.symbols.names.globals.items() if isinstance(info, FieldInfo)]
    if not isinstance(meaning, FieldInfo) or meaning.history is not None:
        if not isinstance(meaning, FaultyName):
            names.diagnostics.add("E201", f"`{part.span.text}` is not a field", part.span,
                                  help=did_you_mean(part.span.text.rpartition(".")[2], known))
        return None
    if meaning.node.seen_by is not None:
        names.diagnostics.add("E206", f"`{meaning.name}` is hidden from some players, and a history shows all its fields",
                              part.span)
        return None
    return meaning


def _of_state(names: Names, node: ast.Field, type_: Type) -> None:
    info = FieldInfo(node.name, None, type_, node)
    if not names.define(node.name, node.name_span, FaultyName(node.name) if type_ == UNKNOWN else info):
        return
    if type_ != UNKNOWN:
        names.symbols.components.fields.append(info)
    _merging(names, node, type_, merges=False)


def _of_each(names: Names, node: ast.Field, type_: Type, owner: EnumType) -> None:
    # `p.side` is a word of the language, and no attribute that a rulebook declares.
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
                        help="add `, merge adds` or `, merge keeps`",
                        fixes=(behind(node.span, ", merge adds"), behind(node.span, ", merge keeps")))
    elif node.merge == "adds" and not isinstance(_part(type_), IntType | UnknownType):
        names.diagnostics.add("E301", f"only numbers are added when regions merge, and this is {type_}", node.type.span)


def _part(type_: Type) -> Type:
    return _part(type_.value) if isinstance(type_, PerType) else type_
