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
from ..expressions.expressions import lowering_of, numbered_text
from ..expressions.lowering import Lowering
from ..expressions.phrases import phrase_of
from ..shared.graph import OpenBlock
from .blocks import Blocks


def choose(blocks: Blocks, node: ast.Choose) -> None:
    """The block that waits for a choice, and one for each kind of move that carries it out."""
    rule = blocks.rule

    # `names` are those of all open values side by side, in the order of the binders; a chain or an amount takes several of
    # them.
    def carry_out(number: int, move: ast.Move, names: tuple[str, ...]) -> None:
        outer = dict(rule.env)
        rule.opened.append([])
        left = iter(names)
        for binder in (*node.binders, *move.binders):
            own = tuple(islice(left, count_of(rule.expressions, binder)))
            if isinstance(binder.domain, ast.Chain | ast.AmountOf):
                _keep_several(blocks, binder, binder.domain, own, blocks.breaks(move.body))
            else:
                keep(blocks, rule.shared.typing.locals[binder], own[0], blocks.breaks(move.body))
        blocks.add_ops([ir.Touch(rule.clause)])
        blocks.flow(move.body)
        blocks.add_ops(rule.clearing(rule.opened.pop()))
        rule.env = outer

    ask(blocks, node, carry_out, lambda: blocks.flow(node.otherwise or ()), None)


def ask(blocks: Blocks, node: ast.Choose, chosen: Callable[[int, ast.Move, tuple[str, ...]], None],
        nothing: Callable[[], None], secret: ir.SecretRound | None) -> None:
    """The block that waits for a choice, and those that it leads to.

    `chosen` makes what follows a move, given its number and the temporaries of its open values;
    `nothing` what follows when there is no legal move.
    """
    rule = blocks.rule
    asking = blocks.make(blocks.graph.label(node.id))
    blocks.jump(asking)
    outer, rule.clause = rule.clause, node.id
    asking.clause = node.id
    after = blocks.make(f"{node.id} after")
    player = rule.expr(node.player)
    statement = None if node.statement is None else numbered_text(rule.expressions, node.statement, spoken=True)
    moves: list[ir.MoveOption] = []
    for number, move in enumerate(node.moves):
        rule.clause = clause_of(node, move)
        # INVARIANT: the codes of a choice count its kinds of move in the order of the rulebook without a gap. Saved games,
        # the hash of the rules and compiled modules rely on it.
        first = moves[-1].first + moves[-1].count if moves else 0
        moves.append(_option(blocks, node, move, (asking, number), first))
        chosen(number, move, tuple(bound.name for bound in moves[-1].bound))
        blocks.jump(after)
    rule.clause = node.id
    otherwise = None
    if node.otherwise is not None:
        otherwise = blocks.start(f"{node.id} otherwise").id
        nothing()
        blocks.jump(after)
    asking.end = ir.ChooseMove(node.id, player, statement, tuple(moves), otherwise, secret,
                               _audience(blocks, node.audience), rule.site(node, "no player can move here"),
                               node.id in blocks.graph.hidden.choices)
    rule.clause = outer
    blocks.current = after


def clause_of(choice: ast.Choose, move: ast.Move) -> str:
    """Return the id of the clause that a kind of move is."""
    return move.id.name if move.id is not None else choice.id


def _option(blocks: Blocks, choice: ast.Choose, move: ast.Move, asking: tuple[OpenBlock, int], first: int) -> ir.MoveOption:
    """Return a kind of move; the flow is left where it has been chosen."""
    rule = blocks.rule
    env = dict(rule.env)
    binders = (*choice.binders, *move.binders)
    bounds: list[ir.Bound] = []
    several: dict[str, Several] = {}
    for binder in binders:
        if isinstance(binder.domain, ast.Chain | ast.AmountOf):
            parts_of_it = parts_of(_lowering(blocks, env), binder, binder.domain)
            several[binder.name] = binder.domain, tuple(parts_of_it)
            bounds += parts_of_it
        else:
            bounds.append(_bound(blocks, binder, env, tuple(bound.name for bound in bounds)))
    names = tuple(bound.name for bound in bounds)
    # A requirement of the choice speaks only of what the choice leaves open, so it is tested before the values of the move are
    # gone through (`Guard.level`).
    common = sum(count_of(rule.expressions, binder) for binder in choice.binders)
    lowering = _lowering(blocks, env)
    guards = tuple(_only_where(rule.clause, condition, lowering, len(names))
                   for condition in (move.condition,) if condition is not None)
    # INVARIANT: the order of the guards is that of refusal: the first that fails is the clause which is named to the player.
    guards += tuple(_guard(require, lowering, common, names) for require in choice.requires)
    guards += tuple(_guard(require, lowering, len(bounds), names) for require in move.requires)
    notation = numbered_text(lowering, move.notation, names)
    parts = tuple(written(lowering, move.notation.parts, rule.shared.texts[notation].parts, several))
    rule.shared.texts[notation] = ir.TextOf(parts, names)
    target = blocks.start(rule.clause, (asking[0].id, asking[1]))
    return ir.MoveOption(rule.clause, tuple(bounds), guards, notation, target.id, first,
                         prod(size(bound.type) for bound in bounds), _named(blocks, move), _relies(blocks, choice, move),
                         _is_effective(blocks, move))


def _relies(blocks: Blocks, choice: ast.Choose, move: ast.Move) -> int:
    """Return how many conditions a notation relies on: up to the last that says of something in it what that cannot be."""
    meaning_of, types = blocks.rule.shared.typing.meanings.get, blocks.rule.shared.typing.types
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


def _is_effective(blocks: Blocks, move: ast.Move) -> bool:
    """Return whether a kind of move is expected to change a field: it has statements, is no pass, and sets no variable."""
    if move.as_pass or all(isinstance(node, ast.Leave) for node in move.body):
        return False
    changed = (node.place for node in nodes_in(move.body) if isinstance(node, ast.Change))
    return not any(isinstance(blocks.rule.shared.typing.meanings.get(place), Local) for place in changed)


def _named(blocks: Blocks, move: ast.Move) -> tuple[tuple[int, Type], ...]:
    """Return the names of pieces around a move that it speaks of, and that are kept: their first slots and types."""
    spoken = {blocks.rule.shared.typing.meanings.get(node) for node in nodes_in(move.body) if isinstance(node, ast.Name)}
    return tuple((place.base, local.type) for local, place in blocks.rule.env.items()
                 if local in spoken and isinstance(place, ir.Slot) and _of_pieces(local.type))


def _of_pieces(type_: Type) -> bool:
    """Return whether values of a type may be pieces, or hold some."""
    match type_:
        case SetType(element) | ListType(element):
            return _of_pieces(element)
        case _:
            # Types that are no single value have no bases.
            return any(isinstance(base, EnumType) and base.kind == "piece" for base in bases_of(type_))


def _lowering(blocks: Blocks, env: dict[Local, ir.Expr]) -> Lowering:
    rule = blocks.rule
    return lowering_of(rule.shared, rule.clause, env, rule.name in rule.calls.merging)


def _bound(blocks: Blocks, binder: ast.Binder, env: dict[Local, ir.Expr], before: tuple[str, ...]) -> ir.Bound:
    """Return a value left open: its domain is lowered with the values before it as temporaries."""
    local = blocks.rule.shared.typing.locals[binder]
    lowering = _lowering(blocks, env)
    domain = lowering.domain(binder.domain)
    name = blocks.rule.shared.temp(binder.name)
    # A value outside a domain that never changes is no move of the game at all: nothing need be said of it in a refusal.
    fixed = isinstance(domain, ir.RangeDomain) and isinstance(domain.low, ir.Const) and isinstance(domain.high, ir.Const)
    among = None if fixed else phrase_of(lowering, binder.domain, before)
    env[local] = ir.Temp(name)
    condition = None if binder.condition is None else lowering.expr(binder.condition)
    return ir.Bound(name, domain, condition, local.type, among)


def keep(blocks: Blocks, local: Local, name: str, in_slot: bool) -> None:
    """Keep a value that has been chosen, which stands in a temporary, for as long as it is needed."""
    rule = blocks.rule
    rule.env[local] = ir.Temp(name)
    if in_slot:
        slot = ir.Slot(rule.open_slot(local.name, local.type))
        blocks.add_ops([ir.Write(slot, ir.Temp(name))])
        rule.env[local] = slot


def _only_where(clause: str, condition: ast.Expr, lowering: Lowering, level: int) -> ir.Guard:
    """Return the condition under which a kind of move is there, as a requirement without words of its own."""
    return ir.Guard(clause, lowering.expr(condition), (), None, level)


def _keep_several(blocks: Blocks, binder: ast.Binder, several: ast.Chain | ast.AmountOf, names: tuple[str, ...],
                  in_slot: bool) -> None:
    """Keep the parts that have been chosen for as long as they are needed."""
    rule = blocks.rule
    local, together = rule.shared.typing.locals[binder], whole(rule.expressions, several, tuple(map(ir.Temp, names)))
    rule.env[local] = together
    if in_slot:
        slot = ir.Slot(rule.open_slot(local.name, local.type))
        if isinstance(several, ast.Chain):
            blocks.add_ops([ir.WriteList(slot, together, len(names), rule.site(binder, "the steps of a chain"))])
        else:
            blocks.add_ops([ir.Write(ir.Slot(slot.base + place), ir.Temp(name)) for place, name in enumerate(names)])
        rule.env[local] = slot


def _guard(node: ast.Require | ast.RequireException, lowering: Lowering, level: int,
           names: tuple[str, ...]) -> ir.Guard:
    inner = lowering.elsewhere(node.id, lowering.env, lowering.merging)
    message = None if node.statement is None else numbered_text(inner, node.statement, names, spoken=True)
    exceptions = tuple(_guard(exception, inner, level, names) for exception in node.exceptions)
    return ir.Guard(node.id, inner.expr(node.condition), exceptions, message, level)


def roll(blocks: Blocks, node: ast.Roll, in_slot: bool) -> None:
    """The block that waits for chance, and the one its value leads to."""
    rule = blocks.rule
    local = rule.shared.typing.locals[node]
    rolling = blocks.make(blocks.graph.label(f"{rule.clause}.{node.name}"))
    blocks.jump(rolling)
    env = dict(rule.env)
    lowering = _lowering(blocks, env)
    domain = lowering.domain(node.domain)
    name = rule.shared.temp(node.name)
    env[local] = ir.Temp(name)
    condition = None if node.condition is None else lowering.expr(node.condition)
    if node.key is not None:
        # `by key` draws among those that come first by the key: pairs of key and value are gathered, and `foremost` keeps the
        # values of the best ones. The condition is part of the gathering, so the roll itself has none any more.
        pairs = ir.Gather("pairs", name, domain, condition, None, False, lowering.expr(node.key))
        domain, condition = ir.ListDomain(ir.Primitive("foremost", (pairs, ir.Const(int(node.descending))))), None
    bound = ir.Bound(name, domain, condition, local.type)
    weight = None if node.weight is None else lowering.expr(node.weight)
    notation = _rolled(blocks, node, lowering, ir.TextPart(ir.Temp(name), local.type))
    target = blocks.start(rule.clause, (rolling.id, 0))
    rolling.end = ir.RollValue(rule.clause, bound, weight, notation, target.id,
                               _audience(blocks, node.audience), rule.site(node, "there is nothing to draw from"))
    keep(blocks, local, name, in_slot)


def _audience(blocks: Blocks, node: ast.Audience | None) -> ir.Audience | None:
    """Return who sees what is decided, where not all do."""
    rule = blocks.rule
    if node is None:
        return None
    if node.of is None:
        return ir.Audience("nobody", None)
    type_ = rule.shared.typing.types[node.of]
    return ir.Audience("player" if type_ == rule.shared.symbols.seating.player else "side", rule.expr(node.of))


def _rolled(blocks: Blocks, node: ast.Roll, lowering: Lowering, value: ir.TextPart) -> int:
    """Return how a roll is written: as the rulebook says, or as `roll` and its value."""
    assert isinstance(value.value, ir.Temp)
    names = (value.value.name,)
    if node.notation is not None:
        return numbered_text(lowering, node.notation, names)
    blocks.rule.shared.texts.append(ir.TextOf(("roll ", value), names))
    return len(blocks.rule.shared.texts) - 1
