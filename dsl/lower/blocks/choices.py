"""Lower choices and chance to blocks that wait, and the blocks their moves lead to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from math import prod

from ... import ir
from ... import syntax as ast
from ...check.scope.narrowing import learned, path
from ...symbols.symbols import Local
from ...syntax.walk import nodes_in
from ...types.conversion import bases_of
from ...types.types import UNKNOWN, EnumType, ListType, SetType, Type, size
from ..expressions.chains import Several, count_of, parts_of, whole, written
from ..expressions.expressions import Expressions
from ..expressions.phrases import said
from ..shared.graph import OpenBlock
from .blocks import Blocks


def choose(flow: Blocks, node: ast.Choose) -> None:
    """The block that waits for a choice, and one for each kind of move that carries it out."""

    # `names` are those of all open values side by side, in the order of the binders; a chain or an amount takes several of
    # them.
    def carry_out(number: int, move: ast.Move, names: tuple[str, ...]) -> None:
        outer = dict(flow.env)
        flow.opened.append([])
        left = iter(names)
        for binder in (*node.binders, *move.binders):
            own = tuple(islice(left, count_of(flow.expressions, binder)))
            if isinstance(binder.domain, ast.Chain | ast.AmountOf):
                _keep_several(flow, binder, binder.domain, own, flow.breaks(move.body))
            else:
                keep(flow, flow.shared.typing.locals[binder], own[0], flow.breaks(move.body))
        flow.add_ops([ir.Touch(flow.clause)])
        flow.flow(move.body)
        flow.add_ops(flow.clearing(flow.opened.pop()))
        flow.env = outer

    ask(flow, node, carry_out, lambda: flow.flow(node.otherwise or ()), None)


def ask(flow: Blocks, node: ast.Choose, chosen: Callable[[int, ast.Move, tuple[str, ...]], None],
        nothing: Callable[[], None], secret: ir.SecretRound | None) -> None:
    """The block that waits for a choice, and those that it leads to.

    `chosen` makes what follows a move, given its number and the temporaries of its open values;
    `nothing` what follows when there is no legal move.
    """
    asking = flow.make(flow.graph.label(node.id))
    flow.jump(asking)
    outer, flow.clause = flow.clause, node.id
    asking.clause = node.id
    after = flow.make(f"{node.id} after")
    player = flow.expr(node.player)
    statement = None if node.statement is None else flow.expressions.text(node.statement, spoken=True)
    moves: list[ir.MoveOption] = []
    for number, move in enumerate(node.moves):
        flow.clause = clause_of(node, move)
        # INVARIANT: the codes of a choice count its kinds of move in the order of the rulebook without a gap. Saved games,
        # the hash of the rules and compiled modules rely on it.
        first = moves[-1].first + moves[-1].count if moves else 0
        moves.append(_option(flow, node, move, (asking, number), first))
        chosen(number, move, tuple(bound.name for bound in moves[-1].bound))
        flow.jump(after)
    flow.clause = node.id
    otherwise = None
    if node.otherwise is not None:
        otherwise = flow.start(f"{node.id} otherwise").id
        nothing()
        flow.jump(after)
    asking.end = ir.ChooseMove(node.id, player, statement, tuple(moves), otherwise, secret,
                               _audience(flow, node.audience), flow.site(node, "nobody can move here"),
                               node.id in flow.graph.hidden.choices)
    flow.clause = outer
    flow.current = after


def clause_of(choice: ast.Choose, move: ast.Move) -> str:
    """Return the id of the clause that a kind of move is."""
    return move.id.name if move.id is not None else choice.id


def _option(flow: Blocks, choice: ast.Choose, move: ast.Move, asking: tuple[OpenBlock, int], first: int) -> ir.MoveOption:
    """Return a kind of move; the flow is left where it has been chosen."""
    env = dict(flow.env)
    binders = (*choice.binders, *move.binders)
    bounds: list[ir.Bound] = []
    several: dict[str, Several] = {}
    for binder in binders:
        if isinstance(binder.domain, ast.Chain | ast.AmountOf):
            parts_of_it = parts_of(_lowering(flow, env), binder, binder.domain)
            several[binder.name] = binder.domain, tuple(parts_of_it)
            bounds += parts_of_it
        else:
            bounds.append(_bound(flow, binder, env, tuple(bound.name for bound in bounds)))
    names = tuple(bound.name for bound in bounds)
    # A requirement of the choice speaks only of what the choice leaves open, so it is tested before the values of the move are
    # gone through (`Guard.level`).
    common = sum(count_of(flow.expressions, binder) for binder in choice.binders)
    lowering = _lowering(flow, env)
    guards = tuple(_only_where(flow.clause, condition, lowering, len(names))
                   for condition in (move.condition,) if condition is not None)
    # INVARIANT: the order of the guards is that of refusal: the first that fails is the clause which is named to the player.
    guards += tuple(_guard(require, lowering, common, names) for require in choice.requires)
    guards += tuple(_guard(require, lowering, len(bounds), names) for require in move.requires)
    notation = lowering.text(move.notation, names)
    parts = tuple(written(lowering, move.notation.parts, flow.shared.texts[notation].parts, several))
    flow.shared.texts[notation] = ir.TextOf(parts, names)
    target = flow.start(flow.clause, (asking[0].id, asking[1]))
    return ir.MoveOption(flow.clause, tuple(bounds), guards, notation, target.id, first,
                         prod(size(bound.type) for bound in bounds), _named(flow, move), _relies(flow, choice, move),
                         _is_effective(flow, move))


def _relies(flow: Blocks, choice: ast.Choose, move: ast.Move) -> int:
    """Return how many conditions a notation relies on: up to the last that says of something in it what that cannot be."""
    meaning_of, types = flow.shared.typing.meanings.get, flow.shared.typing.types
    spoken = {path(node, meaning_of) for node in nodes_in(move.notation) if isinstance(node, ast.Expr)}

    def is_relied_on(condition: ast.Expr | None) -> bool:
        facts = {} if condition is None else learned(condition, True, meaning_of, lambda node: types.get(node, UNKNOWN))
        return bool(spoken & facts.keys())

    # The move's own requirements are not among them: the checker reads the notation before it has learned from these. With
    # exceptions a requirement promises nothing.
    conditions = [binder.condition for binder in (*choice.binders, *move.binders)]
    conditions += [] if move.condition is None else [move.condition]
    conditions += [None if require.exceptions else require.condition for require in choice.requires]
    return max((number for number, condition in enumerate(conditions, 1) if is_relied_on(condition)), default=0)


def _is_effective(flow: Blocks, move: ast.Move) -> bool:
    """Return whether a kind of move is expected to change a field: it has statements, is no pass, and sets no variable."""
    if move.as_pass or all(isinstance(node, ast.Leave) for node in move.body):
        return False
    changed = (node.place for node in nodes_in(move.body) if isinstance(node, ast.Change))
    return not any(isinstance(flow.shared.typing.meanings.get(place), Local) for place in changed)


def _named(flow: Blocks, move: ast.Move) -> tuple[tuple[int, Type], ...]:
    """Return the names of pieces around a move that it speaks of, and that are kept: their first slots and types."""
    spoken = {flow.shared.typing.meanings.get(node) for node in nodes_in(move.body) if isinstance(node, ast.Name)}
    return tuple((place.base, local.type) for local, place in flow.env.items()
                 if local in spoken and isinstance(place, ir.Slot) and _of_pieces(local.type))


def _of_pieces(of: Type) -> bool:
    """Return whether values of a type may be pieces, or hold some."""
    match of:
        case SetType(element) | ListType(element):
            return _of_pieces(element)
    return any(isinstance(base, EnumType) and base.kind == "piece" for base in bases_of(of))


def _lowering(flow: Blocks, env: dict[Local, ir.Expr]) -> Expressions:
    return Expressions(flow.shared, flow.clause, env, flow.name in flow.calls.merging)


def _bound(flow: Blocks, binder: ast.Binder, env: dict[Local, ir.Expr], before: tuple[str, ...]) -> ir.Bound:
    """Return a value left open: its domain is lowered with the values before it as temporaries."""
    local = flow.shared.typing.locals[binder]
    lowering = _lowering(flow, env)
    domain = lowering.domain(binder.domain)
    name = flow.shared.temp(binder.name)
    # A value outside a domain that never changes is no move of the game at all: nothing need be said of it in a refusal.
    fixed = isinstance(domain, ir.RangeDomain) and isinstance(domain.low, ir.Const) and isinstance(domain.high, ir.Const)
    among = None if fixed else said(lowering, binder.domain, before)
    env[local] = ir.Temp(name)
    condition = None if binder.condition is None else lowering.expr(binder.condition)
    return ir.Bound(name, domain, condition, local.type, among)


def keep(flow: Blocks, local: Local, name: str, in_slot: bool) -> None:
    """Keep a value that has been chosen, which stands in a temporary, for as long as it is needed."""
    flow.env[local] = ir.Temp(name)
    if in_slot:
        slot = ir.Slot(flow.open_slot(local.name, local.type))
        flow.add_ops([ir.Write(slot, ir.Temp(name))])
        flow.env[local] = slot


def _only_where(clause: str, condition: ast.Expr, lowering: Expressions, level: int) -> ir.Guard:
    """Return the condition under which a kind of move is there, as a requirement without words of its own."""
    return ir.Guard(clause, lowering.expr(condition), (), None, level)


def _keep_several(flow: Blocks, binder: ast.Binder, of: ast.Chain | ast.AmountOf, names: tuple[str, ...],
                  in_slot: bool) -> None:
    """Keep the parts that have been chosen for as long as they are needed."""
    local, together = flow.shared.typing.locals[binder], whole(flow.expressions, of, tuple(map(ir.Temp, names)))
    flow.env[local] = together
    if in_slot:
        slot = ir.Slot(flow.open_slot(local.name, local.type))
        if isinstance(of, ast.Chain):
            flow.add_ops([ir.WriteList(slot, together, len(names), flow.site(binder, "the steps of a chain"))])
        else:
            flow.add_ops([ir.Write(ir.Slot(slot.base + place), ir.Temp(name)) for place, name in enumerate(names)])
        flow.env[local] = slot


def _guard(node: ast.Require | ast.RequireException, lowering: Expressions, level: int,
           names: tuple[str, ...]) -> ir.Guard:
    inner = Expressions(lowering.shared, node.id, lowering.env, lowering.merging)
    message = None if node.statement is None else inner.text(node.statement, names, spoken=True)
    exceptions = tuple(_guard(exception, inner, level, names) for exception in node.exceptions)
    return ir.Guard(node.id, inner.expr(node.condition), exceptions, message, level)


def roll(flow: Blocks, node: ast.Roll, in_slot: bool) -> None:
    """The block that waits for chance, and the one its value leads to."""
    local = flow.shared.typing.locals[node]
    rolling = flow.make(flow.graph.label(f"{flow.clause}.{node.name}"))
    flow.jump(rolling)
    env = dict(flow.env)
    lowering = _lowering(flow, env)
    domain = lowering.domain(node.domain)
    name = flow.shared.temp(node.name)
    env[local] = ir.Temp(name)
    condition = None if node.condition is None else lowering.expr(node.condition)
    if node.key is not None:
        # `by key` draws among those that come first by the key: pairs of key and value are gathered, and `foremost` keeps the
        # values of the best ones. The condition is part of the gathering, so the roll itself has none any more.
        pairs = ir.Gather("pairs", name, domain, condition, None, False, lowering.expr(node.key))
        domain, condition = ir.ListDomain(ir.Primitive("foremost", (pairs, ir.Const(int(node.descending))))), None
    bound = ir.Bound(name, domain, condition, local.type)
    weight = None if node.weight is None else lowering.expr(node.weight)
    notation = _rolled(flow, node, lowering, ir.TextPart(ir.Temp(name), local.type))
    target = flow.start(flow.clause, (rolling.id, 0))
    rolling.end = ir.RollValue(flow.clause, bound, weight, notation, target.id,
                               _audience(flow, node.audience), flow.site(node, "there is nothing to draw from"))
    keep(flow, local, name, in_slot)


def _audience(flow: Blocks, node: ast.Audience | None) -> ir.Audience | None:
    """Return who sees what is decided, where not all do."""
    if node is None:
        return None
    if node.of is None:
        return ir.Audience("nobody", None)
    type_ = flow.shared.typing.types[node.of]
    return ir.Audience("player" if type_ == flow.shared.symbols.seating.player else "side", flow.expr(node.of))


def _rolled(flow: Blocks, node: ast.Roll, lowering: Expressions, value: ir.TextPart) -> int:
    """Return how a roll is written: as the rulebook says, or as `roll` and its value."""
    assert isinstance(value.value, ir.Temp)
    names = (value.value.name,)
    if node.notation is not None:
        return lowering.text(node.notation, names)
    flow.shared.texts.append(ir.TextOf(("roll ", value), names))
    return len(flow.shared.texts) - 1
