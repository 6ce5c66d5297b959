"""Nodes of the syntax tree: what stands in the first column of a file."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ..source.span import Span
from .boards import Board
from .expressions import Binder, Expr, Name, Node, Param, Text, TypeNode
from .statements import Let, Stmt
from .symmetries import Symmetry
from .tables import Pieces, Table

RuleKind = Literal["rule", "phase", "play"]
EndKind = Literal["winners", "ranking", "drawn"]


@frozen(eq=False, repr=False)
class Rulebook(Node):
    """The header; `players` is the place of its line `players`, or of its name."""

    name: str
    name_span: Span
    title: Text | None
    fewest: int
    most: int
    players_span: Span
    seats: tuple[Name, ...]


@frozen(eq=False, repr=False)
class Use(Node):
    """`use "file"`."""

    path: str
    path_span: Span


@frozen(eq=False, repr=False)
class Section(Node):
    """A part of the printed rules: what stands below it, up to the next one, belongs to it."""

    name: str
    name_span: Span
    within: Name | None
    statement: Text


@frozen(eq=False, repr=False)
class Example(Node):
    """A playthrough that the printed rules show here, or the part of it that begins at a position.

    `shows` are the fields to show as they are at its beginning.
    """

    name: str
    name_span: Span
    path: str
    path_span: Span
    at: str | None
    statement: Text
    shows: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Parameter(Node):
    """A parameter of the game. `set_by` is the place in a variant that sets it, and closes it."""

    name: str
    name_span: Span
    type: TypeNode
    value: Expr
    assumed: str | None
    statement: Text | None
    condition: Expr | None
    set_by: Span | None = None


@frozen(eq=False, repr=False)
class MemberWhen(Node):
    """`member when condition`: the member is only there when the condition holds."""

    member: Name
    condition: Expr


@frozen(eq=False, repr=False)
class MadeWords(Node):
    """Words of an enum that a text makes, one for all values of the binders together."""

    shown: Text
    binders: tuple[Binder, ...]


@frozen(eq=False, repr=False)
class Enum(Node):
    """`enum name: members`, or `enum name of each owner: members`, of which each owner has their own.

    The words that are made come behind those that are written.
    """

    name: str
    name_span: Span
    owner: Name | None
    members: tuple[Name, ...]
    conditions: tuple[MemberWhen, ...]
    statement: Text | None
    made: MadeWords | None = None


@frozen(eq=False, repr=False)
class Constant(Node):
    """A constant; in a table by players there is a value for each column."""

    name: str
    name_span: Span
    columns: tuple[int, ...]
    values: tuple[Expr, ...]
    assumed: str | None
    statement: Text | None


@frozen(eq=False, repr=False)
class SidesCase(Node):
    """The players of each side, for these numbers of players; no teams means each is one."""

    players: tuple[int, ...]
    teams: tuple[tuple[Name, tuple[int, ...]], ...]


@frozen(eq=False, repr=False)
class Sides(Node):
    """`sides`."""

    cases: tuple[SidesCase, ...]


@frozen(eq=False, repr=False)
class Field(Node):
    """A field of the state. `merge` is `adds`, `keeps` or None; `seen_by` is None for all; pictures leave it out if `aside`."""

    name: str
    name_span: Span
    type: TypeNode
    value: Expr | None
    assumed: str | None
    merge: str | None
    seen_by: str | None
    seen_when: Expr | None
    aside: bool


@frozen(eq=False, repr=False)
class Fields(Node):
    """`state` (owner None) or `each owner has`."""

    owner: Name | None
    fields: tuple[Field, ...]


@frozen(eq=False, repr=False)
class Event(Node):
    """Something that happens, and that rules elsewhere react to."""

    name: str
    name_span: Span
    params: tuple[Param, ...]
    statement: Text | None


@frozen(eq=False, repr=False)
class FunctionException(Node):
    """Another value of a function, when the condition holds."""

    id: str
    id_span: Span
    over: Name | None
    condition: Expr
    statement: Text | None
    lets: tuple[Let, ...]
    gives: Expr
    exceptions: tuple[FunctionException, ...]


@frozen(eq=False, repr=False)
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


@frozen(eq=False, repr=False)
class RuleException(Node):
    """Statements that are carried out instead, when the condition holds."""

    id: str
    id_span: Span
    over: Name | None
    condition: Expr
    statement: Text | None
    body: tuple[Stmt, ...]
    exceptions: tuple[RuleException, ...]


@frozen(eq=False, repr=False)
class Reaction(Node):
    """`after event(names)`: the event a rule comes after, and names for its values."""

    event: Name
    names: tuple[Name, ...]


@frozen(eq=False, repr=False)
class Rule(Node):
    """A rule or a phase; `after` makes it a reaction to an event."""

    kind: RuleKind
    name: str
    name_span: Span
    params: tuple[Param, ...]
    after: Reaction | None
    statement: Text | None
    body: tuple[Stmt, ...]
    exceptions: tuple[RuleException, ...]


@frozen(eq=False, repr=False)
class End(Node):
    """A way for the game to end: when, and who has won; with `drawn_when_tied` nobody, where several have."""

    name: str
    name_span: Span
    statement: Text | None
    condition: Expr
    kind: EndKind
    binder: Binder | None
    drawn_when_tied: bool


@frozen(eq=False, repr=False)
class Invariant(Node):
    """A condition on every position; or, `of_steps`, on every step from one decision or roll to the next."""

    name: str
    name_span: Span
    of_steps: bool
    condition: Expr
    statement: Text | None


@frozen(eq=False, repr=False)
class Score(Node):
    """The score of each player, for reports."""

    binder: Binder
    value: Expr


@frozen(eq=False, repr=False)
class Note(Node):
    """A sentence of the rulebook that the machine need not carry out; `condition` says for which games."""

    name: str
    name_span: Span
    condition: Expr | None
    statement: Text


@frozen(eq=False, repr=False)
class Faulty(Node):
    """A declaration that does not parse. `words` are all its names: any of them may be what it declares."""

    keyword: str
    words: frozenset[str]


@frozen(eq=False, repr=False)
class Alteration(Node):
    """A change that a variant makes: the names of its target, and all that the text before it uses.

    `faulty` means that the change itself cannot be made as it is.
    """

    id: str
    names: frozenset[str]
    used: frozenset[str]
    removes: bool
    faulty: bool


@frozen(eq=False, repr=False)
class Alterations(Node):
    """All changes of variants, and the rulebook without them, for messages about names that no longer fit."""

    # `walk` leaves both out: a pass meets each declaration once, as it is after the changes.
    changes: tuple[Alteration, ...]
    unchanged: tuple[Declaration, ...]


Declaration = (
    Faulty | Rulebook | Use | Section | Example | Parameter | Enum | Constant | Sides | Board | Fields | Table | Pieces | Event
    | Function | Rule | End | Invariant | Score | Note | Alterations
    | Symmetry
)
