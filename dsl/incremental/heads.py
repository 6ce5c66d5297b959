"""Declarations with other ranges, or with parameters of other names -> the names of a rulebook with their heads.

All that uses such a declaration is checked with the head of before and with that of now. That holds where bodies alone use it,
and where only ranges of numbers differ in its types: then each number is kept in the same way, but for what is only handed on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeGuard

from attrs import evolve

from .. import syntax as ast
from ..check.rulebook import check_own_text, check_start_alone
from ..resolve.again import cells_again, mistakes_in, params_of, type_of
from ..resolve.state import MAX_WIDTH, size_of
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import ColumnInfo, EffectInfo, FaultyName, FieldInfo, Local, Meaning, Part, RuleInfo, SymbolTable
from ..syntax.alone import Alone
from ..syntax.walk import nodes_in, words_of
from ..types.types import UNKNOWN, IntType, PerType, SetType, Type, UnionType, width
from .alike import are_alike_types, have_same_rules
from .cached import Headed
from .values import Word

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from .summaries import Summaries

# The parts of these that a head with other ranges differs in.
_TYPES: Mapping[type[ast.Node], str] = {ast.Field: "type", ast.Column: "type", ast.Param: "type"}
# A declaration with a body, with another head.
WithParams = ast.Function | ast.Rule
ParamsPair = tuple[WithParams, WithParams]


def differ_in_types(old: Headed, new: Headed) -> bool:
    """Return whether fields or a table differ in types alone: of fields, of columns, of the parameters of effects.

    Fields may differ in first values too, and in what pictures leave out. An event may have parameters of other names, which
    its statement names alone, and of other ranges.
    """
    if isinstance(old, ast.Event) and isinstance(new, ast.Event):
        return have_same_rules(_with_numbers(old), _with_numbers(new), _TYPES) and all(
            param.audience is None for param in (*old.params, *new.params))
    return type(old) is type(new) and have_same_rules(_without_rows(old), _without_rows(new), _TYPES) and (
        not isinstance(old, ast.Table) or not isinstance(new, ast.Table) or have_same_rules(old.rows, new.rows))


def _with_numbers(event: ast.Event) -> ast.Event:
    """Return an event without its statement, and with numbers for the names of its parameters."""
    return evolve(event, statement=None, params=tuple(
        evolve(param, name=str(number)) for number, param in enumerate(event.params)))


def _without_rows(node: Headed) -> Headed:
    """Return a table without its rows, or fields without first values."""
    if isinstance(node, ast.Table):
        return evolve(node, rows=())
    if isinstance(node, ast.Event):
        return node
    return evolve(node, fields=tuple(evolve(field, value=None, aside=False) for field in node.fields))


def is_params_pair(pair: tuple[Alone, Alone]) -> TypeGuard[ParamsPair]:
    """Return whether a declaration differs in its parameters, or in the type of its value."""
    old, new = pair
    if isinstance(old, ast.Function) and isinstance(new, ast.Function):
        return not have_same_rules((old.params, old.type), (new.params, new.type))
    return isinstance(old, ast.Rule) and isinstance(new, ast.Rule) and not have_same_rules(old.params, new.params)


def words_of_head(old: Headed | WithParams, new: Headed | WithParams) -> frozenset[Word]:
    """Return the names of what has another head."""
    parts: list[tuple[ast.Column | ast.Effect, ast.Node]] = []
    match old, new:
        case ast.Fields(), ast.Fields():
            pairs = tuple(zip(old.fields, new.fields, strict=True))
            return frozenset((*(("word", was.name) for was, current in pairs if not have_same_rules(was.type, current.type)),
                              *(("setting", was.name) for was, current in pairs
                                if not have_same_rules(was.value, current.value))))
        case ast.Table(), ast.Table():
            parts += zip(old.columns, new.columns, strict=True)
            parts += zip(old.effects, new.effects, strict=True)
        case ast.Event(), ast.Event():
            # Reactions have names of their own for what is announced, which comes in the same order.
            pairs_of_params = zip(old.params, new.params, strict=True)
            return frozenset() if all(have_same_rules(was.type, current.type)
                                      for was, current in pairs_of_params) else frozenset(
                (("word", old.name),))
        case ast.Function() | ast.Rule(), _:
            return frozenset((("word", old.name),))
        case _:
            # Declarations are paired by their class.
            raise AssertionError("both are of one kind")
    return frozenset(("word", was.name) for was, current in parts if not have_same_rules(was, current))


def words_in_types(node: ast.Fields, words: frozenset[Word]) -> frozenset[Word]:
    """Return the names of the fields in whose types one of these words stands."""
    return frozenset(("word", field.name) for field in node.fields
                     if not {word for _, word in words}.isdisjoint(_words(field.type)))


def without_types(node: ast.Fields) -> ast.Fields:
    """Return fields without their types: with all that is left.

    That of a history stays: it packs the numbers of fields by their ranges.
    """
    return evolve(node, fields=tuple(
        field if isinstance(field.type, ast.HistoryType) else evolve(field, type=ast.FlagType(field.type.span))
        for field in node.fields))


# ---- Names with other heads ------------------------------------------------------------------------


def with_heads(symbols: SymbolTable, summaries: Summaries, headed: Sequence[tuple[Headed, Headed]],
               others: Sequence[ParamsPair], declared: Sequence[ast.Declaration], diagnostics: Diagnostics
               ) -> SymbolTable | None:
    """Return the names of a rulebook with the heads that declarations have now; None where more than ranges and names differs.

    `symbols` have the values of now. Of each pair the first is the declaration as it was, and the second as it is. Further
    rows of tables are among those `declared`. A type that is wrong is recorded in `diagnostics`.
    """
    current = symbols
    for old, new in headed:
        match old, new:
            case ast.Fields(), ast.Fields():
                after = _with_fields(current, summaries, old, new, diagnostics)
            case ast.Table(), ast.Table():
                more = [item for item in declared if isinstance(item, ast.Table) and item.continues and item.name == new.name]
                after = _with_columns(current, summaries, old, new, (*new.rows, *(row for table in more for row in table.rows)))
            case ast.Event(), ast.Event():
                after = _with_event(current, old, new)
            case _:
                # Two declarations of one name and different classes differ in more.
                return None
        if after is None:
            return None
        current = after
    for was, is_ in others:
        after = _with_params(current, summaries, was, is_, diagnostics)
        if after is None:
            return None
        current = after
    return current


def _with_event(symbols: SymbolTable, old: ast.Event, node: ast.Event) -> SymbolTable | None:
    """Return the names with an event whose parameters have other names or ranges."""
    known = symbols.events[node.name]
    params = _params(symbols, old.params, node.params, known.params)
    if params is None:
        return None
    event = evolve(known, params=params)
    names = {name: event if meaning is known else meaning for name, meaning in symbols.names.globals.items()}
    current = evolve(symbols, events={**symbols.events, node.name: event}, names=evolve(symbols.names, globals=names))
    return current if check_own_text(current, node) else None


def _with_fields(symbols: SymbolTable, summaries: Summaries, old: ast.Fields, new: ast.Fields, diagnostics: Diagnostics
                 ) -> SymbolTable | None:
    replacements, resized = dict[Meaning, FieldInfo | FaultyName](), False
    for was, current in zip(old.fields, new.fields, strict=True):
        info = _part(symbols, "" if old.owner is None else old.owner.name, was.name)
        if isinstance(info, FieldInfo) and have_same_rules(was.type, current.type) and (
                info.history is not None or type_of(symbols, current.type) == info.type):
            # A first value is no part of what is known of a field elsewhere, so that the field stays the same one.
            if not have_same_rules(was.value, current.value) and not _may_begin_with(
                    symbols, summaries, info, was, current, diagnostics):
                return None
            continue
        # Information flow knows a field that not all see by its identity. A history has no type but that of what it keeps.
        if not isinstance(info, FieldInfo) or info.history is not None or info in summaries.seen_by or not have_same_rules(
                was.value, current.value):
            return None
        type_ = _ranged(symbols, was.type, current.type, info.type, diagnostics)
        if type_ is None:
            return None
        resized |= type_ != UNKNOWN and width(type_) != width(info.type)
        new_info = evolve(info, type=type_, node=current)
        replacements[info] = FaultyName(info.name) if type_ == UNKNOWN and info.owner is None else new_info
        if type_ != UNKNOWN:
            check_start_alone(symbols, new_info, diagnostics=diagnostics)
    fields = [known for info in symbols.components.fields
              if isinstance(known := replacements.get(info, info), FieldInfo) and known.type != UNKNOWN]
    with_fields = _with_parts(evolve(symbols, components=evolve(symbols.components, fields=fields)), replacements)
    # Code that merges regions names none of their fields.
    return None if resized and (summaries.merging or size_of(with_fields) > MAX_WIDTH) else with_fields


def have_other_cells(before: SymbolTable, symbols: SymbolTable) -> Iterator[str]:
    """Yield the names of the fields that have a number for each of other numbers now: their cells have other names."""
    known = {(info.name, info.owner): info.type for info in before.components.fields}
    for info in symbols.components.fields:
        if _indices(known.get((info.name, info.owner), info.type)) != _indices(info.type):
            yield info.name


def _indices(type_: Type) -> tuple[Type, ...]:
    """Return the types for each of whose values there is one of this type."""
    return (type_.index, *_indices(type_.value)) if isinstance(type_, PerType) else ()


def _may_begin_with(symbols: SymbolTable, summaries: Summaries, info: FieldInfo, old: ast.Field, new: ast.Field,
                    diagnostics: Diagnostics) -> bool:
    """Return whether a field has another first value, and bodies use all that it used before and not now.

    Mistakes in the value are recorded.
    """
    check_start_alone(symbols, evolve(info, node=new), diagnostics=diagnostics)
    lost = {*_words(old.value)} - {*_words(new.value)}
    return info.history is None and all(summaries.uses.get(("spoken", word), 0) > 0 for word in lost)


def begin_otherwise(old: Headed, new: Headed) -> bool:
    """Return whether a field has another first value."""
    return isinstance(old, ast.Fields) and isinstance(new, ast.Fields) and not have_same_rules(
        tuple(field.value for field in old.fields), tuple(field.value for field in new.fields))


def merge_otherwise(new: Headed) -> bool:
    """Return whether a field that has another range may merge: the result has to fit its range."""
    return isinstance(new, ast.Fields) and any(field.merge is not None for field in new.fields)


def _has_same_cells(symbols: SymbolTable, table: ast.Table, info: ColumnInfo, current: ast.Column, type_: Type) -> bool:
    """Return whether each row has the value of before in a column of another type.

    Not all rows are among those of the `table`: others stand in files that are not read again, and a line may make several, of
    other names. Their numbers stay as they are, if they fit: the value that a column itself gives is that of before.
    """
    at_hand = {row.name for row in table.rows}
    if at_hand.issuperset(info.owner.members):
        return cells_again(symbols, table, current, info.owner.members, type_) == info.values
    if not isinstance(type_, IntType):
        return False
    known = dict(zip(info.owner.members, info.values, strict=True))
    again = [name for name in known if name in at_hand]
    return all(type_.low <= value <= type_.high for value in known.values()) and (
        cells_again(symbols, table, current, again, type_) == tuple(known[name] for name in again))


def _with_columns(symbols: SymbolTable, summaries: Summaries, old: ast.Table, new: ast.Table, rows: tuple[ast.Row, ...]
                  ) -> SymbolTable | None:
    replacements = dict[Meaning, Part]()
    row_values = symbols.names.row_values
    for before, current in zip(old.columns, new.columns, strict=True):
        if have_same_rules(before, current):
            continue
        info = _part(symbols, old.name, before.name)
        if not isinstance(info, ColumnInfo):
            return None
        type_ = _ranged(symbols, before.type, current.type, info.type)
        if type_ is None or not _has_same_cells(symbols, evolve(new, rows=rows), info, current, type_):
            return None
        replacements[info] = evolve(info, type=type_)
        row_values = {id: tuple(evolve(own, type=type_) if own.name == info.name and id.startswith(f"{old.name}.") else own
                                for own in known) for id, known in row_values.items()}
    for was, is_ in zip(old.effects, new.effects, strict=True):
        if have_same_rules(was, is_):
            continue
        effect = _part(symbols, old.name, was.name)
        # A way that waits keeps its values in slots, which go by their names.
        renamed = [param.name for param in was.params] != [param.name for param in is_.params]
        if not isinstance(effect, EffectInfo) or (renamed and any(
                f"{old.name}.{row}.{was.name}" in summaries.suspending for row in effect.owner.members)):
            return None
        params = _params(symbols, was.params, is_.params, effect.params)
        if params is None:
            return None
        replacements[effect] = evolve(effect, params=params)
    effects = [part if isinstance(part := replacements.get(effect, effect), EffectInfo) else effect
               for effect in symbols.effects]
    return _with_parts(evolve(symbols, effects=effects, names=evolve(symbols.names, row_values=row_values)), replacements)


def _with_params(symbols: SymbolTable, summaries: Summaries, old: WithParams, new: WithParams, diagnostics: Diagnostics
                 ) -> SymbolTable | None:
    """Return the names with another head of a function or a rule; one that waits keeps its values in slots, by their names."""
    if isinstance(old, ast.Function) and isinstance(new, ast.Function):
        known = symbols.functions[old.name]
        type_ = _ranged(symbols, old.type, new.type, known.type, diagnostics, is_handed=True)
        params = _params(symbols, old.params, new.params, known.params, diagnostics)
        if type_ is None or params is None:
            return None
        function = evolve(known, params=params, type=type_)
        current = evolve(symbols, functions={**symbols.functions, old.name: function}, names=evolve(
            symbols.names, globals={**symbols.names.globals, old.name: function}))
    elif isinstance(old, ast.Rule) and isinstance(new, ast.Rule):
        of_rule = symbols.rules[old.name]
        params = _params(symbols, old.params, new.params, of_rule.params, diagnostics)
        renamed = [param.name for param in old.params] != [param.name for param in new.params]
        if params is None or (renamed and old.name in summaries.suspending):
            return None
        rule = evolve(of_rule, params=params)
        current = evolve(symbols, rules={**symbols.rules, old.name: rule})
        if isinstance(current.names.globals.get(old.name), RuleInfo):
            current = evolve(current, names=evolve(current.names, globals={**current.names.globals, old.name: rule}))
    else:
        return None
    return current if check_own_text(current, new) else None


def _params(symbols: SymbolTable, old: tuple[ast.Param, ...], new: tuple[ast.Param, ...], known: tuple[Local, ...],
            diagnostics: Diagnostics | None = None) -> tuple[Local, ...] | None:
    """Return parameters with the names and ranges that they have now; None where one has another type.

    With `diagnostics`, a type may be wrong, which is recorded there.
    """
    if not len(old) == len(new) == len(known):
        return None
    types = [_ranged(symbols, was.type, current.type, local.type, diagnostics, is_handed=True)
             for was, current, local in zip(old, new, known, strict=True)]
    if UNKNOWN in types:
        same = [param.name for param in old] == [param.name for param in new]
        return tuple(Local(param.name, type_, "parameter") for param, type_ in zip(new, types, strict=True)
                     if type_ is not None and param.audience is None) if same and None not in types else None
    params = params_of(symbols, new)
    return params if params is not None and all(
        param.type == type_ for param, type_ in zip(params, types, strict=True)) else None


def _ranged(symbols: SymbolTable, old: ast.TypeNode, new: ast.TypeNode, known: Type, diagnostics: Diagnostics | None = None,
            is_handed: bool = False) -> Type | None:
    """Return the type that is written now in place of a known one; None where it differs in more than ranges of numbers.

    With `diagnostics`, mistakes in it are recorded there, and the type is unknown. A set of numbers, or a number beside words,
    is kept by its range. That may differ where the value `is_handed` on: all that hands it on is lowered again.
    """
    wrong = None if diagnostics is None else mistakes_in(symbols, new)
    if wrong and diagnostics is not None:
        diagnostics.extend(wrong)
        return UNKNOWN
    # In the kept table all names stand, in whichever order they were declared.
    if [*map(type, nodes_in(old))] != [*map(type, nodes_in(new))] or _words(old) != _words(new):
        return None
    current = type_of(symbols, new)
    return current if are_alike_types(known, current) or (is_handed and _have_one_form(known, current)) else None


def _have_one_form(old: Type | None, new: Type | None) -> bool:
    """Return whether two types with the same words in them differ in ranges of numbers alone."""
    match old, new:
        case IntType(), IntType():
            return True
        case SetType(), SetType():
            return _have_one_form(old.element, new.element)
        case UnionType(), UnionType():
            return len(old.bases) == len(new.bases) and all(map(_have_one_form, old.bases, new.bases))
        case _:
            # No other type has a range of numbers in it that may differ.
            return old == new


def _words(node: ast.Node | None) -> list[str]:
    return [word for part in nodes_in(node) for word in words_of(part)]


def _part(symbols: SymbolTable, owner: str, name: str) -> FieldInfo | ColumnInfo | EffectInfo | None:
    part = symbols.names.attributes.get((owner, name)) if owner else symbols.names.globals.get(name)
    return part if isinstance(part, FieldInfo | ColumnInfo | EffectInfo) else None


def _with_parts(symbols: SymbolTable, replacements: Mapping[Meaning, Part] | Mapping[Meaning,
                                                                                     FieldInfo | FaultyName]) -> SymbolTable:
    """Return the names with other parts of things in place of some; those that are wrong belong to the game."""
    known: dict[Meaning, Part | FaultyName] = dict(replacements.items())
    parts = {meaning: part for meaning, part in known.items() if not isinstance(part, FaultyName)}
    return evolve(symbols, names=evolve(
        symbols.names, globals={name: known.get(meaning, meaning) for name, meaning in symbols.names.globals.items()},
        attributes={key: parts.get(part, part) for key, part in symbols.names.attributes.items()}))
