"""Lower secret choices to blocks: all are asked first, and then each choice is carried out.

What has been chosen waits in slots of its own, a number for the kind of move and one for each of
its open values, by the place of the player in the order of asking. No expression of the rulebook
reads these slots before the reveal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ... import ir
from ... import syntax as ast
from ...types.types import EnumType, FlagType, IntType, ListType, PerType, Type, UnionType, size
from ..expressions.chains import count_of, step_or, whole
from ..shared.graph import OpenBlock
from .blocks import Blocks
from .choices import ask, clause_of
from .loops import loop, ordered

# A step that is not made, in a slot that keeps it. No word of a rulebook has a space.
NOT_MADE = "no step"


def secret_choice(blocks: Blocks, node: ast.Choose, choosers: ast.Binder) -> None:
    """The blocks of `choose ... by each ... secretly`."""
    rule = blocks.rule
    outer = dict(rule.env)
    rule.opened.append([])
    players = ordered(blocks, choosers, rule.expressions.domain(choosers.domain))
    secret = _secret_round(blocks, node, players.frame)
    loop(blocks, players, choosers.condition, lambda: _ask(blocks, node, secret))
    # Both loops count in the same slots: the players of the first round stay listed, and the reveal begins with them again,
    # so the order of carrying out is that of asking, whatever a reveal changes.
    blocks.add_ops([ir.Write(ir.Slot(secret.place), ir.Const(0))])
    loop(blocks, players, None, lambda: _reveal(blocks, node, secret))
    blocks.add_ops(rule.clearing(rule.opened.pop()))
    rule.env = outer


def _secret_round(blocks: Blocks, node: ast.Choose, frame: ir.LoopFrame) -> ir.SecretRound:
    """Return the slots for what is chosen."""
    assert frame.index is not None, "the players of a secret choice are listed"
    assert frame.order is not None, "the players of a secret choice are listed"
    order = next(local for local in blocks.graph.locals if local.base == frame.order)
    most = order.width - 1
    places = IntType(1, most)
    words = tuple(move.id.name if move.id is not None else f"move {i}" for i, move in enumerate(node.moves, 1))
    # 0 is `nothing`, so that the slots of a round that has not begun are all 0, as everywhere. A move may be called so too.
    kind = EnumType(node.id, ("nothing" if "nothing" not in words else "not chosen", *words, "otherwise"))
    kinds = blocks.rule.open_slot(node.id, PerType(kind, places))
    values = tuple(
        tuple(blocks.rule.open_slot(f"{node.id} {binder.name}", PerType(type_, places))
              for binder in (*node.binders, *move.binders) for type_ in _types(blocks, binder))
        for move in node.moves)
    return ir.SecretRound(frame.order, frame.index, frame.value, most, kinds, values)


def _types(blocks: Blocks, binder: ast.Binder) -> Iterator[Type]:
    """Yield the types of the slots that keep an open value: one for each part of a chain or an amount."""
    match blocks.rule.shared.typing.locals[binder].type:
        case ListType(element, limit):
            yield element
            yield from [step_or(element, NOT_MADE)] * (limit - 1)
        case PerType(numbers, index):
            yield from [numbers] * size(index)
        case IntType() | FlagType() | EnumType() | UnionType() as single:
            yield single
        case other:
            # The checker lets a move leave open nothing else.
            raise AssertionError(f"{other} is no open value")


def _slot_of_turn(secret: ir.SecretRound, base: int) -> ir.Slot:
    """Return the slot for the player whose turn it is, among those that begin at a slot."""
    return ir.Slot(base, (ir.Step(ir.Slot(secret.place), 0, secret.most, 1),))


def _ask(blocks: Blocks, node: ast.Choose, secret: ir.SecretRound) -> None:
    """Let one player choose: keep the choice, and carry nothing out."""
    def chosen(number: int, move: ast.Move, names: tuple[str, ...]) -> None:
        blocks.add_ops([ir.Write(_slot_of_turn(secret, secret.kinds), ir.Const(number + 1))])
        blocks.add_ops([ir.Write(_slot_of_turn(secret, base), ir.Temp(name))
                        for base, name in zip(secret.values[number], names, strict=True)])

    def nothing() -> None:
        blocks.add_ops([ir.Write(_slot_of_turn(secret, secret.kinds), ir.Const(len(node.moves) + 1))])

    ask(blocks, node, chosen, nothing, secret)


def _reveal(blocks: Blocks, node: ast.Choose, secret: ir.SecretRound) -> None:
    """Lower the reveal for one player: carry out the move that they have chosen."""
    rule = blocks.rule
    after = blocks.make(f"{node.id} revealed")
    clause, env = rule.clause, rule.env
    for number, move in enumerate(node.moves):
        rule.clause, rule.env = clause_of(node, move), dict(env)
        left = iter(secret.values[number])
        for binder in (*node.binders, *move.binders):
            parts = tuple(_slot_of_turn(secret, base) for base in islice(left, count_of(rule.expressions, binder)))
            domain = binder.domain
            together = whole(rule.expressions, domain, parts) if isinstance(domain, ast.Chain | ast.AmountOf) else parts[0]
            rule.env[rule.shared.typing.locals[binder]] = together
        _case(blocks, secret, number + 1, (ir.Touch(rule.clause),), move.body, after)
    rule.clause, rule.env = node.id, env
    if node.otherwise is not None:
        _case(blocks, secret, len(node.moves) + 1, (), node.otherwise, after)
    blocks.jump(after)
    rule.clause, blocks.current = clause, after


def _case(blocks: Blocks, secret: ir.SecretRound, kind: int, ops: tuple[ir.Op, ...], body: tuple[ast.Stmt, ...],
          after: OpenBlock) -> None:
    """Lower one kind of move of a reveal, under the condition that it was chosen; leave the flow where it was not."""
    then, otherwise = blocks.make(blocks.rule.clause), blocks.make(blocks.rule.clause)
    blocks.finish(ir.Branch(ir.Compare("=", _slot_of_turn(secret, secret.kinds), ir.Const(kind)), then.id, otherwise.id))
    blocks.current = then
    blocks.add_ops(ops)
    blocks.flow(body)
    blocks.jump(after)
    blocks.current = otherwise
