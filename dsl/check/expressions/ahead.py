"""Check looks ahead: what would be so after a rule, and whether the choice that a rule begins with has a legal move."""

from __future__ import annotations

from ... import syntax as ast
from ...source.diagnostics import did_you_mean
from ...symbols.symbols import FaultyName, RuleInfo
from ...types.types import FLAG, UNKNOWN, Scalar, SetType, Type, UnknownType
from ..scope.checking import Checker
from ..scope.scopes import Scopes


def supposed(checker: Checker, node: ast.Supposed, expected: Type | None) -> Type:
    """Return the type of `after rule(...): value`."""
    scopes = checker.scopes
    _inside(scopes, node)
    rule = _rule(checker, node.rule, node.rule.subject if isinstance(node.rule, ast.Call) else node.rule)
    if rule is None:
        checker.expr(node.value, UNKNOWN)
        return UNKNOWN
    if rule.node.kind == "phase" or rule.reacts_to is not None:
        kind = "phase" if rule.node.kind == "phase" else "reaction"
        scopes.complain("E410", f"`{rule.name}` is a {kind}; `after` and `can` take rules only", node.rule.span)
    # The scope ends with the value: behind it the position is the old one again, and so are the facts.
    with scopes.nested():
        # What is known of fields need not be so after the rule.
        scopes.happened()
        type_ = checker.expr(node.value, expected)
    if not isinstance(type_, Scalar | SetType | UnknownType):
        scopes.complain("E301", f"a look-ahead needs one value, and this is {type_}", node.value.span)
        return UNKNOWN
    return type_


def can(checker: Checker, node: ast.Can) -> Type:
    """Return the type of `can rule(...)` or `can rule.move(...)`: a flag."""
    scopes = checker.scopes
    _inside(scopes, node)
    call = node.choice
    subject = call.subject if isinstance(call, ast.Call) else call
    move = subject.name if isinstance(subject, ast.Attribute) else None
    rule = _rule(checker, call, subject.subject if isinstance(subject, ast.Attribute) else subject)
    if rule is None:
        return FLAG
    choice = choice_of(rule)
    if choice is None:
        scopes.complain("E410", f"`{rule.name}` does not begin with a choice of one player", node.span,
                        help="`can` needs a rule that begins with `choose ... by p`; only `let` lines may come before")
    elif move is not None and not any(option.id is not None and option.id.name == move for option in choice.moves):
        scopes.complain("E201", f"`{choice.id}` has no move `{move}`", subject.span,
                        help=did_you_mean(move, [option.id.name for option in choice.moves if option.id is not None]))
    return FLAG


def _inside(scopes: Scopes, node: ast.Supposed | ast.Can) -> None:
    """Check that a look ahead is part of the rules, and not of a question about a position."""
    if scopes.outside:
        scopes.complain("E410", "invariants and expectations do not look ahead", node.span,
                        help="call a function of the rulebook that looks ahead")


def choice_of(rule: RuleInfo) -> ast.Choose | None:
    """Return the choice of one player that a rule begins with, behind names for values; None where there is none."""
    for statement in rule.node.body if not rule.node.exceptions else ():
        if isinstance(statement, ast.Choose):
            return statement if statement.choosers is None and not statement.secret else None
        if not isinstance(statement, ast.Let):
            return None
    return None


def _rule(checker: Checker, call: ast.Expr, subject: ast.Expr) -> RuleInfo | None:
    """Return the rule that is called, its arguments checked; None where it is none, which is recorded."""
    scopes = checker.scopes
    meaning = scopes.symbols.names.meaning(subject.name) if isinstance(subject, ast.Name) else None
    if not isinstance(call, ast.Call) or not isinstance(meaning, RuleInfo):
        if not isinstance(meaning, FaultyName):
            scopes.complain("E410", f"`{subject.span.text}` is not a rule", subject.span,
                            help=did_you_mean(subject.span.text, scopes.symbols.rules)
                            or "look ahead into a rule: `after rule(...): value`, `can rule(...)`")
        for argument in call.arguments if isinstance(call, ast.Call) else ():
            checker.expr(argument, UNKNOWN)
        return None
    # The name of a kind of move behind that of the rule is not the rule's.
    scopes.typing.meanings[call if subject is call.subject else subject] = meaning
    scopes.typing.used.add(meaning)
    checker.arguments(call, meaning.params)
    return meaning
