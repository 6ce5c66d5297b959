"""Check calls of functions, and return their types."""

from __future__ import annotations

from ... import syntax as ast
from ...source.diagnostics import did_you_mean
from ...source.habits import help_for
from ...symbols.symbols import (
    APPLIED,
    BEFORE,
    DIRECTION,
    OPEN,
    REMEMBERED,
    TIMES,
    WORDS,
    Builtin,
    DomainOf,
    FaultyName,
    FieldInfo,
    FunctionInfo,
    Meaning,
    RuleInfo,
)
from ...types.types import UNKNOWN, IntType, Type
from ..functions.builtins import check_builtin, check_open
from ..scope.checking import Checker
from ..scope.scopes import Scopes
from .steps import check_applied, check_before


def call(checker: Checker, node: ast.Call, expected: Type | None) -> Type:
    """Return the type of what a function of the rulebook or of the language gives."""
    scopes = checker.scopes
    subject = node.subject
    meaning = scopes.symbols.names.meaning(subject.name) if isinstance(subject, ast.Name) else None
    if isinstance(meaning, FunctionInfo):
        scopes.typing.meanings[node] = meaning
        scopes.typing.used.add(meaning)
        checker.arguments(node, meaning.params)
        return meaning.type
    # `direction` and the types of regions are functions too: the direction to a space, the region of a space.
    if isinstance(meaning, DomainOf) and meaning.type == DIRECTION:
        meaning = Builtin("direction")
    history = history_of(scopes, node)
    if history is not None and history.history is not None:
        name = TIMES if isinstance(subject, ast.Name) and subject.name == TIMES else REMEMBERED
        scopes.typing.meanings[node] = Builtin(name)
        return IntType(0, history.history.limit)
    if isinstance(meaning, Builtin) or (isinstance(meaning, DomainOf) and meaning.type.kind == "region"):
        name = meaning.name if isinstance(meaning, Builtin) else "region"
        scopes.typing.meanings[node] = Builtin(name)
        type_ = check_builtin(checker, node, name)
        if isinstance(meaning, DomainOf) and type_ not in (UNKNOWN, meaning.type):
            scopes.complain("E301", f"`{node.arguments[0].span.text}` is in no {meaning.type}", node.span)
            return UNKNOWN
        return type_
    if isinstance(subject, ast.Name) and subject.name in (OPEN, BEFORE, APPLIED):
        scopes.typing.meanings[node] = Builtin(subject.name)
        if subject.name == OPEN:
            return check_open(checker, node, expected)
        return check_applied(scopes, node) if subject.name == APPLIED else check_before(checker, node, expected)
    # What is called is reported below. The values are still walked: what stands in them counts as used.
    asks_history = isinstance(subject, ast.Name) and meaning is None and _asks_history(scopes, subject, node.arguments)
    for argument in node.arguments:
        checker.expr(argument, None if asks_history else UNKNOWN)
    if not asks_history:
        _no_function(scopes, subject, meaning)
    return UNKNOWN


def history_of(scopes: Scopes, node: ast.Call) -> FieldInfo | None:
    """Return the history that `times(history)` or `size(history)` asks about; None for other calls."""
    if not isinstance(node.subject, ast.Name) or node.subject.name not in (TIMES, "size") or len(node.arguments) != 1:
        return None
    (argument,) = node.arguments
    return field_of_history(scopes, argument) if isinstance(argument, ast.Name) else None


def field_of_history(scopes: Scopes, node: ast.Name) -> FieldInfo | None:
    """Return the history that a name stands for; None where it stands for none."""
    meaning = None if node.name in scopes.scope else scopes.symbols.names.meaning(node.name)
    if not isinstance(meaning, FieldInfo) or meaning.history is None:
        return None
    scopes.typing.meanings[node] = meaning
    scopes.typing.used.add(meaning)
    return meaning


def _asks_history(scopes: Scopes, subject: ast.Name, arguments: tuple[ast.Expr, ...]) -> bool:
    """Return whether a call is meant for a history whose name or declaration is wrong; only that is reported."""
    if subject.name != TIMES or len(arguments) != 1 or not isinstance(arguments[0], ast.Name):
        return False
    name = arguments[0].name
    meaning = None if name in scopes.scope else scopes.symbols.names.meaning(name)
    has_histories = any(info.history is not None for info in scopes.symbols.components.fields)
    return isinstance(meaning, FaultyName) or (has_histories and meaning is None and name not in scopes.scope)


def _no_function(scopes: Scopes, subject: ast.Expr, meaning: Meaning | None) -> None:
    """Report a call of what is no function."""
    written = subject.span.text
    if isinstance(subject, ast.Name) and meaning is None:
        named = scopes.symbols.names.globals.items()
        # A word of the language that is a function elsewhere is none here.
        words = {*WORDS, APPLIED, BEFORE, OPEN, REMEMBERED, TIMES} - {written}
        known = [*words, *(name for name, node in named if isinstance(node, FunctionInfo | Builtin))]
        scopes.complain("E201", f"unknown function `{written}`", subject.span,
                        help=help_for(written) or did_you_mean(written, known))
    elif isinstance(meaning, RuleInfo):
        scopes.complain("E306", f"`{written}` is a rule: it does something and has no value", subject.span)
    elif not isinstance(meaning, FaultyName):
        scopes.complain("E306", f"`{written}` is not a function", subject.span)
