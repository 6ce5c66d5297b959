"""Label statements: what is written to which place, under conditions that not all know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from ... import syntax as ast
from ...symbols.symbols import EffectInfo, EventInfo, FieldInfo, Local, RuleInfo, SymbolTable
from .choices import choose, roll, throw
from .secrets import ALL, NOBODY, OPEN, Audience, AudienceKind, Label, Secret, SeenBy, Term, merged, translated
from .walk import Walk


def body(walk: Walk, rule: ast.Rule | ast.RuleException, clause: str) -> None:
    """Go over a rule or an exception to one, with the exceptions to it."""
    walk.reports.clause = clause
    # That the rule itself is carried out shows that no exception applies, so the conditions of all of them are around
    # every body.
    with walk.beneath(*(walk.labels.label(exception.condition) for exception in rule.exceptions)):
        block(walk, rule.body)
        for exception in rule.exceptions:
            body(walk, exception, exception.id)


def block(walk: Walk, nodes: tuple[ast.Stmt, ...]) -> None:
    """Go over statements of one scope."""
    for node in nodes:
        _stmt(walk, node)


def _stmt(walk: Walk, node: ast.Stmt) -> None:
    labels = walk.labels
    match node:
        case ast.Let():
            labels.let(node)
        case ast.Var():
            walk.growth.grow(labels.of, walk.typing.locals[node], labels.label(node.value))
        case ast.Change():
            _write(walk, node.place, labels.label(node.value))
        case ast.Transfer():
            # Where a supply limits a number, the number shows how much the supply had.
            amount = merged(labels.label(node.amount), labels.label(node.source) if node.up_to else OPEN)
            _write(walk, node.source, amount)
            _write(walk, node.target, amount)
        case ast.Do(call=call) | ast.Announce(event=call):
            assert isinstance(call, ast.Call), "checked to be a call"
            _carry_out(walk, node, call)
        case ast.If():
            with walk.beneath(labels.label(node.condition)):
                block(walk, node.then)
                block(walk, node.otherwise)
        case ast.ForEach():
            _for_each(walk, node, node.binder)
        case ast.Repeat():
            with walk.beneath(labels.label(node.condition), labels.label(node.times), walk.left.get(node, OPEN)):
                _loop(walk, node, node.body)
        case ast.Check():
            walk.public(node, "whether the game ends here")
        case ast.Remember():
            walk.public(node, f"whether `{node.history.name}` has the position")
        case ast.Merge():
            walk.public(node, "which regions merge", labels.label(node.first), labels.label(node.second))
        case ast.Leave():
            if walk.loops:
                # What comes after in the loop, and in its later rounds, happens only if the loop was not left: it shows
                # the conditions here.
                walk.growth.grow(walk.left, _what_is_left(node, walk.loops[-1]), walk.under)
        case ast.Choose():
            choose(walk, node)
        case ast.Roll():
            roll(walk, node)
        case ast.Throw():
            throw(walk, node)
        case ast.Must():
            # What the rules assert holds in every game, so that it holds shows nothing.
            pass
        case _:
            assert_never(node)


def _what_is_left(node: ast.Leave, loop: ast.Stmt) -> ast.Node:
    """Return the statement that `stop` or `skip` leaves: a loop; in a choice of each player `skip` leaves the move only."""
    return loop.choosers if node.kind == "skip" and isinstance(loop, ast.Choose) and loop.choosers is not None else loop


def _for_each(walk: Walk, node: ast.ForEach, binder: ast.Binder) -> None:
    with walk.beneath(*walk.rounds(binder), walk.left.get(node, OPEN)):
        _loop(walk, node, node.body)


def _loop(walk: Walk, node: ast.Stmt, body: tuple[ast.Stmt, ...]) -> None:
    walk.loops.append(node)
    block(walk, body)
    walk.loops.pop()


def _write(walk: Walk, place: ast.Expr, label: Label) -> None:
    """A value goes into a place: all who see the place may know what the value depends on."""
    labels = walk.labels
    base, sources = place, [label, walk.under]
    while isinstance(base, ast.Index):
        sources.append(labels.label(base.key))
        base = base.subject
    meaning = walk.typing.meanings[base]
    if isinstance(meaning, Local):
        walk.growth.grow(labels.of, meaning, merged(*sources))
        return
    assert isinstance(meaning, FieldInfo), "checked to be a place"
    subject = base.subject if isinstance(base, ast.Attribute) else None
    if subject is not None:
        sources.append(labels.label(subject))
    seers = _seers(walk, meaning, subject)
    # Without `under`, the second: a draw is kept where its value goes, and not where it only decides whether something is
    # written.
    walk.reports.kept_at(place, merged(*sources[:1], *sources[2:]), seers)
    hide = f"if not all see `{meaning.name}`, declare it `seen by {_possible(meaning, walk.symbols)}`" if seers == ALL else ""
    walk.reports.demand(merged(*sources), seers, place, "E802", f"what `{place.span.text}` becomes", hide)


def _seers(walk: Walk, info: FieldInfo, subject: ast.Expr | None) -> Audience:
    """Return who sees a field."""
    seen_by = walk.typing.seen_by.get(info)
    if seen_by is None:
        return ALL
    kind, whose = walk.labels.audience(info, subject, seen_by)
    text = "" if subject is None else subject.span.text
    if kind == "side" and info.owner == walk.symbols.seating.player:
        text += ".side"
    return NOBODY if kind == "nobody" else Audience("player" if kind == "owner" else "side", whose, text)


# ---- Calls ---------------------------------------------------------------------------------------


def _carry_out(walk: Walk, node: ast.Stmt, call: ast.Call) -> None:
    """A rule, an effect or an event with its reactions: labels go with the values, and with the conditions."""
    meaning = walk.typing.meanings[call]
    match meaning:
        case RuleInfo():
            _enter(walk, (meaning.name,), meaning.params, call)
        case EffectInfo():
            assert isinstance(call.subject, ast.Attribute), "an effect of a row"
            with walk.beneath(walk.labels.label(call.subject.subject)):
                _enter(walk, walk.calls.effect_names(meaning), meaning.params, call)
        case EventInfo():
            _announce(walk, node, call, meaning)
        case _:
            # The checker lets a statement carry out nothing else.
            raise AssertionError(f"`{call.span.text}` is checked to be a rule, an effect or an event")


def _enter(walk: Walk, names: tuple[str, ...], params: tuple[Local, ...], call: ast.Call) -> None:
    """Hand labels on to rules, in the names of their parameters."""
    labels = walk.labels
    terms: Mapping[Term, Term] = {
        term: ("is", param) for param, argument in zip(params, call.arguments, strict=True)
        if (term := labels.term(argument)) is not None}
    for param, argument in zip(params, call.arguments, strict=True):
        walk.growth.grow(labels.of, param, translated(labels.label(argument), terms))
    for name in names:
        walk.growth.grow(walk.entered, name, translated(walk.under, terms))


def _announce(walk: Walk, node: ast.Stmt, call: ast.Call, event: EventInfo) -> None:
    """Check an announcement: each value goes to its audience, and all learn that it happens.

    In the rules that react, a value is the secret of those who see it.
    """
    labels = walk.labels
    walk.public(node, f"whether `{event.name}` is announced")
    for rule in walk.symbols.rules.values():
        if rule.reacts_to == event.name:
            for number, (param, audience) in enumerate(zip(rule.params, event.audiences, strict=True)):
                own = OPEN if audience is None else _announced(walk, event, rule, number, audience)
                walk.growth.grow(labels.of, param, own)
    for argument, param, audience in zip(call.arguments, event.params, event.audiences, strict=True):
        to = ALL if audience is None else NOBODY
        hide = f"if some players may not know it, declare it `{param.name}: {param.type} seen by ...`" if to == ALL else ""
        if isinstance(audience, int):
            addressee = call.arguments[audience]
            kind: AudienceKind = "player" if event.params[audience].type == walk.symbols.seating.player else "side"
            to = Audience(kind, labels.term(addressee), addressee.span.text)
        walk.reports.kept_at(argument, labels.label(argument), to)
        walk.reports.demand(labels.label(argument), to, argument, "E802", f"what is announced of `{event.name}`", hide)


def _announced(walk: Walk, event: EventInfo, rule: RuleInfo, number: int, audience: int | str) -> Label:
    """Return the label of a value of an event that not all see, in a rule that reacts to it."""
    span = event.node.params[number].name_span
    if not isinstance(audience, int):
        return (Secret("nobody", None, span.text, span, span),)
    kind: SeenBy = "owner" if event.params[audience].type == walk.symbols.seating.player else "side"
    return (Secret(kind, ("is", rule.params[audience]), span.text, span, span),)


def _possible(info: FieldInfo, symbols: SymbolTable) -> str:
    """Return who can be said to see a field that not all see."""
    return "owner" if info.owner in (symbols.seating.player, symbols.seating.side) else "nobody"
