"""Lower looks ahead to functions: of a value in the position after a rule, and of the legality of a choice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce

from ... import ir
from ... import syntax as ast
from ...analyses.look_ahead import asked_by
from ...check.expressions.ahead import choice_of
from ...symbols.symbols import Local, RuleInfo
from .chains import parts_of
from .lowering import Lowering


def supposed(lowering: Lowering, node: ast.Supposed) -> ir.Expr:
    """Return a value in the position that a rule would leave, as a function of the names around it that it uses."""
    # The count tells `Lowerings` not to keep the code of this unit: the functions made here are those of the whole program.
    lowering.shared.looks_ahead += 1
    rule = lowering.typing.meanings[node.rule]
    assert isinstance(rule, RuleInfo), "the checker asks for a rule"
    assert isinstance(node.rule, ast.Call), "a rule is called"
    arguments = tuple(lowering.expr(argument) for argument in node.rule.arguments)
    value = lowering.expr(node.value)
    # The value is computed in another position, by a function. What is named here is not at hand there: it is given to it.
    around = {temp.name for temp in lowering.env.values() if isinstance(temp, ir.Temp)}
    used = (part.name for part in ir.inside(value) if isinstance(part, ir.Temp))
    names = tuple(dict.fromkeys(name for name in used if name in around))
    # No function of a rulebook begins with a digit.
    name = f"{1 + len(lowering.shared.functions)}_after_{rule.name}"
    lowering.shared.functions.append(ir.Function(name, names, ir.Value((), value, ())))
    return ir.Supposed(rule.name, arguments, name, tuple(map(ir.Temp, names)))


def can(lowering: Lowering, node: ast.Can) -> ir.Expr:
    """Return whether a choice has a legal move, as a function of the arguments of the rule that begins with it."""
    lowering.shared.looks_ahead += 1
    choice = asked_by(node, lowering.typing)
    assert choice is not None, "the checker asks for a choice"
    assert isinstance(node.choice, ast.Call), "a rule is called"
    rule, move = choice
    # Made once for each question, however often it is asked; the name is noted before the body is lowered.
    if choice not in lowering.shared.legality:
        lowering.shared.legality[choice] = f"{1 + len(lowering.shared.legality)}_can_{rule.name}"
        _make(lowering, lowering.shared.legality[choice], rule, move)
    return ir.CallFunction(lowering.shared.legality[choice], tuple(map(lowering.expr, node.choice.arguments)))


def _make(lowering: Lowering, name: str, rule: RuleInfo, move: str | None) -> None:
    """Add the function that says whether a kind of move, or any, of the choice that a rule begins with is legal."""
    shared = lowering.shared
    temps = tuple(shared.temp(param.name) for param in rule.params)
    env: dict[Local, ir.Expr] = {param: ir.Temp(temp) for param, temp in zip(rule.params, temps, strict=True)}
    inner = lowering.elsewhere(rule.name, env)
    choice = choice_of(rule)
    assert choice is not None, "the checker asks for a choice"
    lets = []
    for let in rule.node.body[: rule.node.body.index(choice)]:
        assert isinstance(let, ast.Let), "only names stand before the choice"
        value, temp = inner.expr(let.value), shared.temp(let.name)
        env[lowering.typing.locals[let]] = ir.Temp(temp)
        lets.append(ir.Let(temp, value))
    options = [option for option in choice.moves if move is None or (option.id is not None and option.id.name == move)]
    legal = [_legal(inner, choice, option) for option in options]
    shared.functions.append(ir.Function(name, temps, ir.Value(tuple(lets), reduce(ir.Either, legal), ())))


def _legal(lowering: Lowering, choice: ast.Choose, option: ast.Move) -> ir.Expr:
    """Return whether some values make a kind of move legal; requirements are tested as soon as their values are known."""
    def own() -> ir.Expr:
        return _all([*map(partial(_met, lowering), option.requires)])

    def common() -> ir.Expr:
        conditions = [] if option.condition is None else [lowering.expr(option.condition)]
        conditions += map(partial(_met, lowering), choice.requires)
        return _all([*conditions, _some(lowering, option.binders, own)])

    return _some(lowering, choice.binders, common)


def _some(lowering: Lowering, binders: tuple[ast.Binder, ...], body: Callable[[], ir.Expr]) -> ir.Expr:
    """Return whether something holds for some values of open names."""
    if not binders:
        return body()
    binder, *rest = binders
    if isinstance(binder.domain, ast.Chain | ast.AmountOf):
        steps = parts_of(lowering, binder, binder.domain)
        exists = _some(lowering, tuple(rest), body)
        # The last step stands innermost: its domain may speak of all those before it.
        return reduce(_for_some, reversed(steps), exists)
    domain, name = lowering.domain(binder.domain), lowering.shared.temp(binder.name)
    lowering.env[lowering.typing.locals[binder]] = ir.Temp(name)
    condition = None if binder.condition is None else lowering.expr(binder.condition)
    return ir.Gather("some", name, domain, condition, None, False, _some(lowering, tuple(rest), body))


def _for_some(exists: ir.Expr, bound: ir.Bound) -> ir.Expr:
    return ir.Gather("some", bound.name, bound.domain, bound.condition, None, False, exists)


def _all(conditions: list[ir.Expr]) -> ir.Expr:
    # Nested to the right: the tests are made in their order, and one that guards the next (`x != none`) stands before it.
    known = [condition for condition in conditions if condition != ir.Const(1)]
    return reduce(lambda rest, condition: ir.Both(condition, rest), reversed(known)) if known else ir.Const(1)


def _met(lowering: Lowering, node: ast.Require) -> ir.Expr:
    """Return whether a requirement holds, or an exception to it applies."""
    applies = (_applies(lowering, exception) for exception in node.exceptions)
    return reduce(ir.Either, applies, lowering.expr(node.condition))


def _applies(lowering: Lowering, node: ast.RequireException) -> ir.Expr:
    inner = (ir.Not(_applies(lowering, exception)) for exception in node.exceptions)
    return reduce(ir.Both, inner, lowering.expr(node.condition))
