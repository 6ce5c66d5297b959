"""Lower statements that ask for something to blocks.

What a rule must remember while it waits has slots of its own, because rules never call
themselves. A name is kept in a slot exactly when something that waits comes after it in its
scope; otherwise it is a temporary value.
"""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from ... import ir
from ... import syntax as ast
from ...symbols.symbols import EffectInfo, EventInfo, Local, RuleInfo
from ...types.types import IntType, ListType, width
from ..operations.operations import arguments_of, keep_let, keep_var, op, pick
from ..operations.scope import RuleScope
from ..operations.writing import write
from ..shared.graph import Graph, OpenBlock
from .blocks import Blocks, leaves_loop
from .choices import choose, roll
from .loops import for_flow, repeat_flow, throw_flow
from .secrets import secret_choice


def play_blocks(graph: Graph, node: ast.Rule) -> int:
    """Make the blocks of `play`; return the first."""
    blocks = Blocks(RuleScope(graph, "play", {}), flow)
    first = blocks.start("play")
    _rule_flow(blocks, node.body, node.exceptions, "play")
    # Always written: whether an end comes before it depends on play.
    blocks.finish(ir.RunOut(blocks.rule.site(node, "the play is over, and no end of the game has come")))
    return first.id


def suspending_procedure(rule: RuleScope, params: tuple[Local, ...], body: tuple[ast.Stmt, ...],
                         exceptions: tuple[ast.RuleException, ...]) -> None:
    """Make the blocks of a rule that was declared before."""
    blocks = Blocks(rule, flow)
    # Declared before any rule is lowered (`program._declare`): rules may carry out each other in any order.
    procedure = blocks.graph.suspending[rule.name]
    for param, (_, base, _) in zip(params, procedure.params, strict=True):
        rule.env[param] = ir.Slot(base)
    rule.scopes = [list(params)]
    entry = blocks.graph.blocks[procedure.entry]
    assert isinstance(entry, OpenBlock), "a rule that is lowered has no code yet"
    blocks.current = entry
    _rule_flow(blocks, body, exceptions, rule.clause)
    if blocks.current is not None:
        blocks.add_ops(rule.clearing([(base, width(type_)) for _, base, type_ in procedure.params]))
    # Slots are cleared when they are left: two positions that differ in what nobody can read again would not be equal.
    blocks.finish(ir.Return(rule.name))


def _rule_flow(blocks: Blocks, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...], clause: str) -> None:
    rule = blocks.rule
    outer, rule.clause = rule.clause, clause
    if not exceptions:
        blocks.add_ops([ir.Touch(clause)])
        flow(blocks, body)
        rule.clause = outer
        return
    rule.opened.append([])
    # The exception that applies is decided once and kept: what the rule then does may change the conditions.
    picked = rule.open_slot("exception", IntType(-1, len(exceptions)))
    blocks.add_ops([ir.Write(ir.Slot(picked), pick(rule, exceptions))])
    after = blocks.make(f"{clause} after")
    for i, exception in enumerate(exceptions):
        then, otherwise = blocks.make(exception.id), blocks.make(clause)
        blocks.finish(ir.Branch(ir.Compare("=", ir.Slot(picked), ir.Const(i)), then.id, otherwise.id))
        blocks.current = then
        _rule_flow(blocks, exception.body, exception.exceptions, exception.id)
        blocks.jump(after)
        blocks.current = otherwise
    blocks.add_ops([ir.Touch(clause)])
    flow(blocks, body)
    blocks.jump(after)
    blocks.current = after
    blocks.add_ops(rule.clearing(rule.opened.pop()))
    rule.clause = outer


def flow(blocks: Blocks, nodes: tuple[ast.Stmt, ...]) -> None:
    """Statements of one scope, in the current block and those that follow it."""
    rule = blocks.rule
    rule.opened.append([])
    # `breaks` looks at the rest of the scope: a temporary lives only to the end of its block, so a name that is read
    # behind a wait needs a slot.
    with rule.scope():
        for i, node in enumerate(nodes):
            if blocks.current is None:
                break
            blocks.add_ops(rule.reached(node))
            _flow_stmt(blocks, node, in_slot=blocks.breaks(nodes[i + 1:]))
            rule.scopes[-1] += rule.named_by(node)
    blocks.add_ops(rule.clearing(rule.opened.pop()))


def _flow_stmt(blocks: Blocks, node: ast.Stmt, in_slot: bool) -> None:
    """Lower one statement; a name that it gives is kept in a slot where something that waits follows."""
    rule = blocks.rule
    match node:
        case ast.Let():
            blocks.add_ops(keep_let(rule, node, in_slot))
        case ast.Var():
            blocks.add_ops(keep_var(rule, node, in_slot))
        case ast.Roll():
            roll(blocks, node, in_slot)
        case ast.Throw():
            throw_flow(blocks, node)
        case ast.Choose() if node.choosers is not None and node.secret:
            # A secret choice has its own two loops, because nobody's move may be carried out before the last has chosen.
            with rule.scope(node.choosers, *_open(node)):
                secret_choice(blocks, node, node.choosers)
        case ast.Choose() if node.choosers is not None:
            _each_flow(blocks, ast.ForEach(node.span, node.choosers, (evolve(node, choosers=None),)))
        case ast.Choose():
            with rule.scope(*_open(node)):
                choose(blocks, node)
        case ast.Leave():
            _leave(blocks, node)
        case _ if not rule.calls.suspends((node,)) and not leaves_loop(node):
            # What never hands control out stays in one block, where the machine makes straight code of it.
            blocks.add_ops(op(rule, node))
        case ast.If():
            _if_flow(blocks, node)
        case ast.ForEach():
            _each_flow(blocks, node)
        case ast.Repeat():
            repeat_flow(blocks, node)
        case ast.Do() | ast.Announce():
            _call_flow(blocks, node)
        case ast.Change() | ast.Transfer() | ast.Check() | ast.Merge() | ast.Must() | ast.Remember():
            raise AssertionError(f"{type(node).__name__} does not hand control out")
        case _:
            assert_never(node)


def _each_flow(blocks: Blocks, node: ast.ForEach) -> None:
    """Lower a loop that asks for something; its name is known inside it."""
    with blocks.rule.scope(node.binder):
        for_flow(blocks, node)


def _leave(blocks: Blocks, node: ast.Leave) -> None:
    # Scopes that were opened inside the loop end here, so their slots are cleared. A slot that nobody reads any more must
    # be 0: then two positions that play on alike are equal, and `perft` and searches can count them as one.
    stop, step, depth = blocks.exits[-1]
    for slots in blocks.rule.opened[depth:]:
        blocks.add_ops(blocks.rule.clearing(slots))
    blocks.jump(stop if node.kind == "stop" else step)


def _if_flow(blocks: Blocks, node: ast.If) -> None:
    rule = blocks.rule
    then, otherwise = blocks.make(f"{rule.clause} if"), blocks.make(f"{rule.clause} else")
    after = blocks.make(rule.clause)
    blocks.finish(ir.Branch(rule.expr(node.condition), then.id, otherwise.id))
    for block, body in ((then, node.then), (otherwise, node.otherwise)):
        blocks.current = block
        flow(blocks, body)
        blocks.jump(after)
    blocks.current = after


# ---- Calls ---------------------------------------------------------------------------------------


def _call_flow(blocks: Blocks, node: ast.Do | ast.Announce) -> None:
    call = node.call if isinstance(node, ast.Do) else node.event
    assert isinstance(call, ast.Call)
    meaning = blocks.rule.shared.typing.meanings[call]
    assert isinstance(meaning, RuleInfo | EffectInfo | EventInfo), meaning
    ops, arguments = arguments_of(blocks.rule, call, meaning.params)
    blocks.add_ops(ops)
    if isinstance(meaning, RuleInfo):
        _call_suspending(blocks, node, meaning.name, arguments)
    elif isinstance(meaning, EffectInfo):
        _call_effect(blocks, call, meaning, arguments)
    else:
        _announce_flow(blocks, node, meaning, arguments)


def _call_suspending(blocks: Blocks, node: ast.Node, name: str, arguments: tuple[ir.Expr, ...]) -> None:
    # A call copies single values into the slots of the parameters; a list has a length too, and is written before the
    # call.
    single: list[ir.Expr] = []
    for (_, slot, type_), value in zip(blocks.graph.suspending[name].params, arguments, strict=True):
        if isinstance(type_, ListType):
            site = blocks.rule.site(node, "a list that is too long")
            blocks.add_ops([ir.WriteList(ir.Slot(slot), value, type_.limit, site)])
        else:
            single.append(value)
    back = blocks.make(f"{blocks.rule.clause} after {name}")
    blocks.finish(ir.CallRule(name, tuple(single), back.id))
    blocks.current = back


def _call_effect(blocks: Blocks, call: ast.Call, effect: EffectInfo, arguments: tuple[ir.Expr, ...]) -> None:
    rule = blocks.rule
    assert isinstance(call.subject, ast.Attribute)
    subject = rule.expr(call.subject.subject)
    after = blocks.make(rule.clause)
    for i, name in enumerate(rule.calls.effect_names(effect)):
        this, other = blocks.make(name), blocks.make(rule.clause)
        blocks.finish(ir.Branch(ir.Compare("=", subject, ir.Const(i)), this.id, other.id))
        blocks.current = this
        if name in rule.calls.suspending:
            _call_suspending(blocks, call, name, arguments)
        else:
            blocks.add_ops([ir.Do(name, arguments, rule.site(call, "an effect carried out from here"))])
        blocks.jump(after)
        blocks.current = other
    blocks.jump(after)
    blocks.current = after


def _announce_flow(blocks: Blocks, node: ast.Do | ast.Announce, event: EventInfo, arguments: tuple[ir.Expr, ...]) -> None:
    rule = blocks.rule
    # The values are kept in slots first: a reaction may change the fields that they came from before the next one reads
    # them.
    rule.opened.append([])
    values = []
    for param, argument in zip(event.params, arguments, strict=True):
        slot = ir.Slot(rule.open_slot(f"{event.name} {param.name}", param.type))
        blocks.add_ops(write(rule, slot, argument, param.type, node))
        # A list is read again for each reaction, out of the slots that no reaction writes.
        values.append(rule.expressions.read(slot, param.type))
    number = list(rule.shared.symbols.events).index(event.name)
    blocks.add_ops([ir.Happen(number, tuple(values))])
    for name in rule.calls.called_by(node):
        if name in rule.calls.suspending:
            _call_suspending(blocks, node, name, tuple(values))
        else:
            blocks.add_ops([ir.Do(name, tuple(values), rule.site(node, "a reaction carried out from here"))])
    blocks.add_ops(rule.clearing(rule.opened.pop()))


def _open(node: ast.Choose) -> tuple[ast.Binder, ...]:
    """Return the open values of a choice and of its kinds of move."""
    return (*node.binders, *(binder for move in node.moves for binder in move.binders))
