"""Check choices and chance: what a player is offered, refused and shown, and that they are asked."""

from __future__ import annotations

from ... import syntax as ast
from ...symbols.symbols import FieldInfo
from ...syntax.walk import nodes_in, set_by, statements
from .secrets import ALL, OPEN, Audience, Label, merged
from .walk import Walk


class _Offer:
    """The moves and texts that a player sees when they choose; `label` is what all of it depends on."""

    def __init__(self, walk: Walk, chooser: Audience) -> None:
        self.walk, self.chooser = walk, chooser
        self.label: Label = OPEN

    def expr(self, node: ast.Expr | None, what: str = "offered") -> None:
        """An expression that decides about the offer."""
        if node is not None:
            self.demand(self.walk.labels.label(node), node, what)

    def text(self, node: ast.Text | None) -> None:
        """Demand that the player may know what a text shows."""
        if node is not None:
            self.walk.reports.demand(self.walk.labels.label(node), self.chooser, node, "E801",
                                     f"what `{self.chooser.text}` is shown")

    def demand(self, label: Label, reported_at: ast.Node, what: str) -> None:
        self.label = merged(self.label, label)
        self.walk.reports.demand(label, self.chooser, reported_at, "E801", f"what `{self.chooser.text}` is {what}")

    def binders(self, nodes: tuple[ast.Binder, ...]) -> None:
        """Values that a move leaves open: the player may know which there are."""
        for node in nodes:
            self.expr(node.domain)
            # The domain has just been demanded for the chooser, so to the chooser the value hides nothing. For others it
            # becomes a secret in `_move`, where the audience of the choice is known.
            self.walk.labels.of[self.walk.typing.locals[node]] = OPEN
            self.expr(node.condition)

    def requires(self, nodes: tuple[ast.Require | ast.RequireException, ...]) -> None:
        """Requirements with their exceptions and messages."""
        for node in nodes:
            before, self.walk.reports.clause = self.walk.reports.clause, node.id
            self.expr(node.condition, "offered or refused")
            self.text(node.statement)
            self.requires(node.exceptions)
            self.walk.reports.clause = before


def choose(walk: Walk, node: ast.Choose) -> None:
    """Check that the chooser may know all that they are offered and shown, and everybody that they are asked."""
    # A choice of each player is a loop: where a move leaves it, the later players are not asked. Under `secretly` all have
    # chosen by then, and only the moves of the later ones are not carried out.
    with walk.beneath(OPEN if node.secret else walk.left.get(node, OPEN)):
        _choose(walk, node)


def _choose(walk: Walk, node: ast.Choose) -> None:
    outer, walk.reports.clause = walk.reports.clause, node.id
    around = () if node.choosers is None else walk.rounds(node.choosers)
    # That a player is asked is seen by all, also under `secretly`: it must not depend on anything hidden.
    walk.public(node.choosers or node.player, f"who is asked for `{node.id}`", *around, walk.labels.label(node.player))
    offer = _Offer(walk, Audience("player", walk.labels.term(node.player), node.player.span.text))
    offer.text(node.statement)
    offer.binders(node.binders)
    offer.requires(node.requires)
    walk.loops += [node] if node.choosers is not None else []
    for move in node.moves:
        _move(walk, node, move, offer)
    # The offer itself tells of something hidden: others may not even learn that there was but one move.
    if offer.label:
        walk.private.add(node.id)
    if node.otherwise is not None:
        walk.reports.clause = node.id
        walk.reports.demand(merged(offer.label, walk.under), ALL, node.id_span, "E802",
                            f"whether `{offer.chooser.text}` can move at all",
                            "remove `otherwise` and add a move that is always legal; or ask only where a field that all "
                            "players see, such as the number of cards, shows that a move exists")
        walk.block(node.otherwise)
    if node.choosers is not None:
        walk.loops.pop()
    if node.secret:
        _too_early(walk, node)
    walk.reports.clause = outer


def _move(walk: Walk, choice: ast.Choose, move: ast.Move, offer: _Offer) -> None:
    """A kind of move; what is chosen where not all see it is a secret in what follows."""
    labels = walk.labels
    walk.reports.clause = choice.id if move.id is None else move.id.name
    offer.binders(move.binders)
    offer.expr(move.condition)
    offer.text(move.statement)
    offer.requires(move.requires)
    # Logs and saved games hold the notation, also where the chosen values are hidden in them. The words around the values are
    # never hidden.
    walk.reports.demand(labels.label(move.notation), ALL, move.notation, "E802", "how the move is written")
    own = OPEN
    if choice.audience is not None:
        own = labels.shown_to(choice.audience.of, choice.id_span, choice.audience.span)
    for binder in (*choice.binders, *move.binders):
        labels.of[walk.typing.locals[binder]] = own
    # That the body of the only kind of move is carried out says nothing of what was chosen.
    left = OPEN if choice.choosers is None else merged(walk.left.get(choice, OPEN), walk.left.get(choice.choosers, OPEN))
    with walk.beneath(own if len(choice.moves) > 1 else OPEN, left):
        walk.block(move.body)
    # The binders of the choice are shared by all its moves: each move must find them as the offer left them.
    for binder in choice.binders:
        labels.of[walk.typing.locals[binder]] = OPEN


def roll(walk: Walk, node: ast.Roll) -> None:
    """Chance may look at everything; that it decides is seen by all, and what it brings by its audience."""
    labels = walk.labels
    local = walk.typing.locals[node]
    labels.of[local] = OPEN
    # Only the pass that warns of draws (`open_draws.py`) gives a secret here, to see where an open draw goes. For the check
    # itself such a draw hides nothing.
    drawn = None if node.audience is not None else walk.reports.drawn(node)
    audience = OPEN if node.audience is None else labels.label(node.audience.of)
    walk.public(node.name_span, f"whether `{node.name}` is drawn", audience)
    if node.notation is not None:
        walk.reports.demand(labels.label(node.notation), ALL, node.notation, "E802", "how the outcome is written")
    if node.audience is not None:
        labels.of[local] = labels.shown_to(node.audience.of, node.name_span, node.audience.span)
    if drawn is not None:
        labels.of[local] = (drawn,)


def throw(walk: Walk, node: ast.Throw) -> None:
    """Several rolls: how many there are, all see."""
    labels = walk.labels
    # How often chance decides can be counted by all, so what it depends on is demanded for each roll.
    with walk.beneath(labels.label(node.times)):
        roll(walk, node.roll)
    labels.of[walk.typing.locals[node]] = labels.of[walk.typing.locals[node.roll]]


def _too_early(walk: Walk, node: ast.Choose) -> None:
    """Report moves of a secret choice that set something for each player and are not set before the reveal."""
    chooser = walk.labels.term(node.player)
    changed = {walk.typing.meanings.get(_base(place)) for move in node.moves for place in map(set_by, statements(move.body))
               if place is not None}
    parts = (node.binders, node.requires,
             tuple((move.binders, move.condition, move.requires, move.notation) for move in node.moves))
    for part in nodes_in(parts):
        if isinstance(part, ast.Attribute) and (info := walk.typing.meanings.get(part)) in changed and isinstance(
                info, FieldInfo) and info.owner == walk.symbols.seating.player and walk.labels.term(part.subject) != chooser:
            walk.reports.early(part, info, node.id)


def _base(place: ast.Expr) -> ast.Expr:
    while isinstance(place, ast.Index):
        place = place.subject
    return place
