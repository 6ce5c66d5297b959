"""Keep track of the walk: the conditions around a statement, and the labels found so far."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from ... import syntax as ast
from ...check import Typing
from ...source.span import Span
from ...symbols.symbols import Local, SymbolTable
from ..call_graph import CallGraph
from .expressions import Labels
from .reports import Reports
from .secrets import ALL, OPEN, Label, kept, merged, without

K = TypeVar("K", Local, str, ast.Node)


class Walk(Labels, ABC):
    """The labels of all names, and of the conditions under which a statement is reached.

    `under` is the label of the conditions around the place where the walk stands, `entered` that
    of the conditions under which a rule is carried out, `left` that of those under which a loop
    is left early.
    """

    def __init__(self, symbols: SymbolTable, typing: Typing, calls: CallGraph, reports: Reports) -> None:
        super().__init__(symbols, typing)
        self.calls, self.reports = calls, reports
        self.under: Label = OPEN
        self.entered: dict[str, Label] = {}
        self.left: dict[ast.Node, Label] = {}
        self.loops: list[ast.Stmt] = []
        # The choices whose offers depend on something that not all see.
        self.private: set[str] = set()
        # The rule that is walked, those still to be walked, and which rules know each name as a parameter.
        self.current = ""
        self.due: set[str] = set()
        self.readers: dict[Local, tuple[str, ...]] = {}

    def grow(self, labels: dict[K, Label], key: K, label: Label) -> None:
        """Add to a label that is kept from one walk over a rule to the next; where it grows, what reads it is walked again."""
        before = labels.get(key, OPEN)
        # `kept` forgets whose a secret is where that is read from a field or a variable: later they may name another player.
        labels[key] = merged(before, kept(label))
        if len(labels[key]) > len(before):
            self.due.update(self.reading(key))

    def reading(self, key: Local | str | ast.Node) -> tuple[str, ...]:
        """Return the rules that read a label: that of a parameter, of a rule that is carried out, or of a name or loop here."""
        if isinstance(key, str):
            return (key,)
        return self.readers.get(key, (self.current,)) if isinstance(key, Local) else (self.current,)

    @contextmanager
    def beneath(self, *labels: Label) -> Iterator[None]:
        """Walk statements that run under conditions with these labels."""
        before = self.under
        self.under = merged(before, *map(kept, labels))
        yield
        self.under = before

    def public(self, node: ast.Node | Span, what: str, *labels: Label) -> None:
        """Demand that what all see depends on nothing that is hidden from a player, nor does whether it happens."""
        self.reports.demand(merged(*labels, self.under), ALL, node, "E802", what)

    def each(self, binder: ast.Binder) -> tuple[Label, ...]:
        """Return the labels of going through the values of a binder, as seen from one round."""
        domain, (condition, key) = self.bind(binder)
        return domain, condition, without(key, self.typing.locals[binder])

    @abstractmethod
    def block(self, nodes: tuple[ast.Stmt, ...]) -> None:
        """Go over statements of one scope."""
