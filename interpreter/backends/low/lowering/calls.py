"""Functions of the rulebook: written where they are called when they are small, or once for all calls that are alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .....dsl import ir
from ..emitting import choosing, lists, remembered
from ..language import tree
from ..language.values import Cond, ListShape, ListVal, Num, Several, Unsupported, Val, known, passed, shape_of
from ..writing.building import Code, plus
from ..writing.numbers import as_num
from . import expressions, slots, versions


def called(code: Code, name: str, arguments: tuple[ir.Expr, ...]) -> Val:
    """The value of a function of the rulebook."""
    call = ir.CallFunction(name, arguments)
    if call in code.remembered:
        # The call that works the value out must not ask for the remembered one again.
        around, code.remembered = code.remembered, code.remembered - {call}
        vals = [expressions.value(code, argument) for argument in arguments]
        val = remembered.value_of(code, name, vals, lambda: called(code, name, arguments))
        code.remembered = around
        if val is not None:
            return val
    vals = [expressions.value(code, argument) for argument in arguments]
    function = code.whole.functions[name]
    if code.whole.is_inlined(name) or any(isinstance(val, Several) for val in vals):
        with _bound(code, function, vals):
            _count(code, function)
            return value_of(code, function.value)
    version = versions.function(code.whole, name, tuple(map(shape_of, vals)))
    if version is None:
        with _bound(code, function, vals):
            return value_of(code, function.value)
    code_call = tree.Call(version.name, tuple(passed(val, wide) for val, wide in zip(vals, version.params, strict=True)))
    if version.allocates:
        code.allocations += 1
    place = code.place_for(version.shape)
    assert isinstance(place, Num | Cond | ListVal), "values side by side are written where they are needed"
    assert isinstance(place.node, tree.Local), "a new local"
    code.emit(tree.Set(place.node, code_call))
    return place


def supposed(code: Code, rule: str, arguments: tuple[ir.Expr, ...], call: tuple[str, tuple[ir.Expr, ...]]) -> Val:
    """The value of a function after a rule: the state is put aside before it, and put back afterwards."""
    whole, (function, function_arguments) = code.whole, call
    result: Val | None = None
    with code.releasing():
        vals = [code.settled(expressions.value(code, argument)) for argument in arguments]
        # The arguments of the function are values of the position as it is now, not as the rule leaves it (`ir.Supposed`).
        inside = [code.settled(expressions.value(code, argument)) for argument in function_arguments]
        size = tree.Mark(whole.memory.width * whole.program.size)
        aside, state = code.local(wide=False), tree.Mark(whole.memory.state)
        code.allocations += 1
        code.emit(tree.Set(aside, tree.Call("room", (size,))), tree.Copy(aside, state, size))
        put_back = _noting_nothing(code)
        # Both are called, never written here: what this function has read of the state stays as it was.
        version = versions.rule(whole, rule, tuple(map(shape_of, vals)))
        value = versions.function(whole, function, tuple(map(shape_of, inside)))
        if value is None or isinstance(value.shape, ListShape) or version.may_end:
            raise Unsupported("a look ahead at several values, or at an end")
        handed = tuple(passed(val, wide) for val, wide in zip(vals, version.params, strict=True))
        code.emit(tree.Perform(tree.Call(version.name, handed), gives=False))
        result = code.place_for(value.shape)
        assert isinstance(result, Num | Cond), "one value"
        assert isinstance(result.node, tree.Local), "a new local"
        handed = tuple(passed(val, wide) for val, wide in zip(inside, value.params, strict=True))
        code.emit(tree.Set(result.node, tree.Call(value.name, handed)), tree.Copy(state, aside, size))
        code.emit(*put_back)
    return result


def _noting_nothing(code: Code) -> tuple[tree.Stmt, ...]:
    """Put aside what is noted of the step; the statements that put it back."""
    noted = code.whole.noted
    if noted is None:
        return ()
    address, size = tree.Mark(noted.at), tree.Mark(noted.bytes)
    aside = code.in_local(tree.Call("room", (size,)), wide=False)
    code.emit(tree.Copy(aside, address, size))
    return (tree.Copy(address, aside, size),)


def before(code: Code, node: ir.Expr) -> Val:
    """The value of an expression in the position before the step: while it is worked out, that position is in its place."""
    memory = code.whole.memory
    if not memory.keeps_before:
        raise Unsupported("the position before a step")
    if isinstance(node, ir.Slot) and all(isinstance(step.index, ir.Const | ir.Temp | ir.Decider) for step in node.steps):
        # The slot lies as far from the beginning of the other position.
        address, offset = slots.slot_place(code, node)
        low, high = slots.slot_range(code, node)
        return Num(tree.Load(plus(address, memory.before - memory.state), offset, memory.width), low, high)
    size = tree.Mark(memory.width * memory.slots)
    state, earlier, aside = tree.Mark(memory.state), tree.Mark(memory.before), tree.Mark(memory.aside)
    code.emit(tree.Copy(aside, state, size), tree.Copy(state, earlier, size))
    val = code.settled(expressions.value(code, node))
    if isinstance(val, ListVal):
        val = lists.copied(code, val)
    code.emit(tree.Copy(state, aside, size))
    return val


def _count(code: Code, function: ir.Function) -> None:
    if code.whole.budget.is_long_call(function.value):
        code.count_pass()


@contextmanager
def _bound(code: Code, function: ir.Function, vals: list[Val]) -> Iterator[None]:
    """Inside, the parameters of a function have these values."""
    around = {name: code.env[name] for name in function.params if name in code.env}
    arguments = [code.reusable(val) for val in vals]
    code.env.update(zip(function.params, arguments, strict=True))
    yield
    code.env.update(around)


def is_simple(code: Code, call: ir.CallFunction) -> bool:
    """Return whether a function is written where it is called, and is a plain expression but for names on the way."""
    name = call.function
    return call not in code.remembered and code.whole.is_inlined(name) and not code.whole.functions[name].value.exceptions


@contextmanager
def inside(code: Code, name: str, arguments: tuple[ir.Expr, ...]) -> Iterator[ir.Expr]:
    """Inside, the function is being worked out for these arguments; gives the expression that is left."""
    function = code.whole.functions[name]
    vals = [expressions.value(code, argument) for argument in arguments]
    with _bound(code, function, vals):
        _count(code, function)
        _lets(code, function.value)
        yield function.value.gives


def value_of(code: Code, value: ir.Value) -> Val:
    """A value with names on the way, or that of an exception that replaces it."""
    if not value.exceptions:
        return _plain(code, value)
    place = expressions.picked(
        code,
        [exception.condition for exception in value.exceptions],
        [exception.over for exception in value.exceptions],
        [exception.site for exception in value.exceptions],
    )
    chosen = as_num(code.reusable(place))
    return _replaced(code, value, chosen, 0)


def _replaced(code: Code, value: ir.Value, place: Num, number: int) -> Val:
    """The value of the exception at a place from this number on, or the value itself."""
    if number == len(value.exceptions):
        return _plain(code, value)
    picked = known(place)
    if picked is not None and picked != number:
        return _replaced(code, value, place, number + 1)
    if picked is not None:
        return value_of(code, value.exceptions[number].value)
    test = tree.Test("eq", place.node, tree.Int(number))
    # Each checks the parameters again, under the same names.
    names = dict(code.env)
    with code.nested() as then:
        node = value_of(code, value.exceptions[number].value)
    code.env.update(names)
    with code.nested() as otherwise:
        other = _replaced(code, value, place, number + 1)
    code.env.update(names)
    return choosing.merged(code, test, (then, node), (otherwise, other))


def _plain(code: Code, value: ir.Value) -> Val:
    _lets(code, value)
    return expressions.value(code, value.gives)


def _lets(code: Code, value: ir.Value) -> None:
    for let in value.lets:
        val = expressions.value(code, let.value)
        if isinstance(val, Num | Cond) and (let.low is not None or let.high is not None):
            val = code.fault_unless(as_num(val), let.low, let.high, let.site)
        code.env[let.name] = code.reusable(val)


