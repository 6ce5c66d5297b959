"""Statements to operations and blocks.

A rule that asks for nothing becomes one run of operations (`RuleLowering`). A rule with a choice
or a roll in it becomes blocks (`Flow`): what it must remember while it waits has slots of its
own, because rules never call themselves. A name is kept in a slot exactly when something that
waits comes after it in its scope; otherwise it is a temporary value.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from . import ir
from . import syntax as ast
from .calls import CallGraph
from .lower_expr import Expressions, Shared
from .types import (
    DomainType,
    EnumType,
    IntType,
    ListType,
    PerType,
    SetType,
    Type,
    UnionType,
    lowest,
    size,
    width,
)
from .world import EffectInfo, EventInfo, Local, RuleInfo


def compose_end(type_: Type) -> list[int]:
    """The slots of a type's natural first value: 0, no, its first word, nothing."""
    match type_:
        case PerType(value, index):
            return compose_end(value) * size(index)
        case ListType():
            return [0] * width(type_)
        case IntType(low, high):
            return [0 if low <= 0 <= high else low]
        case UnionType():
            return [-1]
    return [0]


@define(eq=False)
class _Block:
    id: int
    label: str
    clause: str
    ops: list[ir.Op]
    end: ir.Terminator | None
    enters: tuple[int, int] | None
    loops: tuple[int, ...]


@define(eq=False)
class Graph:
    """The blocks of a program while they are made, and the slots of waiting rules."""

    shared: Shared
    calls: CallGraph
    size: int
    roots: dict[str, int]
    blocks: list[_Block] = field(factory=list)
    routines: dict[str, ir.Routine] = field(factory=dict)
    frames: list[ir.LoopFrame] = field(factory=list)
    locals: list[ir.LocalSlots] = field(factory=list)
    labels: dict[str, int] = field(factory=dict)

    def slot(self, rule: str, name: str, type_: Type) -> int:
        """New slots for something a rule remembers."""
        base = self.size
        self.size += width(type_)
        self.locals.append(ir.LocalSlots(rule, name, type_, base, width(type_)))
        return base

    def block(self, label: str, clause: str, loops: tuple[int, ...], enters: tuple[int, int] | None = None) -> _Block:
        """A new empty block."""
        block = _Block(len(self.blocks), label, clause, [], None, enters, loops)
        self.blocks.append(block)
        return block

    def label(self, wanted: str) -> str:
        """A label that no other waiting block has."""
        self.labels[wanted] = self.labels.get(wanted, 0) + 1
        return wanted if self.labels[wanted] == 1 else f"{wanted}#{self.labels[wanted]}"

    def declare(self, name: str, params: tuple[Local, ...]) -> None:
        """Reserve a routine: its entry block, its parameters' slots and its return slot."""
        entry = self.block(name, name, ())
        slots = tuple((param.name, self.slot(name, param.name, param.type), param.type) for param in params)
        back = self.slot(name, "then back to", IntType(0, 1_000_000))
        self.routines[name] = ir.Routine(name, entry.id, slots, back)

    def finished(self) -> list[ir.Block]:
        """The blocks, all with their ends."""
        out = []
        for block in self.blocks:
            assert block.end is not None, f"block {block.label} has no end"
            out.append(ir.Block(block.id, block.label, block.clause, tuple(block.ops), block.end, block.enters,
                                block.loops))
        return out


class RuleLowering:
    """Lowers what asks for nothing, to operations."""

    def __init__(self, graph: Graph, name: str, env: dict[Local, ir.Expr], clause: str | None = None) -> None:
        self.graph, self.shared, self.calls = graph, graph.shared, graph.calls
        self.name, self.clause = name, clause or name
        self.env = env
        self.opened: list[list[tuple[int, int]]] = []
        self.loop_depths: list[int] = []

    @property
    def expressions(self) -> Expressions:
        """For lowering expressions as names are kept just now."""
        return Expressions(self.shared, self.clause, self.env, self.name in self.calls.merging)

    def expr(self, node: ast.Expr) -> ir.Expr:
        return self.expressions.expr(node)

    def site(self, node: ast.Node, what: str) -> int:
        return self.shared.site(node.span, self.clause, what)

    def straight_rule(self, name: str, params: tuple[Local, ...], body: tuple[ast.Stmt, ...],
                      exceptions: tuple[ast.RuleException, ...]) -> ir.Straight:
        """A whole rule as operations."""
        names = []
        for param in params:
            names.append(self.shared.temp(param.name))
            self.env[param] = ir.Temp(names[-1])
        return ir.Straight(name, tuple(names), self.with_exceptions(body, exceptions, self.clause))

    def with_exceptions(self, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...],
                        clause: str) -> tuple[ir.Op, ...]:
        outer, self.clause = self.clause, clause
        touch = ir.Touch(clause)
        if not exceptions:
            ops: tuple[ir.Op, ...] = (touch, *self.straight(body))
        else:
            picked = self.shared.temp("exception")
            otherwise = (touch, *self.straight(body))
            for i, one in reversed(list(enumerate(exceptions))):
                then = self.with_exceptions(one.body, one.exceptions, one.id)
                otherwise = (ir.If(ir.Compare("=", ir.Temp(picked), ir.Const(i)), then, otherwise),)
            ops = (ir.Let(picked, self.pick(exceptions)), *otherwise)
        self.clause = outer
        return ops

    def pick(self, exceptions: tuple[ast.RuleException, ...]) -> ir.PickException:
        places = {one.id: i for i, one in enumerate(exceptions)}
        return ir.PickException(
            tuple(self.expr(one.condition) for one in exceptions),
            tuple((places[one.over],) if one.over is not None else () for one in exceptions),
            tuple(self.shared.site(one.id_span, one.id, "two exceptions apply") for one in exceptions))

    # -- statements --------------------------------------------------------------------------

    def straight(self, nodes: Sequence[ast.Stmt]) -> tuple[ir.Op, ...]:
        """Statements of one scope as operations; what they open in slots is cleared at the end."""
        ops: list[ir.Op] = []
        self.opened.append([])
        for node in nodes:
            ops += self.op(node)
        ops += self.clearing(self.opened.pop())
        return tuple(ops)

    def clearing(self, slots: list[tuple[int, int]]) -> list[ir.Op]:
        return [ir.Write(ir.Slot(base + i), ir.Const(0)) for base, count in slots for i in range(count)]

    def open_slot(self, name: str, type_: Type) -> int:
        base = self.graph.slot(self.name, name, type_)
        self.opened[-1].append((base, width(type_)))
        return base

    def op(self, node: ast.Stmt) -> list[ir.Op]:
        match node:
            case ast.Let():
                return self.keep_let(node, in_slot=False)
            case ast.Var():
                return self.keep_var(node, in_slot=False)
            case ast.Change():
                return self.change(node)
            case ast.Transfer():
                return self.transfer(node)
            case ast.Do() | ast.Announce():
                return self.call(node)
            case ast.If():
                condition = self.expr(node.condition)
                return [ir.If(condition, self.straight(node.then), self.straight(node.otherwise))]
            case ast.ForEach():
                return [self.for_each(node)]
            case ast.Repeat():
                condition_ = None if node.condition is None else self.expr(node.condition)
                times = None if node.times is None else self.expr(node.times)
                return [ir.Loop(condition_, times, self.loop_body(node.body),
                                self.site(node, "a loop that does not end"))]
            case ast.Check():
                names = [end.name for end in self.shared.world.ends]
                return [ir.CheckEnds(tuple(names.index(name) for name in node.ends or names))]
            case ast.Merge():
                type_ = self.shared.typing.types[node.first]
                assert isinstance(type_, EnumType)
                board = self.shared.world.board_of(type_)
                assert board is not None
                return [ir.MergeRegions(board.name, self.expr(node.first), self.expr(node.second),
                                        self.site(node, "regions that cannot merge"))]
            case ast.Leave():
                clear = [slots for slots in self.opened[self.loop_depths[-1]:]]
                return [op for slots in clear for op in self.clearing(slots)] + [ir.Leave(node.kind)]
            case ast.Must():
                text = None if node.message is None else self.expressions.text(node.message, self.temp_names())
                return [ir.Ensure(self.expr(node.condition), self.site(node, "what must hold does not"), text)]
            case ast.Choose() | ast.Roll():
                raise AssertionError("a rule that asks for something is lowered as a flow")

    def temp_names(self) -> tuple[str, ...]:
        return tuple(kept.name for kept in self.env.values() if isinstance(kept, ir.Temp))

    def loop_body(self, body: tuple[ast.Stmt, ...]) -> tuple[ir.Op, ...]:
        self.loop_depths.append(len(self.opened))
        ops = self.straight(body)
        self.loop_depths.pop()
        return ops

    def for_each(self, node: ast.ForEach) -> ir.Op:
        binder = node.binder
        domain = self.expressions.domain(binder.domain)
        name = self.shared.temp(binder.name)
        self.env[self.shared.typing.locals[binder]] = ir.Temp(name)
        condition = None if binder.condition is None else self.expr(binder.condition)
        key = None if binder.key is None else self.expr(binder.key)
        return ir.For(name, domain, condition, key, binder.descending, self.loop_body(node.body))

    def keep_let(self, node: ast.Let, in_slot: bool) -> list[ir.Op]:
        local = self.shared.typing.locals[node]
        value = self.expr(node.value)
        if in_slot:
            base = self.open_slot(node.name, local.type)
            self.env[local] = ir.Slot(base)
            return self.write(ir.Slot(base), value, local.type, node)
        temp = self.shared.temp(node.name)
        self.env[local] = ir.Temp(temp)
        return [ir.Let(temp, value)]

    def keep_var(self, node: ast.Var, in_slot: bool) -> list[ir.Op]:
        local = self.shared.typing.locals[node]
        type_ = local.type
        cell: Type = type_
        while isinstance(cell, PerType):
            cell = cell.value
        value = None if node.value is None else self.expr(node.value)
        if not in_slot and not isinstance(type_, PerType | ListType):
            temp = self.shared.temp(node.name)
            self.env[local] = ir.Temp(temp)
            return [ir.Let(temp, value or ir.Const(compose_end(type_)[0]), *self.limits(type_, node.value),
                           self.site(node, "a value out of range"))]
        base = self.open_slot(node.name, type_)
        self.env[local] = ir.Slot(base)
        if value is None:
            return [ir.Write(ir.Slot(base + i), ir.Const(first)) for i, first in enumerate(compose_end(type_))]
        ops: list[ir.Op] = []
        for i in range(0, width(type_), width(cell)):
            ops += self.write(ir.Slot(base + i), value, cell, node, node.value)
        return ops

    def limits(self, type_: Type, value: ast.Expr | None) -> tuple[int | None, int | None]:
        """The range to check when a value of this expression is kept as this type."""
        if not isinstance(type_, IntType) or value is None:
            return None, None
        of = self.shared.typing.types.get(value)
        if isinstance(of, IntType):
            return (type_.low if of.low < type_.low else None, type_.high if of.high > type_.high else None)
        return None, None

    def write(self, to: ir.Slot | ir.Temp, value: ir.Expr, type_: Type, node: ast.Node,
              of: ast.Expr | None = None) -> list[ir.Op]:
        site = self.site(node, "a value out of range")
        if isinstance(type_, ListType):
            assert isinstance(to, ir.Slot)
            return [ir.WriteList(to, value, type_.limit, site)]
        if isinstance(type_, UnionType) and isinstance(type_.base, IntType) and of is not None:
            low, high = self.limits(type_.base, of)
        else:
            low, high = self.limits(type_, of)
        if isinstance(to, ir.Temp):
            return [ir.Let(to.name, value, low, high, site)]
        return [ir.Write(to, value, low, high, site)]

    def change(self, node: ast.Change) -> list[ir.Op]:
        to = self.expressions.place(node.place)
        type_ = self.declared(node.place)
        value = self.expr(node.value)
        if node.kind == "becomes":
            return self.write(to, value, type_, node, node.value)
        match type_:
            case ListType(_, limit):
                assert isinstance(to, ir.Slot)
                if node.kind == "gains":
                    return [ir.Append(to, value, limit, self.site(node, "the list is full"))]
                return [ir.Remove(to, value, limit)]
            case SetType(element):
                if not isinstance(self.shared.typing.types[node.value], SetType):
                    value = ir.MakeSet((value,), lowest(element))
                changed: ir.Expr = ir.SetArith("+" if node.kind == "gains" else "-", to, value)
                return self.write(to, changed, type_, node)
        return self.add(to, value, type_, "+" if node.kind == "gains" else "-", node)

    def add(self, to: ir.Slot | ir.Temp, value: ir.Expr, type_: Type, operator: str, node: ast.Node) -> list[ir.Op]:
        assert isinstance(type_, IntType), type_
        site = self.site(node, "a value out of range")
        changed = ir.Arith(operator, to, value)
        if isinstance(to, ir.Temp):
            return [ir.Let(to.name, changed, type_.low, type_.high, site)]
        return [ir.Write(to, changed, type_.low, type_.high, site)]

    def declared(self, node: ast.Expr) -> Type:
        """The type a place was declared with, before any narrowing."""
        keys = 0
        base = node
        while isinstance(base, ast.Index):
            keys += 1
            base = base.subject
        meaning = self.shared.typing.meanings[base]
        type_: Type = meaning.type  # type: ignore[union-attr]  # a place is a field or a local
        for _ in range(keys):
            assert isinstance(type_, PerType)
            type_ = type_.value
        return type_

    def transfer(self, node: ast.Transfer) -> list[ir.Op]:
        amount = self.expr(node.amount)
        ops: list[ir.Op] = []
        if not isinstance(amount, ir.Const):
            name = self.shared.temp("amount")
            ops.append(ir.Let(name, amount))
            amount = ir.Temp(name)
        for operator, place in (("-", node.source), ("+", node.target)):
            ops += self.add(self.expressions.place(place), amount, self.declared(place), operator, node)
        return ops

    # -- calls -------------------------------------------------------------------------------

    def call(self, node: ast.Do | ast.Announce) -> list[ir.Op]:
        call = node.call if isinstance(node, ast.Do) else node.event
        assert isinstance(call, ast.Call)
        meaning = self.shared.typing.meanings[call]
        arguments = tuple(self.expr(argument) for argument in call.arguments)
        site = self.site(node, "a rule carried out from here")
        match meaning:
            case RuleInfo():
                return [ir.Do(meaning.name, arguments, site)]
            case EventInfo():
                return self.happen(meaning, arguments, site)
        assert isinstance(meaning, EffectInfo)
        assert isinstance(call.subject, ast.Attribute)
        row = self.shared.temp("row")
        ops: tuple[ir.Op, ...] = ()
        for i, name in reversed(list(enumerate(self.calls.effect_names(meaning)))):
            ops = (ir.If(ir.Compare("=", ir.Temp(row), ir.Const(i)), (ir.Do(name, arguments, site),), ops),)
        return [ir.Let(row, self.expr(call.subject.subject)), *ops]

    def happen(self, event: EventInfo, arguments: tuple[ir.Expr, ...], site: int) -> list[ir.Op]:
        ops: list[ir.Op] = []
        kept = []
        for param, argument in zip(event.params, arguments, strict=True):
            name = self.shared.temp(param.name)
            ops.append(ir.Let(name, argument))
            kept.append(ir.Temp(name))
        number = list(self.shared.world.events).index(event.name)
        ops.append(ir.Happen(number, tuple(kept)))
        for rule in self.shared.world.rules.values():
            if rule.reacts_to == event.name:
                ops.append(ir.Do(rule.name, tuple(kept), site))
        return ops


class Flow(RuleLowering):
    """Lowers what asks for something, to blocks."""

    def __init__(self, graph: Graph, name: str, env: dict[Local, ir.Expr], clause: str | None = None) -> None:
        super().__init__(graph, name, env, clause)
        self.loops: tuple[int, ...] = ()
        self.exits: list[tuple[_Block, _Block, int]] = []
        self.current: _Block | None = None

    def play(self, node: ast.Rule) -> int:
        """The blocks of `play`; gives the first."""
        first = self.start("play")
        self.rule_flow(node.body, node.exceptions, "play")
        self.finish(ir.RunOut(self.site(node, "the play is over, and no end of the game has come")))
        return first.id

    def routine(self, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...],
                params: tuple[Local, ...]) -> None:
        """The blocks of a rule that was declared before."""
        routine = self.graph.routines[self.name]
        for param, (_, base, _) in zip(params, routine.params, strict=True):
            self.env[param] = ir.Slot(base)
        self.current = self.graph.blocks[routine.entry]
        self.rule_flow(body, exceptions, self.clause)
        if self.current is not None:
            self.add_ops(self.clearing([(base, width(type_)) for _, base, type_ in routine.params]))
        self.finish(ir.Return(self.name))

    # -- blocks ------------------------------------------------------------------------------

    def start(self, label: str, enters: tuple[int, int] | None = None) -> _Block:
        self.current = self.graph.block(label, self.clause, self.loops, enters)
        return self.current

    def make(self, label: str) -> _Block:
        return self.graph.block(label, self.clause, self.loops)

    def add_ops(self, ops: Sequence[ir.Op]) -> None:
        if self.current is not None:
            self.current.ops += ops

    def finish(self, end: ir.Terminator) -> None:
        if self.current is not None:
            self.current.end = end
        self.current = None

    def jump(self, to: _Block) -> None:
        self.finish(ir.Jump(to.id))

    def rule_flow(self, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...], clause: str) -> None:
        outer, self.clause = self.clause, clause
        if not exceptions:
            self.add_ops([ir.Touch(clause)])
            self.flow(body)
            self.clause = outer
            return
        self.opened.append([])
        picked = self.open_slot("exception", IntType(-1, len(exceptions)))
        self.add_ops([ir.Write(ir.Slot(picked), self.pick(exceptions))])
        after = self.make(f"{clause} after")
        for i, one in enumerate(exceptions):
            then, otherwise = self.make(one.id), self.make(clause)
            self.finish(ir.Branch(ir.Compare("=", ir.Slot(picked), ir.Const(i)), then.id, otherwise.id))
            self.current = then
            self.rule_flow(one.body, one.exceptions, one.id)
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
        for i, node in enumerate(nodes):
            if self.current is None:
                break
            self.flow_stmt(node, in_slot=self.calls.suspends(nodes[i + 1:]))
        slots = self.opened.pop()
        self.add_ops(self.clearing(slots))

    def flow_stmt(self, node: ast.Stmt, in_slot: bool) -> None:
        match node:
            case ast.Let():
                self.add_ops(self.keep_let(node, in_slot))
            case ast.Var():
                self.add_ops(self.keep_var(node, in_slot))
            case ast.Roll():
                self.roll(node, in_slot)
            case ast.Choose() if node.each is not None:
                self.for_flow(ast.ForEach(node.span, node.each, (evolve(node, each=None),)))
            case ast.Choose():
                self.choose(node)
            case ast.Leave():
                self.leave(node)
            case _ if not self.calls.suspends((node,)) and not _leaves_loop(node):
                self.add_ops(self.op(node))
            case ast.If():
                self.if_flow(node)
            case ast.ForEach():
                self.for_flow(node)
            case ast.Repeat():
                self.repeat_flow(node)
            case ast.Do() | ast.Announce():
                self.call_flow(node)
            case _:
                raise AssertionError(f"{type(node).__name__} does not hand control out")

    def leave(self, node: ast.Leave) -> None:
        stop, step, depth = self.exits[-1]
        for slots in self.opened[depth:]:
            self.add_ops(self.clearing(slots))
        self.jump(stop if node.kind == "stop" else step)

    def if_flow(self, node: ast.If) -> None:
        then, otherwise, after = self.make(f"{self.clause} if"), self.make(f"{self.clause} else"), self.make(self.clause)
        self.finish(ir.Branch(self.expr(node.condition), then.id, otherwise.id))
        for block, body in ((then, node.then), (otherwise, node.otherwise)):
            self.current = block
            self.flow(body)
            self.jump(after)
        self.current = after

    # -- loops -------------------------------------------------------------------------------

    def for_flow(self, node: ast.ForEach) -> None:
        """A loop around a choice: its order is fixed at the start, and kept where it may change."""
        binder = node.binder
        local = self.shared.typing.locals[binder]
        domain = self.expressions.domain(binder.domain)
        self.opened.append([])
        fixed = _fixed_range(domain) if binder.key is None else None
        if fixed is not None:
            base = self.open_slot(binder.name, local.type)
            self.env[local] = ir.Slot(base)
            self.add_ops([ir.Write(ir.Slot(base), ir.Const(fixed[0]))])
            frame = ir.LoopFrame(self.name, binder.name, local.type, base, None, None, self.current_id())
            more: ir.Expr = ir.Compare("<=", ir.Slot(base), ir.Const(fixed[1]))
            advance: list[ir.Op] = [ir.Write(ir.Slot(base), ir.Arith("+", ir.Slot(base), ir.Const(1)))]
            self.loop_flow(frame, more, [], binder.condition, node.body, advance)
        else:
            limit = size(local.type)
            if isinstance(self.shared.typing.types[binder.domain], ListType):
                limit = max(limit, self.shared.typing.types[binder.domain].limit)  # type: ignore[union-attr]
            order_type = ListType(local.type, limit)  # type: ignore[arg-type]  # checked to be scalar
            order = self.open_slot(f"order of {binder.name}", order_type)
            index = self.open_slot(f"place of {binder.name}", IntType(0, limit))
            base = self.open_slot(binder.name, local.type)
            self.env[local] = ir.Slot(base)
            name = self.shared.temp(binder.name)
            key = None
            if binder.key is not None:
                key = Expressions(self.shared, self.clause, {**self.env, local: ir.Temp(name)},
                                  self.name in self.calls.merging).expr(binder.key)
            values = ir.Gather("list", name, domain, None, key, binder.descending, None)
            self.add_ops([ir.WriteList(ir.Slot(order), values, limit, self.site(node, "an order that is too long")),
                          ir.Write(ir.Slot(index), ir.Const(0))])
            frame = ir.LoopFrame(self.name, binder.name, local.type, base, index, order, self.current_id())
            more = ir.Compare("<", ir.Slot(index), ir.Slot(order))
            step = ir.Step(ir.Slot(index), -1, limit + 1, 1)
            take: list[ir.Op] = [ir.Write(ir.Slot(base), ir.Slot(order, (step,)))]
            advance = [ir.Write(ir.Slot(index), ir.Arith("+", ir.Slot(index), ir.Const(1)))]
            self.loop_flow(frame, more, take, binder.condition, node.body, advance)
        self.add_ops(self.clearing(self.opened.pop()))

    def current_id(self) -> int:
        assert self.current is not None
        return self.current.id

    def loop_flow(self, frame: ir.LoopFrame, more: ir.Expr, take: list[ir.Op], condition: ast.Expr | None,
                  body: tuple[ast.Stmt, ...], advance: list[ir.Op]) -> None:
        after = self.make(self.clause)
        outer = self.loops
        self.loops = (*outer, len(self.graph.frames))
        self.graph.frames.append(frame)
        head, inside, step = (self.make(f"{self.clause} {part}") for part in ("each", "body", "next"))
        self.jump(head)
        self.current = head
        self.finish(ir.Branch(more, inside.id, after.id))
        self.current = inside
        self.add_ops(take)
        if condition is not None:
            fits = self.make(f"{self.clause} body")
            self.finish(ir.Branch(self.expr(condition), fits.id, step.id))
            self.current = fits
        self.exits.append((after, step, len(self.opened)))
        self.flow(body)
        self.exits.pop()
        self.jump(step)
        self.current = step
        self.add_ops(advance)
        self.jump(head)
        self.loops = outer
        self.current = after

    def repeat_flow(self, node: ast.Repeat) -> None:
        self.opened.append([])
        advance: list[ir.Op] = []
        more: ir.Expr = ir.Const(1)
        base = -1
        if node.times is not None:
            times = self.shared.typing.types[node.times]
            assert isinstance(times, IntType)
            base = self.open_slot("rounds left", IntType(0, max(0, times.high)))
            self.add_ops([ir.Write(ir.Slot(base), ir.Primitive("max", (self.expr(node.times), ir.Const(0))))])
            more = ir.Compare(">", ir.Slot(base), ir.Const(0))
            advance = [ir.Write(ir.Slot(base), ir.Arith("-", ir.Slot(base), ir.Const(1)))]
        if node.condition is not None:
            condition = self.expr(node.condition)
            more = condition if node.times is None else ir.Both(more, condition)
        frame = ir.LoopFrame(self.name, "", None, base, None, None, self.current_id())
        self.loop_flow(frame, more, [], None, node.body, advance)
        self.add_ops(self.clearing(self.opened.pop()))

    # -- choices and chance --------------------------------------------------------------------

    def bound(self, binder: ast.Binder, env: dict[Local, ir.Expr]) -> tuple[ir.Bound, str]:
        """A value left open: its domain is lowered with the values before it as temporaries."""
        local = self.shared.typing.locals[binder]
        lowering = Expressions(self.shared, self.clause, env, self.name in self.calls.merging)
        domain = lowering.domain(binder.domain)
        name = self.shared.temp(binder.name)
        env[local] = ir.Temp(name)
        condition = None if binder.condition is None else lowering.expr(binder.condition)
        return ir.Bound(name, domain, condition, local.type), name

    def choose(self, node: ast.Choose) -> None:
        asking = self.make(self.graph.label(node.id))
        self.jump(asking)
        outer_clause = self.clause
        self.clause = node.id
        asking.clause = node.id
        after = self.make(f"{node.id} after")
        player = self.expr(node.player)
        first = 0
        moves: list[ir.MoveOption] = []
        for number, move in enumerate(node.moves):
            self.clause = move.id or node.id
            option = self.move(node, move, asking, number, after, first)
            first += option.count
            moves.append(option)
        self.clause = node.id
        otherwise = None
        if node.otherwise is not None:
            block = self.start(f"{node.id} otherwise")
            self.flow(node.otherwise)
            self.jump(after)
            otherwise = block.id
        asking.end = ir.ChooseMove(node.id, player, tuple(moves), otherwise, node.secret,
                                   self.site(node, "nobody can move here"))
        self.clause = outer_clause
        self.current = after

    def move(self, node: ast.Choose, move: ast.Move, asking: _Block, number: int, after: _Block,
             first: int) -> ir.MoveOption:
        env = dict(self.env)
        binders = (*node.binders, *move.binders)
        bounds, names = [], []
        for binder in binders:
            bound, name = self.bound(binder, env)
            bounds.append(bound)
            names.append(name)
        guards = []
        lowering = Expressions(self.shared, self.clause, env, self.name in self.calls.merging)
        for level, require in [(len(node.binders), r) for r in node.requires] + [
                (len(binders), r) for r in move.requires]:
            guards.append(self.guard(require, lowering, level, tuple(names)))
        notation = lowering.text(move.notation, tuple(names))
        count = 1
        for bound in bounds:
            count *= size(bound.type)
        target = self.start(self.clause, (asking.id, number))
        keep = self.calls.suspends(move.body)
        saved = dict(self.env)
        self.opened.append([])
        for binder, name in zip(binders, names, strict=True):
            local = self.shared.typing.locals[binder]
            self.env[local] = ir.Temp(name)
            if keep:
                base = self.open_slot(binder.name, local.type)
                self.add_ops([ir.Write(ir.Slot(base), ir.Temp(name))])
                self.env[local] = ir.Slot(base)
        self.add_ops([ir.Touch(self.clause)])
        self.flow(move.body)
        self.add_ops(self.clearing(self.opened.pop()))
        self.jump(after)
        self.env = saved
        return ir.MoveOption(move.id or node.id, tuple(bounds), tuple(guards), notation, target.id, first, count)

    def guard(self, node: ast.Require | ast.RequireException, lowering: Expressions, level: int,
              names: tuple[str, ...]) -> ir.Guard:
        inner = Expressions(self.shared, node.id, lowering.env, lowering.merging)
        message = None if node.statement is None else inner.text(node.statement, names)
        exceptions = tuple(self.guard(one, inner, level, names) for one in node.exceptions)
        return ir.Guard(node.id, inner.expr(node.condition), exceptions, message, level)

    def roll(self, node: ast.Roll, in_slot: bool) -> None:
        local = self.shared.typing.locals[node]
        rolling = self.make(self.graph.label(f"{self.clause}.{node.name}"))
        self.jump(rolling)
        env = dict(self.env)
        lowering = Expressions(self.shared, self.clause, env, self.name in self.calls.merging)
        domain = lowering.domain(node.domain)
        name = self.shared.temp(node.name)
        env[local] = ir.Temp(name)
        bound = ir.Bound(name, domain, None if node.condition is None else lowering.expr(node.condition), local.type)
        weight = None if node.weight is None else lowering.expr(node.weight)
        if node.notation is not None:
            notation = lowering.text(node.notation, (name,))
        else:
            part = ir.TextPart(ir.Temp(name), local.type)
            self.shared.texts.append(ir.TextOf(("roll ", part), (name,)))
            notation = len(self.shared.texts) - 1
        target = self.start(self.clause, (rolling.id, 0))
        rolling.end = ir.RollValue(self.clause, bound, weight, notation, target.id,
                                   self.site(node, "there is nothing to draw from"))
        self.env[local] = ir.Temp(name)
        if in_slot:
            base = self.open_slot(node.name, local.type)
            self.add_ops([ir.Write(ir.Slot(base), ir.Temp(name))])
            self.env[local] = ir.Slot(base)

    # -- calls -------------------------------------------------------------------------------

    def call_flow(self, node: ast.Do | ast.Announce) -> None:
        call = node.call if isinstance(node, ast.Do) else node.event
        assert isinstance(call, ast.Call)
        meaning = self.shared.typing.meanings[call]
        arguments = tuple(self.expr(argument) for argument in call.arguments)
        if isinstance(meaning, RuleInfo):
            self.call_routine(meaning.name, arguments)
        elif isinstance(meaning, EffectInfo):
            self.call_effect(call, meaning, arguments)
        else:
            assert isinstance(meaning, EventInfo)
            self.announce_flow(node, meaning, arguments)

    def call_routine(self, name: str, arguments: tuple[ir.Expr, ...]) -> None:
        back = self.make(f"{self.clause} after {name}")
        self.finish(ir.CallRule(name, arguments, back.id))
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
                self.call_routine(name, arguments)
            else:
                self.add_ops([ir.Do(name, arguments, self.site(call, "an effect carried out from here"))])
            self.jump(after)
            self.current = other
        self.jump(after)
        self.current = after

    def announce_flow(self, node: ast.Do | ast.Announce, event: EventInfo, arguments: tuple[ir.Expr, ...]) -> None:
        self.opened.append([])
        kept = []
        for param, argument in zip(event.params, arguments, strict=True):
            base = self.open_slot(f"{event.name} {param.name}", param.type)
            self.add_ops([ir.Write(ir.Slot(base), argument)])
            kept.append(ir.Slot(base))
        number = list(self.shared.world.events).index(event.name)
        self.add_ops([ir.Happen(number, tuple(kept))])
        for name in self.calls.called_by(node):
            if name in self.calls.suspending:
                self.call_routine(name, tuple(kept))
            else:
                self.add_ops([ir.Do(name, tuple(kept), self.site(node, "a reaction carried out from here"))])
        self.add_ops(self.clearing(self.opened.pop()))


def _fixed_range(domain: ir.Domain) -> tuple[int, int] | None:
    match domain:
        case ir.RangeDomain(ir.Const(low), ir.Const(high)):
            return low, high
    return None


def _leaves_loop(node: ast.Stmt) -> bool:
    """Whether a statement that asks for nothing may leave a loop that does."""
    match node:
        case ast.Leave():
            return True
        case ast.If():
            return any(_leaves_loop(one) for one in (*node.then, *node.otherwise))
    return False


def element_of(type_: Type) -> Type:
    """What a domain goes through."""
    return type_.element if isinstance(type_, DomainType | SetType | ListType) else type_
