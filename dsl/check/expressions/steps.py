"""Check the questions of invariants about a step: values before it, events, applied clauses, the player who decided."""

from __future__ import annotations

from ... import syntax as ast
from ...source.diagnostics import counted, did_you_mean
from ...symbols.constants import MAX_NUMBER
from ...symbols.symbols import APPLIED, BEFORE, DECIDER, Builtin
from ...types.types import FLAG, UNKNOWN, DomainType, IntType, PerType, Type, UnionType
from ..scope.checking import Checking
from ..scope.narrowing import facts_before
from ..scope.scopes import Scopes
from ..scope.typing import numbers_of

# The kinds of clauses that a step can apply.
_APPLIED = ("rule", "phase", "choice", "move", "requirement", "exception", "function", "row", "end", "event")
_HEADER = "an invariant of steps begins with `invariant name of each step:` or `invariant name after event(...):`"


def check_before(checker: Checking, node: ast.Call, expected: Type | None) -> Type:
    """Check `before(value)`: what a value was in the position before the step."""
    checker.no_paths(node)
    if len(node.arguments) != 1:
        checker.complain("E305", f"{counted(len(node.arguments), 'value')} instead of 1", node.span)
    fits = _in_a_step(checker, node, BEFORE) and len(node.arguments) == 1
    # The value is read in another position. What is known there was learned from `before(...)`, or is about names, which stay.
    facts, time = checker.facts, checker.time
    checker.facts, checker.time = facts_before(facts), "earlier"
    types = [checker.expr(argument, expected) for argument in node.arguments]
    checker.facts, checker.time = facts, time
    if fits and (isinstance(types[0], DomainType) or (isinstance(types[0], PerType) and not numbers_of(types[0]))):
        checker.complain("E301", f"`{BEFORE}` gives a value, and this is {types[0]}", node.arguments[0].span)
        return UNKNOWN
    return types[0] if fits else UNKNOWN


def check_applied(checker: Checking, node: ast.Call) -> Type:
    """Check `applied(clause, ...)`: whether any of these clauses was applied in the step."""
    checker.no_paths(node)
    if not node.arguments:
        checker.complain("E305", "no clause is named", node.span)
    if _in_a_step(checker, node, APPLIED):
        for argument in node.arguments:
            _clause(checker, argument)
    return FLAG


def _clause(checker: Checking, node: ast.Expr) -> None:
    """Check that an expression names a clause that a step can apply."""
    id, known = node.span.text, checker.symbols.wording.clauses
    clause = known.get(id)
    if clause is None and not checker.symbols.names.may_declare(id):
        applied = [item.id for item in known.values() if item.kind in _APPLIED]
        checker.complain("E201", f"there is no clause `{id}`", node.span,
                         help=checker.absence(id.rpartition(".")[2]) or did_you_mean(id, applied))
    elif clause is not None and clause.kind not in _APPLIED:
        checker.complain("E204", f"`{id}` is not a clause that a step applies, but of kind {clause.kind}", node.span)


def check_decider(checker: Scopes, node: ast.Name) -> Type:
    """Check `decider`: who decided the step, or `none` for chance."""
    if checker.time == "now":
        _in_a_step(checker, node, DECIDER)
        return UNKNOWN
    checker.typing.meanings[node] = Builtin(DECIDER)
    return UnionType((checker.symbols.seating.player,), ("none",))


def happening(checker: Checking, node: ast.Happening) -> Type:
    """Return the type of `every event(names): ...` and its like."""
    fits = _in_a_step(checker, node.event, f"{node.kind} {node.event.name}(...)")
    with checker.nested():
        _values(checker, node)
        if node.condition is not None:
            checker.value(node.condition, FLAG)
            checker.learn(node.condition, True)
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


def _values(checker: Scopes, node: ast.Happening) -> None:
    """Give the values of an event their names."""
    event = checker.symbols.events.get(node.event.name)
    if event is not None:
        checker.typing.meanings[node] = event
        checker.typing.used.add(event)
        if len(node.values) != len(event.params):
            checker.complain("E305", f"{counted(len(node.values), 'name')} instead of {len(event.params)}",
                             node.event.span, help="name the values of the event in their order")
    elif not checker.symbols.names.may_declare(node.event.name):
        checker.complain("E201", f"unknown event `{node.event.name}`", node.event.span,
                         help=did_you_mean(node.event.name, checker.symbols.events))
    types = [param.type for param in event.params] if event is not None else []
    for i, word in enumerate(node.values):
        checker.declare(word, word.name, word.span, types[i] if i < len(types) else UNKNOWN, "each")


def _in_a_step(checker: Scopes, node: ast.Expr, word: str) -> bool:
    """Return whether an expression that speaks of a step stands where there is one; report it if not."""
    if checker.time == "step":
        return True
    if checker.time == "earlier":
        checker.complain("E206", f"`{word}` describes the step, and `{BEFORE}(...)` the position before it",
                         node.span)
    else:
        checker.complain("E206", f"`{word}` is only allowed in an invariant of steps", node.span, help=_HEADER)
    return False
