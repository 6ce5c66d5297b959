"""Lower statements that ask for nothing to operations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from ... import ir
from ... import syntax as ast
from ...symbols.symbols import EffectInfo, EventInfo, Local, RuleInfo
from ...syntax.walk import nodes_in
from ...types.types import IntType, ListType, PerType, Scalar, SetType, Type, first_bit, width
from ..expressions.histories import remember
from ..shared.shared import natural_start
from .changes import at_most, change_all, transfer_all, write_all
from .writing import Writing


class RuleLowering(Writing):
    """Lowers statements that ask for nothing to operations."""

    def procedure(self, name: str, params: tuple[Local, ...], body: tuple[ast.Stmt, ...],
                  exceptions: tuple[ast.RuleException, ...]) -> ir.Procedure:
        """Return a whole rule as operations."""
        names = []
        for param in params:
            names.append(self.shared.temp(param.name))
            self.env[param] = ir.Temp(names[-1])
        self.scopes = [list(params)]
        return ir.Procedure(name, tuple(names), self.with_exceptions(body, exceptions, self.clause))

    def with_exceptions(self, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...],
                        clause: str) -> tuple[ir.Op, ...]:
        outer, self.clause = self.clause, clause
        touch = ir.Touch(clause)
        if not exceptions:
            ops: tuple[ir.Op, ...] = (touch, *self.operations(body))
        else:
            # The exception is picked once, before anything is carried out: a body may change what the conditions ask. The
            # clause of the rule is applied only where no exception takes its place.
            picked = self.shared.temp("exception")
            otherwise = (touch, *self.operations(body))
            for i, exception in reversed(list(enumerate(exceptions))):
                then = self.with_exceptions(exception.body, exception.exceptions, exception.id)
                otherwise = (ir.If(ir.Compare("=", ir.Temp(picked), ir.Const(i)), then, otherwise),)
            ops = (ir.Let(picked, self.pick(exceptions)), *otherwise)
        self.clause = outer
        return ops

    def pick(self, exceptions: tuple[ast.RuleException, ...]) -> ir.PickException:
        places = {exception.id: i for i, exception in enumerate(exceptions)}
        return ir.PickException(
            tuple(self.expr(exception.condition) for exception in exceptions),
            tuple((places[exception.over.name],) if exception.over is not None else () for exception in exceptions),
            tuple(self.shared.site(exception.id_span, exception.id, "two exceptions apply") for exception in exceptions))

    # -- statements --------------------------------------------------------------------------

    def operations(self, nodes: Sequence[ast.Stmt]) -> tuple[ir.Op, ...]:
        """Statements of one scope as operations; what they open in slots is cleared at the end."""
        ops: list[ir.Op] = []
        # `opened` is a stack of scopes; straight code opens slots only where a rule that waits is being lowered around it.
        self.opened.append([])
        with self.scope():
            for node in nodes:
                ops += [*self.reached(node), *self.op(node)]
                self.scopes[-1] += self.named_by(node)
        ops += self.clearing(self.opened.pop())
        return tuple(ops)

    @contextmanager
    def scope(self, *binders: ast.Binder | None) -> Iterator[None]:
        """Open a scope of names, in which those of binders are known."""
        self.scopes.append([self.shared.typing.locals[binder] for binder in binders if binder is not None])
        yield
        self.scopes.pop()

    def named_by(self, node: ast.Stmt) -> list[Local]:
        """Return the name that a statement gives to those that follow it in its scope."""
        return [self.shared.typing.locals[node]] if isinstance(node, ast.Let | ast.Var | ast.Roll | ast.Throw) else []

    def reached(self, node: ast.Stmt) -> list[ir.Op]:
        """Return the mark of a statement, in a traced program."""
        if not self.shared.traced:
            return []
        names = tuple((local.name, local.type, kept) for local in self.visible() if (kept := self.env.get(local)) is not None)
        return [ir.Reach(self.site(node, "a statement"), names)]

    def visible(self) -> Iterator[Local]:
        """Yield the names that a statement may read, as far as each is one value."""
        yield from (local for scope in self.scopes for local in scope if isinstance(local.type, Scalar | SetType))

    def clearing(self, slots: list[tuple[int, int]]) -> list[ir.Op]:
        # INVARIANT: a slot that nobody reads any more is 0, so positions that differ in nothing else are equal.
        return [ir.Write(ir.Slot(base + i), ir.Const(0)) for base, count in slots for i in range(count)]

    def open_slot(self, name: str, type_: Type) -> int:
        base = self.graph.slot(self.name, name, type_)
        self.opened[-1].append((base, width(type_)))
        return base

    def op(self, node: ast.Stmt) -> list[ir.Op]:
        """Lower one statement that asks for nothing."""
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
                return [ir.If(condition, self.operations(node.then), self.operations(node.otherwise))]
            case ast.ForEach():
                return [self.for_each(node)]
            case ast.Repeat():
                condition_ = None if node.condition is None else self.expr(node.condition)
                times = None if node.times is None else self.expr(node.times)
                return [ir.Loop(condition_, times, self.loop_body(node.body),
                                self.site(node, "a loop that does not end"))]
            case ast.Check():
                names = [end.name for end in self.shared.symbols.ends]
                checked = [word.name for word in node.ends] or names
                return [ir.CheckEnds(tuple(names.index(name) for name in checked))]
            case ast.Remember():
                return remember(self.expressions, node)
            case ast.Merge():
                board = self.shared.board(self.shared.typing.types[node.first])
                return [ir.MergeRegions(board.name, self.expr(node.first), self.expr(node.second),
                                        self.site(node, "regions that cannot merge"))]
            case ast.Leave():
                # The operations behind a `stop` or `skip` are not reached, and with them the clearing at the end of each scope.
                open_in_loop = self.opened[self.loop_depths[-1]:]
                return [op for slots in open_in_loop for op in self.clearing(slots)] + [ir.Leave(node.kind)]
            case ast.Must():
                return [self.must(node)]
            case ast.Choose() | ast.Roll() | ast.Throw():
                raise AssertionError("a rule that asks for something is lowered as a flow")
            case _:
                assert_never(node)

    def must(self, node: ast.Must) -> ir.Op:
        text = node.message
        message = None if text is None else self.expressions.text(text, self.temps_in(text))
        return ir.Ensure(self.expr(node.condition), self.site(node, "what must hold does not"), message)

    def temps_in(self, text: ast.Text) -> tuple[str, ...]:
        """Return the temporary values that a text speaks of."""
        meanings = (self.shared.typing.meanings.get(node) for node in nodes_in(text))
        kept = (self.env.get(meaning) for meaning in meanings if isinstance(meaning, Local))
        return tuple(dict.fromkeys(node.name for node in kept if isinstance(node, ir.Temp)))

    def loop_body(self, body: tuple[ast.Stmt, ...]) -> tuple[ir.Op, ...]:
        self.loop_depths.append(len(self.opened))
        ops = self.operations(body)
        self.loop_depths.pop()
        return ops

    def for_each(self, node: ast.ForEach) -> ir.Op:
        binder = node.binder
        domain = self.expressions.domain(binder.domain)
        name = self.shared.temp(binder.name)
        self.env[self.shared.typing.locals[binder]] = ir.Temp(name)
        condition = None if binder.condition is None else self.expr(binder.condition)
        key = None if binder.key is None else self.expr(binder.key)
        with self.scope(binder):
            body = self.loop_body(node.body)
        return ir.For(name, domain, condition, key, binder.descending, body)

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
        if node.value is not None and isinstance(type_, PerType) and isinstance(self.shared.typing.types[node.value], PerType):
            base = self.open_slot(node.name, type_)
            self.env[local] = ir.Slot(base)
            return write_all(self, node, ir.Slot(base), type_, node.value)
        value = None if node.value is None else self.expr(node.value)
        # Numbers for each value and lists take several slots. So they lie in the state even where nothing waits.
        if not in_slot and not isinstance(type_, PerType | ListType):
            temp = self.shared.temp(node.name)
            self.env[local] = ir.Temp(temp)
            return [ir.Let(temp, value or ir.Const(natural_start(type_)[0]), *self.limits(type_, node.value),
                           self.site(node, "a value out of range"))]
        base = self.open_slot(node.name, type_)
        self.env[local] = ir.Slot(base)
        if value is None:
            return [ir.Write(ir.Slot(base + i), ir.Const(first)) for i, first in enumerate(natural_start(type_))]
        ops: list[ir.Op] = []
        for i in range(0, width(type_), width(cell)):
            ops += self.write(ir.Slot(base + i), value, cell, node, node.value)
        return ops

    def change(self, node: ast.Change) -> list[ir.Op]:
        to = self.expressions.place(node.place)
        type_ = self.declared(node.place)
        if isinstance(type_, PerType):
            return change_all(self, node, to, type_)
        value = self.expr(node.value)
        if node.kind == "becomes":
            return self.write(to, value, type_, node, node.value)
        match type_:
            case ListType(element, limit):
                assert isinstance(to, ir.Slot)
                if node.kind == "gains":
                    ops, value = self.given(value, element, node.value)
                    return [*ops, ir.Append(to, value, limit, self.site(node, "the list is full"))]
                # No check of the value: what is in no range of the list is not in the list, and nothing is taken away.
                return [ir.Remove(to, value, limit)]
            case SetType(element):
                ops, value = self.as_set(node, value, element)
                changed: ir.Expr = ir.SetArith("+" if node.kind == "gains" else "-", to, value)
                return ops + self.write(to, changed, type_, node)
        return self.add(to, value, type_, "+" if node.kind == "gains" else "-", node)

    def as_set(self, node: ast.Change, value: ir.Expr, element: Type) -> tuple[list[ir.Op], ir.Expr]:
        """Lower the value that a set gains or loses to a set; check a single number first."""
        if isinstance(self.shared.typing.types[node.value], SetType):
            return [], value
        ops, checked = self.given(value, element, node.value)
        return ops, ir.MakeSet((checked,), first_bit(element))

    def arguments(self, call: ast.Call, params: tuple[Local, ...]) -> tuple[list[ir.Op], tuple[ir.Expr, ...]]:
        """Return the values of a call, and the operations that make sure that they fit."""
        pairs = [self.given(self.expr(argument), param.type, argument)
                 for argument, param in zip(call.arguments, params, strict=True)]
        return [op for ops, _ in pairs for op in ops], tuple(value for _, value in pairs)

    def transfer(self, node: ast.Transfer) -> list[ir.Op]:
        given = self.shared.typing.types[node.amount]
        if isinstance(given, PerType):
            return transfer_all(self, node, given)
        amount = self.expr(node.amount)
        if node.up_to:
            held = self.declared(node.source)
            assert isinstance(held, IntType), "checked to hold numbers"
            amount = at_most(amount, self.expressions.place(node.source), held)
        ops: list[ir.Op] = []
        # The target gets what the source gave, even if the amount speaks of the source.
        if not isinstance(amount, ir.Const):
            name = self.shared.temp("amount")
            ops.append(ir.Let(name, amount))
            amount = ir.Temp(name)
        exchange: tuple[tuple[ir.SetOperator, ast.Expr], ...] = (("-", node.source), ("+", node.target))
        for operator, place in exchange:
            ops += self.add(self.expressions.place(place), amount, self.declared(place), operator, node)
        return ops

    # -- calls -------------------------------------------------------------------------------

    def call(self, node: ast.Do | ast.Announce) -> list[ir.Op]:
        call = node.call if isinstance(node, ast.Do) else node.event
        assert isinstance(call, ast.Call)
        meaning = self.shared.typing.meanings[call]
        assert isinstance(meaning, RuleInfo | EffectInfo | EventInfo), meaning
        ops, arguments = self.arguments(call, meaning.params)
        site = self.site(node, "a rule carried out from here")
        match meaning:
            case RuleInfo():
                return [*ops, ir.Do(meaning.name, arguments, site)]
            case EventInfo():
                return ops + self.happen(meaning, arguments, site)
        assert isinstance(call.subject, ast.Attribute)
        row = ir.Temp(self.shared.temp("row"))
        carried_out = [ir.Do(name, arguments, site) for name in self.calls.effect_names(meaning)]
        return [*ops, ir.Let(row.name, self.expr(call.subject.subject)), _by_row(row, carried_out, 0)]

    def happen(self, event: EventInfo, arguments: tuple[ir.Expr, ...], site: int) -> list[ir.Op]:
        ops: list[ir.Op] = []
        kept = []
        for param, argument in zip(event.params, arguments, strict=True):
            name = self.shared.temp(param.name)
            ops.append(ir.Let(name, argument))
            kept.append(ir.Temp(name))
        number = list(self.shared.symbols.events).index(event.name)
        ops.append(ir.Happen(number, tuple(kept)))
        # All reactions get the same values, whatever the ones before them change; they come in the order of the rulebook.
        return ops + [ir.Do(rule.name, tuple(kept), site) for rule in self.shared.symbols.rules.values()
                      if rule.reacts_to == event.name]


def _by_row(row: ir.Temp, carried_out: Sequence[ir.Op], first: int) -> ir.Op:
    """Return the operation for the row, found by halving, so that long tables do not nest deeply."""
    if len(carried_out) == 1:
        return carried_out[0]
    half = len(carried_out) // 2
    return ir.If(ir.Compare("<", row, ir.Const(first + half)), (_by_row(row, carried_out[:half], first),),
                 (_by_row(row, carried_out[half:], first + half),))
