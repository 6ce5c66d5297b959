"""The syntax tree: one frozen node for each construct of the language, each with its span.

Nodes are compared by identity, so that later passes can hang what they find on a node.
"""

from __future__ import annotations

from attrs import frozen

from .spans import Span


@frozen(eq=False)
class Node:
    """Anything that stands somewhere in a rulebook."""

    span: Span


# ---- Expressions ---------------------------------------------------------------------------


@frozen(eq=False)
class Integer(Node):
    """A number."""

    value: int


@frozen(eq=False)
class Flag(Node):
    """`yes` or `no`."""

    value: bool


@frozen(eq=False)
class Name(Node):
    """A name on its own."""

    name: str


@frozen(eq=False)
class Attribute(Node):
    """`subject.name`: a field of a player, a space, a row."""

    subject: Expr
    name: str


@frozen(eq=False)
class Index(Node):
    """`subject[key]`: the part of a `per` field for this key, or an entry of a list."""

    subject: Expr
    key: Expr


@frozen(eq=False)
class Call(Node):
    """`subject(arguments)`: a function, a rule, an event or an effect of a row."""

    subject: Expr
    arguments: tuple[Expr, ...]


@frozen(eq=False)
class Unary(Node):
    """`not x`, `-x` or `the x`."""

    operator: str
    operand: Expr


@frozen(eq=False)
class Binary(Node):
    """Two operands and `+ - * div mod = != < <= > >= in`, `not in`, `and`, `or`, `starting with`."""

    operator: str
    left: Expr
    right: Expr


@frozen(eq=False)
class RangeOf(Node):
    """`low..high`, both ends included."""

    low: Expr
    high: Expr


@frozen(eq=False)
class Conditional(Node):
    """`this if condition else that`."""

    this: Expr
    condition: Expr
    that: Expr


@frozen(eq=False)
class Binder(Node):
    """`name in domain where condition by key`: the values of a domain, one after another."""

    name: str
    name_span: Span
    domain: Expr
    condition: Expr | None
    key: Expr | None
    descending: bool


@frozen(eq=False)
class Quantified(Node):
    """`every|some|no|sum|max|min|count|first binder: body`; `count` and `first` have no body."""

    kind: str
    binder: Binder
    body: Expr | None


@frozen(eq=False)
class TupleOf(Node):
    """`(a, b)`: values compared one after another."""

    items: tuple[Expr, ...]


@frozen(eq=False)
class Collection(Node):
    """`{...}` (a set) or `[...]` (a list): items one by one."""

    kind: str
    items: tuple[Expr, ...]


@frozen(eq=False)
class Comprehension(Node):
    """`{binder}` (a set) or `[binder]` (a list)."""

    kind: str
    binder: Binder


Expr = (
    Integer | Flag | Name | Attribute | Index | Call | Unary | Binary | RangeOf | Conditional
    | Quantified | TupleOf | Collection | Comprehension
)


@frozen(eq=False)
class Text(Node):
    """A statement, a message or a notation: words and expressions in braces, in order."""

    parts: tuple[str | Expr, ...]


# ---- Types ---------------------------------------------------------------------------------


@frozen(eq=False)
class NamedType(Node):
    """A type by its name."""

    name: str


@frozen(eq=False)
class FlagType(Node):
    """`flag`."""


@frozen(eq=False)
class RangeType(Node):
    """`low..high`."""

    low: Expr
    high: Expr


@frozen(eq=False)
class UnionType(Node):
    """`base or a or b`: a value of the base type, or one of these words."""

    base: TypeNode
    extras: tuple[str, ...]


@frozen(eq=False)
class SetType(Node):
    """`set of element`."""

    element: TypeNode


@frozen(eq=False)
class ListType(Node):
    """`list of element up to limit`."""

    element: TypeNode
    limit: Expr


@frozen(eq=False)
class PerType(Node):
    """`value per index`."""

    value: TypeNode
    index: TypeNode


TypeNode = NamedType | FlagType | RangeType | UnionType | SetType | ListType | PerType


@frozen(eq=False)
class Param(Node):
    """A parameter of a rule, a function, an event or an effect."""

    name: str
    type: TypeNode


# ---- Statements ----------------------------------------------------------------------------


@frozen(eq=False)
class Let(Node):
    """`let name = value`."""

    name: str
    value: Expr


@frozen(eq=False)
class Var(Node):
    """`var name: type = value`."""

    name: str
    type: TypeNode
    value: Expr | None


@frozen(eq=False)
class Change(Node):
    """`place becomes|gains|loses value`."""

    kind: str
    place: Expr
    value: Expr


@frozen(eq=False)
class Transfer(Node):
    """`transfer amount from source to target`."""

    amount: Expr
    source: Expr
    target: Expr


@frozen(eq=False)
class Do(Node):
    """A rule, phase or effect carried out here."""

    call: Expr


@frozen(eq=False)
class If(Node):
    """`if`, with its `else`; `else if` is an `If` alone in the `otherwise`."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@frozen(eq=False)
class ForEach(Node):
    """`for each binder`."""

    binder: Binder
    body: tuple[Stmt, ...]


@frozen(eq=False)
class Repeat(Node):
    """`repeat`, `repeat n times`, `repeat while condition at most n times`."""

    condition: Expr | None
    times: Expr | None
    body: tuple[Stmt, ...]


@frozen(eq=False)
class Roll(Node):
    """`roll name from domain where condition weighted by weight as "notation"`."""

    name: str
    name_span: Span
    domain: Expr
    condition: Expr | None
    weight: Expr | None
    notation: Text | None


@frozen(eq=False)
class Announce(Node):
    """`announce event(...)`."""

    event: Expr


@frozen(eq=False)
class Check(Node):
    """`check ends`, or `check a, b`: the ends named, in this order; none named means all."""

    ends: tuple[str, ...]


@frozen(eq=False)
class Merge(Node):
    """`merge first with second`."""

    first: Expr
    second: Expr


@frozen(eq=False)
class Leave(Node):
    """`stop` or `skip`."""

    kind: str


@frozen(eq=False)
class Must(Node):
    """`must condition`: what the author knows to hold here."""

    condition: Expr
    message: Text | None


@frozen(eq=False)
class Require(Node):
    """A named requirement on a move, with its exceptions."""

    id: str
    id_span: Span
    condition: Expr
    statement: Text | None
    exceptions: tuple[RequireException, ...]


@frozen(eq=False)
class RequireException(Node):
    """When the requirement (or exception) above it does not count."""

    id: str
    id_span: Span
    over: str | None
    condition: Expr
    statement: Text | None
    exceptions: tuple[RequireException, ...]


@frozen(eq=False)
class Move(Node):
    """One kind of move in a choice."""

    id: str | None
    notation: Text
    binders: tuple[Binder, ...]
    statement: Text | None
    requires: tuple[Require, ...]
    body: tuple[Stmt, ...]


@frozen(eq=False)
class Choose(Node):
    """A choice by a player: common binders and requirements, and the kinds of move.

    With `each`, every player of the binder makes the choice, one after another.
    """

    id: str
    id_span: Span
    each: Binder | None
    player: Expr
    binders: tuple[Binder, ...]
    secret: bool
    statement: Text | None
    requires: tuple[Require, ...]
    moves: tuple[Move, ...]
    otherwise: tuple[Stmt, ...] | None


Stmt = (
    Let | Var | Change | Transfer | Do | If | ForEach | Repeat | Roll | Announce | Check | Merge
    | Leave | Must | Choose
)


# ---- Declarations --------------------------------------------------------------------------


@frozen(eq=False)
class Rulebook(Node):
    """The header."""

    name: str
    title: Text | None
    fewest: int
    most: int
    seats: tuple[str, ...]


@frozen(eq=False)
class Use(Node):
    """`use "file"`."""

    path: str


@frozen(eq=False)
class Parameter(Node):
    """An option of the game."""

    name: str
    name_span: Span
    type: TypeNode
    value: Expr
    assumed: str | None
    statement: Text | None
    condition: Expr | None


@frozen(eq=False)
class Enum(Node):
    """`enum name: members`."""

    name: str
    name_span: Span
    members: tuple[str, ...]
    statement: Text | None


@frozen(eq=False)
class Constant(Node):
    """A constant; in a table by players there is a value for each column."""

    name: str
    name_span: Span
    columns: tuple[int, ...]
    values: tuple[Expr, ...]
    assumed: str | None
    statement: Text | None


@frozen(eq=False)
class SidesCase(Node):
    """Which players are a side, for these numbers of players; no teams means each is one."""

    players: tuple[int, ...]
    teams: tuple[tuple[str, tuple[int, ...]], ...]


@frozen(eq=False)
class Sides(Node):
    """`sides`."""

    cases: tuple[SidesCase, ...]


@frozen(eq=False)
class Board(Node):
    """A board: its shape, its space type, and the region type its spaces merge into, if any."""

    name: str
    name_span: Span
    shape: str
    space: str
    region: str | None
    first: str | None
    last: str | None
    width: Expr | None
    height: Expr | None
    links: tuple[tuple[str, ...], ...]
    map: tuple[str, ...]
    legend: tuple[tuple[str, str], ...]
    shown_as: Text | None


@frozen(eq=False)
class Field(Node):
    """A field of the state. `merge` is `adds`, `keeps` or None; `seen_by` is None for all."""

    name: str
    name_span: Span
    type: TypeNode
    value: Expr | None
    assumed: str | None
    merge: str | None
    seen_by: str | None
    seen_when: Expr | None


@frozen(eq=False)
class Fields(Node):
    """`state` (owner None) or `each owner has`."""

    owner: str | None
    fields: tuple[Field, ...]


@frozen(eq=False)
class Column(Node):
    """A column of a table."""

    name: str
    type: TypeNode
    value: Expr | None


@frozen(eq=False)
class Effect(Node):
    """An effect that each row of a table has of its own."""

    name: str
    params: tuple[Param, ...]


@frozen(eq=False)
class Setting(Node):
    """A value of a row: by column name, or None for the next column."""

    column: str | None
    value: Expr
    assumed: str | None


@frozen(eq=False)
class Row(Node):
    """A row of a table: values and effects."""

    name: str
    name_span: Span
    settings: tuple[Setting, ...]
    statement: Text | None
    effects: tuple[tuple[str, tuple[Stmt, ...]], ...]


@frozen(eq=False)
class Table(Node):
    """A table; `rows of` the same table continues it (columns and effects are empty then)."""

    name: str
    name_span: Span
    statement: Text | None
    columns: tuple[Column, ...]
    effects: tuple[Effect, ...]
    rows: tuple[Row, ...]
    continues: bool


@frozen(eq=False)
class Pieces(Node):
    """Pieces of a kind: their fields, and how many there are with which values."""

    name: str
    owner: str | None
    statement: Text | None
    fields: tuple[Field, ...]
    stock: tuple[tuple[int, tuple[tuple[str, Expr], ...]], ...]


@frozen(eq=False)
class Event(Node):
    """Something that happens, and that rules elsewhere react to."""

    name: str
    name_span: Span
    params: tuple[Param, ...]
    statement: Text | None


@frozen(eq=False)
class FunctionException(Node):
    """Another value of a function, when the condition holds."""

    id: str
    id_span: Span
    over: str | None
    condition: Expr
    statement: Text | None
    lets: tuple[Let, ...]
    gives: Expr
    exceptions: tuple[FunctionException, ...]


@frozen(eq=False)
class Function(Node):
    """A pure function."""

    name: str
    name_span: Span
    params: tuple[Param, ...]
    type: TypeNode
    statement: Text | None
    lets: tuple[Let, ...]
    gives: Expr
    exceptions: tuple[FunctionException, ...]


@frozen(eq=False)
class RuleException(Node):
    """What happens instead, when the condition holds."""

    id: str
    id_span: Span
    over: str | None
    condition: Expr
    statement: Text | None
    body: tuple[Stmt, ...]
    exceptions: tuple[RuleException, ...]


@frozen(eq=False)
class Rule(Node):
    """A rule or a phase; `after` makes it a reaction to an event, with names for its values."""

    kind: str
    name: str
    name_span: Span
    params: tuple[Param, ...]
    after: tuple[str, tuple[str, ...]] | None
    statement: Text | None
    body: tuple[Stmt, ...]
    exceptions: tuple[RuleException, ...]


@frozen(eq=False)
class End(Node):
    """A way for the game to end: when, and who has won."""

    name: str
    name_span: Span
    statement: Text | None
    condition: Expr
    kind: str
    binder: Binder | None


@frozen(eq=False)
class Invariant(Node):
    """What holds in every position."""

    name: str
    name_span: Span
    condition: Expr
    statement: Text | None


@frozen(eq=False)
class Score(Node):
    """The score of each player, for reports."""

    binder: Binder
    value: Expr


@frozen(eq=False)
class Note(Node):
    """What the rulebook says and the machine need not do; `condition` says for which games."""

    name: str
    name_span: Span
    condition: Expr | None
    statement: Text


Declaration = (
    Rulebook | Use | Parameter | Enum | Constant | Sides | Board | Fields | Table | Pieces | Event
    | Function | Rule | End | Invariant | Score | Note
)
