"""The result of the checker: types and meanings by node; and small questions about types."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property

from attrs import field

from ... import syntax as ast
from ...boards.symmetry import Motion
from ...source.records import define, frozen
from ...symbols.symbols import BoardInfo, FieldInfo, Local, Meaning
from ...syntax.walk import nodes_in, words_of
from ...types.types import UNKNOWN, EnumType, IntType, ListType, PerType, Scalar, Type, UnionType, size

# The directions in which a line can leave a space; the four opposite ones give the same lines.
LINES_FROM_A_SPACE = 4


@frozen(eq=False)
class UnknownNameContext:
    """The names in scope where a name stands for nothing, and the type that is expected there, if one is."""

    scope: Mapping[str, Local]
    expected: Type | None


@define(eq=False)
class Typing:
    """Types and meanings by node, first values by field, and where a thing stands for another.

    A node in `promote_to_region` is a space that stands for its region, one in `promote_to_side` a player who
    stands for their side. `stored_type` has the type by which a value is kept, where more is known about it
    and it is another number by what is known; `coerce_to` the type by which it is handed on, where that
    makes it another number. `unknown` has the names that stand for nothing.

    `starts` holds the slots of one part of a field, `starts_at` all its slots for a space where it begins
    with another value; `seen_by` who sees a field that not all see; `shown` the name of each board's
    space in the text that shows it; `motions` how what is moved in a symmetry can be moved. `units` has what was
    found of each unit of a rulebook (`units`).
    """

    # INVARIANT: a node is equal to itself alone (`eq=False` in `syntax`), so equal expressions in two places are kept apart
    # here.
    types: dict[ast.Node, Type] = field(factory=dict)
    meanings: dict[ast.Node, Meaning] = field(factory=dict)
    locals: dict[ast.Node, Local] = field(factory=dict)
    promote_to_region: set[ast.Node] = field(factory=set)
    promote_to_side: set[ast.Node] = field(factory=set)
    stored_type: dict[ast.Node, Type] = field(factory=dict)
    coerce_to: dict[ast.Node, Type] = field(factory=dict)
    unknown: dict[ast.Node, UnknownNameContext] = field(factory=dict)
    used: set[Meaning] = field(factory=set)
    starts: dict[FieldInfo, tuple[int, ...]] = field(factory=dict)
    starts_at: dict[tuple[FieldInfo, int], tuple[int, ...]] = field(factory=dict)
    seen_by: dict[FieldInfo, str] = field(factory=dict)
    shown: dict[str, Local] = field(factory=dict)
    motions: dict[ast.Node, tuple[Motion, ...]] = field(factory=dict)
    units: dict[Hashable, Unit] = field(factory=dict)

    def add(self, more: Typing) -> None:
        """Add the types and meanings of one unit."""
        # Most units have few of these, and there are many units.
        for mine, others in ((self.types, more.types), (self.meanings, more.meanings), (self.locals, more.locals),
                             (self.stored_type, more.stored_type), (self.coerce_to, more.coerce_to), (self.shown, more.shown),
                             (self.unknown, more.unknown)):
            if others:
                mine.update(others)  # type: ignore[arg-type]  # both are the same part of a result
        self.used |= more.used
        if more.promote_to_region or more.promote_to_side:
            self.promote_to_region |= more.promote_to_region
            self.promote_to_side |= more.promote_to_side

    def space_shown(self, board: BoardInfo) -> Local:
        """Return the name of a board's space in the text that shows it."""
        return self.shown.setdefault(board.name, Local(board.space.name, board.space, "space"))

    def type_of(self, node: ast.Expr) -> Type:
        """Return the type that an expression was given."""
        return self.types.get(node, UNKNOWN)

    def declared(self, place: ast.Expr) -> Type | None:
        """Return the type a place was declared with, whatever is known about its value; None if it is no place."""
        if isinstance(place, ast.Index):
            whole = self.declared(place.subject)
            return whole.value if isinstance(whole, PerType) else None
        meaning = self.meanings.get(place)
        return meaning.type if isinstance(meaning, FieldInfo | Local) else None


@frozen(eq=False, slots=False)
class Unit:
    """The result of checking one part of a rulebook; `names` are those that its written types use, `named` the words of types.

    It `is_clean` if it has no mistakes.
    """

    roots: tuple[object, ...]
    typing: Typing
    names: frozenset[str]
    named: tuple[ast.NamedType, ...]
    is_clean: bool

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that are written in it."""
        return frozenset(word for node in nodes_in(self.roots) for word in words_of(node))

    @cached_property
    def decides_in_secret(self) -> bool:
        """Whether it has a choice, roll or draw that not all see, or asks whether a choice has a legal move."""
        return any(isinstance(node, ast.Can) or (isinstance(node, ast.Choose) and node.secret) or (
            isinstance(node, ast.Choose | ast.Roll) and node.audience is not None) for node in nodes_in(self.roots))


def cell_of(type_: Type) -> Type:
    """Return one first value of a field: for `per` fields, the value of each part."""
    return cell_of(type_.value) if isinstance(type_, PerType) else type_


def start_of(type_: Type, node: ast.Expr) -> Type:
    """Return a first value of a field: numbers for all parts at once, or the value of each part."""
    return type_ if isinstance(node, ast.Amounts) and isinstance(type_, PerType) else cell_of(type_)


def has_natural_start(type_: Type) -> bool:
    """Return whether a type has an obvious first value: 0, no, its first word, the empty set or list."""
    match cell_of(type_):
        case IntType(low, high):
            return low <= 0 <= high
        case EnumType() | UnionType(extras=()):
            return False
        case _:
            # No, the first word beside the types, and nothing in a set or list.
            return True


def is_space_of(type_: Type, expected: Type) -> bool:
    """Return whether a space stands where its region is wanted."""
    return (isinstance(type_, EnumType) and isinstance(expected, EnumType) and type_.kind == "space"
            and expected.kind == "region" and type_.members == expected.members)


def is_scalar(type_: Type) -> bool:
    """Return whether a value takes one slot and is one of few."""
    return isinstance(type_, Scalar)


def rounds(domain: Type, element: Type) -> int:
    """Return how many values a domain goes through at most."""
    if isinstance(domain, ListType):
        return domain.limit
    if isinstance(element, ListType):
        return LINES_FROM_A_SPACE * size(element.element)
    return size(element)


def numbers_of(type_: Type | None) -> IntType | None:
    """Return the range of the numbers that a type holds for each value of another; None if it is no such type."""
    return type_.value if isinstance(type_, PerType) and isinstance(type_.value, IntType) else None
