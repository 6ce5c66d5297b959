"""Nodes of the syntax tree: statements, and the choices and requirements among them."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ..source.span import Span
from .expressions import Audience, Binder, Expr, Name, Node, Text, TypeNode

ChangeKind = Literal["becomes", "gains", "loses"]
LeaveKind = Literal["stop", "skip"]


@frozen(eq=False, repr=False)
class Let(Node):
    """`let name = value`."""

    name: str
    name_span: Span
    value: Expr


@frozen(eq=False, repr=False)
class Var(Node):
    """`var name: type = value`."""

    name: str
    name_span: Span
    type: TypeNode
    value: Expr | None


@frozen(eq=False, repr=False)
class Change(Node):
    """`place becomes|gains|loses value`."""

    kind: ChangeKind
    place: Expr
    value: Expr


@frozen(eq=False, repr=False)
class Transfer(Node):
    """`transfer amount from source to target`; `up_to` the amount, and no more than there is."""

    amount: Expr
    source: Expr
    target: Expr
    up_to: bool


@frozen(eq=False, repr=False)
class Do(Node):
    """A rule, phase or effect carried out here."""

    # Any expression parses, so that the name of a rule without its brackets gets a message of its own (E306).
    call: Expr


@frozen(eq=False, repr=False)
class If(Node):
    """`if`, with its `else`; `else if` is an `If` alone in the `otherwise`."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class ForEach(Node):
    """`for each binder`."""

    binder: Binder
    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class Repeat(Node):
    """`repeat`, `repeat n times`, `repeat while condition at most n times`."""

    condition: Expr | None
    times: Expr | None
    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class Roll(Node):
    """`roll name from domain where condition by key weighted by weight as "notation" seen by audience`.

    With a key only those are drawn from that come first by it.
    """

    name: str
    name_span: Span
    domain: Expr
    condition: Expr | None
    key: Expr | None
    descending: bool
    weight: Expr | None
    notation: Text | None
    audience: Audience | None


@frozen(eq=False, repr=False)
class Throw(Node):
    """`roll times name from ...`: that many rolls one after another; the name is then the list of them."""

    times: Expr
    roll: Roll


@frozen(eq=False, repr=False)
class Announce(Node):
    """`announce event(...)`."""

    event: Expr


@frozen(eq=False, repr=False)
class Check(Node):
    """`check ends`, or `check a, b`: the ends named, in this order; none named means all."""

    ends: tuple[Name, ...]


@frozen(eq=False, repr=False)
class Remember(Node):
    """`remember history`: the position is added to it; `forget history`: it is empty."""

    history: Name
    forgets: bool


@frozen(eq=False, repr=False)
class Merge(Node):
    """`merge first with second`."""

    first: Expr
    second: Expr


@frozen(eq=False, repr=False)
class Leave(Node):
    """`stop` or `skip`."""

    kind: LeaveKind


@frozen(eq=False, repr=False)
class Must(Node):
    """`must condition`: what the author knows to hold here."""

    condition: Expr
    message: Text | None


@frozen(eq=False, repr=False)
class Require(Node):
    """A named requirement on a move, with its exceptions."""

    id: str
    id_span: Span
    condition: Expr
    statement: Text | None
    exceptions: tuple[RequireException, ...]


@frozen(eq=False, repr=False)
class RequireException(Node):
    """A condition under which the requirement (or exception) above it does not count."""

    id: str
    id_span: Span
    over: Name | None
    condition: Expr
    statement: Text | None
    exceptions: tuple[RequireException, ...]


@frozen(eq=False, repr=False)
class Move(Node):
    """One kind of move in a choice; one `as_pass` may change nothing. It is there where its condition holds, if it has one."""

    id: Name | None
    notation: Text
    binders: tuple[Binder, ...]
    as_pass: bool
    statement: Text | None
    requires: tuple[Require, ...]
    body: tuple[Stmt, ...]
    condition: Expr | None = None


@frozen(eq=False, repr=False)
class Choose(Node):
    """A choice by a player: common binders and requirements, and the kinds of move.

    With `choosers`, every player of the binder makes the choice, one after another; if it is `secret`,
    all have chosen before any choice is seen.
    """

    id: str
    id_span: Span
    choosers: Binder | None
    player: Expr
    binders: tuple[Binder, ...]
    secret: bool
    audience: Audience | None
    statement: Text | None
    requires: tuple[Require, ...]
    moves: tuple[Move, ...]
    # None where there is no `otherwise`: then a choice without a legal move is a fault.
    otherwise: tuple[Stmt, ...] | None


# Closed: passes match it to its end with `assert_never`, so mypy names each pass that a new statement has to go through.
Stmt = (
    Let | Var | Change | Transfer | Do | If | ForEach | Repeat | Roll | Throw | Announce | Check | Merge | Remember
    | Leave | Must | Choose
)
