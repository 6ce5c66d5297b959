"""Enums and tables with words or rows more, or less -> the names of a rulebook with these members, and what uses them.

A member is known by its number, and a type by how many it has. So the kept names are read with the members of now in the place
of those before (`environment`), wherever a type has them. What may have a value of the type names it: the type itself, a
member of it, or something in whose head such a name stands. All that does is checked with the members of before and with
those of now, and lowered again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from .. import syntax as ast
from ..check.rulebook import check_own_text, check_pictures_alone, check_start_alone, check_text_alone
from ..resolve.again import type_of, with_rows
from ..resolve.names import Names
from ..resolve.state import MAX_WIDTH, size_of
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import Constant, FieldInfo, Meaning, SymbolTable
from ..syntax.alone import Alone, key_of
from ..syntax.walk import nodes_in, words_of
from ..types.types import EnumType
from ..variants import named
from .alike import are_the_same, have_same_rules
from .kept import parts_alone
from .values import Word, uses_of

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from .. import ir

# A declaration of a type with members: an enum, or a table.
Grown = ast.Enum | ast.Table
GrownPair = tuple[Grown, Grown]
# The kinds of types whose words a value of a row may name.
_BEFORE_CELLS = ("player", "side", "lone side", "enum", "row", "space")
# Declarations in which uses were looked for: variants of a rulebook ask again.
USES_KEPT = 1024
_VALUE = (ast.Integer, ast.Flag, ast.Binary, ast.Unary, ast.Conditional, ast.Name)


@frozen
class MemberUsers:
    """The uses of types with other members: parts that can be checked alone, and fields.

    `heads` are all declarations in whose heads such a type stands. `texts` are statements with expressions, each with its
    clause. Pictures of `boards` say something by such a type, which no game reads.
    """

    parts: tuple[Alone, ...]
    fields: tuple[ast.Fields, ...]
    heads: tuple[ast.Item, ...]
    texts: tuple[tuple[str, ast.Text], ...]
    boards: tuple[ast.Board, ...]


def differ_in_members(old: ast.Item, new: ast.Item) -> bool:
    """Return whether two enums or tables differ in members more or less alone; those of both stand in one order."""
    match old, new:
        case ast.Enum(), ast.Enum():
            plain = all(node.owner is None and node.made is None and not node.conditions for node in (old, new))
            return plain and have_same_rules(old, new, {ast.Enum: "members"}) and _in_one_order(old, new)
        case ast.Table(), ast.Table():
            known = {row.name: row for row in old.rows}
            return not old.continues and not any(row.each for row in (*old.rows, *new.rows)) and have_same_rules(
                old, new, {ast.Table: "rows"}) and _in_one_order(old, new) and all(
                are_the_same(known[row.name], row) for row in new.rows if row.name in known)
        case _:
            return False


def _in_one_order(old: Grown, new: Grown) -> bool:
    """Return whether the members of both stand in one order, each once, and one of them is new or gone."""
    before, now = names_of_members(old), names_of_members(new)
    both = {*before} & {*now}
    return before != now and len({*before}) == len(before) and len({*now}) == len(now) and [
        name for name in before if name in both] == [name for name in now if name in both]


def names_of_members(node: Grown) -> list[str]:
    """Return the names of words or rows, in the order in which they are written."""
    return [member.name for member in (node.members if isinstance(node, ast.Enum) else node.rows)]


def apart(one: Grown, other: Grown) -> ast.Table | None:
    """Return the rows that the other table does not have, as a part that continues the table; None where there are none."""
    if not isinstance(one, ast.Table):
        return None
    known = {*names_of_members(other)}
    rows = tuple(row for row in one.rows if row.name not in known)
    return evolve(one, rows=rows, columns=(), effects=(), statement=None, continues=True) if rows else None


def names_apart(one: Grown, other: Grown) -> set[str]:
    """Return the names that a declaration has more than another: of members, and of what is named in the rows."""
    rows = apart(one, other)
    named_inside = set[str]() if rows is None else {inner.id.rpartition(".")[2] for inner in named((rows,))}
    return {*names_of_members(one)} - {*names_of_members(other)} | (named_inside - {one.name})


# ---- What uses a type -----------------------------------------------------------------------------


def users_of_members(pairs: Sequence[GrownPair], items_naming: Callable[[frozenset[Word]], Iterable[ast.Item]]
                     ) -> MemberUsers | None:
    """Return the uses of types with other members; None where one is in a part that cannot be checked alone.

    `items_naming` returns the declarations in which one of some words stands, as they were.
    """
    own = frozenset(old.name for old, _ in pairs)
    words = more = {name for old, _ in pairs for name in (old.name, *names_of_members(old))}
    found = dict[ast.Item, None]()
    while more:
        found |= dict.fromkeys(items_naming(frozenset(("word", word) for word in more)))
        more = set[str]().union(*(_names_by_heads(item, words) for item in found)) - words
        words |= more
    items = tuple(found)
    uses = frozenset(("word", word) for word in words) | {("setting", word) for word in words}
    gone = {key_of(part) for old, new in pairs for part in parts_alone(old)} - {
        key_of(part) for _, new in pairs for part in parts_alone(new)}
    parts, texts = list[Alone](), list[tuple[str, ast.Text]]()
    heads = [item for item in items if _stands_in_head(item, words)]
    for item in items:
        found_in = _uses_in(item, uses, own, item in heads)
        if found_in is None:
            return None
        parts += (part for part in found_in.parts if key_of(part) not in gone)
        texts += found_in.texts
    fields = (evolve(item, fields=tuple(field for field in item.fields if field.name in _names_by_heads(item, words)))
              for item in heads if isinstance(item, ast.Fields))
    return MemberUsers(tuple(parts), tuple(fields), tuple(heads), tuple(texts), tuple(
        item for item in items if isinstance(item, ast.Board) and not words.isdisjoint(_words(item.shown_as))))


@frozen
class _Uses:
    """The parts of a declaration in whose heads or bodies a word stands, and its statements with expressions that have one."""

    parts: tuple[Alone, ...]
    texts: tuple[tuple[str, ast.Text], ...]


@lru_cache(maxsize=USES_KEPT)
def _uses_in(item: ast.Item, words: frozenset[Word], own: frozenset[str], in_head: bool) -> _Uses | None:
    """Return where a declaration uses words; None where neither in heads nor in bodies. Variants leave most as they are."""
    alone = parts_alone(item)
    in_bodies = {part: uses_of(_body_of(part), words) for part in alone}
    others = () if item in alone else (uses_of(_without_heads(item, own), words),)
    if any(use.elsewhere for use in (*in_bodies.values(), *others)):
        return None
    return _Uses(tuple(part for part, use in in_bodies.items() if use.in_body or in_head), tuple(
        text for use in others for text in use.texts))


def _names_by_heads(item: ast.Item, words: set[str]) -> set[str]:
    """Return the names that a declaration declares with one of these words in their heads."""
    match item:
        case ast.Fields():
            of_one = item.owner is not None and item.owner.name in words
            return {field.name for field in item.fields if of_one or not words.isdisjoint(_words(field.type))}
        case ast.Function() | ast.Rule() | ast.Event():
            return {item.name} if _stands_in_head(item, words) else set()
        case ast.Table():
            return {effect.name for effect in item.effects if not words.isdisjoint(_words(effect.params))}
        case _:
            # Nothing else has a type that others use by its name, or it is left to a check of the whole.
            return set()


def _stands_in_head(item: ast.Item, words: set[str]) -> bool:
    """Return whether one of these words stands in a type of a head."""
    match item:
        case ast.Fields():
            return bool(_names_by_heads(item, words))
        case ast.Function():
            return not words.isdisjoint(_words((item.params, item.type)))
        case ast.Rule():
            return not words.isdisjoint(_words((item.params, item.after)))
        case ast.Event():
            return not words.isdisjoint(_words(item.params))
        case _:
            # The effects of tables are known by their names.
            return False


def _body_of(part: Alone) -> Alone:
    """Return a part with nothing but its body: its head and its statement are checked by themselves."""
    match part:
        case ast.Function():
            return evolve(part, params=(), type=ast.FlagType(part.type.span), statement=None)
        case ast.Rule():
            return evolve(part, params=(), after=None, statement=None)
        case ast.Invariant():
            return evolve(part, statement=None)
        case _:
            # An end has no parameters, and a way has neither them nor a statement.
            return part


def _without_heads(item: ast.Item, own: frozenset[str]) -> ast.Item:
    """Return a declaration without what is looked at by itself: types in its head, and pictures."""
    match item:
        case ast.Fields():
            # First values are looked at by themselves.
            return evolve(item, owner=None, fields=tuple(
                field if isinstance(field.type, ast.HistoryType) else evolve(
                    field, type=ast.FlagType(field.type.span), value=None) for field in item.fields))
        case ast.Event():
            return evolve(item, params=(), statement=None)
        case ast.Table():
            return evolve(item, effects=())
        case ast.Board():
            return evolve(item, shown_as=())
        case ast.Enum() if item.name in own:
            return evolve(item, members=())
        case _:
            return item


def _words(node: object) -> set[str]:
    return {word for part in nodes_in(node) for word in words_of(part)}


# ---- Names with other members ---------------------------------------------------------------------


def members_now(symbols: SymbolTable, pairs: Iterable[GrownPair]) -> Mapping[str, tuple[str, ...]] | None:
    """Return the members that types have now, by the names of the types; None where that cannot be said."""
    out: dict[str, tuple[str, ...]] = {}
    for old, new in pairs:
        known = symbols.names.types.get(old.name)
        if not isinstance(known, EnumType) or known.kind not in ("enum", "row") or known.owner is not None:
            return None
        before, written = names_of_members(old), names_of_members(new)
        there = [name for name in known.members if name in written or name not in before]
        names = Names(symbols, Diagnostics())
        absent = {row.name for row in new.rows if not names.holds(row.condition)} if isinstance(new, ast.Table) else set[str]()
        for number, name in enumerate(written):
            if name in before or name in absent:
                continue
            # Behind the nearest member before it that is there with this number of players, or else before the next.
            behind = next((there.index(other) + 1 for other in reversed(written[:number]) if other in there), None)
            ahead = next((there.index(other) for other in written[number:] if other in there), None)
            place = behind if behind is not None else ahead
            if place is None:
                return None
            there.insert(place, name)
        if not there:
            return None
        out[old.name] = tuple(there)
    return out


def with_members(symbols: SymbolTable, before: SymbolTable, pairs: Sequence[GrownPair], users: MemberUsers
                 ) -> SymbolTable | None:
    """Return the names of a rulebook with the members that declarations have now; None where something is wrong with one.

    `symbols` are those that were read with the members of now, and `before` with those of before.
    """
    now, diagnostics = symbols, Diagnostics()
    for old, new in pairs:
        found = _with_members(now, before, old, new, diagnostics)
        if found is None:
            return None
        now = found
    # A history keeps the slots of fields.
    sound = not diagnostics.sorted() and size_of(now) <= MAX_WIDTH and not any(
        info.history is not None for info in now.components.fields) and all(
        type_of(before, node) == type_of(now, node) is not None for item in users.heads for node in _types_in(item)) and all(
        check_start_alone(now, info) is not None for info in _infos_of(now, users))
    stated = (item for item in users.heads if isinstance(item, ast.Function | ast.Rule | ast.Event))
    return now if sound and all(check_own_text(now, item) for item in stated if _is_declared(now, item)) and all(
        check_text_alone(now, *text) for text in users.texts) and all(
        check_pictures_alone(now, board) for board in users.boards) else None


def _is_declared(symbols: SymbolTable, item: ast.Function | ast.Rule | ast.Event) -> bool:
    return item.statement is not None and not (isinstance(item, ast.Rule) and item.kind == "play")


def _types_in(item: ast.Item) -> Iterator[ast.TypeNode]:
    match item:
        case ast.Fields():
            yield from (field.type for field in item.fields if not isinstance(field.type, ast.HistoryType))
        case ast.Function():
            yield from (*(param.type for param in item.params), item.type)
        case ast.Rule() | ast.Event():
            yield from (param.type for param in item.params)
        case _:
            # Other declarations have no heads.
            pass


def _with_members(symbols: SymbolTable, before: SymbolTable, old: Grown, new: Grown, diagnostics: Diagnostics
                  ) -> SymbolTable | None:
    type_, type_before = symbols.names.types[old.name], before.names.types[old.name]
    assert isinstance(type_, EnumType), "a type with members stays one"
    assert isinstance(type_before, EnumType), "a type with members was one"
    gone, more = {*names_of_members(old)} - {*names_of_members(new)}, {*names_of_members(new)} - {*names_of_members(old)}
    globals_ = dict(symbols.names.globals)
    # A seat may have the name of one that is new, and a word of another type that of one that is gone.
    if any(name in globals_ for name in more) or not all(_is_own(globals_.get(name), type_) for name in gone
                                                         if name in globals_):
        return None
    globals_ = {name: meaning for name, meaning in globals_.items() if name not in gone} | {
        name: Constant(name, type_, number) for number, name in enumerate(type_.members)
        if name in more or _is_own(globals_.get(name), type_)}
    now = evolve(symbols, names=evolve(symbols.names, globals=globals_))
    if isinstance(old, ast.Table) and isinstance(new, ast.Table):
        return _with_rows(now, type_before, old, new, diagnostics)
    return now


def _is_own(meaning: Meaning | None, type_: EnumType) -> bool:
    return isinstance(meaning, Constant) and meaning.type == type_


def _with_rows(symbols: SymbolTable, before: EnumType, old: ast.Table, new: ast.Table, diagnostics: Diagnostics
               ) -> SymbolTable | None:
    """Return the names with the values and effects of the rows that are there now."""
    known = {*names_of_members(old)}
    more = [row for row in new.rows if row.name not in known]
    if not all(_is_sound(symbols, new, row) for row in more):
        return None
    lost = apart(old, new)
    gone = {inner.id for inner in named(() if lost is None else (lost,))} - {inner.id for inner in named((new,))}
    now = with_rows(symbols, before, new, more, gone, diagnostics)
    stated = [(f"{new.name}.{row.name}", row.statement) for row in more if row.statement is not None and (
        f"{new.name}.{row.name}" in now.names.row_values)]
    return now if all(check_text_alone(now, *text) for text in stated) else None


def _is_sound(symbols: SymbolTable, table: ast.Table, row: ast.Row) -> bool:
    """Return whether the values of a row use nothing that is declared only behind them, and its name is that of no column."""
    def is_known(node: ast.Node) -> bool:
        meaning = symbols.names.globals.get(node.name) if isinstance(node, ast.Name) else None
        # A word such as `none` stands for nothing by itself: the type of the column knows it.
        return isinstance(node, _VALUE) and (not isinstance(node, ast.Name) or meaning is None or (
            isinstance(meaning, Constant) and (not isinstance(meaning.type, EnumType) or meaning.type.kind in _BEFORE_CELLS)))

    return (table.name, row.name) not in symbols.names.attributes and all(
        is_known(node) for setting in row.settings for node in nodes_in(setting.value)) and (
        row.condition is None or all(map(is_known, nodes_in(row.condition))))


def _fields_of(users: MemberUsers) -> dict[tuple[str, str], ast.Field]:
    """Return the fields of types with other members, by their owners and names."""
    return {("" if item.owner is None else item.owner.name, field.name): field
            for item in users.fields for field in item.fields}


def _infos_of(symbols: SymbolTable, users: MemberUsers) -> Iterator[FieldInfo]:
    """Yield the fields of types with other members, each with its text."""
    nodes = _fields_of(users)
    for info in symbols.components.fields:
        key = "" if info.owner is None else info.owner.name, info.name
        if key in nodes:
            yield evolve(info, node=nodes[key])


# ---- The program ----------------------------------------------------------------------------------


def program_with_members(program: ir.Program, symbols: SymbolTable, users: MemberUsers) -> ir.Program | None:
    """Return a program in which fields of types with other members have their slots and first values of now.

    `program` was read with the members of now. A field that takes another number of slots stands behind all others. Return None
    where one has a mistake.
    """
    from ..lower.program import first_values_of

    start, fields = list(program.start), list(program.fields)
    infos = {(info.name, info.owner): info for info in _infos_of(symbols, users)}
    for number, slots in enumerate(program.fields):
        info = infos.get((slots.name, slots.owner))
        if info is None:
            continue
        typing = check_start_alone(symbols, info)
        if typing is None:
            return None
        values = first_values_of(info, typing)
        if len(values) != slots.width:
            fields[number] = evolve(slots, base=len(start), width=len(values))
            start += [0] * len(values)
        base = fields[number].base
        start[base:base + len(values)] = values
    return evolve(program, fields=tuple(fields), start=tuple(start), size=len(start))
