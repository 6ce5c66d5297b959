"""Types as they are written, and values known before play: read them, or say what is wrong."""

from __future__ import annotations

from . import syntax as ast
from .diagnostics import Diagnostics, did_you_mean
from .fold import NotKnown, ToldAlready, fold
from .types import (
    FLAG,
    UNKNOWN,
    EnumType,
    FlagType,
    IntType,
    ListType,
    PerType,
    SetType,
    Type,
    UnionType,
    UnknownType,
    fits,
    lowest,
    size,
    values,
)
from .world import DIRECTION, Ambiguous, Meaning, World

MAX_SET = 62
MAX_LIST = 1000


class TypeReader:
    """Reads types and constants of a rulebook, as far as its names are known yet."""

    def __init__(self, world: World, found: Diagnostics) -> None:
        self.world, self.found = world, found

    def lookup(self, node: ast.Name) -> Meaning | None:
        self.world.used.add(node.name)
        return self.world.meaning(node.name)

    # -- constants -------------------------------------------------------------------------------

    def constant(self, node: ast.Expr, expected: Type | None = None) -> tuple[Type, int] | None:
        """The type and value of a constant expression, or None where there is none."""
        word = member(expected, node.name) if isinstance(node, ast.Name) and expected is not None else None
        if word is not None and expected is not None:
            return expected, word
        try:
            type_, value = fold(node, self.lookup)
        except NotKnown as error:
            self._not_known(error, expected)
            return None
        if expected is None or isinstance(expected, UnknownType):
            return type_, value
        base = expected.base if isinstance(expected, UnionType) else expected
        if isinstance(type_, IntType) and isinstance(base, IntType):
            if base.low <= value <= base.high:
                return expected, value
            self.found.add("E303", f"{value} is not in {base}", node.span)
        elif fits(type_, expected):
            return expected, value
        else:
            self.found.add("E301", f"this is {type_}, where {expected} is needed", node.span)
        return None

    def constant_slots(self, node: ast.Expr, expected: Type) -> tuple[int, ...] | None:
        """The numbers by which a constant of a type is kept, or None where there is none."""
        match expected, node:
            case PerType(), ast.Amounts():
                return self._amounts(node, expected)
            case PerType(), ast.Collection(items=()):
                return (0,) * size(expected.index)
            case SetType(element), ast.Collection(kind="set", items=items):
                inside = [self.constant_value(item, element) for item in items]
                return (sum({1 << (one - lowest(element)) for one in inside if one is not None}),)
            case SetType(element), ast.Name(name="all"):
                return ((1 << size(element)) - 1,)
        value = self.constant_value(node, expected)
        return None if value is None else (value,)

    def _amounts(self, node: ast.Amounts, expected: PerType) -> tuple[int, ...]:
        """The numbers of `{gold: 2, wood: 1}`; what is not named is 0."""
        out: dict[int, int] = {}
        for part in node.parts:
            key, value = self.constant_value(part.key, expected.index), self.constant_value(part.value, expected.value)
            if key in out:
                self.found.add("E202", f"`{part.key.span.text}` has a number already", part.key.span)
            if key is not None:
                out[key] = value or 0
        return tuple(out.get(key, 0) for key in values(expected.index))

    def constant_value(self, node: ast.Expr, expected: Type | None = None) -> int | None:
        """The value of a constant expression, or None where there is none."""
        known = self.constant(node, expected)
        return None if known is None else known[1]

    def _not_known(self, error: NotKnown, expected: Type | None) -> None:
        node = error.node
        meaning = self.world.meaning(node.name) if isinstance(node, ast.Name) else None
        if isinstance(error, ToldAlready):
            return
        if isinstance(node, ast.Name) and isinstance(meaning, Ambiguous):
            self.found.add("E204", f"`{node.name}` is a word of several types, and it is not clear which is meant",
                           node.span)
        elif isinstance(node, ast.Name) and meaning is None:
            if not isinstance(expected, UnknownType):
                self.found.add("E201", f"unknown name `{node.name}`", node.span,
                               help=did_you_mean(node.name, members(expected))
                               or did_you_mean(node.name, self.world.globals))
        else:
            self.found.add("E307", f"this {error.reason}", node.span,
                           help="only numbers, constants, parameters and words can stand here")

    # -- types -----------------------------------------------------------------------------------

    def type(self, node: ast.TypeNode) -> Type:
        """The type that is written, or the unknown type."""
        match node:
            case ast.FlagType():
                return FLAG
            case ast.NamedType():
                return self._named(node)
            case ast.RangeType():
                return self._range(node)
            case ast.UnionType():
                return self._union(node)
            case ast.SetType():
                return self._set(node)
            case ast.ListType():
                return self._list(node)
        value, index = self.type(node.value), self.type(node.index)
        if value == UNKNOWN or not isinstance(index, IntType | EnumType):
            return UNKNOWN
        return PerType(value, index)

    def _named(self, node: ast.NamedType) -> Type:
        self.world.used.add(node.name)
        found = DIRECTION if node.name == DIRECTION.name else self.world.types.get(node.name)
        if found is None:
            if not self.world.may_declare(node.name):
                self.found.add("E201", f"unknown type `{node.name}`", node.span,
                               help=did_you_mean(node.name, self.world.types))
            return UNKNOWN
        return found

    def _range(self, node: ast.RangeType) -> Type:
        low, high = self.constant(node.low), self.constant(node.high)
        for end, part in ((low, node.low), (high, node.high)):
            if end is not None and not isinstance(end[0], IntType):
                self.found.add("E301", f"this is {end[0]}, where a number is needed", part.span)
                return UNKNOWN
        if low is None or high is None:
            return UNKNOWN
        if low[1] > high[1]:
            self.found.add("E304", f"nothing lies in {low[1]}..{high[1]}", node.span)
            return UNKNOWN
        return IntType(low[1], high[1])

    def _union(self, node: ast.UnionType) -> Type:
        base = self.type(node.base)
        if not isinstance(base, IntType | FlagType | EnumType):
            if base != UNKNOWN:
                self.found.add("E301", f"`or` cannot be added to {base}", node.base.span)
            return UNKNOWN
        if isinstance(base, IntType) and base.low < 0:
            self.found.add("E301", "`or` cannot be added to a range with negative numbers", node.base.span)
            return UNKNOWN
        seen = set(members(base))
        for word in node.extras:
            if word.name in seen:
                self.found.add("E202", f"`{word.name}` is a value of this type already", word.span)
            seen.add(word.name)
        return UnionType(base, tuple(dict.fromkeys(word.name for word in node.extras)))

    def _set(self, node: ast.SetType) -> Type:
        element = self.type(node.element)
        if not isinstance(element, IntType | EnumType):
            return UNKNOWN
        if size(element) > MAX_SET:
            self.found.add("E106", f"a set over {size(element)} values; at most {MAX_SET} are allowed", node.span)
            return UNKNOWN
        return SetType(element)

    def _list(self, node: ast.ListType) -> Type:
        element, limit = self.type(node.element), self.constant_value(node.limit, IntType(1, MAX_LIST))
        if limit is None or not isinstance(element, IntType | FlagType | EnumType | UnionType):
            return UNKNOWN
        return ListType(element, limit)


def members(of: Type | None) -> tuple[str, ...]:
    """The words of a type."""
    match of:
        case EnumType():
            return of.members
        case UnionType():
            return (*members(of.base), *of.extras)
        case FlagType():
            return ("yes", "no")
    return ()


def member(of: Type, name: str) -> int | None:
    """The value of a word in a type that is expected, if it is one of its words."""
    match of:
        case EnumType() if name in of.members:
            return of.members.index(name)
        case UnionType() if name in of.extras:
            return -1 - of.extras.index(name)
        case UnionType():
            return member(of.base, name)
    return None
