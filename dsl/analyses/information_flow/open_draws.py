"""Warn of draws that all see, where the value leads to nothing that all see.

A value that is drawn goes to the log with the name of who drew it, for all to see unless `seen by` says who does.
Where the rules keep it in hidden fields only, `seen by` was most likely forgotten. To find such draws the analysis goes
over the rules once more as if each open draw were a secret, and notes where it comes to: to one player, or to all.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ... import syntax as ast
from ...source.diagnostics import Diagnostics
from ...source.fixes import behind
from ...source.span import Span
from ...symbols.symbols import FieldInfo
from .secrets import Audience, Label, Secret

KIND: Final = "drawn"


@frozen
class HiddenPlace:
    """A place to which a value comes that not all see: the place, the words for its viewer, and the clause."""

    span: Span
    seer: str
    clause: str | None


class OpenDraws:
    """Takes open draws for secrets, and reports no flow; `hidden_places` are those that each comes to. Fills `FlowReceiver`."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.clause: str | None = None
        self.rule = ""
        self.silent = True
        self.draws: dict[Span, tuple[ast.Roll, str | None]] = {}
        self.hidden_places: dict[Span, list[HiddenPlace]] = {}
        self.public: set[Span] = set()
        # The rules that show a draw to all, by its name.
        self.shown_by: dict[str, frozenset[str]] = {}

    def drawn(self, node: ast.Roll) -> Secret | None:
        """Return the secret that an open draw is taken for."""
        self.draws[node.name_span] = node, self.clause
        return Secret(KIND, None, node.name, node.name_span, node.name_span)

    def demand(self, label: Label, audience: Audience, reported_at: ast.Node | Span, code: str, what: str,
               instead: str = "") -> None:
        """Note which open draws something depends on that all see."""
        if audience.kind == "all":
            for secret in label:
                if secret.kind == KIND:
                    self.public.add(secret.declared)
                    self.shown_by[secret.name] = self.shown_by.get(secret.name, frozenset()) | {self.rule}

    def kept_at(self, place: ast.Expr, label: Label, seers: Audience) -> None:
        """Note the hidden places that open draws come to."""
        for draw in [secret.declared for secret in label if secret.kind == KIND and seers.kind != "all"]:
            seer = seers.text if seers.kind in ("player", "side") and seers.text else "nobody"
            self.hidden_places.setdefault(draw, []).append(HiddenPlace(place.span, seer, self.clause))

    def kept_names(self) -> tuple[str, ...]:
        """Return the names of the draws that come to hidden places; a name stands for each draw that has it."""
        return tuple(node.name for node, _ in self.draws.values() if any(
            self.draws[draw][0].name == node.name for draw in self.hidden_places))

    def early(self, node: ast.Attribute, field: FieldInfo, choice: str) -> None:
        """Report nothing."""

    def report(self) -> None:
        """Warn of each draw that comes to hidden places only."""
        for draw, (node, clause) in self.draws.items():
            if draw in self.hidden_places and draw not in self.public:
                # A place that a player sees names the likelier audience; `min` takes the first of those.
                place = min(self.hidden_places[draw], key=lambda item: item.seer == "nobody")
                # Elsewhere a name may stand for another player.
                seer = place.seer if place.clause == clause else "..."
                self.diagnostics.add(
                    "W801",
                    f"all players see the draw of `{node.name}`, but only `{place.span.text}` keeps it, which some players "
                    "may not see",
                    draw,
                    clause=clause,
                    related=(("it is kept here", place.span),),
                    help=f"add `seen by {seer}` to the draw; or, if all players may know it, write `open({node.name})`",
                    fixes=(behind(node.span, f" seen by {seer}"),) if seer != "..." else (),
                )
