"""Check choices and chance: domains to choose from, moves, requirements and their exceptions."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from ... import syntax as ast
from ...source.diagnostics import did_you_mean
from ...source.fixes import in_place, one_of, without
from ...symbols.symbols import Local
from ...types.types import FLAG, UNKNOWN, IntType, ListType, Scalar, Type, UnknownType, size
from ..scope.checking import Checker
from ..scope.fitting import present
from ..scope.narrowing import forget_fields, path
from ..scope.scopes import Scopes
from .chains import bind_amount, bind_chain
from .ways import cheaper, codes_of, passes_of, shorter_in_time, ways_of

# The edges of a hex board of 10,000 spaces are fewer.
MAX_DOMAIN = 40_000
MAX_MOVES = 1_000_000
# Each combination of values of the types of a move has a number, which must stay exact everywhere.
MAX_CODES = 9 * 10**15
MAX_ROLLS = 100
# As many passes of long loops the machine makes from one choice to the next.
MAX_PASSES = 200_000

# Checks statements in a scope of their own.
Block = Callable[[Checker, tuple[ast.Stmt, ...]], None]

Exceptional = ast.FunctionException | ast.RuleException | ast.RequireException


def choose(checker: Checker, node: ast.Choose, block: Block) -> None:
    """A choice: who chooses, among what, under which requirements."""
    scopes = checker.scopes
    outer, scopes.clause = scopes.clause, node.id
    if node.secret and node.choosers is None:
        scopes.complain("E803", "a secret choice needs several players, and only one chooses here", node.id_span,
                        help="write `by each p in players ... secretly`, or "
                             f"`seen by {node.player.span.text}` if it stays hidden")
    with scopes.nested():
        if node.choosers is not None:
            if not node.secret:
                # A later player is asked in the position that the moves of earlier ones have left.
                scopes.happened((*(statement for move in node.moves for statement in move.body), *(node.otherwise or ())))
            # Asking each of several players is a loop: `stop` in a move ends the asking.
            checker.bind(node.choosers)
            scopes.loops += 1
        checker.value(node.player, scopes.symbols.seating.player)
        _chooser_sees(checker, node)
        checker.text(node.statement)
        with scopes.nested():
            common = [_bind_open(checker, binder) for binder in node.binders]
            requires(checker, node.requires)
            for move in node.moves:
                with scopes.nested():
                    _move(checker, node, move, common, block)
        if node.otherwise is not None:
            if node.secret:
                # As for a move: others have carried out theirs by then.
                scopes.happened()
            block(checker, node.otherwise)
        scopes.loops -= node.choosers is not None
    scopes.clause = outer
    scopes.happened()


def _chooser_sees(checker: Checker, node: ast.Choose) -> None:
    """Check that the player who makes a choice, or their side, is who sees it."""
    scopes = checker.scopes
    if node.audience is None:
        return
    audience(checker, node.audience)
    if node.secret:
        scopes.complain("E206", "a secret choice is revealed to all players", node.audience.span,
                        help="leave out one of `secretly` and `seen by`", fixes=(without(node.audience.span),))
    players = node.audience.of
    player = players.subject if isinstance(players, ast.Attribute) and players.name == "side" else players
    meaning_of = scopes.typing.meanings.get
    if player is None or path(player, meaning_of) is None or path(player, meaning_of) != path(node.player, meaning_of):
        who = node.player.span.text
        scopes.complain("E206", "a choice is seen by the player who makes it, or by their side", node.audience.span,
                        help=f"write `seen by {who}` or `seen by {who}.side`",
                        fixes=one_of(node.audience.span, (f"seen by {who}", f"seen by {who}.side")))


def audience(checker: Checker, node: ast.Audience) -> None:
    """Check that `seen by` names a player or a side."""
    scopes = checker.scopes
    type_ = UNKNOWN if node.of is None else present(scopes, node.of, checker.expr(node.of))
    if node.of is not None and type_ not in (UNKNOWN, scopes.symbols.seating.player, scopes.symbols.seating.side):
        scopes.complain("E301", f"this is {type_}, where a player or a side is needed", node.of.span)


def _move(checker: Checker, choice: ast.Choose, move: ast.Move, common: list[Type], block: Block) -> None:
    scopes = checker.scopes
    scopes.clause = move.id.name if move.id is not None else choice.id
    own = [_bind_open(checker, binder) for binder in move.binders]
    _not_too_many(scopes, move, list(zip((*choice.binders, *move.binders), common + own, strict=True)))
    if move.condition is not None:
        checker.value(move.condition, FLAG)
        scopes.learn(move.condition, True)
    checker.text(move.notation)
    checker.text(move.statement)
    requires(checker, move.requires)
    if choice.secret:
        # Others carry out what they have chosen between the choice and this.
        scopes.happened()
    block(checker, move.body)
    scopes.clause = choice.id


def _not_too_many(scopes: Scopes, move: ast.Move, bound: list[tuple[ast.Binder, Type]]) -> None:
    """Check in how many ways a move can be made, by what its domains hold, and that each way has a number by its types."""
    known = [(binder, type_) for binder, type_ in bound if type_ != UNKNOWN]
    ways = prod(ways_of(scopes.symbols, scopes.typing, binder.domain, type_) for binder, type_ in known)
    codes = prod(codes_of(type_) for _, type_ in known)
    if ways > MAX_MOVES:
        scopes.complain("E304", f"this move can be made in {ways} ways", move.notation.span,
                        help=f"at most {MAX_MOVES} are allowed{cheaper(scopes.symbols, scopes.typing, known, MAX_MOVES)}")
    elif codes > MAX_CODES:
        scopes.complain("E304", f"the types of the values of this move have {codes} combinations", move.notation.span,
                        help=f"at most {MAX_CODES} are allowed, even if few of them can be chosen")
    else:
        for binder, type_ in known:
            _lists_in_time(scopes, binder, type_)


def _lists_in_time(scopes: Scopes, binder: ast.Binder, type_: Type) -> None:
    """Warn of a chain that may try more values than a transition may: then the game ends with a fault."""
    passes, chain = passes_of(scopes.symbols, scopes.typing, binder.domain, type_), binder.domain
    if passes > MAX_PASSES and isinstance(chain, ast.Chain) and isinstance(type_, ListType):
        scopes.complain("W405", f"up to {passes} values are tried for the steps of this chain, and more than {MAX_PASSES} may "
                        "end the game with a fault", chain.span,
                        help=shorter_in_time(scopes.symbols, scopes.typing, chain, type_, MAX_PASSES))


def _bind_open(checker: Checker, node: ast.Binder) -> Type:
    """Return a binder of a move: its values are written and chosen, so each must be a single one."""
    if isinstance(node.domain, ast.Chain):
        return bind_chain(checker, node, node.domain)
    if isinstance(node.domain, ast.AmountOf):
        return bind_amount(checker, node, node.domain)
    element = checker.bind(node)
    if node.key is not None:
        checker.scopes.complain("E206", "the values of a move have an order of their own", node.key.span)
    return single(checker.scopes, element, node.domain, "a move cannot be chosen among")


def single(scopes: Scopes, element: Type, domain: ast.Expr, complaint: str) -> Type:
    """Check that the values of a domain are single ones, and not too many."""
    if not isinstance(element, Scalar | UnknownType):
        scopes.complain("E304", f"{complaint} values of {element}", domain.span)
        return UNKNOWN
    if element != UNKNOWN and size(element) > MAX_DOMAIN:
        scopes.complain("E304", f"a choice among {size(element)} values", domain.span,
                        help=f"at most {MAX_DOMAIN} are allowed")
        return UNKNOWN
    return element


def roll(checker: Checker, node: ast.Roll) -> None:
    """A roll or draw; its name stands for the value from here on."""
    local = _rolled(checker, node)
    checker.scopes.scope = {**checker.scopes.scope, node.name: local}


def throw(checker: Checker, node: ast.Throw) -> None:
    """Several rolls; the name stands for all of them from here on, and for each while it is rolled."""
    scopes = checker.scopes
    times = checker.number(node.times)
    face = _rolled(checker, node.roll)
    limit = times.high if isinstance(times, IntType) else 1
    type_: Type = UNKNOWN
    if not 1 <= limit <= MAX_ROLLS:
        scopes.complain("E304", f"up to {limit} rolls at once", node.times.span,
                        help=f"from 1 to {MAX_ROLLS} are possible",
                        fixes=(in_place(node.times.span, str(min(max(limit, 1), MAX_ROLLS))),))
    elif isinstance(face.type, Scalar):
        type_ = ListType(face.type, limit)
    local = Local(face.name, type_, "roll")
    scopes.typing.locals[node] = local
    scopes.scope = {**scopes.scope, node.roll.name: local}


def _rolled(checker: Checker, node: ast.Roll) -> Local:
    """Return the value that one roll brings."""
    scopes = checker.scopes
    element = single(scopes, checker.domain(node.domain), node.domain, "chance does not choose among")
    with scopes.nested():
        local = scopes.declare(node, node.name, node.name_span, element, "roll")
        if node.condition is not None:
            checker.value(node.condition, FLAG)
            scopes.learn(node.condition, True)
        if node.key is not None:
            checker.key(node.key)
        if node.weight is not None:
            weight = checker.number(node.weight)
            if isinstance(weight, IntType) and weight.low < 0:
                scopes.complain("E303", f"a weight is never negative, and this is {weight}", node.weight.span)
        checker.text(node.notation)
        facts = scopes.facts
    if node.audience is not None:
        audience(checker, node.audience)
    scopes.facts = forget_fields(facts)
    return local


# ---- Requirements --------------------------------------------------------------------------------


def requires(checker: Checker, nodes: tuple[ast.Require, ...]) -> None:
    """Requirements in their order; each may rely on those before it."""
    for node in nodes:
        checker.value(node.condition, FLAG)
        # The statement and the exceptions come into play only where the condition does not hold.
        with checker.scopes.knowing(node.condition, False):
            checker.text(node.statement)
            _require_exceptions(checker, node.exceptions)
        # By an exception a move may be legal though the condition does not hold, so nothing is learned from it.
        if not node.exceptions:
            checker.scopes.learn(node.condition, True)


def _require_exceptions(checker: Checker, nodes: tuple[ast.RequireException, ...]) -> None:
    for node in nodes:
        checker.value(node.condition, FLAG)
        with checker.scopes.knowing(node.condition, True):
            checker.text(node.statement)
            _require_exceptions(checker, node.exceptions)
    overs(checker.scopes, nodes)


def overs(scopes: Scopes, exceptions: tuple[Exceptional, ...]) -> None:
    """Check that `over` names another exception to the same rule."""
    siblings = {exception.id: exception for exception in exceptions}
    for exception in exceptions:
        if exception.over is None:
            continue
        if exception.over.name not in siblings or exception.over.name == exception.id:
            scopes.complain("E201", f"`{exception.over.name}` is not another exception to the same rule", exception.over.span,
                            help=did_you_mean(exception.over.name, siblings.keys() - {exception.id}))
