"""Read written types, and values that are known before play; report those that make no sense."""

from __future__ import annotations

from typing import assert_never

from .. import syntax as ast
from ..source.diagnostics import Diagnostics, counted, did_you_mean
from ..source.habits import help_for
from ..types.conversion import converted, enums_within, fits, number_range
from ..types.types import (
    FLAG,
    UNKNOWN,
    Base,
    EnumType,
    IntType,
    ListType,
    PerType,
    Scalar,
    SetType,
    Type,
    UnionType,
    UnknownType,
    all_bits,
    bit_count,
    first_bit,
    member,
    members,
    size,
    values,
)
from .constants import AlreadyReported, NotKnown, fold
from .symbols import Ambiguous, FaultyName, Meaning, SymbolTable

# A set is kept as the bits of one number of 64.
MAX_SET = 64
MAX_LIST = 1000
MAX_UNION = 10_000


class TypeReader:
    """Reads types and constants of a rulebook, as far as its names are known yet."""

    def __init__(self, symbols: SymbolTable, diagnostics: Diagnostics) -> None:
        self.symbols, self.diagnostics = symbols, diagnostics

    def lookup(self, node: ast.Name | ast.Attribute) -> Meaning | None:
        """Return the meaning of a name, or of a part of something known."""
        if isinstance(node, ast.Attribute):
            type_name = str(fold(node.subject, self.lookup)[0])
            attributes = self.symbols.names.attributes
            if (type_name, node.name) not in attributes and not self.symbols.names.may_declare(node.name):
                names = [name for owner, name in attributes if owner == type_name]
                self.diagnostics.add("E201", f"{type_name} has no `{node.name}`", node.span,
                                     help=did_you_mean(node.name, names))
            return attributes.get((type_name, node.name), FaultyName(node.name))
        self.symbols.names.used.add(node.name)
        return self.symbols.names.meaning(node.name)

    # -- constants -------------------------------------------------------------------------------

    def constant(self, node: ast.Expr, expected: Type | None = None) -> tuple[Type, int] | None:
        """Return the type and value of a constant expression, or None where there is none."""
        # A word of the expected type comes first: alone it may be ambiguous, as a word of several types.
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
        numbers = number_range(expected)
        if isinstance(type_, IntType) and numbers is not None and not numbers.low <= value <= numbers.high:
            self.diagnostics.add("E303", f"{value} is not in {numbers}", node.span)
        elif not fits(type_, expected):
            self.diagnostics.add("E301", f"this is {type_}, where {expected} is needed", node.span)
        else:
            code = converted(value, type_, expected)
            return None if code is None else (expected, code)
        return None

    def constant_slots(self, node: ast.Expr, expected: Type) -> tuple[int, ...] | None:
        """Return the numbers by which a constant of a type is kept, or None where there is none."""
        match expected, node:
            case PerType(), ast.Amounts():
                return self._amounts(node, expected)
            case PerType(), ast.Collection(items=()):
                return (0,) * size(expected.index)
            case SetType(element), ast.Collection(kind="set", items=items):
                inside = [self.constant_value(item, element) for item in items]
                # A set of bits before the sum: a value that is named twice counts once.
                return (sum({1 << (number - first_bit(element)) for number in inside if number is not None}),)
            case SetType(element), ast.Name(name="all"):
                return (all_bits(element),)
            case ListType(), ast.Collection(kind="list"):
                return self._entries(node, expected)
            case _:
                # Every other value is kept in one slot.
                value = self.constant_value(node, expected)
                return None if value is None else (value,)

    def _entries(self, node: ast.Collection, expected: ListType) -> tuple[int, ...]:
        """Return how many entries a list has, the entries, and zeros for those that it could have."""
        # A value with a mistake, which is reported, is a zero: the number of places stays right.
        inside = [self.constant_value(item, expected.element) or 0 for item in node.items[: expected.limit]]
        if expected.is_sides and len(node.items) != expected.limit:
            self.diagnostics.add("E303", f"{counted(len(node.items), 'side')}, where a space has {expected.limit}", node.span)
        elif len(node.items) > expected.limit:
            self.diagnostics.add("E303", f"{len(node.items)} values in a list of at most {expected.limit}", node.span)
        return (len(inside), *inside, *[0] * (expected.limit - len(inside)))

    def _amounts(self, node: ast.Amounts, expected: PerType) -> tuple[int, ...]:
        """Return the numbers of `{gold: 2, wood: 1}`; what is not named is 0."""
        out: dict[int, int] = {}
        for part in node.parts:
            key, value = self.constant_value(part.key, expected.index), self.constant_value(part.value, expected.value)
            if key in out:
                self.diagnostics.add("E202", f"`{part.key.span.text}` has a number already", part.key.span)
            if key is not None:
                out[key] = value or 0
        return tuple(out.get(key, 0) for key in values(expected.index))

    def constant_value(self, node: ast.Expr, expected: Type | None = None) -> int | None:
        """Return the value of a constant expression, or None where there is none."""
        known = self.constant(node, expected)
        return None if known is None else known[1]

    def _not_known(self, error: NotKnown, expected: Type | None) -> None:
        node = error.node
        meaning = self.symbols.names.meaning(node.name) if isinstance(node, ast.Name) else None
        if isinstance(error, AlreadyReported):
            return
        if isinstance(node, ast.Name) and isinstance(meaning, Ambiguous):
            self.diagnostics.add("E204", f"`{node.name}` is a word of several types, and it is not clear which is meant",
                           node.span)
        elif isinstance(node, ast.Name) and meaning is None:
            if not isinstance(expected, UnknownType):
                self.diagnostics.add("E201", f"unknown name `{node.name}`", node.span,
                               help=help_for(node.name) or did_you_mean(node.name, members(expected))
                               or did_you_mean(node.name, self.symbols.names.globals))
        else:
            self.diagnostics.add("E307", f"this {error.reason}", node.span,
                           help="only numbers, constants, parameters and words can stand here")

    # -- types -----------------------------------------------------------------------------------

    def type(self, node: ast.TypeNode) -> Type:
        """Return the type that is written, or the unknown type."""
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
            case ast.SidesType():
                return self._sides(node)
            case ast.PerType():
                return self._per(node)
            case ast.HistoryType():
                self.diagnostics.add("E206", "a history is a field of the game", node.span, help="declare it below `state`")
                return UNKNOWN
            case _:
                assert_never(node)

    def _per(self, node: ast.PerType) -> Type:
        value, index = self.type(node.value), self.type(node.index)
        if value == UNKNOWN or not isinstance(index, IntType | EnumType):
            return UNKNOWN
        return PerType(value, index)

    def _named(self, node: ast.NamedType) -> Type:
        self.symbols.names.used.add(node.name)
        type_ = self.symbols.names.type_named(node.name)
        if type_ is None:
            self._unknown_type(node)
            return UNKNOWN
        return type_

    def _unknown_type(self, node: ast.TypeNode) -> None:
        name = node.name if isinstance(node, ast.NamedType) else node.span.text
        if not self.symbols.names.may_declare(name):
            self.diagnostics.add("E201", f"unknown type `{name}`", node.span,
                           help=help_for(name) or did_you_mean(name, self.symbols.names.types))

    def _range(self, node: ast.RangeType) -> Type:
        low, high = self.constant(node.low), self.constant(node.high)
        for end, part in ((low, node.low), (high, node.high)):
            if end is not None and not isinstance(end[0], IntType):
                self.diagnostics.add("E301", f"this is {end[0]}, where a number is needed", part.span)
                return UNKNOWN
        if low is None or high is None:
            return UNKNOWN
        if low[1] > high[1]:
            self.diagnostics.add("E304", f"range {low[1]}..{high[1]} is empty", node.span)
            return UNKNOWN
        return IntType(low[1], high[1])

    def _union(self, node: ast.UnionType) -> Type:
        """Return one type after another; what names no type is a word."""
        bases: list[Base] = []
        extras: list[str] = []
        for part in (node.base, *(ast.NamedType(word.span, word.name) for word in node.extras)):
            if isinstance(part, ast.NamedType) and self.symbols.names.type_named(part.name) is None:
                self._word(part, extras, bases)
            elif not self._alternative(self.type(part), part, extras, bases):
                return UNKNOWN
        # A single word that names no type is more likely a misspelt type than a type of one value.
        if not bases and len(extras) - extras.count("none") < 2:
            self._unknown_type(node.base)
            return UNKNOWN
        union = UnionType(tuple(bases), tuple(dict.fromkeys(extras)))
        if size(union) > MAX_UNION and len(bases) + len(union.extras) > 2:
            self.diagnostics.add("E106", f"{size(union)} values of several types; at most {MAX_UNION} are allowed", node.span)
            return UNKNOWN
        return union

    def _word(self, node: ast.NamedType, extras: list[str], bases: list[Base]) -> None:
        if node.name in self.symbols.names.later:
            self.diagnostics.add("E204", f"`{node.name}` is not declared yet where this is read", node.span)
        elif node.name in extras or any(node.name in members(base) for base in bases):
            self.diagnostics.add("E202", f"`{node.name}` is a value of this type already", node.span)
        extras.append(node.name)
        self.symbols.names.words.append(node)

    def _alternative(self, type_: Type, node: ast.TypeNode, extras: list[str], bases: list[Base]) -> bool:
        """Add a type to a union; false where it cannot be one of several."""
        if not isinstance(type_, Base):
            if type_ != UNKNOWN:
                self.diagnostics.add("E301", f"`or` cannot be added to {type_}", node.span)
            return False
        if isinstance(type_, IntType) and type_.low < 0:
            self.diagnostics.add("E301", "`or` cannot be added to a range with negative numbers", node.span)
            return False
        known = {*extras, *(word for base in bases for word in members(base)), *map(str, bases)}
        twice = [word for word in (str(type_), *members(type_)) if word in known]
        if twice:
            self.diagnostics.add("E202", f"`{twice[0]}` is a value of this type already", node.span)
            return False
        bases.append(type_)
        return True

    def _set(self, node: ast.SetType) -> Type:
        element = self.type(node.element)
        if not isinstance(element, IntType | EnumType | UnionType):
            if element != UNKNOWN:
                self.diagnostics.add("E301", f"no set can hold values of {element}", node.element.span)
            return UNKNOWN
        if isinstance(element, UnionType) and any(enum.kind == "region" for enum in enums_within(element)):
            self.diagnostics.add("E301", "a set of regions holds nothing else, because regions merge", node.element.span)
            return UNKNOWN
        if bit_count(element) > MAX_SET:
            self.diagnostics.add("E106", f"a set over {bit_count(element)} values; at most {MAX_SET} are allowed", node.span,
                           help=_as_flags(element))
            return UNKNOWN
        return SetType(element)

    def _list(self, node: ast.ListType) -> Type:
        element, limit = self.type(node.element), self.constant_value(node.limit, IntType(1, MAX_LIST))
        if limit is None or not isinstance(element, Scalar):
            return UNKNOWN
        return ListType(element, limit)

    def _sides(self, node: ast.SidesType) -> Type:
        """Return the type of the sides of a tile: a value for each neighbour that a space of the board may have."""
        element, board = self.type(node.element), self.symbols.components.board_named(node.board.name)
        if board is None or not board.layout.form.is_drawn:
            if not self.symbols.names.may_declare(node.board.name):
                self.diagnostics.add("E201" if board is None else "E301", f"`{node.board.name}` is not a board" if board is None
                                     else f"`{board.name}` is {board.shape_phrase}", node.board.span,
                                     help=did_you_mean(node.board.name, self._boards() if board is None else ())
                                     or "tiles have the sides of the spaces of a square or hex board")
            return UNKNOWN
        return ListType(element, len(board.layout.form.near), True) if isinstance(element, Scalar) else UNKNOWN


    def _boards(self) -> tuple[str, ...]:
        return tuple(self.symbols.components.boards)


def _as_flags(element: IntType | EnumType | UnionType) -> str:
    """Return how to keep what a set would hold, where it is too much for a set."""
    if not isinstance(element, UnionType):
        return f"keep a flag for each of them: `flag per {element}`"
    fields = [f"`flag per {base}`" for base in element.bases] + [f"one for `{word}`" for word in element.extras]
    return f"keep flags in fields of their own: {', '.join(fields)}"
