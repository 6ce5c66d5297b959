"""Declare events, functions, rules and ends, and the clauses inside them."""

from __future__ import annotations

from .. import syntax as ast
from ..source.clauses import ClauseKind
from ..source.diagnostics import counted, did_you_mean
from ..source.fixes import Fix, declared_below
from ..symbols.symbols import EventInfo, FunctionInfo, Local, RuleInfo
from ..types.types import UNKNOWN, PerType
from .names import Names


def rules(names: Names, header: ast.Rulebook, declarations: tuple[ast.Declaration, ...]) -> None:
    """Declare events, which others may name wherever they stand, and then the rest in order."""
    for declaration in declarations:
        if isinstance(declaration, ast.Event):
            event(names, declaration)
    declare(names, declarations)
    # A `play` that cannot be read counts as one; a file that a faulty `use` names may have one too.
    faulty = any(declaration.keyword in ("play", "use") for declaration in names.symbols.names.faulty)
    if names.symbols.play is None and not faulty:
        names.diagnostics.add("E105", "the rulebook has no `play` block", header.name_span,
                              help="write `play`, and below it what happens in a game",
                              fixes=(_new_play(header, bool(names.symbols.ends)),))


def _new_play(header: ast.Rulebook, has_ends: bool) -> Fix:
    """Return the change that declares what happens in a game, and an end where there is none: the least that compiles."""
    end = "" if has_ends else '\n\nend over\n    "The game is over."\n    when yes\n    draw'
    return declared_below(header.name_span, "declare `play`", f"play\n    check ends{end}\n")


def declare(names: Names, declarations: tuple[ast.Declaration, ...]) -> None:
    """Declare functions, rules, ends, and all that has a statement alone; events are declared already."""
    for declaration in declarations:
        match declaration:
            case ast.Function():
                _function(names, declaration)
            case ast.Rule(kind="play"):
                _play(names, declaration)
            case ast.Rule():
                _rule(names, declaration)
            case ast.End():
                _end(names, declaration)
            case ast.Invariant():
                names.clause(declaration.name, "invariant", declaration.name_span, declaration.statement)
                names.symbols.invariants.append(declaration)
            case ast.Symmetry():
                if names.holds(declaration.condition):
                    names.clause(declaration.name, "invariant", declaration.name_span, declaration.statement)
                    names.symbols.symmetries.append(declaration)
            case ast.Section():
                _section(names, declaration, declarations)
            case ast.Example():
                names.clause(declaration.name, "example", declaration.name_span, declaration.statement)
            case ast.Note():
                if names.holds(declaration.condition):
                    names.clause(declaration.name, "note", declaration.name_span, declaration.statement)
            case ast.Score() if names.symbols.scores:
                names.diagnostics.add("E202", "a second `score`", declaration.span,
                                related=(("the first is here", names.symbols.scores[0].span),))
            case ast.Score():
                names.symbols.scores.append(declaration)
            case _:
                # Events are declared before; components, types and fields have passes of their own.
                pass


def _section(names: Names, node: ast.Section, declarations: tuple[ast.Declaration, ...]) -> None:
    names.clause(node.name, "section", node.name_span, node.statement)
    if node.within is None:
        return
    above = [
        declaration.name for declaration in declarations if isinstance(declaration, ast.Section) and declaration.within is None
    ]
    if node.within.name not in above:
        names.diagnostics.add("E201", f"there is no section `{node.within.name}`", node.within.span,
                        clause=node.name, help=did_you_mean(node.within.name, above))


def event(names: Names, node: ast.Event) -> None:
    """Declare an event."""
    params = names.params(node.params, audiences=True)
    info = EventInfo(node.name, params, tuple(_audience(names, param, params) for param in node.params), node)
    if names.define(node.name, node.name_span, info):
        names.symbols.events[node.name] = info
        names.clause(node.name, "event", node.name_span, node.statement)


def _audience(names: Names, node: ast.Param, params: tuple[Local, ...]) -> int | str | None:
    """Return who sees a value of an event: another of its values names the player or side."""
    if node.audience is None:
        return None
    players = node.audience.of
    if players is None:
        return "nobody"
    known = {param.name: i for i, param in enumerate(params)
             if param.type in (names.symbols.seating.player, names.symbols.seating.side)}
    if isinstance(players, ast.Name) and players.name in known:
        return known[players.name]
    names.diagnostics.add("E204", f"`{players.span.text}` is not a player or side among the values of the event", players.span,
                          help=did_you_mean(players.span.text, known)
                          or "for example `event drawn(p: player, what: card seen by p)`")
    return None


def _end(names: Names, node: ast.End) -> None:
    if names.define(node.name, node.name_span):
        names.clause(node.name, "end", node.name_span, node.statement)
        names.symbols.ends.append(node)


# ---- Functions -----------------------------------------------------------------------------------


def _function(names: Names, node: ast.Function) -> None:
    type_ = names.reader.type(node.type)
    if isinstance(type_, PerType):
        names.diagnostics.add("E901", f"a function with a value of {type_} is not supported yet", node.type.span)
        type_ = UNKNOWN
    info = FunctionInfo(node.name, names.params(node.params), type_, node)
    if names.define(node.name, node.name_span, info):
        names.symbols.functions[node.name] = info
        names.clause(node.name, "function", node.name_span, node.statement)
        _function_exceptions(names, node.exceptions, node.name)


def _function_exceptions(names: Names, nodes: tuple[ast.FunctionException, ...], parent: str) -> None:
    for node in nodes:
        names.clause(node.id, "exception", node.id_span, node.statement, parent)
        _function_exceptions(names, node.exceptions, node.id)


# ---- Rules ---------------------------------------------------------------------------------------


def _play(names: Names, node: ast.Rule) -> None:
    first = names.symbols.play
    if first is not None:
        names.diagnostics.add("E202", "a second `play`", node.name_span, related=(("the first is here", first.name_span),))
        return
    names.symbols.play = node
    names.clause("play", "play", node.name_span, node.statement)
    clauses_of(names, node.body, "play")


def _rule(names: Names, node: ast.Rule) -> None:
    params = names.params(node.params) if node.after is None else _reaction(names, node, node.after)
    info = RuleInfo(node.name, params, node, node.after.event.name if node.after else None)
    if not names.define(node.name, node.name_span, info):
        return
    names.symbols.rules[node.name] = info
    names.clause(node.name, node.kind, node.name_span, node.statement)
    _rule_exceptions(names, node.exceptions, node.name)
    clauses_of(names, node.body, node.name)


def _reaction(names: Names, node: ast.Rule, after: ast.Reaction) -> tuple[Local, ...]:
    """Return the values of the event a rule reacts to, under the names the rule gives them."""
    if node.params:
        names.diagnostics.add("E206", "a reaction takes the values of its event, and no others", node.params[0].span)
    event = names.symbols.events.get(after.event.name)
    if event is None and not names.symbols.names.may_declare(after.event.name):
        names.diagnostics.add("E201", f"unknown event `{after.event.name}`", after.event.span,
                        help=did_you_mean(after.event.name, names.symbols.events))
    elif event is not None and len(after.names) != len(event.params):
        names.diagnostics.add("E305", f"{counted(len(after.names), 'name')} instead of {len(event.params)}", after.span,
                        help="name the values of the event in their order")
    out: dict[str, Local] = {}
    for i, word in enumerate(after.names):
        if word.name in out:
            names.diagnostics.add("E202", f"`{word.name}` is already declared here", word.span)
        type_ = event.params[i].type if event is not None and i < len(event.params) else UNKNOWN
        out.setdefault(word.name, Local(word.name, type_, "parameter"))
    return tuple(out.values())


def _rule_exceptions(names: Names, nodes: tuple[ast.RuleException, ...], parent: str) -> None:
    for node in nodes:
        names.clause(node.id, "exception", node.id_span, node.statement, parent)
        _rule_exceptions(names, node.exceptions, node.id)
        clauses_of(names, node.body, node.id)


# ---- Clauses inside statements -------------------------------------------------------------------


def clauses_of(names: Names, nodes: tuple[ast.Stmt, ...], parent: str) -> None:
    """Record the choices, moves and requirements among these statements."""
    for node in nodes:
        match node:
            case ast.If():
                clauses_of(names, node.then, parent)
                clauses_of(names, node.otherwise, parent)
            case ast.ForEach() | ast.Repeat():
                clauses_of(names, node.body, parent)
            case ast.Choose():
                _choose(names, node, parent)
            case _:
                # Other statements hold no clauses.
                pass


def _choose(names: Names, node: ast.Choose, parent: str) -> None:
    names.clause(node.id, "choice", node.id_span, node.statement, parent)
    _requires(names, node.requires, node.id)
    for move in node.moves:
        owner = node.id
        if move.id is not None:
            owner = move.id.name
            names.clause(owner, "move", move.id.span, move.statement, node.id)
        _requires(names, move.requires, owner)
        clauses_of(names, move.body, owner)
    clauses_of(names, node.otherwise or (), node.id)


def _requires(names: Names, nodes: tuple[ast.Require | ast.RequireException, ...], parent: str) -> None:
    for node in nodes:
        kind: ClauseKind = "requirement" if isinstance(node, ast.Require) else "exception"
        names.clause(node.id, kind, node.id_span, node.statement, parent)
        _requires(names, node.exceptions, node.id)
