"""Lower statements that ask for nothing to operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from ... import ir
from ... import syntax as ast
from ...symbols.symbols import EffectInfo, EventInfo, Local, RuleInfo
from ...syntax.walk import nodes_in
from ...types.types import IntType, ListType, PerType, SetType, Type, first_bit, width
from ..expressions.expressions import numbered_text
from ..expressions.histories import remember
from ..shared.shared import natural_start
from .changes import at_most, change_all, transfer_all, write_all
from .scope import RuleScope
from .writing import add, checked_value, declared, limits, write


def procedure(rule: RuleScope, params: tuple[Local, ...], body: tuple[ast.Stmt, ...],
              exceptions: tuple[ast.RuleException, ...]) -> ir.Procedure:
    """Return a whole rule as operations."""
    names = []
    for param in params:
        names.append(rule.shared.temp(param.name))
        rule.env[param] = ir.Temp(names[-1])
    rule.scopes = [list(params)]
    return ir.Procedure(rule.name, tuple(names), _with_exceptions(rule, body, exceptions, rule.clause))


def _with_exceptions(rule: RuleScope, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...],
                     clause: str) -> tuple[ir.Op, ...]:
    outer, rule.clause = rule.clause, clause
    touch = ir.Touch(clause)
    if not exceptions:
        ops: tuple[ir.Op, ...] = (touch, *operations(rule, body))
    else:
        # The exception is picked once, before anything is carried out: a body may change what the conditions ask. The
        # clause of the rule is applied only where no exception takes its place.
        picked = rule.shared.temp("exception")
        otherwise = (touch, *operations(rule, body))
        for i, exception in reversed(list(enumerate(exceptions))):
            then = _with_exceptions(rule, exception.body, exception.exceptions, exception.id)
            otherwise = (ir.If(ir.Compare("=", ir.Temp(picked), ir.Const(i)), then, otherwise),)
        ops = (ir.Let(picked, pick(rule, exceptions)), *otherwise)
    rule.clause = outer
    return ops


def pick(rule: RuleScope, exceptions: tuple[ast.RuleException, ...]) -> ir.PickException:
    places = {exception.id: i for i, exception in enumerate(exceptions)}
    return ir.PickException(
        tuple(rule.expr(exception.condition) for exception in exceptions),
        tuple((places[exception.over.name],) if exception.over is not None else () for exception in exceptions),
        tuple(rule.shared.site(exception.id_span, exception.id, "two exceptions apply") for exception in exceptions))


# ---- Statements ----------------------------------------------------------------------------------


def operations(rule: RuleScope, nodes: Sequence[ast.Stmt]) -> tuple[ir.Op, ...]:
    """Statements of one scope as operations; what they open in slots is cleared at the end."""
    ops: list[ir.Op] = []
    # `opened` is a stack of scopes; straight code opens slots only where a rule that waits is being lowered around it.
    rule.opened.append([])
    with rule.scope():
        for node in nodes:
            ops += [*rule.reached(node), *op(rule, node)]
            rule.scopes[-1] += rule.named_by(node)
    ops += rule.clearing(rule.opened.pop())
    return tuple(ops)


def op(rule: RuleScope, node: ast.Stmt) -> list[ir.Op]:
    """Lower one statement that asks for nothing."""
    match node:
        case ast.Let():
            return keep_let(rule, node, in_slot=False)
        case ast.Var():
            return keep_var(rule, node, in_slot=False)
        case ast.Change():
            return _change(rule, node)
        case ast.Transfer():
            return _transfer(rule, node)
        case ast.Do() | ast.Announce():
            return _call(rule, node)
        case ast.If():
            condition = rule.expr(node.condition)
            return [ir.If(condition, operations(rule, node.then), operations(rule, node.otherwise))]
        case ast.ForEach():
            return [_for_each(rule, node)]
        case ast.Repeat():
            condition_ = None if node.condition is None else rule.expr(node.condition)
            times = None if node.times is None else rule.expr(node.times)
            return [ir.Loop(condition_, times, _loop_body(rule, node.body),
                            rule.site(node, "a loop that does not end"))]
        case ast.Check():
            names = [end.name for end in rule.shared.symbols.ends]
            checked = [word.name for word in node.ends] or names
            return [ir.CheckEnds(tuple(names.index(name) for name in checked))]
        case ast.Remember():
            return remember(rule.expressions, node)
        case ast.Merge():
            board = rule.shared.board(rule.shared.typing.types[node.first])
            return [ir.MergeRegions(board.name, rule.expr(node.first), rule.expr(node.second),
                                    rule.site(node, "regions that cannot merge"))]
        case ast.Leave():
            # The operations behind a `stop` or `skip` are not reached, and with them the clearing at the end of each scope.
            open_in_loop = rule.opened[rule.loop_depths[-1]:]
            return [clear for slots in open_in_loop for clear in rule.clearing(slots)] + [ir.Leave(node.kind)]
        case ast.Must():
            return [_must(rule, node)]
        case ast.Choose() | ast.Roll() | ast.Throw():
            raise AssertionError("a rule that asks for something is lowered as a flow")
        case _:
            assert_never(node)


def _must(rule: RuleScope, node: ast.Must) -> ir.Op:
    text = node.message
    message = None if text is None else numbered_text(rule.expressions, text, _temps_in(rule, text))
    return ir.Ensure(rule.expr(node.condition), rule.site(node, "what must hold does not"), message)


def _temps_in(rule: RuleScope, text: ast.Text) -> tuple[str, ...]:
    """Return the temporary values that a text speaks of."""
    meanings = (rule.shared.typing.meanings.get(node) for node in nodes_in(text))
    values = (rule.env.get(meaning) for meaning in meanings if isinstance(meaning, Local))
    return tuple(dict.fromkeys(node.name for node in values if isinstance(node, ir.Temp)))


def _loop_body(rule: RuleScope, body: tuple[ast.Stmt, ...]) -> tuple[ir.Op, ...]:
    rule.loop_depths.append(len(rule.opened))
    ops = operations(rule, body)
    rule.loop_depths.pop()
    return ops


def _for_each(rule: RuleScope, node: ast.ForEach) -> ir.Op:
    binder = node.binder
    domain = rule.expressions.domain(binder.domain)
    name = rule.shared.temp(binder.name)
    rule.env[rule.shared.typing.locals[binder]] = ir.Temp(name)
    condition = None if binder.condition is None else rule.expr(binder.condition)
    key = None if binder.key is None else rule.expr(binder.key)
    with rule.scope(binder):
        body = _loop_body(rule, node.body)
    return ir.For(name, domain, condition, key, binder.descending, body)


def keep_let(rule: RuleScope, node: ast.Let, in_slot: bool) -> list[ir.Op]:
    local = rule.shared.typing.locals[node]
    value = rule.expr(node.value)
    if in_slot:
        base = rule.open_slot(node.name, local.type)
        rule.env[local] = ir.Slot(base)
        return write(rule, ir.Slot(base), value, local.type, node)
    temp = rule.shared.temp(node.name)
    rule.env[local] = ir.Temp(temp)
    return [ir.Let(temp, value)]


def keep_var(rule: RuleScope, node: ast.Var, in_slot: bool) -> list[ir.Op]:
    local = rule.shared.typing.locals[node]
    type_ = local.type
    cell: Type = type_
    while isinstance(cell, PerType):
        cell = cell.value
    if node.value is not None and isinstance(type_, PerType) and isinstance(rule.shared.typing.types[node.value], PerType):
        base = rule.open_slot(node.name, type_)
        rule.env[local] = ir.Slot(base)
        return write_all(rule, node, ir.Slot(base), type_, node.value)
    value = None if node.value is None else rule.expr(node.value)
    # Numbers for each value and lists take several slots. So they lie in the state even where nothing waits.
    if not in_slot and not isinstance(type_, PerType | ListType):
        temp = rule.shared.temp(node.name)
        rule.env[local] = ir.Temp(temp)
        return [ir.Let(temp, value or ir.Const(natural_start(type_)[0]), *limits(rule, type_, node.value),
                       rule.site(node, "a value out of range"))]
    base = rule.open_slot(node.name, type_)
    rule.env[local] = ir.Slot(base)
    if value is None:
        return [ir.Write(ir.Slot(base + i), ir.Const(first)) for i, first in enumerate(natural_start(type_))]
    ops: list[ir.Op] = []
    for i in range(0, width(type_), width(cell)):
        ops += write(rule, ir.Slot(base + i), value, cell, node, node.value)
    return ops


def _change(rule: RuleScope, node: ast.Change) -> list[ir.Op]:
    to = rule.expressions.place(node.place)
    type_ = declared(rule, node.place)
    if isinstance(type_, PerType):
        return change_all(rule, node, to, type_)
    value = rule.expr(node.value)
    if node.kind == "becomes":
        return write(rule, to, value, type_, node, node.value)
    match type_:
        case ListType(element, limit):
            assert isinstance(to, ir.Slot)
            if node.kind == "gains":
                ops, value = checked_value(rule, value, element, node.value)
                return [*ops, ir.Append(to, value, limit, rule.site(node, "the list is full"))]
            # No check of the value: what is in no range of the list is not in the list, and nothing is taken away.
            return [ir.Remove(to, value, limit)]
        case SetType(element):
            ops, value = _as_set(rule, node, value, element)
            changed: ir.Expr = ir.SetArith("+" if node.kind == "gains" else "-", to, value)
            return ops + write(rule, to, changed, type_, node)
        case _:
            # The check lets nothing but numbers, sets and lists gain and lose.
            return add(rule, to, value, type_, "+" if node.kind == "gains" else "-", node)


def _as_set(rule: RuleScope, node: ast.Change, value: ir.Expr, element: Type) -> tuple[list[ir.Op], ir.Expr]:
    """Lower the value that a set gains or loses to a set; check a single number first."""
    if isinstance(rule.shared.typing.types[node.value], SetType):
        return [], value
    ops, checked = checked_value(rule, value, element, node.value)
    return ops, ir.MakeSet((checked,), first_bit(element))


def arguments_of(rule: RuleScope, call: ast.Call, params: tuple[Local, ...]) -> tuple[list[ir.Op], tuple[ir.Expr, ...]]:
    """Return the values of a call, and the operations that make sure that they fit."""
    pairs = [checked_value(rule, rule.expr(argument), param.type, argument)
             for argument, param in zip(call.arguments, params, strict=True)]
    return [checked for ops, _ in pairs for checked in ops], tuple(value for _, value in pairs)


def _transfer(rule: RuleScope, node: ast.Transfer) -> list[ir.Op]:
    type_ = rule.shared.typing.types[node.amount]
    if isinstance(type_, PerType):
        return transfer_all(rule, node, type_)
    amount = rule.expr(node.amount)
    if node.up_to:
        source_type = declared(rule, node.source)
        assert isinstance(source_type, IntType), "checked to hold numbers"
        amount = at_most(amount, rule.expressions.place(node.source), source_type)
    ops: list[ir.Op] = []
    # The target gets what the source gave, even if the amount speaks of the source.
    if not isinstance(amount, ir.Const):
        name = rule.shared.temp("amount")
        ops.append(ir.Let(name, amount))
        amount = ir.Temp(name)
    exchange: tuple[tuple[ir.SetOperator, ast.Expr], ...] = (("-", node.source), ("+", node.target))
    for operator, place in exchange:
        ops += add(rule, rule.expressions.place(place), amount, declared(rule, place), operator, node)
    return ops


# ---- Calls ---------------------------------------------------------------------------------------


def _call(rule: RuleScope, node: ast.Do | ast.Announce) -> list[ir.Op]:
    call = node.call if isinstance(node, ast.Do) else node.event
    assert isinstance(call, ast.Call)
    meaning = rule.shared.typing.meanings[call]
    assert isinstance(meaning, RuleInfo | EffectInfo | EventInfo), meaning
    ops, arguments = arguments_of(rule, call, meaning.params)
    site = rule.site(node, "a rule carried out from here")
    match meaning:
        case RuleInfo():
            return [*ops, ir.Do(meaning.name, arguments, site)]
        case EventInfo():
            return ops + _happen(rule, meaning, arguments, site)
        case EffectInfo():
            return [*ops, *_effect(rule, call, meaning, arguments, site)]
        case _:
            assert_never(meaning)


def _effect(rule: RuleScope, call: ast.Call, effect: EffectInfo, arguments: tuple[ir.Expr, ...], site: int) -> list[ir.Op]:
    """Carry out the effect of a row in the way of that row."""
    assert isinstance(call.subject, ast.Attribute), "an effect is named behind its row"
    row = ir.Temp(rule.shared.temp("row"))
    carried_out = [ir.Do(name, arguments, site) for name in rule.calls.effect_names(effect)]
    return [ir.Let(row.name, rule.expr(call.subject.subject)), _by_row(row, carried_out, 0)]


def _happen(rule: RuleScope, event: EventInfo, arguments: tuple[ir.Expr, ...], site: int) -> list[ir.Op]:
    ops: list[ir.Op] = []
    values = []
    for param, argument in zip(event.params, arguments, strict=True):
        name = rule.shared.temp(param.name)
        ops.append(ir.Let(name, argument))
        values.append(ir.Temp(name))
    number = list(rule.shared.symbols.events).index(event.name)
    ops.append(ir.Happen(number, tuple(values)))
    # All reactions get the same values, whatever the ones before them change; they come in the order of the rulebook.
    return ops + [ir.Do(reaction.name, tuple(values), site) for reaction in rule.shared.symbols.rules.values()
                  if reaction.reacts_to == event.name]


def _by_row(row: ir.Temp, carried_out: Sequence[ir.Op], first: int) -> ir.Op:
    """Return the operation for the row, found by halving, so that long tables do not nest deeply."""
    if len(carried_out) == 1:
        return carried_out[0]
    half = len(carried_out) // 2
    return ir.If(ir.Compare("<", row, ir.Const(first + half)), (_by_row(row, carried_out[:half], first),),
                 (_by_row(row, carried_out[half:], first + half),))
