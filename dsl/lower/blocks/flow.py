"""Lower statements that ask for something to blocks.

What a rule must remember while it waits has slots of its own, because rules never call
themselves. A name is kept in a slot exactly when something that waits comes after it in its
scope; otherwise it is a temporary value.
"""

from __future__ import annotations

from typing import assert_never

from ... import ir
from ... import syntax as ast
from ...source.records import evolve
from ...symbols.symbols import EffectInfo, EventInfo, Local, RuleInfo
from ...types.types import IntType, ListType, width
from .blocks import Blocks, leaves_loop
from .choices import choose, roll
from .loops import for_flow, repeat_flow, throw_flow
from .secrets import secret_choice


class Flow(Blocks):
    """Lowers statements that ask for something to blocks."""

    def play(self, node: ast.Rule) -> int:
        """Return the blocks of `play`; gives the first."""
        first = self.start("play")
        self.rule_flow(node.body, node.exceptions, "play")
        # Always written: whether an end comes before it depends on play.
        self.finish(ir.RunOut(self.site(node, "the play is over, and no end of the game has come")))
        return first.id

    def suspending_procedure(self, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...],
                params: tuple[Local, ...]) -> None:
        """The blocks of a rule that was declared before."""
        # Declared before any rule is lowered (`program._declare`): rules may carry out each other in any order.
        procedure = self.graph.suspending[self.name]
        for param, (_, base, _) in zip(params, procedure.params, strict=True):
            self.env[param] = ir.Slot(base)
        self.scopes = [list(params)]
        self.current = self.graph.blocks[procedure.entry]
        self.rule_flow(body, exceptions, self.clause)
        if self.current is not None:
            self.add_ops(self.clearing([(base, width(type_)) for _, base, type_ in procedure.params]))
        # Slots are cleared when they are left: two positions that differ in what nobody can read again would not be equal.
        self.finish(ir.Return(self.name))

    def rule_flow(self, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...], clause: str) -> None:
        outer, self.clause = self.clause, clause
        if not exceptions:
            self.add_ops([ir.Touch(clause)])
            self.flow(body)
            self.clause = outer
            return
        self.opened.append([])
        # The exception that applies is decided once and kept: what the rule then does may change the conditions.
        picked = self.open_slot("exception", IntType(-1, len(exceptions)))
        self.add_ops([ir.Write(ir.Slot(picked), self.pick(exceptions))])
        after = self.make(f"{clause} after")
        for i, exception in enumerate(exceptions):
            then, otherwise = self.make(exception.id), self.make(clause)
            self.finish(ir.Branch(ir.Compare("=", ir.Slot(picked), ir.Const(i)), then.id, otherwise.id))
            self.current = then
            self.rule_flow(exception.body, exception.exceptions, exception.id)
            self.jump(after)
            self.current = otherwise
        self.add_ops([ir.Touch(clause)])
        self.flow(body)
        self.jump(after)
        self.current = after
        self.add_ops(self.clearing(self.opened.pop()))
        self.clause = outer

    def flow(self, nodes: tuple[ast.Stmt, ...]) -> None:
        """Statements of one scope, in the current block and those that follow it."""
        self.opened.append([])
        # `breaks` looks at the rest of the scope: a temporary lives only to the end of its block, so a name that is read
        # behind a wait needs a slot.
        with self.scope():
            for i, node in enumerate(nodes):
                if self.current is None:
                    break
                self.add_ops(self.reached(node))
                self.flow_stmt(node, in_slot=self.breaks(nodes[i + 1:]))
                self.scopes[-1] += self.named_by(node)
        self.add_ops(self.clearing(self.opened.pop()))

    def flow_stmt(self, node: ast.Stmt, in_slot: bool) -> None:
        """Lower one statement; a name that it gives is kept in a slot where something that waits follows."""
        match node:
            case ast.Let():
                self.add_ops(self.keep_let(node, in_slot))
            case ast.Var():
                self.add_ops(self.keep_var(node, in_slot))
            case ast.Roll():
                roll(self, node, in_slot)
            case ast.Throw():
                throw_flow(self, node)
            case ast.Choose() if node.each is not None and node.secret:
                # A secret choice has its own two loops, because nobody's move may be carried out before the last has chosen.
                with self.scope(node.each, *_open(node)):
                    secret_choice(self, node, node.each)
            case ast.Choose() if node.each is not None:
                self.each_flow(ast.ForEach(node.span, node.each, (evolve(node, each=None),)))
            case ast.Choose():
                with self.scope(*_open(node)):
                    choose(self, node)
            case ast.Leave():
                self.leave(node)
            case _ if not self.calls.suspends((node,)) and not leaves_loop(node):
                # What never hands control out stays in one block, where the machine makes straight code of it.
                self.add_ops(self.op(node))
            case ast.If():
                self.if_flow(node)
            case ast.ForEach():
                self.each_flow(node)
            case ast.Repeat():
                repeat_flow(self, node)
            case ast.Do() | ast.Announce():
                self.call_flow(node)
            case ast.Change() | ast.Transfer() | ast.Check() | ast.Merge() | ast.Must() | ast.Remember():
                raise AssertionError(f"{type(node).__name__} does not hand control out")
            case _:
                assert_never(node)

    def each_flow(self, node: ast.ForEach) -> None:
        """Lower a loop that asks for something; its name is known inside it."""
        with self.scope(node.binder):
            for_flow(self, node)

    def leave(self, node: ast.Leave) -> None:
        # Scopes that were opened inside the loop end here, so their slots are cleared. A slot that nobody reads any more must
        # be 0: then two positions that play on alike are equal, and `perft` and searches can count them as one.
        stop, step, depth = self.exits[-1]
        for slots in self.opened[depth:]:
            self.add_ops(self.clearing(slots))
        self.jump(stop if node.kind == "stop" else step)

    def if_flow(self, node: ast.If) -> None:
        then, otherwise = self.make(f"{self.clause} if"), self.make(f"{self.clause} else")
        after = self.make(self.clause)
        self.finish(ir.Branch(self.expr(node.condition), then.id, otherwise.id))
        for block, body in ((then, node.then), (otherwise, node.otherwise)):
            self.current = block
            self.flow(body)
            self.jump(after)
        self.current = after

    # -- calls -------------------------------------------------------------------------------

    def call_flow(self, node: ast.Do | ast.Announce) -> None:
        call = node.call if isinstance(node, ast.Do) else node.event
        assert isinstance(call, ast.Call)
        meaning = self.shared.typing.meanings[call]
        assert isinstance(meaning, RuleInfo | EffectInfo | EventInfo), meaning
        ops, arguments = self.arguments(call, meaning.params)
        self.add_ops(ops)
        if isinstance(meaning, RuleInfo):
            self.call_suspending(node, meaning.name, arguments)
        elif isinstance(meaning, EffectInfo):
            self.call_effect(call, meaning, arguments)
        else:
            self.announce_flow(node, meaning, arguments)

    def call_suspending(self, node: ast.Node, name: str, arguments: tuple[ir.Expr, ...]) -> None:
        # A call copies single values into the slots of the parameters; a list has a length too, and is written before the
        # call.
        single: list[ir.Expr] = []
        for (_, slot, type_), value in zip(self.graph.suspending[name].params, arguments, strict=True):
            if isinstance(type_, ListType):
                site = self.site(node, "a list that is too long")
                self.add_ops([ir.WriteList(ir.Slot(slot), value, type_.limit, site)])
            else:
                single.append(value)
        back = self.make(f"{self.clause} after {name}")
        self.finish(ir.CallRule(name, tuple(single), back.id))
        self.current = back

    def call_effect(self, call: ast.Call, effect: EffectInfo, arguments: tuple[ir.Expr, ...]) -> None:
        assert isinstance(call.subject, ast.Attribute)
        subject = self.expr(call.subject.subject)
        after = self.make(self.clause)
        for i, name in enumerate(self.calls.effect_names(effect)):
            this, other = self.make(name), self.make(self.clause)
            self.finish(ir.Branch(ir.Compare("=", subject, ir.Const(i)), this.id, other.id))
            self.current = this
            if name in self.calls.suspending:
                self.call_suspending(call, name, arguments)
            else:
                self.add_ops([ir.Do(name, arguments, self.site(call, "an effect carried out from here"))])
            self.jump(after)
            self.current = other
        self.jump(after)
        self.current = after

    def announce_flow(self, node: ast.Do | ast.Announce, event: EventInfo, arguments: tuple[ir.Expr, ...]) -> None:
        # The values are kept in slots first: a reaction may change the fields that they came from before the next one reads
        # them.
        self.opened.append([])
        kept = []
        for param, argument in zip(event.params, arguments, strict=True):
            slot = ir.Slot(self.open_slot(f"{event.name} {param.name}", param.type))
            self.add_ops(self.write(slot, argument, param.type, node))
            # A list is read again for each reaction, out of the slots that no reaction writes.
            kept.append(self.expressions.read(slot, param.type))
        number = list(self.shared.symbols.events).index(event.name)
        self.add_ops([ir.Happen(number, tuple(kept))])
        for name in self.calls.called_by(node):
            if name in self.calls.suspending:
                self.call_suspending(node, name, tuple(kept))
            else:
                self.add_ops([ir.Do(name, tuple(kept), self.site(node, "a reaction carried out from here"))])
        self.add_ops(self.clearing(self.opened.pop()))


def _open(node: ast.Choose) -> tuple[ast.Binder, ...]:
    """Return the open values of a choice and of its kinds of move."""
    return (*node.binders, *(binder for move in node.moves for binder in move.binders))
