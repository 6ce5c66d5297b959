"""Walk one rule with another text, by the labels that were found of its rulebook: does anything else change?

Labels go from a rule to those that it carries out, and no rule carries out itself. So what comes to a rule does not depend on
what it states. If all that goes out of it is as before, the labels of all other rules are, and the reports of them.
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
from .drawn import KIND
from .reports import Reports
from .rules import Rules
from .secrets import OPEN, Audience, FoundLabels, Label, Secret, kept
from .walk import K

# What is found here is compared by names, and its places are never shown.
_NOWHERE = Span(Source("", ""), 1, 1, 1, 1)


@frozen
class Text:
    """A text of a rule, with what the check found of it."""

    node: ast.Rule
    typing: Typing


class _Draws(Reports):
    """Takes open draws for secrets as `Drawn` does, by their names."""

    def __init__(self) -> None:
        super().__init__(Diagnostics())
        self.public, self.kept = set[str](), set[str]()

    def drawn(self, node: ast.Roll) -> Secret | None:
        """Return the secret that an open draw is taken for."""
        return Secret(KIND, None, node.name, _NOWHERE, _NOWHERE)

    def demand(self, label: Label, audience: Audience, at: ast.Node | Span, code: str, what: str, instead: str = "") -> None:
        """Note which draws all see."""
        if audience.kind == "all":
            self.public.update(secret.name for secret in label if secret.kind == KIND)

    def kept_at(self, place: ast.Expr, label: Label, seers: Audience) -> None:
        """Note which draws come to places that not all see."""
        if seers.kind != "all":
            self.kept.update(secret.name for secret in label if secret.kind == KIND)

    def early(self, node: ast.Attribute, field: FieldInfo, choice: str) -> None:
        """Report nothing."""


class _Alone(Rules):
    """Walks one rule; `out` is what goes out of it: the secrets that it adds to labels of other rules."""

    def __init__(self, symbols: SymbolTable, text: Text, reports: Reports, rule: str) -> None:
        super().__init__(symbols, text.typing, CallGraph(symbols, text.typing), reports)
        self.text, self.of_rule = text, rule
        self.out: dict[Local | str, set[Secret]] = {}

    def grow(self, labels: dict[K, Label], key: K, label: Label) -> None:
        """Add to a label of this rule; of one of another rule, note what would be added."""
        if isinstance(key, ast.Node) or not self._is_of_another(key):
            super().grow(labels, key, label)
        elif label:
            self.out.setdefault(key, set()).update(kept(label))

    def field(self, info: FieldInfo, subject: ast.Expr | None, at: ast.Expr) -> Label:
        """Return the secret that a field is, if not all see it. The place of its declaration is not known here."""
        seen_by = self.typing.seen_by.get(info)
        if seen_by is None:
            return OPEN
        kind, whose = self.audience(info, subject, seen_by)
        return (Secret(kind, whose, info.name, _NOWHERE, at.span),)

    def _is_of_another(self, key: Local | str) -> bool:
        return key != self.of_rule if isinstance(key, str) else self.of_rule not in self.readers.get(key, (self.of_rule,))

    def walk(self) -> None:
        """Walk the rule until none of its own labels grows, and then once more to report."""
        self.due = {self.of_rule}
        while self.of_rule in self.due:
            self.due.clear()
            self._once()
        self.reports.silent = False
        self._once()

    def _once(self) -> None:
        self.current, self.under, self.loops = self.of_rule, self.entered.get(self.of_rule, OPEN), []
        self.body(self.text.node, self.of_rule)


def changes_nothing_else(found: FoundLabels, seen_by: Mapping[FieldInfo, str], symbols: SymbolTable, rule: str, old: Text,
                         new: Text, changed: frozenset[str]) -> bool:
    """Return whether a rule shows nothing hidden in its new text, and whether all that goes out of it is as it was.

    `changed` are all rules that have another text. The answer is no where that is not sure.
    """
    def walked(text: Text, reports: Reports, draws: bool) -> _Alone:
        typing = evolve(text.typing, seen_by=dict(seen_by))
        walk = _Alone(symbols, evolve(text, typing=typing), reports, rule)
        walk.of.update({param: _label(label, draws) for param, label in found.of.items()})
        walk.entered.update({name: _label(label, draws) for name, label in found.entered.items()})
        walk.functions.update({info: _label(label, draws) for info, label in found.functions.items()})
        walk.walk()
        return walk

    before, now = (walked(text, Reports(Diagnostics()), draws=False) for text in (old, new))
    if now.reports.diagnostics.sorted() or now.private != before.private:
        return False
    reports = _Draws(), _Draws()
    before, now = (walked(text, report, draws=True) for text, report in zip((old, new), reports, strict=True))
    was, is_ = reports
    # Two draws of one name count as one secret, and which of them is reported depends on the order of the walk.
    twice = len(set(found.kept_draws)) < len(found.kept_draws)
    return now.out == before.out and is_.kept <= was.kept and not (found.kept_draws and twice) and all(
        draw in is_.public or found.shown_by.get(draw, frozenset()) - changed for draw in found.kept_draws)


def _label(label: Label, draws: bool) -> Label:
    """Return a label that was kept, as one that can be compared, with what it has of draws or without."""
    return tuple(Secret(secret.kind, secret.whose, secret.name, _NOWHERE, _NOWHERE) for secret in label
                 if draws or secret.kind != KIND)
