"""Work out expressions whose value is known when the rulebook is compiled, or say why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

import attrs

from .. import syntax as ast
from ..syntax.walk import parts_of
from ..types.conversion import converted, join
from ..types.types import FLAG, UNKNOWN, IntType, Type, member, size, width
from .symbols import ColumnInfo, Constant, DomainOf, FaultyName, Local, Meaning, OwnedName

# Small enough for the sums and products of the language to stay exact integers everywhere.
MAX_NUMBER = 1_000_000_000
# Expressions with a word in the place of a name that are kept.
WORDS_KEPT = 4096

MeaningOf = Callable[[ast.Name | ast.Attribute], Meaning | None]
Value = tuple[Type, int]
T = TypeVar("T")


class NotKnown(Exception):
    """The value depends on the state of play, or there is none; `node` is the part to blame."""

    def __init__(self, node: ast.Expr, reason: str = "is not known before play") -> None:
        super().__init__(reason)
        self.node = node
        self.reason = reason


class AlreadyReported(NotKnown):
    """The value depends on a name whose declaration is wrong."""


def fold(node: ast.Expr, meaning_of: MeaningOf, values: Mapping[Local, int] | None = None) -> Value:
    """Return the type and value of a constant expression.

    `values` holds values for local names, for trying a condition out over its whole domain.
    Raises NotKnown where the expression needs the state of play.
    """

    def value(part: ast.Expr) -> int:
        return fold(part, meaning_of, values)[1]

    match node:
        case ast.Integer(value=known):
            if known > MAX_NUMBER:
                raise AlreadyReported(node)
            return number(node, known)
        case ast.Flag():
            return FLAG, int(node.value)
        case ast.Name():
            return _name(node, meaning_of(node), values or {})
        case ast.Attribute():
            return _part(node, value(node.subject), meaning_of(node))
        case ast.Unary(operator="not"):
            return FLAG, int(not value(node.operand))
        case ast.Unary(operator="-"):
            return number(node, -value(node.operand))
        case ast.Conditional():
            return fold(node.this if value(node.condition) else node.that, meaning_of, values)
        case ast.Binary(operator="and"):
            return FLAG, int(bool(value(node.left)) and bool(value(node.right)))
        case ast.Binary(operator="or"):
            return FLAG, int(bool(value(node.left)) or bool(value(node.right)))
        case ast.Binary(operator="=" | "!="):
            return FLAG, int(same(node, *_sides(node, meaning_of, values)) == (node.operator == "="))
        case ast.Binary():
            return _binary(node, value(node.left), value(node.right))
        case ast.Call(subject=ast.Name(name="min" | "max" as called), arguments=arguments) if arguments:
            pick = min if called == "min" else max
            return number(node, pick(value(argument) for argument in arguments))
        case ast.Call(subject=ast.Name(name="size"), arguments=(ast.Name() as collection,)):
            meaning = meaning_of(collection)
            # How many regions there are depends on which have merged.
            if isinstance(meaning, DomainOf) and meaning.type.kind != "region":
                return number(node, size(meaning.type))
            raise NotKnown(node)
        case ast.Quantified(kind="sum" | "count" | "max" | "min") if values is None:
            return _quantified(node, meaning_of)
        case _:
            # Every other form needs the state of play, or has a value that is no single number.
            raise NotKnown(node)


def _quantified(node: ast.Quantified, meaning_of: MeaningOf) -> Value:
    """Return a number of all members of a type, such as the rows of a table, worked out member by member."""
    domain = meaning_of(node.binder.domain) if isinstance(node.binder.domain, ast.Name) else None
    if not isinstance(domain, DomainOf) or domain.type.kind in ("region", "piece") or domain.type.owner is not None:
        raise NotKnown(node)
    numbers = list(_numbers_of_members(node, domain.type.members, meaning_of))
    if node.kind in ("max", "min") and not numbers:
        raise NotKnown(node)
    return number(node, max(numbers) if node.kind == "max" else min(numbers) if node.kind == "min" else sum(numbers))


def _numbers_of_members(node: ast.Quantified, members: tuple[str, ...], meaning_of: MeaningOf) -> Iterator[int]:
    """Yield the number for each member that meets the condition, with its name put in; 1 where members are counted."""
    binder = node.binder
    for word in members:
        if binder.condition is None or fold(_with_word(binder.condition, binder.name, word), meaning_of)[1]:
            yield 1 if node.body is None else fold(_with_word(node.body, binder.name, word), meaning_of)[1]


@lru_cache(maxsize=WORDS_KEPT)
def _with_word(node: ast.Expr, name: str, word: str) -> ast.Expr:
    """Return an expression with a word in the place of a name; it is asked for each number of players, and in each text."""
    return _replaced(node, name, word)


def _replaced(value: T, name: str, word: str) -> T:
    """Return an expression, or a part of one, with a word in the place of a name."""
    match value:
        case ast.Name():
            return attrs.evolve(value, name=word) if value.name == name else value
        case ast.Node():
            changed = {part: _replaced(getattr(value, part), name, word) for part in parts_of(type(value))}
            return attrs.evolve(value, **changed)
        case tuple():
            return type(value)(_replaced(record, name, word) for record in value)
        case _:
            # Places, numbers and words of the syntax have no names in them.
            return value


def _sides(node: ast.Binary, meaning_of: MeaningOf, values: Mapping[Local, int] | None) -> tuple[Value, Value]:
    """Return the types and values of both sides; a word that is none by itself is one of the type of the other side."""
    for word, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(word, ast.Name) and meaning_of(word) is None:
            type_, value = fold(other, meaning_of, values)
            code = member(type_, word.name)
            if code is not None:
                return (type_, value), (type_, code)
    return fold(node.left, meaning_of, values), fold(node.right, meaning_of, values)


def number(node: ast.Expr, value: int) -> Value:
    """Return a number and its type. Raises NotKnown when it is too great."""
    if abs(value) > MAX_NUMBER:
        raise NotKnown(node, f"is beyond {MAX_NUMBER}")
    return IntType(value, value), value


def _name(node: ast.Name, meaning: Meaning | None, values: Mapping[Local, int]) -> Value:
    match meaning:
        case Constant() if meaning.type != UNKNOWN:
            return meaning.type, meaning.value
        case Local() if meaning in values:
            return meaning.type, values[meaning]
        case FaultyName() | Constant():
            raise AlreadyReported(node)
        case _:
            # Only play decides what other names stand for.
            raise NotKnown(node)


def _part(node: ast.Attribute, number: int, meaning: Meaning | None) -> Value:
    """Return a fixed part of a known thing, or of a piece that it owns."""
    match meaning:
        case ColumnInfo() if width(meaning.type) == 1:
            return meaning.type, meaning.values[number]
        case OwnedName():
            return meaning.type, number * meaning.per_owner + meaning.number
        case FaultyName():
            raise AlreadyReported(node)
        case _:
            # Only play decides the value of any other part.
            raise NotKnown(node)


def same(node: ast.Expr, left: Value, right: Value) -> bool:
    """Return whether two known values are one, whatever types they are kept as. Raises NotKnown if nothing is of both types."""
    common = join(left[0], right[0])
    if common is None:
        raise NotKnown(node)
    return converted(left[1], left[0], common) == converted(right[1], right[0], common)


def _binary(node: ast.Binary, left: int, right: int) -> Value:
    match node.operator:
        case "+":
            return number(node, left + right)
        case "-":
            return number(node, left - right)
        case "*":
            return number(node, left * right)
        case "div" | "mod" if right <= 0:
            raise NotKnown(node, "divides by zero" if right == 0 else "divides by a negative number")
        case "div":
            return number(node, left // right)
        case "mod":
            return number(node, left % right)
        case "<" | "<=" | ">" | ">=":
            return FLAG, int(compare(node.operator, left, right))
    raise NotKnown(node)


def compare(operator: str, left: int, right: int) -> bool:
    """Two numbers compared by an operator of the language."""
    match operator:
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
    assert operator == ">=", operator
    return left >= right
