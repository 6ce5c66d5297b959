"""Walk one rule or function with another text, by the labels that were found of its rulebook: does anything else change?

Labels go from a rule to those that it carries out, and no rule carries out itself. So what comes to a rule does not depend on
what it states. If all that goes out of it is as before, the labels of all other rules are, and the reports of them. A function
gives its label to all that calls it, and an end shows that of its condition to all.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from ... import syntax as ast
from ...check.scope.typing import Typing
from ...source.diagnostics import Diagnostics
from ...source.span import Source, Span
from ...symbols.symbols import FieldInfo, Local, SymbolTable
from ..call_graph import CallGraph
from .expressions import Labels
from .growth import Growth, K
from .open_draws import KIND
from .reports import FlowReceiver, FlowReports
from .rules import readers_of
from .secrets import Audience, FlowLabels, Label, Secret, lasting
from .statements import block, body
from .walk import Walk

# What is found here is compared by names, and its places are never shown.
_NOWHERE = Span(Source("", ""), 1, 1, 1, 1)


@frozen
class RuleText:
    """A text of a rule, with what the check found of it."""

    node: ast.Rule
    typing: Typing


class _DrawNames:
    """Takes open draws for secrets as `OpenDraws` does, by their names. Fills `FlowReceiver`."""

    def __init__(self) -> None:
        self.clause: str | None = None
        self.rule = ""
        self.silent = True
        self.public, self.hidden = set[str](), set[str]()

    def drawn(self, node: ast.Roll) -> Secret | None:
        """Return the secret that an open draw is taken for."""
        return Secret(KIND, None, node.name, _NOWHERE, _NOWHERE)

    def demand(self, label: Label, audience: Audience, reported_at: ast.Node | Span, code: str, what: str,
               instead: str = "") -> None:
        """Note which draws all see."""
        if audience.kind == "all":
            self.public.update(secret.name for secret in label if secret.kind == KIND)

    def kept_at(self, place: ast.Expr, label: Label, seers: Audience) -> None:
        """Note which draws come to places that not all see."""
        if seers.kind != "all":
            self.hidden.update(secret.name for secret in label if secret.kind == KIND)

    def early(self, node: ast.Attribute, field: FieldInfo, choice: str) -> None:
        """Report nothing."""


class _OutgoingLabels:
    """Grows the labels of one rule; `out` is what goes out of it: the secrets that it adds to labels of other rules."""

    def __init__(self, growth: Growth) -> None:
        self.growth = growth
        self.out: dict[Local | str, set[Secret]] = {}

    def grow(self, labels: dict[K, Label], key: K, label: Label) -> None:
        """Add to a label of the rule; of one of another rule, note what would be added."""
        if isinstance(key, ast.Node) or not self._is_of_another(key):
            self.growth.grow(labels, key, label)
        elif label:
            self.out.setdefault(key, set()).update(lasting(label))

    def _is_of_another(self, key: Local | str) -> bool:
        rule = self.growth.current
        return key != rule if isinstance(key, str) else rule not in self.growth.readers.get(key, (rule,))


class _RuleWalk:
    """Walks one rule, from the labels that were found of its rulebook, in a text of it."""

    def __init__(self, symbols: SymbolTable, text: RuleText, reports: FlowReceiver, rule: str, flow_labels: FlowLabels,
                 draws: bool) -> None:
        calls = CallGraph(symbols, text.typing)
        self.text, self.rule, self.reports = text, rule, reports
        self.growth = Growth(readers_of(symbols, calls))
        self.growth.current = rule
        self.outgoing = _OutgoingLabels(self.growth)
        self.state = Walk(_labels(symbols, text.typing, flow_labels, draws), calls, reports, self.outgoing, block)
        self.state.entered.update({name: _label(label, draws) for name, label in flow_labels.entered.items()})

    def walk(self) -> None:
        """Walk the rule until none of its own labels grows, and then once more to report."""
        due = self.growth.due
        due.add(self.rule)
        while self.rule in due:
            due.clear()
            self._once()
        self.reports.silent = False
        self._once()

    def _once(self) -> None:
        self.state.begin(self.rule)
        body(self.state, self.text.node, self.rule)


def changes_nothing_else(flow_labels: FlowLabels, seen_by: Mapping[FieldInfo, str], symbols: SymbolTable, rule: str,
                         old: RuleText, new: RuleText, changed: frozenset[str]) -> bool:
    """Return whether a rule shows nothing hidden in its new text, and whether all that goes out of it is as it was.

    `changed` are all rules that have another text. The answer is no where that is not sure.
    """
    def walked(text: RuleText, reports: FlowReceiver, draws: bool) -> _RuleWalk:
        typing = evolve(text.typing, seen_by=dict(seen_by))
        alone = _RuleWalk(symbols, evolve(text, typing=typing), reports, rule, flow_labels, draws)
        alone.walk()
        return alone

    diagnostics = Diagnostics()
    before, after = walked(old, FlowReports(Diagnostics()), draws=False), walked(new, FlowReports(diagnostics), draws=False)
    if diagnostics.sorted() or after.state.private != before.state.private:
        return False
    reports = _DrawNames(), _DrawNames()
    before, after = (walked(text, report, draws=True) for text, report in zip((old, new), reports, strict=True))
    was, is_ = reports
    # Two draws of one name count as one secret, and which of them is reported depends on the order of the walk.
    twice = len(set(flow_labels.kept_draws)) < len(flow_labels.kept_draws)
    same = after.outgoing.out == before.outgoing.out and is_.hidden <= was.hidden
    return same and not (flow_labels.kept_draws and twice) and all(
        draw in is_.public or flow_labels.shown_by.get(draw, frozenset()) - changed for draw in flow_labels.kept_draws)


def has_same_label(flow_labels: FlowLabels, seen_by: Mapping[FieldInfo, str], symbols: SymbolTable,
                   old: tuple[ast.Function, Typing], new: tuple[ast.Function, Typing]) -> bool:
    """Return whether the value of a function hides what it hid before, in its new text."""
    def label(node: ast.Function, typing: Typing) -> set[Secret]:
        labels = _labels(symbols, evolve(typing, seen_by=dict(seen_by)), flow_labels, draws=False)
        # Another function to the labels, so that what was found of it is not taken.
        return {*labels.function(evolve(symbols.functions[node.name], node=node))}

    return label(*old) == label(*new)


def hides_nothing(flow_labels: FlowLabels, seen_by: Mapping[FieldInfo, str], symbols: SymbolTable, condition: ast.Expr,
                  typing: Typing) -> bool:
    """Return whether all may see whether the condition of an end holds."""
    return not _labels(symbols, evolve(typing, seen_by=dict(seen_by)), flow_labels, draws=False).label(condition)


def _labels(symbols: SymbolTable, typing: Typing, flow_labels: FlowLabels, draws: bool) -> Labels:
    """Return the labels that were found, for what the check found of one text."""
    # Where a field is declared is not known here.
    labels = Labels(symbols, typing, lambda _: _NOWHERE)
    labels.of.update({param: _label(label, draws) for param, label in flow_labels.of.items()})
    labels.functions.update({info: _label(label, draws) for info, label in flow_labels.functions.items()})
    return labels


def _label(label: Label, draws: bool) -> Label:
    """Return a label that was kept, as one that can be compared, with what it has of draws or without."""
    return tuple(Secret(secret.kind, secret.whose, secret.name, _NOWHERE, _NOWHERE) for secret in label
                 if draws or secret.kind != KIND)
