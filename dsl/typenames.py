"""Types as they are written, and values known before play: read them, or say what is wrong."""

from __future__ import annotations

from . import syntax as ast
from .diagnostics import Diagnostics, did_you_mean
from .fold import NotKnown, fold
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
    fits,
    size,
)
from .world import Meaning, World

MAX_SET = 62


class TypeReader:
    """Reads types and constants of a rulebook, as far as its names are known yet."""

    def __init__(self, world: World, found: Diagnostics) -> None:
        self.world, self.found = world, found

    def lookup(self, name: str) -> Meaning | None:
        self.world.used.add(name)
        return self.world.globals.get(name)

    def constant_value(self, node: ast.Expr, expected: Type | None = None) -> int | None:
        try:
            if isinstance(node, ast.Name) and expected is not None:
                word = member(expected, node.name)
                if word is not None:
                    return word
            type_, value = fold(node, self.lookup)
        except NotKnown as error:
            if isinstance(error.node, ast.Name) and self.lookup(error.node.name) is None:
                known = [*self.world.globals, *(members(expected) if expected else ())]
                self.found.add("E201", f"unknown name `{error.node.name}`", error.node.span,
                               help=did_you_mean(error.node.name, known))
            else:
                self.found.add("E307", f"this {error.reason}", error.node.span,
                               help="only numbers, constants and parameters can stand here")
            return None
        if expected is not None and not fits(type_, expected):
            self.found.add("E301", f"a value of {type_}, where {expected} is asked for", node.span)
            return None
        if isinstance(expected, IntType) and not expected.low <= value <= expected.high:
            self.found.add("E303", f"{value} is not in {expected}", node.span)
            return None
        return value

    def type(self, node: ast.TypeNode) -> Type:
        match node:
            case ast.FlagType():
                return FLAG
            case ast.NamedType():
                found = self.world.types.get(node.name)
                if found is None:
                    self.found.add("E201", f"unknown type `{node.name}`", node.span,
                                   help=did_you_mean(node.name, self.world.types))
                    return UNKNOWN
                self.world.used.add(node.name)
                return found
            case ast.RangeType():
                low, high = self.constant_value(node.low), self.constant_value(node.high)
                if low is None or high is None:
                    return UNKNOWN
                if low > high:
                    self.found.add("E304", f"nothing lies in {low}..{high}", node.span)
                    return UNKNOWN
                return IntType(low, high)
            case ast.UnionType():
                base = self.type(node.base)
                if not isinstance(base, IntType | FlagType | EnumType):
                    if base != UNKNOWN:
                        self.found.add("E301", f"`or` cannot be added to {base}", node.span)
                    return UNKNOWN
                if isinstance(base, IntType) and base.low < 0:
                    self.found.add("E301", "`or` cannot be added to a range with negative numbers", node.span)
                    return UNKNOWN
                return UnionType(base, node.extras)
            case ast.SetType():
                element = self.type(node.element)
                if not isinstance(element, IntType | EnumType):
                    return UNKNOWN
                if size(element) > MAX_SET:
                    self.found.add("E106", f"a set over {size(element)} values; at most {MAX_SET} are allowed",
                                   node.span)
                    return UNKNOWN
                return SetType(element)
            case ast.ListType():
                element = self.type(node.element)
                limit = self.constant_value(node.limit)
                if limit is None or not isinstance(element, IntType | FlagType | EnumType | UnionType):
                    return UNKNOWN
                if not 1 <= limit <= 1000:
                    self.found.add("E304", f"a list of up to {limit} entries", node.limit.span, help="from 1 to 1000")
                    return UNKNOWN
                return ListType(element, limit)
        value, index = self.type(node.value), self.type(node.index)
        if value == UNKNOWN or not isinstance(index, IntType | EnumType):
            return UNKNOWN
        return PerType(value, index)


def members(of: Type | None) -> tuple[str, ...]:
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
