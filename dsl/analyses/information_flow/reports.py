"""Report a flow: who may not know a value, where it is declared, where it is read."""

from __future__ import annotations

from typing import Protocol

from ... import syntax as ast
from ...source.diagnostics import Diagnostics
from ...source.fixes import Fix, in_place
from ...source.span import Span
from ...symbols.symbols import FieldInfo
from .secrets import Audience, Label, Secret, may_know


class FlowReceiver(Protocol):
    """A receiver of what a walk finds out: where a label flows, and what all of it is about.

    `rule` is the rule that is walked, and `clause` the clause of it. While it is `silent`, labels still grow.
    """

    clause: str | None
    rule: str
    silent: bool

    def demand(self, label: Label, audience: Audience, reported_at: ast.Node | Span, code: str, what: str,
               instead: str = "") -> None:
        """Take that an audience has to know all that a value depends on.

        `what` says what depends on it, for the message: "`p` is offered this, and it"; `instead` what would help as well.
        """

    def drawn(self, node: ast.Roll) -> Secret | None:
        """Return the secret that a value is taken for which is drawn for all to see, if any."""

    def kept_at(self, place: ast.Expr, label: Label, seers: Audience) -> None:
        """Take that a value with this label goes to a place that these see."""

    def early(self, node: ast.Attribute, field: FieldInfo, choice: str) -> None:
        """Take that a secret choice reads what it sets only when it is revealed."""


class FlowReports:
    """Records the flows that show a player what they must not know. Fills `FlowReceiver`."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.clause: str | None = None
        self.rule = ""
        self.silent = True

    def demand(self, label: Label, audience: Audience, reported_at: ast.Node | Span, code: str, what: str,
               instead: str = "") -> None:
        """Record a mistake unless an audience may know all that a value depends on."""
        # One secret is reported for each place. When the author opens it, the next one shows.
        secret = next((item for item in label if not may_know(item, audience)), None)
        if secret is None or self.silent:
            return
        place = reported_at if isinstance(reported_at, Span) else reported_at.span
        # The mark stands under the smallest part that leaks. If the value was read in another statement, the place that shows
        # it is marked, and the reading is a note.
        main = secret.read if _lies_in(secret.read, place) else place
        related = [(_who_sees(secret), secret.declared)] if secret.declared != secret.read else []
        if main is not secret.read:
            related.append((f"`{secret.read.text}` is read here", secret.read))
        opened = _opened(secret.read.text, audience, _fact(reported_at, secret.read))
        self.diagnostics.add(code, f"{what} depends on `{secret.read.text}`, which {_hidden_from(audience)}", main,
                       clause=self.clause, related=tuple(related),
                       help=opened + (f"; or {instead}" if instead else ""),
                       fixes=_opening(secret.read, place, audience))

    def drawn(self, node: ast.Roll) -> Secret | None:
        """Return None: what is drawn for all to see is no secret."""
        return None

    def kept_at(self, place: ast.Expr, label: Label, seers: Audience) -> None:
        """Record nothing: what goes there is demanded as well."""

    def early(self, node: ast.Attribute, field: FieldInfo, choice: str) -> None:
        """Record that a secret choice reads what it sets only when it is revealed."""
        if not self.silent:
            self.diagnostics.add(
                "E804",
                f"`{node.span.text}` is set when `{choice}` is revealed, and no player has chosen yet at this point",
                node.span,
                clause=self.clause,
                help=f"if what `{field.name}` was before is meant, name it with `let` before the choice",
            )


def _opening(read: Span, place: Span, audience: Audience) -> tuple[Fix, ...]:
    """Return the change that opens a value where it is read, if that is at the place that shows it."""
    # A fix must not change a place that only depends on the value through a field or a name: there is no expression to open in
    # it.
    reported_at = read if _lies_in(read, place) else place
    return (in_place(reported_at, _open(read.text, audience)),) if reported_at.text == read.text else ()


def _fact(reported_at: ast.Node | Span, read: Span) -> str:
    """Return the expression that asks something of a hidden value, which says less than the value; nothing where it is all."""
    # `token = 3` tells less than `token`: to open the question instead of the value is the smallest change, so it is named
    # first.
    asks = isinstance(reported_at, ast.Binary | ast.Quantified | ast.Unary | ast.Call) and _lies_in(read, reported_at.span)
    span = reported_at if isinstance(reported_at, Span) else reported_at.span
    return span.text if asks and span.line == span.end_line and span.text != read.text else ""


def _opened(written: str, audience: Audience, fact: str) -> str:
    """Return how to say that the rules make a value known to an audience, or no more than a fact about it."""
    to = f"`{audience.text}`" if _is_named(audience) else "all"
    if fact:
        return (f"where the rules reveal it to {to}, write `{_open(fact, audience)}` to show this alone, "
                f"or `{_open(written, audience)}` to show the whole value")
    return f"where the rules reveal it to {to}, write `{_open(written, audience)}`"


def _open(written: str, audience: Audience) -> str:
    return f"open({written}, {audience.text})" if _is_named(audience) else f"open({written})"


def _is_named(audience: Audience) -> bool:
    return audience.kind in ("player", "side") and audience.whose is not None and bool(audience.text)


def _lies_in(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and (outer.line, outer.column) <= (inner.line, inner.column) and (
        inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)


def _who_sees(secret: Secret) -> str:
    seers = {"owner": "only its owner sees", "side": "only its side sees", "nobody": "no player sees"}
    return f"{seers[secret.kind]} `{secret.name}`"


def _hidden_from(audience: Audience) -> str:
    return "some players may not see" if audience.kind == "all" else f"may be hidden from `{audience.text}`"
