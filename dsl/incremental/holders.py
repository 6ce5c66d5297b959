"""Enums and tables with words or rows more, or less -> all that may have a value of their types.

What may have one names it: the type itself, a member of it, or something in whose head such a name stands, at any depth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from attrs import evolve, frozen

from .. import syntax as ast
from ..syntax.alone import Alone, key_of
from ..syntax.walk import nodes_in, words_of
from .cached import parts_alone
from .values import Word, uses_of

# A declaration of a type with members: an enum, or a table.
Grown = ast.Enum | ast.Table
GrownPair = tuple[Grown, Grown]
# Declarations in which uses were looked for: variants of a rulebook ask again.
USES_KEPT = 1024


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


def names_of_members(node: Grown) -> list[str]:
    """Return the names of words or rows, in the order in which they are written."""
    return [member.name for member in (node.members if isinstance(node, ast.Enum) else node.rows)]


def users_of_members(pairs: Sequence[GrownPair], items_naming: Callable[[frozenset[Word]], Iterable[ast.Item]]
                     ) -> MemberUsers | None:
    """Return the uses of types with other members; None where one is in a part that cannot be checked alone.

    `items_naming` returns the declarations in which one of some words stands, as they were.
    """
    words = more = {name for old, _ in pairs for name in (old.name, *names_of_members(old))}
    mentioning = dict[ast.Item, None]()
    while more:
        mentioning |= dict.fromkeys(items_naming(frozenset(("word", word) for word in more)))
        more = set[str]().union(*(_names_by_heads(item, words) for item in mentioning)) - words
        words |= more
    items = tuple(mentioning)
    uses = frozenset(("word", word) for word in words) | {("setting", word) for word in words}
    gone = {key_of(part) for old, new in pairs for part in parts_alone(old)} - {
        key_of(part) for _, new in pairs for part in parts_alone(new)}
    parts, texts = list[Alone](), list[tuple[str, ast.Text]]()
    heads = [item for item in items if _stands_in_head(item, words)]
    for item in items:
        uses_here = _uses_in(item, uses, item in heads and not isinstance(item, ast.Table))
        if uses_here is None:
            return None
        parts += (part for part in uses_here.parts if key_of(part) not in gone)
        texts += uses_here.texts
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
def _uses_in(item: ast.Item, words: frozenset[Word], in_head: bool) -> _Uses | None:
    """Return where a declaration uses words; None where neither in heads nor in bodies. Variants leave most as they are."""
    alone = parts_alone(item)
    in_bodies = {part: uses_of(_body_of(part), words) for part in alone}
    names = {word for what, word in words if what == "word"}
    others = () if item in alone else (uses_of(_without_heads(item, names), words),)
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
            return {*(effect.name for effect in item.effects if not words.isdisjoint(_words(effect.params))),
                    *(column.name for column in item.columns if not words.isdisjoint(_words(column.type)))}
        case ast.Parameter():
            return set() if words.isdisjoint(_words(item.type)) else {item.name}
        case ast.Constant():
            return set() if words.isdisjoint(_words(item.values)) else {item.name}
        case _:
            # Nothing else has a type that others use by its name, or it is left to a check of the whole.
            return set()


def _stands_in_head(item: ast.Item, words: set[str]) -> bool:
    """Return whether one of these words stands in a type of a head."""
    match item:
        case ast.Fields() | ast.Table() | ast.Parameter():
            return bool(_names_by_heads(item, words))
        case ast.Function():
            return not words.isdisjoint(_words((item.params, item.type)))
        case ast.Rule():
            return not words.isdisjoint(_words((item.params, item.after)))
        case ast.Event():
            return not words.isdisjoint(_words(item.params))
        case _:
            # Other declarations have no heads.
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


def _without_heads(item: ast.Item, words: set[str]) -> ast.Item:
    """Return a declaration without what is looked at by itself: types in its head, and pictures.

    So are the first values of its fields with one of some `words` in their types. Values that are written as members stay the
    same ones.
    """
    match item:
        case ast.Fields():
            of_type = _names_by_heads(item, words)
            return evolve(item, owner=None, fields=tuple(
                field if isinstance(field.type, ast.HistoryType) else evolve(
                    field, type=ast.FlagType(field.type.span), value=None if field.name in of_type else field.value)
                for field in item.fields))
        case ast.Event():
            return evolve(item, params=(), statement=None)
        case ast.Table():
            columns = (evolve(column, type=ast.FlagType(column.type.span), value=None if column.value is None or (
                _is_written(column.value)) else column.value) for column in item.columns)
            return evolve(item, effects=(), columns=tuple(columns), rows=tuple(evolve(row, settings=tuple(
                setting for setting in row.settings if not _is_written(setting.value))) for row in item.rows))
        case ast.Parameter() if _is_written(item.value):
            return evolve(item, type=ast.FlagType(item.type.span), value=ast.Flag(item.value.span, True))
        case ast.Constant() if all(map(_is_written, item.values)):
            return evolve(item, values=())
        case ast.Board():
            return evolve(item, shown_as=())
        case ast.Enum():
            # Where two types have a word, the type that is expected decides.
            return evolve(item, members=())
        case ast.Example():
            # An example shows fields by the names in them, and none of these is new or gone.
            return evolve(item, shows=())
        case _:
            # All else has no head, or one of other types.
            return item


def _is_written(value: ast.Expr) -> bool:
    """Return whether a value is a name, or a set of names: it is not worked out by numbers."""
    return all(isinstance(node, ast.Name | ast.Collection) for node in nodes_in(value))


def _words(node: object) -> set[str]:
    return {word for part in nodes_in(node) for word in words_of(part)}
