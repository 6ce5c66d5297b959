"""Keep track of the walk: the names in scope, the facts that hold, the clause that is checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from ... import syntax as ast
from ...source.diagnostics import Diagnostics
from ...source.fixes import Fix
from ...source.span import Span
from ...symbols.symbols import Local, LocalKind, SymbolTable
from ...types.types import UNKNOWN, Type
from .narrowing import Facts, changed_by, forget_fields, learned
from .typing import Typing, UnknownNameContext


class Scopes:
    """Names, facts and loops around the place where the checker stands.

    `seats` are names of players that expressions from outside the rulebook may use.
    """

    def __init__(self, symbols: SymbolTable, diagnostics: Diagnostics, seats: tuple[str, ...] = ()) -> None:
        self.symbols, self.diagnostics, self.seats = symbols, diagnostics, seats
        self.typing = Typing()
        self.scope: dict[str, Local] = {}
        self.facts: Facts = {}
        self.loops = 0
        # What is checked: a rule or position, the step of an invariant, or what was before that step.
        self.time: Literal["now", "step", "earlier"] = "now"
        # Questions about a position are no part of the rules: they do not look ahead.
        self.outside = False
        self.clause: str | None = None

    def complain(self, code: str, message: str, span: Span, help: str | None = None, fixes: tuple[Fix, ...] = ()) -> None:
        """Record a mistake of the clause that is being checked."""
        self.diagnostics.add(code, message, span, help=help, clause=self.clause, fixes=fixes)

    @contextmanager
    def inside(self, params: tuple[Local, ...], clause: str | None = None) -> Iterator[None]:
        """A rule, function or other part that sees only its own names."""
        before = self.scope, self.facts, self.loops, self.clause
        self.scope, self.facts, self.loops, self.clause = {local.name: local for local in params}, {}, 0, clause
        yield
        # No `finally`, here and below: mistakes of a rulebook raise nothing through here, and behind a bug nobody asks this
        # checker.
        self.scope, self.facts, self.loops, self.clause = before

    @contextmanager
    def nested(self) -> Iterator[None]:
        """A block: names declared and facts learned in it end with it."""
        # INVARIANT: scopes and facts are replaced, never changed in place, so what is kept here stays as it was.
        scope, facts = self.scope, self.facts
        yield
        self.scope, self.facts = scope, facts

    @contextmanager
    def knowing(self, condition: ast.Expr, holds: bool) -> Iterator[None]:
        """A part that is reached only when a condition holds, or only when it does not."""
        facts = self.facts
        self.learn(condition, holds)
        yield
        self.facts = facts

    def learn(self, condition: ast.Expr, holds: bool) -> None:
        """Add the facts that follow from a condition."""
        merged = dict(self.facts)
        for where, words in learned(condition, holds, self.typing.meanings.get, self.plain_type).items():
            merged[where] = merged.get(where, frozenset()) | words
        self.facts = merged

    def happened(self, nodes: tuple[ast.Stmt, ...] | None = None) -> None:
        """Forget the facts about fields that these statements may change; about all, if none are given."""
        self.facts = forget_fields(self.facts, None if nodes is None else changed_by(nodes))

    def stands_for_nothing(self, node: ast.Node, expected: Type | None = None) -> None:
        """Note the names in scope at one that stands for nothing: an editor offers them there."""
        self.typing.unknown[node] = UnknownNameContext(self.scope, expected)

    def plain_type(self, node: ast.Expr) -> Type:
        """Return the type that an expression was given."""
        return self.typing.types.get(node, UNKNOWN)

    def declare(self, node: ast.Node, name: str, span: Span, type_: Type, kind: LocalKind) -> Local:
        """Return a new name in this scope; a name that is there already is a mistake."""
        if name in self.scope:
            self.complain("E202", f"`{name}` is already declared here", span)
            type_ = UNKNOWN
        local = Local(name, type_, kind)
        self.scope = {**self.scope, name: local}
        self.typing.locals[node] = local
        return local
