"""Check statements: names, branches and loops; `changes` and `carried_out` check the others."""

from __future__ import annotations

from typing import assert_never

from ... import syntax as ast
from ...source.diagnostics import did_you_mean
from ...symbols.symbols import FaultyName
from ...symbols.type_reader import MAX_SET, TypeReader
from ...types.types import FLAG, UNKNOWN, DomainType, IntType, PerType, SetType, TupleType, bit_count, width
from ..expressions.calls import field_of_history
from ..scope.checking import Checker
from ..scope.fitting import collected, fit
from ..scope.scopes import Scopes
from ..scope.typing import cell_of, has_natural_start, numbers_of, rounds
from ..starts.starts import first_values
from .carried_out import announce, check_ends, do
from .changes import change, merge, transfer
from .choices import MAX_DOMAIN, choose, roll, throw

MAX_REPEAT = 10_000
MAX_VAR = 2_000


def block(checker: Checker, nodes: tuple[ast.Stmt, ...]) -> None:
    """Statements with a scope of their own."""
    with checker.scopes.nested():
        for node in nodes:
            _stmt(checker, node)


def _stmt(checker: Checker, node: ast.Stmt) -> None:
    """One statement."""
    scopes = checker.scopes
    match node:
        case ast.Let():
            let(checker, node)
        case ast.Var():
            _var(checker, node)
        case ast.Change():
            change(checker, node)
        case ast.Transfer():
            transfer(checker, node)
        case ast.Do():
            do(checker, node)
        case ast.If():
            _if(checker, node)
        case ast.ForEach():
            _for_each(checker, node)
        case ast.Repeat():
            _repeat(checker, node)
        case ast.Roll():
            roll(checker, node)
        case ast.Throw():
            throw(checker, node)
        case ast.Remember():
            _remember(scopes, node)
        case ast.Announce():
            announce(checker, node)
        case ast.Check():
            check_ends(scopes, node)
        case ast.Merge():
            merge(checker, node)
        case ast.Leave():
            if not scopes.loops:
                scopes.complain("E206", f"`{node.kind}` outside a loop", node.span)
        case ast.Must():
            checker.value(node.condition, FLAG)
            scopes.learn(node.condition, True)
            checker.text(node.message)
        case ast.Choose():
            choose(checker, node, block)
        case _:
            assert_never(node)


def let(checker: Checker, node: ast.Let) -> None:
    """Declare a name for a value that never changes."""
    scopes = checker.scopes
    type_ = checker.expr(node.value)
    if isinstance(type_, DomainType | PerType | TupleType):
        scopes.complain("E306", f"{type_} cannot be kept under a name", node.value.span,
                        help="`[x in ...]` makes a list of a domain" if isinstance(type_, DomainType) else None,
                        fixes=(collected(scopes, node.value, "[]"),) if isinstance(type_, DomainType) else ())
        type_ = UNKNOWN
    most = bit_count(type_.element) if isinstance(type_, SetType) else 0
    if isinstance(type_, SetType) and most > MAX_SET:
        scopes.complain("E106", f"a set over {most} values; at most {MAX_SET} are allowed", node.value.span,
                        help=f"keep a flag for each of them: `var name: flag per {type_.element}`")
    scopes.declare(node, node.name, node.name_span, type_, "let")


def _var(checker: Checker, node: ast.Var) -> None:
    """Declare a name whose value may change."""
    scopes = checker.scopes
    type_ = TypeReader(scopes.symbols, scopes.diagnostics).type(node.type)
    if width(type_) > MAX_VAR:
        scopes.complain("E106", f"{width(type_)} numbers under one name; at most {MAX_VAR} are allowed",
                        node.type.span)
    if node.value is not None:
        begins = checker.expr(node.value, type_ if numbers_of(type_) else cell_of(type_))
        fit(scopes, node.value, begins, type_ if isinstance(begins, PerType) else cell_of(type_))
    elif not has_natural_start(type_):
        scopes.complain("E207", f"`{node.name}` has no initial value", node.name_span,
                        help="add `= value` after its type",
                        fixes=first_values(node.type.span, type_))
    scopes.declare(node, node.name, node.name_span, type_, "var")


def _if(checker: Checker, node: ast.If) -> None:
    """Check both branches; where one never goes on, what follows knows the condition."""
    scopes = checker.scopes
    checker.value(node.condition, FLAG)
    before = scopes.facts
    with scopes.knowing(node.condition, True):
        block(checker, node.then)
    with scopes.knowing(node.condition, False):
        block(checker, node.otherwise)
    scopes.facts = before
    # The condition was asked before the branches, so a branch that goes on may have made it untrue since: what the branch
    # changes is forgotten behind what the condition says. A branch that leaves changes nothing for what follows.
    if _leaves(node.then):
        scopes.learn(node.condition, False)
        scopes.happened(node.otherwise)
    elif _leaves(node.otherwise):
        scopes.learn(node.condition, True)
        scopes.happened(node.then)
    else:
        scopes.happened(node.then + node.otherwise)


def _loop(checker: Checker, body: tuple[ast.Stmt, ...]) -> None:
    """Check the body of a loop, where `stop` and `skip` may stand."""
    checker.scopes.loops += 1
    block(checker, body)
    checker.scopes.loops -= 1


def _for_each(checker: Checker, node: ast.ForEach) -> None:
    """Check a loop over values, and that it has not too many rounds."""
    scopes = checker.scopes
    # As in `_repeat`, a round may begin with what an earlier one has changed.
    scopes.happened(node.body)
    with checker.binding(node.binder) as element:
        most = 0 if element == UNKNOWN else rounds(scopes.plain_type(node.binder.domain), element)
        if most > MAX_DOMAIN:
            scopes.complain("E304", f"a loop of up to {most} rounds", node.binder.domain.span,
                            help=f"at most {MAX_DOMAIN} are allowed")
        _loop(checker, node.body)
    scopes.happened(node.body)


def _repeat(checker: Checker, node: ast.Repeat) -> None:
    """Check a loop that counts or depends on a condition; after it, the condition is known not to hold."""
    scopes = checker.scopes
    # A later round begins with what an earlier one has changed, so nothing of that is known inside either.
    scopes.happened(node.body)
    times = UNKNOWN if node.times is None else checker.number(node.times)
    if node.times is not None and isinstance(times, IntType) and times.high > MAX_REPEAT:
        scopes.complain("E304", f"a loop of up to {times.high} rounds", node.times.span,
                        help=f"at most {MAX_REPEAT} are allowed")
    if node.times is not None and isinstance(times, IntType) and times.high < 1:
        scopes.complain("E304", f"a loop of {times.high} rounds", node.times.span)
    if node.condition is None:
        _loop(checker, node.body)
    else:
        checker.value(node.condition, FLAG)
        with scopes.knowing(node.condition, True):
            _loop(checker, node.body)
    scopes.happened(node.body)
    # A loop that may also end by its count or by `stop` says nothing of the condition.
    if node.condition is not None and node.times is None and not has_stop(node.body):
        scopes.learn(node.condition, False)


def _leaves(nodes: tuple[ast.Stmt, ...]) -> bool:
    return any(always_leaves(node) for node in nodes)


def always_leaves(node: ast.Stmt) -> bool:
    """Return whether nothing after a statement is reached."""
    return isinstance(node, ast.Leave) or (isinstance(node, ast.If) and _leaves(node.then) and _leaves(node.otherwise))


def has_stop(nodes: tuple[ast.Stmt, ...]) -> bool:
    """Return whether one of these statements of a loop leaves it."""
    for node in nodes:
        match node:
            case ast.Leave(kind="stop"):
                return True
            case ast.If() if has_stop(node.then) or has_stop(node.otherwise):
                return True
            case ast.Choose() if any(has_stop(move.body) for move in node.moves) or has_stop(node.otherwise or ()):
                return True
            case _:
                # A `stop` inside an inner loop leaves that loop, and other statements hold none.
                pass
    return False


def _remember(scopes: Scopes, node: ast.Remember) -> None:
    """Check that what is remembered or forgotten is a history; a name that is declared wrongly is reported there."""
    name = node.history.name
    is_wrong = name not in scopes.scope and isinstance(scopes.symbols.names.meaning(name), FaultyName)
    if field_of_history(scopes, node.history) is None and not is_wrong:
        word = "forget" if node.forgets else "remember"
        scopes.complain("E306", f"`{name}` is not a history", node.history.span,
                        help=did_you_mean(name, (known.name for known in scopes.symbols.components.fields if known.history))
                        or f"`{word}` is for fields of a type `history of ... up to ...`")
