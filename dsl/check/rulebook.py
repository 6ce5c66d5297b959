"""Check a whole rulebook, part by part: first values, functions, rules, ends, and all texts."""

from __future__ import annotations

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from ..source.fixes import in_place, instead
from ..symbols.constants import MAX_NUMBER, AlreadyReported, NotKnown, fold
from ..symbols.symbols import DomainOf, FieldInfo, Local, SymbolTable
from ..types.types import FLAG, UNKNOWN, IntType, Type
from .checking import Checking
from .choices import overs
from .expressions import ExpressionChecker
from .pieces import starts_of_pieces
from .spaces import starts_of_spaces
from .starts import first_values, speaks_of_owner, start, starts_of_owners
from .statements import block, let
from .symmetries import symmetry
from .typing import Typing, has_natural_start, start_of


def check(symbols: SymbolTable, diagnostics: Diagnostics) -> Typing:
    """Give types to everything in a resolved rulebook; mistakes are recorded in `diagnostics`."""
    checker = ExpressionChecker(symbols, diagnostics)
    _state(checker)
    _functions(checker)
    _rules(checker)
    _endings(checker)
    _texts(checker)
    return checker.typing


def _state(checker: Checking) -> None:
    """First values and audiences of fields: both are known before play."""
    for info in checker.symbols.components.fields:
        if info.node.value is not None and speaks_of_owner(info, info.node.value):
            starts_of_owners(checker, info, info.node.value)
        elif info.node.value is not None:
            start(checker, info, info.node.value, start_of(info.type, info.node.value))
        elif not has_natural_start(info.type):
            checker.complain("E207", f"`{info.name}` has no value to begin with", info.node.name_span,
                             help="add `= value` after its type",
                             fixes=first_values(info.node.type.span, info.type))
        _audience(checker, info)
    starts_of_spaces(checker)
    starts_of_pieces(checker)


def _audience(checker: Checking, info: FieldInfo) -> None:
    """Work out who sees a field, where not all do."""
    if info.node.seen_by is None:
        return
    owner = "" if info.owner is None else info.owner.kind
    if info.node.seen_by != "nobody" and owner not in ("player", "side", "lone side"):
        checker.complain("E206", f"`{info.name}` belongs to no player or side who could see it", info.node.name_span,
                         help="write `seen by nobody`" if info.owner is None or info.owner.owner is None else
                         f"let each {info.owner.owner} have it `per {info.owner}`, or write `seen by nobody`",
                         fixes=instead(info.node.span, f"seen by {info.node.seen_by}", "seen by nobody"))
    seen = True
    if info.node.seen_when is not None and checker.value(info.node.seen_when, FLAG) != UNKNOWN:
        try:
            seen = bool(fold(info.node.seen_when, checker.typing.meanings.get)[1])
        except AlreadyReported:
            return
        except NotKnown as error:
            checker.complain("E307", f"this {error.reason}", error.node.span,
                             help="who sees a field depends only on constants, parameters and `player_count`")
    if seen:
        checker.typing.seen_by[info] = info.node.seen_by


def _functions(checker: Checking) -> None:
    """Functions, with their exceptions."""
    for function in checker.symbols.functions.values():
        node = function.node
        with checker.inside(function.params, function.name):
            _function_body(checker, node.lets, node.gives, node.exceptions, function.type)


def _function_body(checker: Checking, lets: tuple[ast.Let, ...], gives: ast.Expr,
                   exceptions: tuple[ast.FunctionException, ...], type_: Type) -> None:
    """Check the value that a function gives, and that of each exception."""
    outer = checker.clause
    # An exception is checked before the names of the body are there: it replaces the whole value, and sees only the parameters.
    for exception in exceptions:
        checker.clause = exception.id
        checker.value(exception.condition, FLAG)
        with checker.knowing(exception.condition, True):
            checker.text(exception.statement)
            _function_body(checker, exception.lets, exception.gives, exception.exceptions, type_)
        checker.clause = outer
    overs(checker, exceptions)
    with checker.nested():
        for node in lets:
            let(checker, node)
        checker.value(gives, type_)


def _rules(checker: Checking) -> None:
    """Rules, the effects of rows, and `play`."""
    for rule in checker.symbols.rules.values():
        if rule.reacts_to in checker.symbols.events:
            checker.typing.used.add(checker.symbols.events[rule.reacts_to])
        with checker.inside(rule.params, rule.name):
            _rule_body(checker, rule.node.body, rule.node.exceptions)
    for effect in checker.symbols.effects:
        for body, clause in zip(effect.bodies, effect.clauses, strict=True):
            with checker.inside(effect.params, clause):
                block(checker, body)
    if checker.symbols.play is not None:
        with checker.inside((), "play"):
            _rule_body(checker, checker.symbols.play.body, checker.symbols.play.exceptions)


def _rule_body(checker: Checking, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...]) -> None:
    outer = checker.clause
    for exception in exceptions:
        checker.clause = exception.id
        checker.value(exception.condition, FLAG)
        with checker.knowing(exception.condition, True):
            checker.text(exception.statement)
            _rule_body(checker, exception.body, exception.exceptions)
        checker.clause = outer
    overs(checker, exceptions)
    block(checker, body)


def _endings(checker: Checking) -> None:
    """Ends, invariants and scores: what is asked about a position."""
    for end in checker.symbols.ends:
        with checker.inside((), end.name):
            _end(checker, end)
    for invariant in checker.symbols.invariants:
        with checker.inside((), invariant.name):
            checker.time, checker.outside = "step" if invariant.of_steps else "now", True
            checker.value(invariant.condition, FLAG)
            checker.time, checker.outside = "now", False
    for node in checker.symbols.symmetries:
        symmetry(checker, node)
    for score in checker.symbols.scores:
        with checker.inside(()):
            _players_or_sides(checker, score.binder, "only players or sides score")
            checker.value(score.value, IntType(-MAX_NUMBER, MAX_NUMBER))


def _end(checker: Checking, node: ast.End) -> None:
    checker.value(node.condition, FLAG)
    if node.binder is None:
        return
    _players_or_sides(checker, node.binder, "only players or sides win")
    if node.kind == "winners" and node.binder.key is not None:
        checker.complain("E206", "winners have no order; a `ranking` has", node.binder.key.span)


def _players_or_sides(checker: Checking, node: ast.Binder, complaint: str) -> None:
    """Check a binder that goes through all players, or all sides."""
    checker.bind(node)
    meaning = checker.typing.meanings.get(node.domain)
    if isinstance(meaning, DomainOf) and meaning.type in (checker.symbols.seating.player, checker.symbols.seating.side):
        return
    if checker.plain_type(node.domain) != UNKNOWN:
        checker.complain("E301", complaint, node.domain.span, help="write `p in players` or `s in sides`",
                         fixes=(in_place(node.domain.span, "players"),))


def _texts(checker: Checking) -> None:
    """Names in statements must exist; their values are filled in elsewhere."""
    for rule in checker.symbols.rules.values():
        _text_of(checker, rule.node.statement, rule.params, rule.name)
    for function in checker.symbols.functions.values():
        _text_of(checker, function.node.statement, function.params, function.name)
    for event in checker.symbols.events.values():
        _text_of(checker, event.node.statement, event.params, event.name)
    for end in checker.symbols.ends:
        _text_of(checker, end.statement, (), end.name)
    for invariant in checker.symbols.invariants:
        _text_of(checker, invariant.statement, (), invariant.name)
    for node in checker.symbols.symmetries:
        _text_of(checker, node.statement, (), node.name)
    for clause, statement in checker.symbols.wording.statements:
        with checker.symbols.names.knowing(*checker.symbols.names.row_values.get(clause, ())):
            _text_of(checker, statement, (), clause)
    for board in checker.symbols.components.boards.values():
        with checker.inside((checker.typing.space_shown(board),)):
            for shown in board.node.shown_as:
                _shown(checker, shown)


def _shown(checker: Checking, node: ast.ShownAs) -> None:
    """Check one part of a picture of a space, perhaps under a condition."""
    if node.condition is None:
        checker.text(node.text)
        return
    checker.value(node.condition, FLAG)
    with checker.knowing(node.condition, True):
        checker.text(node.text)


def _text_of(checker: Checking, text: ast.Text | None, names: tuple[Local, ...], clause: str | None = None) -> None:
    """A text that may use these names."""
    with checker.inside(names, clause):
        checker.text(text)
