"""Check the questions of invariants about a step: values before it, events, applied clauses, the player who decided."""

from __future__ import annotations

from ... import syntax as ast
from ...source.diagnostics import counted, did_you_mean
from ...symbols.constants import MAX_NUMBER
from ...symbols.symbols import APPLIED, BEFORE, DECIDER, Builtin
from ...types.types import FLAG, UNKNOWN, DomainType, IntType, PerType, Type, UnionType
from ..scope.checking import Checker, absence, no_paths
from ..scope.narrowing import facts_before
from ..scope.scopes import Scopes
from ..scope.typing import numbers_of

# The kinds of clauses that a step can apply.
_APPLIED = ("rule", "phase", "choice", "move", "requirement", "exception", "function", "row", "end", "event")
_HEADER = "an invariant of steps begins with `invariant name of each step:` or `invariant name after event(...):`"


def check_before(checker: Checker, node: ast.Call, expected: Type | None) -> Type:
    """Check `before(value)`: what a value was in the position before the step."""
    scopes = checker.scopes
    no_paths(scopes, node)
    if len(node.arguments) != 1:
        scopes.complain("E305", f"{counted(len(node.arguments), 'value')} instead of 1", node.span)
    fits = _in_a_step(scopes, node, BEFORE) and len(node.arguments) == 1
    # The value is read in another position. What is known there was learned from `before(...)`, or is about names, which stay.
    facts, time = scopes.facts, scopes.time
    scopes.facts, scopes.time = facts_before(facts), "earlier"
    types = [checker.expr(argument, expected) for argument in node.arguments]
    scopes.facts, scopes.time = facts, time
    if fits and (isinstance(types[0], DomainType) or (isinstance(types[0], PerType) and not numbers_of(types[0]))):
        scopes.complain("E301", f"`{BEFORE}` gives a value, and this is {types[0]}", node.arguments[0].span)
        return UNKNOWN
    return types[0] if fits else UNKNOWN


def check_applied(scopes: Scopes, node: ast.Call) -> Type:
    """Check `applied(clause, ...)`: whether any of these clauses was applied in the step."""
    no_paths(scopes, node)
    if not node.arguments:
        scopes.complain("E305", "no clause is named", node.span)
    if _in_a_step(scopes, node, APPLIED):
        for argument in node.arguments:
            _clause(scopes, argument)
    return FLAG


def _clause(scopes: Scopes, node: ast.Expr) -> None:
    """Check that an expression names a clause that a step can apply."""
    id, known = node.span.text, scopes.symbols.wording.clauses
    clause = known.get(id)
    if clause is None and not scopes.symbols.names.may_declare(id):
        applied = [item.id for item in known.values() if item.kind in _APPLIED]
        scopes.complain("E201", f"there is no clause `{id}`", node.span,
                        help=absence(scopes.symbols, id.rpartition(".")[2]) or did_you_mean(id, applied))
    elif clause is not None and clause.kind not in _APPLIED:
        scopes.complain("E204", f"`{id}` is not a clause that a step applies, but of kind {clause.kind}", node.span)


def check_decider(scopes: Scopes, node: ast.Name) -> Type:
    """Check `decider`: who decided the step, or `none` for chance."""
    if scopes.time == "now":
        _in_a_step(scopes, node, DECIDER)
        return UNKNOWN
    scopes.typing.meanings[node] = Builtin(DECIDER)
    return UnionType((scopes.symbols.seating.player,), ("none",))


def happening(checker: Checker, node: ast.Happening) -> Type:
    """Return the type of `every event(names): ...` and its like."""
    scopes = checker.scopes
    fits = _in_a_step(scopes, node.event, f"{node.kind} {node.event.name}(...)")
    with scopes.nested():
        _values(scopes, node)
        if node.condition is not None:
            checker.value(node.condition, FLAG)
            scopes.learn(node.condition, True)
        if node.kind == "count":
            # How often an event happens in one step has no limit that the rulebook states.
            return IntType(0, MAX_NUMBER) if fits else UNKNOWN
        assert node.body is not None, "the grammar asks for a body"
        if node.kind in ("every", "some", "no"):
            checker.value(node.body, FLAG)
            return FLAG
        body = checker.number(node.body)
        if not isinstance(body, IntType) or not fits:
            return UNKNOWN
        return IntType(min(0, body.low), MAX_NUMBER if node.kind == "sum" else max(0, body.high))


def _values(scopes: Scopes, node: ast.Happening) -> None:
    """Give the values of an event their names."""
    event = scopes.symbols.events.get(node.event.name)
    if event is not None:
        scopes.typing.meanings[node] = event
        scopes.typing.used.add(event)
        if len(node.values) != len(event.params):
            scopes.complain("E305", f"{counted(len(node.values), 'name')} instead of {len(event.params)}",
                            node.event.span, help="name the values of the event in their order")
    elif not scopes.symbols.names.may_declare(node.event.name):
        scopes.complain("E201", f"unknown event `{node.event.name}`", node.event.span,
                        help=did_you_mean(node.event.name, scopes.symbols.events))
    types = [param.type for param in event.params] if event is not None else []
    for i, word in enumerate(node.values):
        scopes.declare(word, word.name, word.span, types[i] if i < len(types) else UNKNOWN, "each")


def _in_a_step(scopes: Scopes, node: ast.Expr, word: str) -> bool:
    """Return whether an expression that speaks of a step stands where there is one; report it if not."""
    if scopes.time == "step":
        return True
    if scopes.time == "earlier":
        scopes.complain("E206", f"`{word}` describes the step, and `{BEFORE}(...)` the position before it",
                        node.span)
    else:
        scopes.complain("E206", f"`{word}` is only allowed in an invariant of steps", node.span, help=_HEADER)
    return False
