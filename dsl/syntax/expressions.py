"""Nodes of the syntax tree: expressions, the texts they stand in, and the types as written."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ..source.span import Span

# The words and signs that distinguish the kinds of one form. Closed, so that mypy checks each comparison with one.
UnaryOperator = Literal["not", "-", "the"]
BinaryOperator = Literal[
    "+", "-", "*", "div", "mod", "=", "!=", "<", "<=", ">", ">=", "in", "not in", "and", "or", "starting with",
]
StepQuantifier = Literal["every", "some", "no", "sum", "max", "min", "count"]
Quantifier = Literal["every", "some", "no", "sum", "max", "min", "count", "first", "last"]
CollectionKind = Literal["set", "list"]


# INVARIANT: nodes are compared by identity. Passes keep what they find in tables by node, and the same words can stand in two
# places with different types.
@frozen(eq=False, repr=False)
class Node:
    """Anything that stands somewhere in a rulebook."""

    span: Span

    # One for all nodes: to make one for each of them takes a tenth of the time that the compiler takes to load.
    def __repr__(self) -> str:
        parts = (f"{name}={getattr(self, name)!r}" for name in getattr(type(self), "__match_args__", ()))
        return f"{type(self).__name__}({', '.join(parts)})"


@frozen(eq=False, repr=False)
class Integer(Node):
    """A number."""

    value: int


@frozen(eq=False, repr=False)
class Flag(Node):
    """`yes` or `no`."""

    value: bool


@frozen(eq=False, repr=False)
class Name(Node):
    """A name on its own."""

    name: str


@frozen(eq=False, repr=False)
class Attribute(Node):
    """`subject.name`: a field of a player, a space, a row."""

    subject: Expr
    name: str


@frozen(eq=False, repr=False)
class Index(Node):
    """`subject[key]`: the part of a `per` field for this key, or an entry of a list."""

    subject: Expr
    key: Expr


@frozen(eq=False, repr=False)
class Call(Node):
    """`subject(arguments)`: a function, a rule, an event or an effect of a row."""

    subject: Expr
    arguments: tuple[Expr, ...]
    through: Through | None


@frozen(eq=False, repr=False)
class Unary(Node):
    """`not x`, `-x` or `the x`."""

    operator: UnaryOperator
    operand: Expr


@frozen(eq=False, repr=False)
class Binary(Node):
    """Two operands and `+ - * div mod = != < <= > >= in`, `not in`, `and`, `or`, `starting with`."""

    operator: BinaryOperator
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class RangeOf(Node):
    """`low..high`, both ends included."""

    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class Conditional(Node):
    """`this if condition else that`."""

    this: Expr
    condition: Expr
    that: Expr


@frozen(eq=False, repr=False)
class Binder(Node):
    """`name in domain where condition by key`: the values of a domain, one after another."""

    name: str
    name_span: Span
    domain: Expr
    condition: Expr | None
    key: Expr | None
    descending: bool


@frozen(eq=False, repr=False)
class Through(Node):
    """`through name in domain where condition costing cost`: the spaces a path may pass, and what each costs."""

    binder: Binder
    cost: Expr | None


@frozen(eq=False, repr=False)
class Quantified(Node):
    """`every|some|no|sum|max|min|count|first|last binder: body`; `count`, `first` and `last` have no body."""

    kind: Quantifier
    binder: Binder
    body: Expr | None


@frozen(eq=False, repr=False)
class Happening(Node):
    """`every|some|no|sum|max|min|count event(names) where condition: body`: the events of a step; `count` has no body."""

    kind: StepQuantifier
    event: Name
    values: tuple[Name, ...]
    condition: Expr | None
    body: Expr | None


@frozen(eq=False, repr=False)
class Ranked(Node):
    """`rank(of among binder)`: the place of a value; `share(of among binder, prizes)`: its part of the prizes."""

    subject: Expr
    of: Expr
    binder: Binder
    prizes: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class TupleOf(Node):
    """`(a, b)`: values compared one after another."""

    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Collection(Node):
    """`{...}` (a set) or `[...]` (a list): items one by one."""

    kind: CollectionKind
    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Amount(Node):
    """`key: value`, a number for one value of a type."""

    key: Expr
    value: Expr


@frozen(eq=False, repr=False)
class Amounts(Node):
    """`{gold: 2, wood: 1}`: a number for each value of a type."""

    parts: tuple[Amount, ...]


@frozen(eq=False, repr=False)
class Comprehension(Node):
    """`{body for binder}` (a set) or `[body for binder]` (a list); without a body, of the binder's values."""

    kind: CollectionKind
    binder: Binder
    body: Expr | None = None


@frozen(eq=False, repr=False)
class Supposed(Node):
    """`after rule(arguments): value`: the value in the position that a rule would leave."""

    rule: Expr
    value: Expr


@frozen(eq=False, repr=False)
class Can(Node):
    """`can rule(arguments)` or `can rule.move(arguments)`: whether the choice that a rule begins with has a legal move."""

    choice: Expr


@frozen(eq=False, repr=False)
class Chain(Node):
    """`chain "x" of element up to limit from domain`: several values one after another, written with the text between them.

    The domain of the next value may speak of those before it by the name of the binder.
    """

    between: str
    element: TypeNode
    limit: Expr
    domain: Expr


@frozen(eq=False, repr=False)
class AmountOf(Node):
    """`amount "+" of kind in kinds from domain`: a number of each kind, those above 0 written with the text between them.

    The domain of a number may speak of those before it by the name of the binder that the amount stands in.
    """

    between: str
    kind: Binder
    domain: Expr


# Closed, as `Stmt` is. The unions stand below their members, whose annotations name them before they are there.
Expr = (
    Integer | Flag | Name | Attribute | Index | Call | Unary | Binary | RangeOf | Conditional
    | Quantified | Happening | Ranked | TupleOf | Collection | Amounts | Comprehension | Supposed | Can | Chain
    | AmountOf
)


@frozen(eq=False, repr=False)
class ClauseMention(Node):
    """A concept, or a number and its noun, that a clause must or (not `required`) may mention.

    `players` is the number of players whose value is meant, where it is not that of the game.
    """

    value: Expr
    of: Name | None
    players: int | None
    required: bool


@frozen(eq=False, repr=False)
class Text(Node):
    """A statement, a message or a notation: words and expressions in braces, in order.

    `says` are the lines `says` and `mentions` below a statement, `assumed` the reason below one that is
    not printed anywhere.
    """

    parts: tuple[str | Expr, ...]
    says: tuple[ClauseMention, ...] = ()
    assumed: str | None = None

    @property
    def raw(self) -> str:
        """The text as it is written, with the expressions in their braces."""
        return "".join(part if isinstance(part, str) else f"{{{part.span.text}}}" for part in self.parts)


# ---- Types ---------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class NamedType(Node):
    """A type by its name."""

    name: str


@frozen(eq=False, repr=False)
class FlagType(Node):
    """`flag`."""


@frozen(eq=False, repr=False)
class RangeType(Node):
    """`low..high`."""

    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class UnionType(Node):
    """`base or a or b`: a value of the base type, or one of these words."""

    base: TypeNode
    extras: tuple[Name, ...]


@frozen(eq=False, repr=False)
class SetType(Node):
    """`set of element`."""

    element: TypeNode


@frozen(eq=False, repr=False)
class ListType(Node):
    """`list of element up to limit`."""

    element: TypeNode
    limit: Expr


@frozen(eq=False, repr=False)
class SidesType(Node):
    """`sides of element on board`: a value for each side of a space."""

    element: TypeNode
    board: Name


@frozen(eq=False, repr=False)
class HistoryType(Node):
    """`history of a, cell.b up to limit`: positions, by the values of fields of the game and of things."""

    parts: tuple[Expr, ...]
    limit: Expr


@frozen(eq=False, repr=False)
class PerType(Node):
    """`value per index`."""

    value: TypeNode
    index: TypeNode


TypeNode = NamedType | FlagType | RangeType | UnionType | SetType | ListType | SidesType | PerType | HistoryType


@frozen(eq=False, repr=False)
class Audience(Node):
    """`seen by` a player or a side, or by nobody (None)."""

    of: Expr | None


@frozen(eq=False, repr=False)
class Param(Node):
    """A parameter of a rule, a function, an event or an effect."""

    name: str
    name_span: Span
    type: TypeNode
    audience: Audience | None
