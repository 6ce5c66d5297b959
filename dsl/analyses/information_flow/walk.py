"""Keep track of the walk: the conditions around a statement, and where labels and reports go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ... import syntax as ast
from ...source.span import Span
from ..call_graph import CallGraph
from .expressions import Labels
from .growth import LabelReceiver
from .reports import FlowReceiver
from .secrets import ALL, OPEN, Label, lasting, merged, without


class Walk:
    """The place in a rule where the walk stands, with the labels of all names and of the conditions around statements.

    `under` is the label of the conditions around that place, `entered` that of the conditions under which a rule is carried
    out, `left` that of those under which a loop is left early. What is added to a label goes to `growth`. `block` goes over
    statements of one scope: choices get back to it through the walk.
    """

    def __init__(self, labels: Labels, calls: CallGraph, reports: FlowReceiver, growth: LabelReceiver,
                 block: Callable[[Walk, tuple[ast.Stmt, ...]], None]) -> None:
        self.labels, self.calls, self.reports, self.growth, self._block = labels, calls, reports, growth, block
        self.symbols, self.typing = labels.symbols, labels.typing
        self.under: Label = OPEN
        self.entered: dict[str, Label] = {}
        self.left: dict[ast.Node, Label] = {}
        self.loops: list[ast.Stmt] = []
        # The choices whose offers depend on something that not all see.
        self.private: set[str] = set()

    def begin(self, rule: str) -> None:
        """Stand at the beginning of a rule."""
        self.under, self.loops = self.entered.get(rule, OPEN), []

    @contextmanager
    def beneath(self, *labels: Label) -> Iterator[None]:
        """Walk statements that run under conditions with these labels."""
        before = self.under
        self.under = merged(before, *map(lasting, labels))
        yield
        self.under = before

    def public(self, node: ast.Node | Span, what: str, *labels: Label) -> None:
        """Demand that what all see depends on nothing that is hidden from a player, nor does whether it happens."""
        self.reports.demand(merged(*labels, self.under), ALL, node, "E802", what)

    def rounds(self, binder: ast.Binder) -> tuple[Label, ...]:
        """Return the labels of going through the values of a binder, as seen from one round."""
        domain, (condition, key) = self.labels.bind(binder)
        return domain, condition, without(key, self.typing.locals[binder])

    def block(self, nodes: tuple[ast.Stmt, ...]) -> None:
        """Go over statements of one scope."""
        self._block(self, nodes)
