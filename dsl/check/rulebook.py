"""Check a whole rulebook, part by part: first values, functions, rules, ends, and all texts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TypeGuard, assert_never

from attrs import evolve

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from ..source.fixes import in_place, instead
from ..source.span import Span
from ..symbols.constants import MAX_NUMBER, AlreadyReported, NotKnown, fold
from ..symbols.symbols import Constant, DomainOf, EventInfo, FieldInfo, FunctionInfo, Local, RuleInfo, SymbolTable
from ..syntax.alone import Alone, EffectWay
from ..types.types import FLAG, UNKNOWN, IntType, Type
from .expressions.expressions import expression_checker
from .scope.checking import Checker
from .scope.typing import Typing, Unit, has_natural_start, start_of
from .starts.pieces import starts_of_pieces
from .starts.spaces import starts_of_spaces, starts_on
from .starts.starts import first_values, speaks_of_owner, start, starts_of_owners
from .statements.choices import overs
from .statements.statements import block, let
from .symmetries import symmetry
from .units import Units


def check(symbols: SymbolTable, diagnostics: Diagnostics, known: Typing | None = None,
          changed: frozenset[str] = frozenset()) -> Typing:
    """Give types to everything in a resolved rulebook; mistakes are recorded in `diagnostics`.

    `known` are the types of a rulebook that shares its meanings with this one, but for the words that have `changed`.
    """
    checker = expression_checker(symbols, diagnostics)
    units = Units(checker.scopes, known, changed)
    _state(checker)
    _functions(checker, units)
    _rules(checker, units)
    _endings(checker, units)
    _texts(checker, units)
    return checker.scopes.typing


def check_alone(symbols: SymbolTable, node: Alone,
                diagnostics: Diagnostics | None = None) -> Unit:
    """Check one part of a rulebook, or another text of it with the same head; return what is found.

    `symbols` has what the head declares. Its nodes may be empty, for a check that needs nothing of them (`incremental`).
    Mistakes are added to `diagnostics`.
    """
    checker = expression_checker(symbols, Diagnostics() if diagnostics is None else diagnostics)
    units = Units(checker.scopes, None, frozenset())
    match node:
        case ast.Function():
            return units.check(node, (node,), partial(_function, checker, symbols.functions[node.name], node))
        case ast.Rule(kind="play"):
            return units.check(node, (node,), partial(_rule, checker, (), "play", node.body, node.exceptions))
        case ast.Rule():
            params = symbols.rules[node.name].params
            return units.check(node, (node,), partial(_rule, checker, params, node.name, node.body, node.exceptions))
        case ast.End():
            return units.check(node, (node,), partial(_end, checker, node))
        case ast.Invariant():
            return units.check(node, (node,), partial(_invariant, checker, node))
        case EffectWay():
            params = symbols.effect_of(node).params
            return units.check(node, (node,), partial(_rule, checker, params, node.clause, node.body, ()))
        case _:
            assert_never(node)


def check_start_alone(symbols: SymbolTable, info: FieldInfo, boards: Iterable[ast.Board] = (),
                      diagnostics: Diagnostics | None = None) -> Typing | None:
    """Return the first values that a field gives itself, and those that some boards give it; None where one is a mistake.

    Mistakes are recorded in `diagnostics`, if given.
    """
    checker = expression_checker(symbols, Diagnostics())
    _field(checker, info)
    for node in boards:
        board = symbols.components.boards[node.name]
        if board.space == info.owner:
            starts_on(checker, evolve(board, node=node), info)
    mistakes = checker.scopes.diagnostics.sorted()
    if diagnostics is not None:
        diagnostics.extend(mistakes)
    return None if mistakes else checker.scopes.typing


def check_text_alone(symbols: SymbolTable, clause: str, text: ast.Text) -> bool:
    """Return whether a statement that uses no names but those of the rulebook, or of its row, has no mistake."""
    checker = expression_checker(symbols, Diagnostics())
    _text_of_row(checker, text, symbols.names.row_values.get(clause, ()), clause)
    return not checker.scopes.diagnostics.sorted()


def check_pictures_alone(symbols: SymbolTable, node: ast.Board) -> bool:
    """Return whether what pictures say of the spaces of a board has no mistake."""
    checker = expression_checker(symbols, Diagnostics())
    scopes = checker.scopes
    with scopes.inside((scopes.typing.space_shown(symbols.components.boards[node.name]),)):
        for shown in node.shown_as:
            _shown(checker, shown)
    return not scopes.diagnostics.sorted()


def check_own_text(symbols: SymbolTable, node: ast.Function | ast.Rule | ast.Event | ast.Invariant) -> bool:
    """Return whether the statement of a declaration, which may use the names of its parameters, has no mistake."""
    checker = expression_checker(symbols, Diagnostics())
    match node:
        case ast.Function():
            params = symbols.functions[node.name].params
        case ast.Rule():
            params = symbols.rules[node.name].params
        case ast.Event():
            params = symbols.events[node.name].params
        case ast.Invariant():
            params = ()
        case _:
            assert_never(node)
    if node.statement is not None:
        _text_of(checker, node.statement, params, node.name)
    return not checker.scopes.diagnostics.sorted()


def _text_of_row(checker: Checker, text: ast.Text, known: tuple[Constant, ...], clause: str) -> None:
    with checker.scopes.symbols.names.knowing(*known):
        _text_of(checker, text, (), clause)


def _text_of(checker: Checker, text: ast.Text, names: tuple[Local, ...], clause: str) -> None:
    with checker.scopes.inside(names, clause):
        checker.text(text)


def _state(checker: Checker) -> None:
    """First values and audiences of fields: both are known before play."""
    for info in checker.scopes.symbols.components.fields:
        _field(checker, info)
    starts_of_spaces(checker)
    starts_of_pieces(checker)


def _field(checker: Checker, info: FieldInfo) -> None:
    """Check the first value of a field, and who sees it."""
    if info.node.value is not None and speaks_of_owner(info, info.node.value):
        starts_of_owners(checker, info, info.node.value)
    elif info.node.value is not None:
        start(checker, info, info.node.value, start_of(info.type, info.node.value))
    elif not has_natural_start(info.type):
        checker.scopes.complain("E207", f"`{info.name}` has no initial value", info.node.name_span,
                                help="add `= value` after its type",
                                fixes=first_values(info.node.type.span, info.type))
    _audience(checker, info)


def _audience(checker: Checker, info: FieldInfo) -> None:
    """Work out who sees a field, where not all do."""
    scopes = checker.scopes
    if info.node.seen_by is None:
        return
    owner = "" if info.owner is None else info.owner.kind
    if info.node.seen_by != "nobody" and owner not in ("player", "side", "lone side"):
        scopes.complain("E206", f"`{info.name}` belongs to no player or side who could see it", info.node.name_span,
                        help="write `seen by nobody`" if info.owner is None or info.owner.owner is None else
                        f"declare it for each {info.owner.owner} `per {info.owner}`, or write `seen by nobody`",
                        fixes=instead(info.node.span, f"seen by {info.node.seen_by}", "seen by nobody"))
    has_audience = True
    if info.node.seen_when is not None and checker.value(info.node.seen_when, FLAG) != UNKNOWN:
        try:
            has_audience = bool(fold(info.node.seen_when, scopes.typing.meanings.get)[1])
        except AlreadyReported:
            return
        except NotKnown as error:
            scopes.complain("E307", f"this {error.reason}", error.node.span,
                            help="who sees a field depends only on constants, parameters and `player_count`")
    if has_audience:
        scopes.typing.seen_by[info] = info.node.seen_by


def _functions(checker: Checker, units: Units) -> None:
    """Functions, with their exceptions."""
    for function in checker.scopes.symbols.functions.values():
        units.check(function, (function.node,), partial(_function, checker, function, function.node))


def _function(checker: Checker, function: FunctionInfo, node: ast.Function) -> None:
    with checker.scopes.inside(function.params, function.name):
        _function_body(checker, node.lets, node.gives, node.exceptions, function.type)


def _function_body(checker: Checker, lets: tuple[ast.Let, ...], gives: ast.Expr,
                   exceptions: tuple[ast.FunctionException, ...], type_: Type) -> None:
    """Check the value that a function gives, and that of each exception."""
    scopes = checker.scopes
    outer = scopes.clause
    # An exception is checked before the names of the body are there: it replaces the whole value, and sees only the parameters.
    for exception in exceptions:
        scopes.clause = exception.id
        checker.value(exception.condition, FLAG)
        with scopes.knowing(exception.condition, True):
            checker.text(exception.statement)
            _function_body(checker, exception.lets, exception.gives, exception.exceptions, type_)
        scopes.clause = outer
    overs(scopes, exceptions)
    with scopes.nested():
        for node in lets:
            let(checker, node)
        checker.value(gives, type_)


def _rules(checker: Checker, units: Units) -> None:
    """Rules, the effects of rows, and `play`."""
    scopes = checker.scopes
    find = partial(_rule, checker)
    for rule in scopes.symbols.rules.values():
        if rule.reacts_to in scopes.symbols.events:
            scopes.typing.used.add(scopes.symbols.events[rule.reacts_to])
        units.check(rule, (rule.node,), partial(find, rule.params, rule.name, rule.node.body, rule.node.exceptions))
    for effect in scopes.symbols.effects:
        for row, (body, clause) in enumerate(zip(effect.bodies, effect.clauses, strict=True)):
            # An effect has a body for each row, so that the row is part of the key.
            units.check((effect, row), (body,), partial(find, effect.params, clause, body, ()))
    play = scopes.symbols.play
    if play is not None:
        units.check(play, (play,), partial(find, (), "play", play.body, play.exceptions))


def _rule(checker: Checker, params: tuple[Local, ...], name: str, body: tuple[ast.Stmt, ...],
          exceptions: tuple[ast.RuleException, ...]) -> None:
    with checker.scopes.inside(params, name):
        _rule_body(checker, body, exceptions)


def _rule_body(checker: Checker, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...]) -> None:
    scopes = checker.scopes
    outer = scopes.clause
    for exception in exceptions:
        scopes.clause = exception.id
        checker.value(exception.condition, FLAG)
        with scopes.knowing(exception.condition, True):
            checker.text(exception.statement)
            _rule_body(checker, exception.body, exception.exceptions)
        scopes.clause = outer
    overs(scopes, exceptions)
    block(checker, body)


def _endings(checker: Checker, units: Units) -> None:
    """Ends, invariants and scores: what is asked about a position."""
    scopes = checker.scopes
    for end in scopes.symbols.ends:
        units.check(end, (end,), partial(_end, checker, end))
    for invariant in scopes.symbols.invariants:
        units.check(invariant, (invariant,), partial(_invariant, checker, invariant))
    for node in scopes.symbols.symmetries:
        symmetry(scopes, node)
    for score in scopes.symbols.scores:
        with scopes.inside(()):
            _players_or_sides(checker, score.binder, "only players or sides score")
            checker.value(score.value, IntType(-MAX_NUMBER, MAX_NUMBER))


def _invariant(checker: Checker, node: ast.Invariant) -> None:
    scopes = checker.scopes
    with scopes.inside((), node.name):
        scopes.time, scopes.outside = "step" if node.of_steps else "now", True
        checker.value(node.condition, FLAG)
        scopes.time, scopes.outside = "now", False


def _end(checker: Checker, node: ast.End) -> None:
    with checker.scopes.inside((), node.name):
        _end_and_winners(checker, node)


def _end_and_winners(checker: Checker, node: ast.End) -> None:
    checker.value(node.condition, FLAG)
    if node.binder is None:
        return
    _players_or_sides(checker, node.binder, "only players or sides win")
    if node.kind == "winners" and node.binder.key is not None:
        span = node.binder.name_span
        # The keyword has no place in the tree. It stands on the line of the name, so the last one in front of the name is it.
        column = span.source.line(span.line)[: span.column - 1].rfind(node.kind) + 1
        word = Span(span.source, span.line, column, span.line, column + len(node.kind))
        checker.scopes.complain("E206", "`winners` is not sorted, but `ranking` is", node.binder.key.span,
                                help="write `ranking` in place of `winners`", fixes=(in_place(word, "ranking"),))


def _players_or_sides(checker: Checker, node: ast.Binder, complaint: str) -> None:
    """Check a binder that goes through all players, or all sides."""
    scopes = checker.scopes
    checker.bind(node)
    meaning = scopes.typing.meanings.get(node.domain)
    if isinstance(meaning, DomainOf) and meaning.type in (scopes.symbols.seating.player, scopes.symbols.seating.side):
        return
    if scopes.plain_type(node.domain) != UNKNOWN:
        scopes.complain("E301", complaint, node.domain.span, help="write `p in players` or `s in sides`",
                        fixes=(in_place(node.domain.span, "players"),))


def _texts(checker: Checker, units: Units) -> None:
    """Names in statements must exist; their values are filled in elsewhere."""
    scopes = checker.scopes
    symbols = scopes.symbols
    owners: list[RuleInfo | FunctionInfo | EventInfo] = [
        *symbols.rules.values(), *symbols.functions.values(), *symbols.events.values()]
    for owner in owners:
        text = owner.node.statement
        if _fills_in(text):
            # A key besides that of the body: a statement with other words leaves the types of the body as they are.
            units.check((owner, text), (text,), partial(_text_of, checker, text, owner.params, owner.name))
    stated: list[ast.End | ast.Invariant | ast.Symmetry] = [*symbols.ends, *symbols.invariants, *symbols.symmetries]
    for node in stated:
        if _fills_in(node.statement):
            units.check((node, node.statement), (node.statement,), partial(_text_of, checker, node.statement, (), node.name))
    for clause, text in symbols.wording.statements:
        if _fills_in(text):
            known = symbols.names.row_values.get(clause, ())
            # With the values of its row: the same text is another unit where they differ.
            units.check((clause, text, known), (text,), partial(_text_of_row, checker, text, known, clause))
    for board in symbols.components.boards.values():
        with scopes.inside((scopes.typing.space_shown(board),)):
            for shown in board.node.shown_as:
                _shown(checker, shown)


def _fills_in(text: ast.Text | None) -> TypeGuard[ast.Text]:
    """Return whether a text has expressions in it."""
    return text is not None and any(not isinstance(part, str) for part in text.parts)


def _shown(checker: Checker, node: ast.ShownAs) -> None:
    """Check one part of a picture of a space, perhaps under a condition."""
    if node.condition is None:
        checker.text(node.text)
        return
    checker.value(node.condition, FLAG)
    with checker.scopes.knowing(node.condition, True):
        checker.text(node.text)
